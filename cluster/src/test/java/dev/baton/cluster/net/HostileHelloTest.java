package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.net.Packet.Hello;
import dev.baton.cluster.net.Packet.Reason;
import dev.baton.cluster.net.Packet.TurnedAway;
import dev.baton.cluster.net.Packet.Welcome;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Output;
import java.io.DataOutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Names and connections, against somebody with a certificate of the right authority (mallory) that
 * no configuration names, and against anybody where there is no TLS.
 */
@Tag("slow")
@Tag("hostile")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class HostileHelloTest extends NetworksUnderAttack {

  private static final Frame SECRET = new Frame.Seal(4711);

  /** The certificate of the connection decides, whatever the hello says. */
  @Test
  void malloryIsNotBoundAsAnother() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Attacker.keys("a"));
    Attacker mallory = attacker("mallory", FreePorts.next());
    mallory.send(port, mallory.hello("b", SETTINGS, true));
    assertThat(mallory.await(it -> it instanceof TurnedAway, 10_000))
        .isEqualTo(new TurnedAway(Reason.NOT_TRUSTED));
    mallory.send(port, new Envelope(new Seat("b", 1, 1), "a", 1, SECRET));
    assertThat(within(10_000, () -> a.dropped() > 0)).isTrue();
    assertThat(received).isEmpty();
    assertThat(refusedBy("a")).contains(Refused.NOT_TRUSTED);
    // As itself it is bound, since nothing says that it may not join.
    mallory.send(port, mallory.hello("mallory", SETTINGS, true));
    assertThat(mallory.await(it -> it instanceof Welcome, 10_000)).isNotNull();
  }

  /** What b has said to mallory, mallory says to a: it proves nothing there. */
  @Test
  void aRelayedHelloBindsNobody() throws Exception {
    int portOfA = FreePorts.next();
    int portOfB = FreePorts.next();
    network("a", portOfA, Attacker.keys("a"));
    network("b", portOfB, Attacker.keys("b"));
    Attacker mallory = attacker("mallory", FreePorts.next());
    mallory.send(portOfB, new Packet.Call());
    Hello ofB = (Hello) mallory.await(it -> it instanceof Hello, 10_000);
    assertThat(ofB.greeting().name()).isEqualTo("b");
    // Once as it is, which speaks of b's place, and once as if mallory's place were b's.
    mallory.send(portOfA, ofB);
    mallory.send(portOfA, mallory.hello("b", SETTINGS, true));
    assertThat(mallory.await(it -> it instanceof TurnedAway, 10_000))
        .isEqualTo(new TurnedAway(Reason.NOT_TRUSTED));
    mallory.send(portOfA, new Envelope(new Seat("b", 1, 1), "a", 1, SECRET));
    mallory.send(portOfA, new Packet.Call());
    assertThat(mallory.await(it -> it instanceof Hello, 10_000)).isNotNull();
    assertThat(received).isEmpty();
  }

  /** Frames for b do not go to somebody who has connected from b's place and said nothing. */
  @Test
  void framesWaitForAName() throws Exception {
    int portOfA = FreePorts.next();
    int portOfB = FreePorts.next();
    PeerNetwork a = network("a", portOfA, Guard.NONE, portOfB);
    PeerNetwork b = network("b", portOfB, Guard.NONE, portOfA);
    assertThat(isHeard(a, "a", "b")).isTrue();
    b.close();
    Attacker nobody = attacker(null, portOfB);
    nobody.send(portOfA, new Packet.Call());
    // It is connected: a answers.
    assertThat(nobody.await(it -> it instanceof Hello, 10_000)).isNotNull();
    for (int i = 0; i < 200; i++) {
      send(a, "a", "b", SECRET);
    }
    // Frames keep their order, so the first that comes shows whether others came before it.
    nobody.send(portOfA, nobody.hello("b", SETTINGS, true));
    Frame first = new Frame.Seal(1);
    assertThat(
            within(
                10_000,
                () -> {
                  send(a, "a", "b", first);
                  return nobody.heard.stream().anyMatch(it -> it instanceof Envelope);
                }))
        .as("without TLS, anybody can be b")
        .isTrue();
    assertThat(((Envelope) nobody.await(it -> it instanceof Envelope, 10_000)).frame())
        .isEqualTo(first);
  }

  /** With TLS, whoever says that it is at b's place does not get b's connection. */
  @Test
  void malloryDoesNotGetThePlaceOfAnother() throws Exception {
    int portOfA = FreePorts.next();
    int portOfB = FreePorts.next();
    PeerNetwork a = network("a", portOfA, Attacker.keys("a"), portOfB);
    network("b", portOfB, Attacker.keys("b"), portOfA);
    assertThat(isHeard(a, "a", "b")).isTrue();
    Impostor mallory = closing(new Impostor("mallory", portOfB));
    for (int i = 0; i < 3; i++) {
      mallory.connect(portOfA);
    }
    assertThat(within(10_000, () -> refusedBy("a").contains(Refused.PLACE_TAKEN))).isTrue();
    assertThat(isHeard(a, "a", "b")).as("b is still reached").isTrue();
  }

  /** Whether frames arrive that are sent once. */
  private boolean losesNothing(PeerNetwork from, String name, String to) {
    for (int i = 0; i < 20; i++) {
      received.clear();
      send(from, name, to, SECRET);
      if (!within(5000, () -> received.contains(name))) {
        return false;
      }
    }
    return true;
  }

  /** Who has answered at a place keeps it: each side has to call the other once, and no more. */
  @Test
  void whoMayJoinAndLiesAboutItsPlaceDisturbsOnce() throws Exception {
    int portOfA = FreePorts.next();
    int portOfB = FreePorts.next();
    PeerNetwork a = network("a", portOfA, Attacker.keys("a"), portOfB);
    PeerNetwork b = network("b", portOfB, Attacker.keys("b"), portOfA);
    assertThat(isHeard(a, "a", "b")).isTrue();
    Impostor atB = closing(new Impostor("mallory", portOfB));
    Impostor atA = closing(new Impostor("mallory", portOfA));
    int rounds = 0;
    for (int undisturbed = 0; undisturbed < 5; rounds++) {
      assertThat(rounds).as("rounds until nothing is lost").isLessThan(8);
      atB.connect(portOfA);
      atA.connect(portOfB);
      undisturbed = losesNothing(a, "a", "b") && losesNothing(b, "b", "a") ? undisturbed + 1 : 0;
    }
  }

  /** Who may not join is told so, and meanwhile has nothing that a member could want. */
  @Test
  void whoMayNotJoinTakesNobodysPlace() throws Exception {
    int portOfA = FreePorts.next();
    int portOfB = FreePorts.next();
    AdmittedNames apps = new AdmittedNames(List.of("app-*"));
    network("a", portOfA, Attacker.keys("a"), apps);
    Impostor mallory = closing(new Impostor("mallory", portOfB));
    TurnedAway refusal = new TurnedAway(Reason.NOT_ADMITTED);
    assertThat(mallory.introduce(portOfA, "mallory", SETTINGS)).isEqualTo(refusal);
    // Only b calls: whatever happens at a, the connection is not of a's making.
    PeerNetwork b = network("b", portOfB, Attacker.keys("b"), apps, portOfA);
    assertThat(isHeard(b, "b", "a")).isTrue();
    for (int i = 0; i < 5; i++) {
      Packet answer = mallory.introduce(portOfA, "mallory", SETTINGS);
      assertThat(losesNothing(b, "b", "a")).as("b's connection stays").isTrue();
      assertThat(answer).isEqualTo(refusal);
    }
    assertThat(refusedBy("a")).containsOnly(Refused.NOT_ADMITTED);
  }

  /** Nobody without a name has others called, or keeps them from joining. */
  @Test
  void strangersAreNotHeeded() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Guard.NONE);
    Attacker nobody = attacker(null, FreePorts.next());
    nobody.send(port, new Welcome(many(300)));
    nobody.send(port, new TurnedAway(Reason.NAME_TAKEN));
    assertThat(within(10_000, () -> a.dropped() >= 2)).isTrue();
    assertThat(a.known()).isZero();
    assertThat(a.admission().await(Duration.ofMillis(50)))
        .isInstanceOf(Admission.Outcome.Late.class);
  }

  /** A name alone is not enough either: voters decide, and the number of calls is bounded. */
  @Test
  void whoIsBoundIsHeededWithinBounds() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Attacker.keys("a"));
    Attacker mallory = attacker("mallory", FreePorts.next());
    mallory.send(port, mallory.hello("mallory", SETTINGS, true));
    assertThat(mallory.await(it -> it instanceof Welcome, 10_000)).isNotNull();
    mallory.send(port, new TurnedAway(Reason.NAME_TAKEN));
    List<Endpoint> others = many(900);
    others.add(0, new Endpoint("resolve-me.invalid", 7800));
    a.sized(2);
    mallory.send(port, new Welcome(others));
    mallory.send(port, new Packet.Call());
    assertThat(within(10_000, () -> a.known() > 1)).isTrue();
    assertThat(mallory.await(it -> it instanceof Hello, 10_000)).isNotNull();
    assertThat(a.known()).isEqualTo(4);
    assertThat(a.failures().keySet()).noneMatch(it -> it.host().contains("invalid"));
    assertThat(a.admission().await(Duration.ofMillis(50)))
        .isInstanceOf(Admission.Outcome.Late.class);
  }

  /** Whoever is bound may send long frames, but nobody has that much to say of itself. */
  @Test
  void aLongHelloIsNotTaken() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Attacker.keys("a"));
    Attacker mallory = attacker("mallory", FreePorts.next());
    mallory.send(port, mallory.hello("mallory", SETTINGS, true));
    assertThat(mallory.await(it -> it instanceof Welcome, 10_000)).isNotNull();
    long dropped = a.dropped();
    List<Setting> many =
        IntStream.range(0, 1000)
            .mapToObj(i -> new Setting("setting " + i, Setting.Kind.TOLD, "something"))
            .toList();
    Settings settings =
        new Settings(
            SETTINGS.cluster(),
            SETTINGS.leaseNanos(),
            SETTINGS.voters(),
            SETTINGS.choices(),
            SETTINGS.algorithms(),
            many);
    mallory.send(port, mallory.hello("mallory", settings, true));
    mallory.send(port, new Packet.Call());
    assertThat(mallory.await(it -> it instanceof Hello, 10_000)).isNotNull();
    assertThat(a.dropped()).isEqualTo(dropped + 1);
  }

  /** Otherwise all places where it has ever said to be would be called for half a minute. */
  @Test
  void whoHasMovedIsNotCalledWhereItWas() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Attacker.keys("a"));
    for (int moves = 0; moves < 3; moves++) {
      Attacker mallory = attacker("mallory", FreePorts.next());
      Packet answer = null;
      for (int tries = 0; answer == null && tries < 200; tries++) {
        // At first the place where it was is asked.
        mallory.send(port, mallory.hello("mallory", SETTINGS, true));
        answer = mallory.await(it -> it instanceof Welcome, 100);
      }
      assertThat(answer).isNotNull();
      mallory.close();
    }
    assertThat(a.known()).isEqualTo(1);
  }

  /** Before there is a record that says how many members there are. */
  @Test
  void whoIsBoundFirstIsHeededWithinBounds() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Attacker.keys("a"));
    Attacker mallory = attacker("mallory", FreePorts.next());
    mallory.send(port, mallory.hello("mallory", SETTINGS, true));
    assertThat(mallory.await(it -> it instanceof Welcome, 10_000)).isNotNull();
    mallory.send(port, new Welcome(many(900).subList(0, 450)));
    mallory.send(port, new Welcome(many(900).subList(450, 900)));
    assertThat(within(10_000, () -> a.known() >= Peers.MOST_AT_GENESIS)).isTrue();
    mallory.send(port, new Packet.Call());
    assertThat(mallory.await(it -> it instanceof Hello, 10_000)).isNotNull();
    assertThat(a.known()).isEqualTo(Peers.MOST_AT_GENESIS);
  }

  /** What waits for b does not go to whoever is at its place when b has hung up. */
  @Test
  void framesThatHaveWaitedAreForTheirReceiverAlone() throws Exception {
    int portOfA = FreePorts.next();
    int portOfB = FreePorts.next();
    PeerNetwork a = network("a", portOfA, Guard.NONE);
    Attacker nobody = attacker(null, portOfB);
    Impostor b = closing(new Impostor(null, portOfB));
    assertThat(b.introduce(portOfA, "b", SETTINGS)).isInstanceOf(Welcome.class);
    // It does not read.
    for (int i = 0; i < 50_000; i++) {
      send(a, "a", "b", SECRET);
    }
    b.close();
    assertThat(within(10_000, () -> a.dropped() > 0)).isTrue();
    nobody.send(portOfA, new Packet.Call());
    assertThat(nobody.await(it -> it instanceof Hello, 10_000)).isNotNull();
    assertThat(nobody.heard).noneMatch(it -> it instanceof Envelope);
  }

  /** Places in a network that leads nowhere, at ports that nobody listens on. */
  private static List<Endpoint> many(int count) {
    List<Endpoint> many = new ArrayList<>();
    IntStream.range(0, count).forEach(i -> many.add(new Endpoint("127.0.0.1", 1 + i % 1000)));
    return many;
  }

  /** Who has not said its name may not send much. */
  @Test
  void strangersSendShortPacketsOnly() throws Exception {
    int port = FreePorts.next();
    network("a", port, Guard.NONE);
    Attacker nobody = attacker(null, FreePorts.next());
    nobody.send(port, new byte[Sockets.LONGEST_OF_STRANGERS + 1]);
    assertThat(within(10_000, () -> refusedBy("a").contains(Refused.TOO_LONG))).isTrue();
    Impostor another = closing(new Impostor(null, FreePorts.next()));
    for (int length : new int[] {-1, Codec.LARGEST + 1, Integer.MAX_VALUE}) {
      refusedBy("a").clear();
      new DataOutputStream(another.connect(port).getOutputStream()).writeInt(length);
      assertThat(within(10_000, () -> refusedBy("a").contains(Refused.TOO_LONG))).isTrue();
    }
    // The connections are over; another one is as good as the first.
    assertThat(
            within(10_000, () -> nobody.send(port, new Packet.Call()) && !nobody.heard.isEmpty()))
        .isTrue();
  }

  /** A length is not believed of those with a name either. */
  @Test
  void whoAnnouncesTooMuchIsHungUpOn() throws Exception {
    int port = FreePorts.next();
    network("a", port, Guard.NONE);
    Impostor b = closing(new Impostor(null, FreePorts.next()));
    Socket socket = b.connect(port);
    assertThat(b.introduce(socket, "b", SETTINGS)).isInstanceOf(Welcome.class);
    Output call = new Output();
    PeerNetwork.PACKETS.encode(new Packet.Call(), call);
    byte[] question = call.toByteArray();
    assertThat(Impostor.ask(socket, question, it -> it instanceof Hello)).isNotNull();
    Impostor.ask(socket, new byte[Codec.LARGEST + 1], it -> true);
    assertThat(Impostor.ask(socket, question, it -> it instanceof Hello)).isNull();
  }

  /** A place alone is not a name. */
  @Test
  void whoDoesNotSayItsNameIsHungUpOn() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Guard.NONE);
    closing(new Impostor(null, FreePorts.next())).connect(port);
    assertThat(within(20_000, () -> refusedBy("a").contains(Refused.NAMELESS))).isTrue();
    assertThat(within(20_000, () -> a.strangers() == 0)).isTrue();
  }

  /** Every byte of a packet that does not end comes in time for the next read. */
  @Test
  void whoTakesTooLongToSayItsNameIsHungUpOn() throws Exception {
    int port = FreePorts.next();
    network("a", port, Guard.NONE);
    Socket slow = closing(new Impostor(null, FreePorts.next())).connect(port);
    new DataOutputStream(slow.getOutputStream()).writeInt(1000);
    assertThat(
            within(
                20_000,
                () -> {
                  drip(slow);
                  return refusedBy("a").contains(Refused.NAMELESS);
                }))
        .isTrue();
  }

  /** Whoever asks and asks, and does not listen, holds nobody up. */
  @Test
  void strangersThatDoNotReadAreHungUpOn() throws Exception {
    int port = FreePorts.next();
    PeerNetwork a = network("a", port, Guard.NONE);
    Attacker nobody = attacker(null, FreePorts.next());
    for (int i = 0; i < 200; i++) {
      nobody.send(port, new Packet.Call());
    }
    assertThat(within(10_000, () -> refusedBy("a").contains(Refused.NOT_A_MEMBER))).isTrue();
    assertThat(within(10_000, () -> a.strangers() <= 1)).isTrue();
  }

  /** Also if it listens: what it asks is not a sign that it has read what it was sent. */
  @Test
  void strangersThatAskAndAskAreHungUpOn() throws Exception {
    int port = FreePorts.next();
    network("a", port, Guard.NONE);
    Attacker nobody = attacker(null, FreePorts.next());
    for (int i = 0; i < 2000 && !refusedBy("a").contains(Refused.NOT_A_MEMBER); i++) {
      nobody.send(port, new Packet.Call());
      nobody.await(it -> it instanceof Hello, 1000);
    }
    assertThat(refusedBy("a")).contains(Refused.NOT_A_MEMBER);
  }
}
