package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** How soon another process goes on. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Isolated("it measures times")
class ProcessTimesTest extends DemoClusterTest {

  /** What the documents promise after a crash. */
  private static final Duration RECOVERY = LEASE.plusSeconds(1);

  /** What they promise after a clean leave. */
  private static final Duration HAND_OVER = Duration.ofMillis(50);

  private static final Duration BETWEEN_EPOCHS = Duration.ofMillis(600);

  /** The share of the processors' time above which a machine is busy; the members take half. */
  private static final double BUSY = 0.9;

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  @BeforeAll
  void startAll() throws Exception {
    start(7);
  }

  @Test
  void whenTheHolderIsKilledAnotherGoesOnAfterItsLease() throws Exception {
    isInside(member(4));
    tell("stroll", member(1), member(2), member(3));
    member(4).kill();
    goOn(member(1), member(2), member(3));
    HistoryJudge.Findings found = judge(member(1), member(2), member(3));
    assertThat(Duration.ofNanos(found.recoveries().getFirst())).isLessThan(RECOVERY);
  }

  /** Three times, since the first time of anything in a JVM is slow. */
  @Test
  void whenAHolderLeavesAnotherGoesOnAtOnce() throws Exception {
    SYSTEM.getCpuLoad();
    tell("stroll", member(1), member(2), member(3));
    List<Duration> times = new ArrayList<>();
    for (int number = 5; number <= 7; number++) {
      // One epoch does not follow the other without a break.
      long end = System.nanoTime() + BETWEEN_EPOCHS.toNanos();
      while (System.nanoTime() < end) {
        goOn(member(1), member(2), member(3));
      }
      isInside(member(number));
      long time = System.nanoTime();
      member(number).tell("leave");
      member(number).await("left", PATIENCE);
      goOn(member(1), member(2), member(3));
      long next = stays().mapToLong(Stay::entered).filter(it -> it > time).min().orElseThrow();
      times.add(Duration.ofNanos(next - time));
    }
    // Since it was asked first. A busy machine only shows that the end of the lease is not awaited.
    double load = SYSTEM.getCpuLoad();
    Duration most = load > BUSY ? LEASE.dividedBy(2) : HAND_OVER;
    judge(member(1), member(2), member(3));
    assertThat(times)
        .as("from the order to leave to the next entry")
        .anyMatch(time -> time.compareTo(most) < 0);
  }
}
