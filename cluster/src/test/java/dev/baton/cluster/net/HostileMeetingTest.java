package dev.baton.cluster.net;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Identity;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.net.Packet.Hello;
import dev.baton.cluster.net.Packet.Reason;
import dev.baton.cluster.net.Packet.TurnedAway;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whose word counts when two clusters of one name meet. */
@Tag("slow")
@Tag("hostile")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class HostileMeetingTest extends NetworksUnderAttack {

  private static final Identity OURS = new Identity("id-of-orders", 100);
  private static final Identity EARLIER = new Identity("id-of-another", 50);

  private final Queue<Endpoint> met = new ConcurrentLinkedQueue<>();
  private final Queue<Endpoint> claimed = new ConcurrentLinkedQueue<>();

  /** What happens at members of our cluster while they compare a hello with their settings. */
  private volatile Runnable comparing = () -> {};

  private static Profile profile(String name, int port) {
    return new Profile(name, "zone", place(port), 0, SETTINGS);
  }

  private static Endpoint place(int port) {
    return new Endpoint("127.0.0.1", port);
  }

  private PeerNetwork member(String name, Identity cluster, int port, Guard guard, int... peers) {
    return closing(
        new PeerNetwork(
            profile(name, port),
            IntStream.of(peers).mapToObj(HostileMeetingTest::place).toList(),
            AdmittedNames.ALL,
            guard,
            new PeerNetwork.Receiver() {
              @Override
              public boolean receive(String member, Envelope envelope, int bytes) {
                return true;
              }

              @Override
              public Standing standing() {
                if (cluster.equals(OURS)) {
                  comparing.run();
                }
                return Standing.of(cluster, cluster.first(), true, List.of("a"));
              }

              @Override
              public void met(Endpoint there) {
                met.add(there);
              }

              @Override
              public boolean claimed(Endpoint there, Runnable then) {
                claimed.add(there);
                return false;
              }
            }));
  }

  @Test
  void whoMerelyKnocksIsNotMet() throws Exception {
    int port = FreePorts.next();
    member("a", OURS, port, Guard.NONE);
    int elsewhere = FreePorts.next();
    Attacker stranger = attacker(null, elsewhere);
    stranger.send(
        port,
        new Hello(
            profile("d", elsewhere).greeting(true, Standing.of(EARLIER, 70, true, List.of("d")))));
    assertThat(stranger.await(it -> it instanceof TurnedAway, 10_000))
        .isEqualTo(new TurnedAway(Reason.OTHER_SETTINGS));
    assertThat(met).isEmpty();
  }

  /** The voter at that place is not there yet, and has nothing to say about other settings. */
  @Test
  void whoSaysThatItIsAtAConfiguredPlaceEndsNoFirstStart() throws Exception {
    int port = FreePorts.next();
    int portOfB = FreePorts.next();
    PeerNetwork a = member("a", OURS, port, Attacker.keys("a"), portOfB);
    a.admission().firstStart();
    Settings others = new Settings("orders", 5_000_000, List.of("mallory"), List.of());
    try (Impostor mallory = new Impostor("mallory", portOfB)) {
      assertThat(mallory.introduce(port, "mallory", others))
          .isEqualTo(new TurnedAway(Reason.OTHER_SETTINGS));
    }
    assertThat(claimed).containsExactly(place(portOfB));
    assertThat(a.admission().refusal()).isNull();
    // The same from whoever is there counts.
    Greeting answer = new Profile("b", "zone", place(portOfB), 0, others).greeting(true);
    a.admission().asked(place(portOfB), answer);
    assertThat(a.admission().refusal()).isInstanceOf(Admission.Outcome.Mismatch.class);
  }

  /** Otherwise it would begin a cluster of its own in the moment before it is told not to. */
  @Test
  void whoHasAnsweredWasCompared() throws Exception {
    int portOfC = FreePorts.next();
    member("c", EARLIER, portOfC, Attacker.keys("c")).settle();
    CountDownLatch letGo = new CountDownLatch(1);
    comparing =
        () -> {
          try {
            // Half a second for somebody who is let go too early.
            letGo.await(500, MILLISECONDS);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    PeerNetwork a = member("a", OURS, FreePorts.next(), Attacker.keys("a"), portOfC);
    a.admission().firstStart();
    a.admission().awaitAnswers(List.of(place(portOfC)), Duration.ofSeconds(30));
    Admission.Outcome refusal = a.admission().refusal();
    letGo.countDown();
    assertThat(refusal).isInstanceOf(Admission.Outcome.Mismatch.class);
  }

  @Test
  void whoIsAtAConfiguredPlaceIsMet() {
    int portOfA = FreePorts.next();
    int portOfD = FreePorts.next();
    member("d", EARLIER, portOfD, Attacker.keys("c"));
    int portOfC = FreePorts.next();
    member("c", EARLIER, portOfC, Attacker.keys("c"));
    member("a", OURS, portOfA, Attacker.keys("a"), portOfC, portOfD);
    assertThat(within(20_000, () -> met.contains(place(portOfC)))).isTrue();
    // Its certificate is not for the name that it gives.
    assertThat(met).doesNotContain(place(portOfD));
  }

  @Test
  void theEnvoyBelievesWhoProvesItsNameAndMayJoin() {
    int portOfC = FreePorts.next();
    int portOfMallory = FreePorts.next();
    int portOfD = FreePorts.next();
    member("c", EARLIER, portOfC, Attacker.keys("c"));
    member("mallory", EARLIER, portOfMallory, Attacker.keys("mallory"));
    // Its certificate is for another name.
    member("d", EARLIER, portOfD, Attacker.keys("b"));
    Profile a = profile("a", FreePorts.next());
    AdmittedNames few = new AdmittedNames(List.of("c", "d"));
    Envoy envoy = new Envoy(a, few, Attacker.keys("a"));
    Greeting answer = envoy.ask(place(portOfC));
    assertThat(answer).isNotNull();
    assertThat(answer.name()).isEqualTo("c");
    assertThat(Standing.of(answer).identity()).isEqualTo(EARLIER);
    assertThat(envoy.ask(place(portOfMallory))).isNull();
    assertThat(envoy.ask(place(portOfD))).isNull();
    assertThat(envoy.ask(place(FreePorts.next()))).isNull();
    assertThat(new Envoy(a, AdmittedNames.ALL, Attacker.keys("a")).ask(place(portOfMallory)))
        .isNotNull();
    assertThat(new Envoy(a, AdmittedNames.ALL, Attacker.keys("stranger")).ask(place(portOfC)))
        .isNull();
    assertThat(new Envoy(a, AdmittedNames.ALL, Guard.NONE).ask(place(portOfC))).isNull();
  }
}
