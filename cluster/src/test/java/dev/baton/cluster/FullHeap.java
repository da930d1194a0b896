package dev.baton.cluster;

import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.net.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process whose heap is full while a member joins or closes. When there is memory again the port
 * must be free, nobody may still wait for a lock of that member, and no thread of ours may have
 * died. Arguments: a directory, how often, and a seed.
 */
final class FullHeap {

  private static final long TO_LEAVE_NANOS = 20_000_000_000L;
  private static final int LONGEST_NANOS = 400_000_000;
  private static final int WAITERS = 5;

  private static final byte[][] ALL = new byte[200_000][];

  private static Path directory;

  /** When there will be room on the heap; 0 while there is. */
  private static volatile long reliefAt;

  /** A thread that has died of something. */
  private static volatile Thread dead;

  private FullHeap() {}

  public static void main(String[] arguments) throws Exception {
    directory = Path.of(arguments[0]);
    Random random = new Random(Long.parseLong(arguments[2]));
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          // Those that call back are many, and end when they have; what they are for is judged.
          if (!thread.getName().equals("baton-async")) {
            dead = thread;
          }
          e.printStackTrace();
        });
    Thread.ofPlatform().daemon().start(FullHeap::relieve);
    int port = FreePorts.next();
    // Classes that cannot be loaded for want of memory stay unusable.
    Baton first = join(port);
    first.lock("x").acquire(Duration.ofSeconds(60)).close();
    first.close();
    int failed = 0;
    int count = Integer.parseInt(arguments[1]);
    for (int i = 0; i < count; i++) {
      failed += random.nextBoolean() ? joinFull(port, random) : closeFull(port, random);
      if (dead != null) {
        throw new AssertionError("Time " + i + ": " + dead + " has died.");
      }
      if (!isFree(port)) {
        throw new AssertionError("Time " + i + ": the port is still taken.");
      }
    }
    System.out.println(count + " times; " + failed + " failed for want of memory.");
    System.exit(0);
  }

  /** Returns 1 if there was no memory for it. */
  private static int joinFull(int port, Random random) {
    try {
      fill(random);
      Baton member = join(port);
      awaitRelief();
      member.close();
      return 0;
    } catch (OutOfMemoryError | IllegalStateException e) {
      // Here, or in a thread that it has waited for.
      awaitRelief();
      return 1;
    }
  }

  private static int closeFull(int port, Random random) throws Exception {
    Baton member = join(port);
    BatonLock lock = member.lock("x");
    lock.acquire(Duration.ofSeconds(60));
    Thread[] waiters = new Thread[WAITERS];
    for (int i = 0; i < WAITERS; i++) {
      waiters[i] = Thread.ofPlatform().daemon().start(() -> waitFor(lock));
    }
    for (Thread waiter : waiters) {
      while (waiter.getState() != Thread.State.WAITING) {
        LockSupport.parkNanos(100_000);
      }
    }
    CompletableFuture<Hold> later = lock.acquireAsync().toCompletableFuture();
    int failed = 0;
    try {
      fill(random);
      member.close();
    } catch (OutOfMemoryError e) {
      failed = 1;
    }
    awaitRelief();
    for (Thread waiter : waiters) {
      waiter.join(TO_LEAVE_NANOS / 1_000_000);
      if (waiter.isAlive()) {
        throw new AssertionError("The member is closed, and a thread still waits for its lock.");
      }
    }
    later.exceptionally(failure -> null).get(TO_LEAVE_NANOS, TimeUnit.NANOSECONDS);
    return failed;
  }

  private static void waitFor(BatonLock lock) {
    try {
      lock.lock();
    } catch (IllegalStateException | OutOfMemoryError e) {
      // It was closed.
    }
  }

  private static Baton join(int port) {
    return Baton.builder()
        .cluster("orders")
        .member("a")
        .bind("127.0.0.1", port)
        .peers("127.0.0.1:" + port)
        .voters("a")
        .stateDirectory(directory)
        .stores(it -> new MemoryEpochStore(it.genesis()))
        .firstStartPatience(Duration.ofMillis(1))
        .joinPatience(Duration.ofSeconds(60))
        .lease(Duration.ofSeconds(1))
        .insecure()
        .join();
  }

  /** Leaves some bytes free, for some milliseconds. */
  private static void fill(Random random) {
    int left = random.nextInt(1 << random.nextInt(18));
    int nanos = random.nextInt(LONGEST_NANOS);
    int count = 0;
    for (int size = 1 << 20; size >= 16 && count < ALL.length; ) {
      try {
        ALL[count] = new byte[size];
        count++;
      } catch (OutOfMemoryError e) {
        size /= 16;
      }
    }
    for (int freed = 0; freed < left; freed += 16 + ALL[count].length, ALL[count] = null) {
      count--;
    }
    reliefAt = System.nanoTime() + nanos;
  }

  private static void relieve() {
    while (true) {
      if (reliefAt != 0 && System.nanoTime() - reliefAt >= 0) {
        for (int i = 0; i < ALL.length; i++) {
          ALL[i] = null;
        }
        reliefAt = 0;
      }
      LockSupport.parkNanos(100_000);
    }
  }

  private static void awaitRelief() {
    while (reliefAt != 0) {
      LockSupport.parkNanos(100_000);
    }
  }

  /** Perhaps a moment later. */
  private static boolean isFree(int port) {
    long end = System.nanoTime() + TO_LEAVE_NANOS;
    while (System.nanoTime() < end) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.isBound();
      } catch (IOException e) {
        LockSupport.parkNanos(10_000_000);
      }
    }
    return false;
  }
}
