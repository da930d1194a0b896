package dev.baton.benchmarks;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.cumulative.CumulativeCounter;
import io.micrometer.core.instrument.cumulative.CumulativeTimer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A registry of the application whose meters throw now and then. */
final class FailingRegistry extends SimpleMeterRegistry {

  private static final int ONE_IN = 101;

  private final AtomicInteger calls = new AtomicInteger();

  /** Not from the beginning: nobody can join with a registry that takes no meters. */
  private void fail() {
    if (calls.incrementAndGet() % ONE_IN == 0) {
      throw new IllegalStateException("The registry of the application fails.");
    }
  }

  @Override
  protected Counter newCounter(Meter.Id id) {
    return new CumulativeCounter(id) {
      @Override
      public void increment(double amount) {
        fail();
        super.increment(amount);
      }
    };
  }

  @Override
  protected Timer newTimer(
      Meter.Id id, DistributionStatisticConfig distribution, PauseDetector pauses) {
    return new CumulativeTimer(id, clock, distribution, pauses, getBaseTimeUnit()) {
      @Override
      protected void recordNonNegative(long amount, TimeUnit unit) {
        fail();
        super.recordNonNegative(amount, unit);
      }
    };
  }
}
