package dev.baton.lab.campaign;

import dev.baton.lab.run.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Wall clocks of single processes. Linux has one wall clock for all, and no namespace shifts it, so
 * this needs libfaketime, which is put in front of the C library; the monotonic clock stays.
 */
final class Clocks {

  private static final long PROBED_SECONDS = 3_600;
  private static final long PROBED_NANOS = 20_000_000;

  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));

  private Clocks() {}

  /** Why clocks cannot jump here; null if they can. */
  static String obstacle(Path directory) throws IOException {
    if (library() == null) {
      return "libfaketime is not installed";
    }
    Path file = directory.resolve("clock-probe");
    Files.writeString(file, "+" + PROBED_SECONDS + "\n");
    ProcessBuilder probe =
        ChildJvm.of(Clocks.class, List.of("" + System.currentTimeMillis() / 1_000));
    prepare(probe.environment(), file);
    try {
      Shell.run(probe);
      return null;
    } catch (IOException e) {
      return "libfaketime does not work here";
    }
  }

  /**
   * A process that finds out whether its wall clock is ahead as it should be, and whether threads
   * still wait for as long as they want to: with a wrong setting they do not wait at all.
   *
   * @param args the seconds of the wall clock without the library
   */
  public static void main(String[] args) throws InterruptedException {
    long ahead = System.currentTimeMillis() / 1_000 - Long.parseLong(args[0]);
    boolean isRight = ahead >= PROBED_SECONDS && ahead < 2 * PROBED_SECONDS;
    for (int i = 0; i < 5; i++) {
      long before = System.nanoTime();
      LockSupport.parkNanos(PROBED_NANOS);
      synchronized (Clocks.class) {
        TimeUnit.NANOSECONDS.timedWait(Clocks.class, PROBED_NANOS);
      }
      isRight &= System.nanoTime() - before > PROBED_NANOS * 3 / 2;
    }
    System.exit(isRight ? 0 : 1);
  }

  private static Path library() {
    return LIBRARIES.stream().filter(Files::isReadable).findFirst().orElse(null);
  }

  /** Has a process read how far its wall clock is off from a file, once a second. */
  static void prepare(Map<String, String> environment, Path file) {
    environment.put("LD_PRELOAD", library().toString());
    environment.put("FAKETIME_TIMESTAMP_FILE", file.toString());
    environment.put("FAKETIME_CACHE_DURATION", "1");
    environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    // Where it thinks that waiting needs a correction, threads of a JVM do not wait at all.
    environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
  }
}
