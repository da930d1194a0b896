package dev.baton.cluster.gate;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Numbers on their way to a registry. */
@Timeout(60)
final class BufferedMetersTest {

  private static final int THREADS = 4;
  private static final int EACH = 100_000;

  private final Map<String, Long> told = new ConcurrentHashMap<>();
  private final CountDownLatch twice = new CountDownLatch(2);

  private final BufferedMeters.Registry registry =
      (BufferedMeters.Registry)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {BufferedMeters.Registry.class},
              (self, method, arguments) -> {
                if (arguments != null) {
                  Long count = (Long) arguments[arguments.length - 1];
                  told.merge(method.getName(), count, Long::sum);
                  twice.countDown();
                }
                return null;
              });

  /**
   * The registry is told again and again meanwhile; nothing is missing, and nothing comes twice.
   */
  @Test
  void countsAreExact() throws Exception {
    List<Thread> threads = new ArrayList<>();
    try (BufferedMeters meters = new BufferedMeters("a", registry)) {
      for (int i = 0; i < THREADS; i++) {
        threads.add(Thread.ofPlatform().start(() -> count(meters)));
      }
      assertThat(twice.await(30, SECONDS)).isTrue();
      for (Thread thread : threads) {
        thread.join();
      }
    }
    long all = (long) THREADS * EACH;
    assertThat(told).isEqualTo(Map.of("lost", all, "dropped", all, "refused", all));
  }

  private static void count(BufferedMeters meters) {
    for (int i = 0; i < EACH; i++) {
      meters.lost();
      meters.dropped();
      meters.refused("because");
    }
  }

  /** Nor does an error that is not the registry's end the thread that tells it. */
  @Test
  void numbersComeLaterIfThereWasNoMemory() throws Exception {
    FailingMeters.run(Duration.ofSeconds(30));
    assertThatThrownBy(() -> FailingMeters_DiesInSilence.run(Duration.ofSeconds(1)))
        .hasMessage("the entries were not told");
  }
}
