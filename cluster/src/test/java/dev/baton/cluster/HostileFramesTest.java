package dev.baton.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.net.AdmittedNames;
import dev.baton.cluster.net.Answer;
import dev.baton.cluster.net.Attacker;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.Guard;
import dev.baton.cluster.net.Packet;
import dev.baton.cluster.net.PeerNetwork;
import dev.baton.cluster.net.Profile;
import dev.baton.cluster.net.Question;
import dev.baton.cluster.net.Settings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody whose name is bound at all members, but who is in no record, sends frames that it is not
 * entitled to, over real sockets. Its name is its own, as TLS would see to.
 */
@Tag("slow")
@Tag("hostile")
@Timeout(120)
final class HostileFramesTest extends NetworkTest {

  private static final String MALLORY = "f";
  private static final Seat SEAT = new Seat(MALLORY, 1, 666);

  private final BlockingQueue<Frame> answers = new LinkedBlockingQueue<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private List<Baton> members;
  private PeerNetwork mallory;

  @BeforeEach
  void join() throws Exception {
    members =
        joinAll(
            List.of(
                inMemory(builder("a")).metrics(registry),
                inMemory(builder("b")),
                inMemory(builder("c")),
                builder("d")));
    List<Endpoint> places = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      places.add(new Endpoint("127.0.0.1", port(name)));
    }
    Settings settings =
        new Settings(
            "orders",
            LEASE.toNanos(),
            List.of(VOTERS),
            List.of(new Choice("*", "naimi-trehel"), new Choice("*", "request-collectors")));
    mallory =
        new PeerNetwork(
            new Profile(MALLORY, "zone", new Endpoint("127.0.0.1", port(MALLORY)), 0, settings),
            places,
            AdmittedNames.ALL,
            Guard.NONE,
            (member, envelope, bytes) -> answers.add(envelope.frame()));
    // Bound everywhere: whoever speaks of an old epoch is answered, whoever it is.
    for (String name : List.of("a", "b", "c", "d")) {
      assertThat(newest(name).members()).isNotEmpty();
    }
  }

  @AfterEach
  void leave() {
    mallory.close();
  }

  private void send(String to, Frame frame) {
    mallory.send(to, SEAT, to, Member.ANY, frame);
  }

  /** Asks until it is answered: at first nobody knows it. */
  private EpochRecord newest(String member) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (System.nanoTime() < deadline) {
      answers.clear();
      send(member, new Frame.Ask(-1));
      if (answers.poll(300, TimeUnit.MILLISECONDS) instanceof Frame.Open(EpochRecord record)) {
        return record;
      }
    }
    throw new AssertionError(member + " does not answer");
  }

  /** That something does not happen is seen when what was sent later has been answered. */
  private void settle() throws Exception {
    for (String name : List.of("a", "b", "c", "d")) {
      newest(name);
    }
  }

  private void assertNothingHasChanged(long epoch) throws Exception {
    settle();
    for (Baton member : members) {
      assertThat(member.epoch()).isEqualTo(epoch);
      member.lock("orders/42").acquire(SOON).close();
    }
  }

  private static EpochRecord forged(EpochRecord before, long number, long previous) {
    return new EpochRecord(
        number,
        previous,
        List.of(SEAT),
        new TreeMap<>(),
        before.voters(),
        before.choices(),
        new TreeMap<>(),
        List.of(),
        0);
  }

  @Test
  void aForgedOpenStopsNobody() throws Exception {
    EpochRecord record = newest("a");
    for (String name : List.of("a", "b", "c", "d")) {
      send(name, new Frame.Open(forged(record, record.number() + 1, record.hash())));
      send(name, new Frame.Open(forged(record, Long.MAX_VALUE, 0)));
    }
    assertNothingHasChanged(record.number());
  }

  @Test
  void aForgedSealStopsNobody() throws Exception {
    EpochRecord record = newest("a");
    Counter dropped = registry.get("baton.dropped").tag("member", "a").counter();
    double before = dropped.count();
    try (Hold hold = members.getLast().lock("x").acquire(SOON)) {
      for (String name : List.of("a", "b", "c", "d")) {
        send(name, new Frame.Seal(record.number()));
        send(
            name,
            new Frame.Sealed(
                record.number(), record.members().getFirst(), true, null, List.of(), null));
      }
      settle();
      assertThat(hold.isHeld()).isTrue();
    }
    awaitCount(dropped, before + 2);
    assertNothingHasChanged(record.number());
  }

  /** A registry is told a little later. */
  private static void awaitCount(Counter counter, double least) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (counter.count() < least) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(10);
    }
  }

  /** A seat speaks over the connection of its own member. */
  @Test
  void whoSpeaksAsAnotherIsNotHeard() throws Exception {
    EpochRecord record = newest("a");
    Counter dropped = registry.get("baton.dropped").tag("member", "a").counter();
    double before = dropped.count();
    Seat voter = Objects.requireNonNull(record.member("a"));
    try (Hold hold = members.getLast().lock("x").acquire(SOON)) {
      for (String name : List.of("a", "b", "c", "d")) {
        mallory.send(name, voter, name, Member.ANY, new Frame.Seal(record.number()));
      }
      settle();
      assertThat(hold.isHeld()).isTrue();
    }
    awaitCount(dropped, before + 1);
    assertNothingHasChanged(record.number());
  }

  @Test
  void whoIsNotLetInIsCounted() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", port("a"))) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
      socket.setSoTimeout(20_000);
      assertThat(socket.getInputStream().read()).isNegative();
    }
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (registry.find("baton.refused").tag("member", "a").counters().isEmpty()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(10);
    }
    assertThat(registry.get("baton.refused").tag("member", "a").counter().getId().getTag("reason"))
        .isEqualTo("not-a-member");
  }

  /** Somebody names places at which it listens itself, so that it sees who comes. */
  @Test
  void theSizeOfTheRecordBoundsWhoIsCalled() throws Exception {
    Map<Endpoint, ServerSocketChannel> places = new HashMap<>();
    try (Attacker attacker = Attacker.start(null, port("e"))) {
      for (int i = 0; i < 60; i++) {
        ServerSocketChannel place = ServerSocketChannel.open();
        place.bind(new InetSocketAddress("127.0.0.1", 0)).configureBlocking(false);
        places.put(new Endpoint("127.0.0.1", place.socket().getLocalPort()), place);
      }
      Settings settings = Attacker.settings(LEASE.toNanos(), List.of(VOTERS));
      attacker.send(port("a"), attacker.hello("e", settings, true));
      assertThat(attacker.await(it -> it instanceof Packet.Welcome, 20_000)).isNotNull();
      attacker.send(port("a"), new Packet.Welcome(List.copyOf(places.keySet())));
      Set<Endpoint> called = new HashSet<>();
      assertThat(isAnyCalled(places, called, 20_000)).isTrue();
      while (isAnyCalled(places, called, 1000)) {
        // Others may be called a little later.
      }
      // Twice its members and voters, and the configured ones.
      assertThat(called).hasSizeLessThanOrEqualTo(2 * (4 + VOTERS.length) + VOTERS.length);
    } finally {
      for (ServerSocketChannel place : places.values()) {
        place.close();
      }
    }
  }

  /** Waits until there is a call at a place where there was none before. */
  private static boolean isAnyCalled(
      Map<Endpoint, ServerSocketChannel> places, Set<Endpoint> called, long millis)
      throws IOException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    boolean isNew = false;
    while (!isNew && System.nanoTime() - deadline < 0) {
      for (Map.Entry<Endpoint, ServerSocketChannel> place : places.entrySet()) {
        try (SocketChannel caller = place.getValue().accept()) {
          isNew |= caller != null && called.add(place.getKey());
        }
      }
    }
    return isNew;
  }

  @Test
  void whoIsInNoRecordIsToldNothingOfLocks() throws Exception {
    members.getFirst().lock("secret").acquire(SOON).close();
    for (Question question : List.of(new Question.Parts(), new Question.Kind("secret"))) {
      assertThat(mallory.ask("a", question, Duration.ofSeconds(10)).get())
          .isEqualTo(new Answer.NotYet());
    }
    // Members are.
    assertThat(members.getLast().locks()).extracting(LockView::name).contains("secret");
  }
}
