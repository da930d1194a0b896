package dev.baton.benchmarks;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * For how long threads of this process could have run and found no core, as Linux counts it for
 * each of them. Where nobody counts that, a high load stands for long waits.
 */
final class CoreWaits {

  private static final Path TASKS = Path.of("/proc/self/task");

  /** For each core. */
  private static final int MOST_LOAD = 4;

  /** What each thread had waited in all when it was looked at last. */
  private final Map<String, Long> before = new HashMap<>();

  /** Whether a thread has waited for so long since the last call. A wait counts when it is over. */
  boolean hasAnyWaited(long nanos) {
    String[] threads = TASKS.toFile().list();
    if (threads == null || !new File("/proc/self/schedstat").exists()) {
      return isLoadHigh();
    }
    boolean hasAny = false;
    for (String thread : threads) {
      long now = waited(thread);
      Long last = before.put(thread, now);
      hasAny |= last != null && now - last > nanos;
    }
    return hasAny;
  }

  /** Nanoseconds since the thread was started; 0 if it has ended. */
  private static long waited(String thread) {
    try {
      // Time on a core, time in the queue for one, how often.
      return Long.parseLong(Files.readString(TASKS.resolve(thread + "/schedstat")).split(" ")[1]);
    } catch (IOException e) {
      return 0;
    }
  }

  private static boolean isLoadHigh() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load > MOST_LOAD * Runtime.getRuntime().availableProcessors();
  }
}
