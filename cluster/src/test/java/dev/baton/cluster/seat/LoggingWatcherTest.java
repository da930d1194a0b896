package dev.baton.cluster.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Reason;
import dev.baton.cluster.epoch.Seat;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the log says of a new epoch. */
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

  @Test
  void anEpochFarAheadOfTheClockIsNoticed() {
    EpochRecord genesis = EpochRecord.genesis(List.of("a"), List.of());
    assertThat(LoggingWatcher.daysAhead(genesis, 5)).isZero();
    assertThat(LoggingWatcher.daysAhead(genesis, 1 - 86_400)).isZero();
    assertThat(LoggingWatcher.daysAhead(genesis, -3 * 86_400)).isEqualTo(3);
  }
}
