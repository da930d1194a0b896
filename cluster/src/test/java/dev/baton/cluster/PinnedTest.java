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
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Virtual threads, of members and of those who use them, do not keep their carriers. */
@Tag("slow")
@Timeout(120)
@Isolated("The recording shows threads of all tests.")
final class PinnedTest extends NetworkTest {

  private static final String EVENT = "jdk.VirtualThreadPinned";
  private static final String CANARY = "is-pinned";
  private static final int THREADS = 8;
  private static final int CALLS = 200;

  /** A thread that waits until another has loaded a class is pinned: not after so many. */
  private static final int CALLS_BEFORE = 50;

  /** A thread that waits while a class is being made is pinned: then the recording shows it. */
  private static final class Slow {
    static {
      LockSupport.parkNanos(1_000_000);
    }

    private Slow() {}

    static void make() {}
  }

  /** For another recording: a class is made once. */
  private static final class SlowAgain {
    static {
      LockSupport.parkNanos(1_000_000);
    }

    private SlowAgain() {}

    static void make() {}
  }

  @Test
  void noThreadIsPinnedInOneJvm() throws Exception {
    try (LocalNetwork network = new LocalNetwork();
        Baton a = Baton.builder().cluster("orders").member("a").local(network);
        Baton b = Baton.builder().cluster("orders").member("b").local(network)) {
      useAll(List.of(a, b), CALLS_BEFORE);
      assertNobodyIsPinned(() -> useAll(List.of(a, b), CALLS), Slow::make);
    }
  }

  private BatonBuilder secured(String name) {
    return inMemory(TlsTest.secured(settings(name), name));
  }

  /** Connections that are new shake hands on virtual threads. */
  @Test
  void noThreadIsPinnedOverTcp() throws Exception {
    List<Baton> members = new ArrayList<>(joinAll(Stream.of(VOTERS).map(this::secured).toList()));
    useAll(members, CALLS_BEFORE);
    assertNobodyIsPinned(
        () -> {
          members.removeLast().close();
          members.add(soon(joining(secured("c"))));
          useAll(members, CALLS);
        },
        SlowAgain::make);
  }

  private void assertNobodyIsPinned(Work work, Work canary) throws Exception {
    List<String> pinned = new ArrayList<>();
    boolean hasCanary = false;
    for (RecordedEvent event : record(work, canary)) {
      RecordedThread thread = event.getThread();
      if (thread != null && thread.getJavaName().equals(CANARY)) {
        hasCanary = true;
      } else {
        pinned.add(event.toString());
      }
    }
    assertThat(pinned).isEmpty();
    assertThat(hasCanary).as("the recording shows who is pinned").isTrue();
  }

  private List<RecordedEvent> record(Work work, Work canary) throws Exception {
    Path file = directory.resolve("pinned.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(EVENT).withThreshold(Duration.ZERO);
      recording.start();
      work.run();
      soon(start(CANARY, canary));
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }

  private static void useAll(List<Baton> members, int calls) throws Exception {
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Baton member = members.get(i % members.size());
      Random random = new Random(i);
      all.add(start("uses-locks-" + i, () -> use(member, random, calls)));
    }
    for (Future<Void> each : all) {
      soon(each);
    }
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
  private static void use(Baton member, Random random, int calls) throws Exception {
    BatonLock lock = member.lock("x");
    BatonSemaphore semaphore = member.semaphore("s", 2);
    for (int i = 0; i < calls; i++) {
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
