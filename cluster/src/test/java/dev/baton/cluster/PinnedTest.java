package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads that wait for a lock do not keep their carriers. */
@Tag("slow")
@Timeout(120)
final class PinnedTest extends LocalTest {

  private static final String EVENT = "jdk.VirtualThreadPinned";
  private static final String NAME = "uses-locks-";
  private static final String CANARY = "is-pinned";
  private static final int THREADS = 8;
  private static final int CALLS = 300;

  @TempDir Path directory;

  /** A thread that waits while a class is being made is pinned: then the recording shows it. */
  private static final class Slow {
    static {
      LockSupport.parkNanos(1_000_000);
    }

    private Slow() {}

    static void make() {}
  }

  @Test
  void nobodyIsPinned() throws Exception {
    Baton a = member("a");
    Baton b = member("b");
    Path file = directory.resolve("pinned.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(EVENT).withThreshold(Duration.ZERO);
      recording.start();
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Baton member = i % 2 == 0 ? a : b;
        Random random = new Random(i);
        all.add(start(NAME + i, () -> use(member, random)));
      }
      all.add(start(CANARY, Slow::make));
      for (Future<Void> each : all) {
        soon(each);
      }
      recording.stop();
      recording.dump(file);
    }
    List<String> pinned = new ArrayList<>();
    boolean canary = false;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      RecordedThread thread = event.getThread();
      String name = thread == null ? "" : thread.getJavaName();
      canary |= name.equals(CANARY);
      if (name.startsWith(NAME)) {
        pinned.add(event.toString());
      }
    }
    assertThat(pinned).isEmpty();
    assertThat(canary).as("the recording shows who is pinned").isTrue();
  }

  private interface Work {
    void run() throws Exception;
  }

  private static Future<Void> start(String name, Work work) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              work.run();
              return null;
            });
    Thread.ofVirtual().name(name).start(task);
    return task;
  }

  /** Every way to wait. */
  private static void use(Baton member, Random random) throws Exception {
    BatonLock lock = member.lock("x");
    BatonSemaphore semaphore = member.semaphore("s", 2);
    for (int i = 0; i < CALLS; i++) {
      switch (random.nextInt(6)) {
        case 0 -> {
          lock.lock();
          Thread.yield();
          lock.unlock();
        }
        case 1 -> {
          if (lock.tryLock(random.nextInt(2), MILLISECONDS)) {
            lock.unlock();
          }
        }
        case 2 -> lock.acquire(SOON).close();
        case 3 -> semaphore.acquire(SOON).close();
        case 4 -> {
          CompletableFuture<Hold> later = lock.acquireAsync().toCompletableFuture();
          if (random.nextBoolean()) {
            later.get(30, SECONDS).close();
          } else if (!later.cancel(false)) {
            later.join().close();
          }
        }
        default -> assertThat(member.lock("y" + random.nextInt(3)).isHeld()).isFalse();
      }
    }
  }
}
