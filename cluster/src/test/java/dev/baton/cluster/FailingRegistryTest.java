package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A registry of the application that throws or blocks is not the locks' business. */
@Timeout(120)
final class FailingRegistryTest extends LocalTest {

  /** Does this before every number that it is told, as soon as it is armed. */
  private static final class Registry extends SimpleMeterRegistry {
    private final Runnable before;
    volatile boolean armed;

    Registry(Runnable before) {
      this.before = before;
    }

    private <M> M failing(Class<M> type, M meter) {
      Object proxy =
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (self, method, arguments) -> {
                if (armed && method.getReturnType() == void.class) {
                  before.run();
                }
                try {
                  return method.invoke(meter, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
      return type.cast(proxy);
    }

    @Override
    protected Counter newCounter(Meter.Id id) {
      return failing(Counter.class, super.newCounter(id));
    }

    @Override
    protected Timer newTimer(
        Meter.Id id, DistributionStatisticConfig config, PauseDetector pauses) {
      return failing(Timer.class, super.newTimer(id, config, pauses));
    }
  }

  private void passOn(Registry registry) throws Exception {
    Duration lease = Duration.ofSeconds(2);
    Baton a = member(builder("a").metrics(registry).lease(lease));
    Baton b = member(builder("b").metrics(registry).lease(lease));
    registry.armed = true;
    for (int i = 0; i < 20; i++) {
      Hold hold = a.lock("x").acquire(SOON);
      Future<Long> there = start(() -> useOnce(b));
      Future<Long> here = start(() -> useOnce(a));
      until(() -> waiting(a, "x") + waiting(b, "x") > 1);
      hold.close();
      assertThat(soon(there)).isNotEqualTo(soon(here));
    }
    assertThat(a.hasLease()).isTrue();
    assertThat(b.hasLease()).isTrue();
    long start = System.nanoTime();
    a.close();
    b.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  private static long useOnce(Baton baton) throws Exception {
    try (Hold hold = baton.lock("x").acquire(SOON)) {
      return hold.fence();
    }
  }

  @Test
  void locksGoOnIfItThrows() throws Exception {
    passOn(
        new Registry(
            () -> {
              throw new IllegalStateException("on purpose");
            }));
  }

  @Test
  void soTheyDoIfItBlocks() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    try {
      passOn(
          new Registry(
              () -> {
                try {
                  goOn.await(60, SECONDS);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }));
    } finally {
      goOn.countDown();
    }
  }
}
