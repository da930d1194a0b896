package dev.baton.cluster.seat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Reason;
import dev.baton.cluster.epoch.Seat;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;

/** What the log says of a new epoch and of contradictions, and who waits for it. */
@Timeout(60)
final class LoggingWatcherTest {

  @Test
  void itSaysWhoWhyAndHowLong() {
    EpochRecord record =
        new EpochRecord(
            7,
            0,
            List.of(new Seat("a", 1, 1), new Seat("d", 1, 2)),
            new TreeMap<>(),
            List.of("a"),
            List.of(),
            new TreeMap<>(),
            List.of(),
            3_000_000_000L,
            List.of(
                new Reason(Reason.Kind.SUSPICION, "b"),
                new Reason(Reason.Kind.LEAVE, "c"),
                new Reason(Reason.Kind.JOIN, "d")));
    assertThat(LoggingWatcher.line(record, 2, 12))
        .isEqualTo(
            "epoch 7 after a pause of 12 ms: suspicion of b, leave of c, join of d; members: a, d;"
                + " holds carried: 2; unknown locks wait 3000 ms");
  }

  /** A member with several seats is one member, and nothing happens without a word why. */
  @Test
  void itCountsMembersNotSeats() {
    EpochRecord record =
        new EpochRecord(
            8,
            0,
            List.of(new Seat("a", 1, 1), new Seat("d", 1, 2), new Seat("d~2", 1, 3)),
            new TreeMap<>(),
            List.of("a"),
            List.of(),
            new TreeMap<>(),
            List.of(),
            0,
            List.of(new Reason(Reason.Kind.JOIN, "d"), new Reason(Reason.Kind.JOIN, "d~2")));
    assertThat(LoggingWatcher.line(record, 0, 1))
        .isEqualTo("epoch 8 after a pause of 1 ms: join of d; members: a, d (2 seats)");
    assertThat(LoggingWatcher.text(new Reason(Reason.Kind.CUT, "d~2", "c")))
        .isEqualTo("cut link of d to c");
    EpochRecord same =
        new EpochRecord(
            9,
            0,
            List.of(new Seat("a", 1, 1)),
            new TreeMap<>(),
            List.of("a"),
            List.of(),
            new TreeMap<>(),
            List.of(),
            0,
            List.of());
    assertThat(LoggingWatcher.line(same, 0, 1))
        .isEqualTo("epoch 9 after a pause of 1 ms: the same members go on; members: a");
  }

  @Test
  void itSaysWhoContradictsWhom() {
    Seat a = new Seat("a", 1, 1);
    Seat b = new Seat("b", 1, 2);
    LockId lock = new LockId("x", 1);
    assertThat(LoggingWatcher.line(new Effect.Contradicted(lock, 0, a, b)))
        .isEqualTo(
            "x was accounted for by both a and b: the first is believed, and a hold of the second"
                + " is lost");
    assertThat(LoggingWatcher.line(new Effect.Contradicted(new LockId("s", 3), 2, null, b)))
        .isEqualTo("slot 2 of s*3 is held by b, but not in the record: the hold is lost");
  }

  /** One line tells of many, so that nobody can fill a disk with them. */
  @Test
  void framesThatAreIgnoredAreWrittenAbout() throws Exception {
    BlockingQueue<String> written = new LinkedBlockingQueue<>();
    Logger log =
        (Logger)
            Proxy.newProxyInstance(
                Logger.class.getClassLoader(),
                new Class<?>[] {Logger.class},
                (self, method, arguments) -> written.add(Arrays.deepToString(arguments)));
    LoggingWatcher watcher =
        new LoggingWatcher("a", log, new EventLoop.Watcher() {}, () -> {}, record -> {});
    for (int i = 0; i < 1000; i++) {
      watcher.ignored(new Seat("mallory", 1, 666), "SEAL");
    }
    assertThat(written.poll(20, TimeUnit.SECONDS)).contains("ignored", "SEAL", "mallory");
    assertThat(written).isEmpty();
  }

  /** Beyond a round trip of 800 ms a longer lease does not help any more. */
  @Test
  void whoIsFarAwayIsToldWhatHelps() {
    long milli = 1_000_000;
    assertThat(LoggingWatcher.farAwayLine(250 * milli, 120 * milli))
        .isEqualTo(
            "voters answer after 250 ms; with this lease holds are sure to survive a change of"
                + " members up to 120 ms: use a lease 3 times as long, on all members");
    assertThat(LoggingWatcher.farAwayLine(800 * milli, 600 * milli)).contains("2 times as long");
    assertThat(LoggingWatcher.farAwayLine(900 * milli, 800 * milli))
        .isEqualTo(
            "voters answer after 900 ms; with this lease holds are sure to survive a change of"
                + " members up to 800 ms: no lease is long enough: members must answer each other"
                + " within 800 ms");
    assertThat(LoggingWatcher.farAwayLine(900 * milli, 120 * milli)).contains("no lease");
  }

  @Test
  void anEpochFarAheadOfTheClockIsNoticed() {
    EpochRecord genesis = EpochRecord.genesis(List.of("a"), List.of());
    assertThat(LoggingWatcher.daysAhead(genesis, 5)).isZero();
    assertThat(LoggingWatcher.daysAhead(genesis, 1 - 86_400)).isZero();
    assertThat(LoggingWatcher.daysAhead(genesis, -3 * 86_400)).isEqualTo(3);
  }

  /** An event loop is not held up, however long the appender takes. */
  @Test
  void anAppenderThatBlocksHoldsNobodyUp() throws Exception {
    SlowLog.run(Duration.ofSeconds(20));
    assertThatThrownBy(() -> SlowLog_WritesAtOnce.run(Duration.ofSeconds(1)))
        .hasMessage("whoever had something to say was held up");
  }
}
