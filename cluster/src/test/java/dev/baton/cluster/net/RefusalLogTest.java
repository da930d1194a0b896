package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.NOPLogger;

/** Everything is counted, and not everything is written down. */
final class RefusalLogTest {

  private static final long SECOND = 1_000_000_000;

  @Test
  void aFloodTakesFewLines() {
    List<Refused> counted = new ArrayList<>();
    List<Runnable> lines = new ArrayList<>();
    RefusalLog log = new RefusalLog(NOPLogger.NOP_LOGGER, lines::add, "a", counted::add, 0);
    for (int i = 0; i < 1000; i++) {
      log.refused(0, "connection", Refused.TOO_SLOW, "");
    }
    assertThat(counted).hasSize(1000);
    assertThat(lines).hasSize(RefusalLog.BURST);
    assertThat(log.lines(SECOND)).isEqualTo(-1);
    // The next line says how many had none.
    assertThat(log.lines(3 * SECOND)).isEqualTo(1000 - RefusalLog.BURST + 1);
    assertThat(log.lines(3 * SECOND)).isEqualTo(-1);
    assertThat(log.lines(6 * SECOND)).isEqualTo(1);
  }

  @Test
  void whatOthersWriteIsNoLineOfOurs() {
    assertThat(RefusalLog.printable("b\n2026 WARN a\u202e"))
        .isEqualTo("b\\u000a2026 WARN a\\u202e");
  }
}
