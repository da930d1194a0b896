package dev.baton.benchmarks;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.BatonLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A lock that virtual threads use, beside the same by platform threads: entered and left where it
 * lingers, and handed on between two members over TCP, both in this JVM. Wall time.
 *
 * <p>This file uses nothing of Baton but its face, and of the benchmarks the tables: so {@code
 * benchmarks/compare} can lend it to a commit that does not have it.
 */
final class VirtualBenchmark {

  private static final int WARM_UP = 5;
  private static final int ROUNDS = 9;
  private static final int ENTRIES = 2_000_000;
  private static final int TURNS = 500;
  private static final long HOLD_NANOS = 500_000;

  private static final List<Thread.Builder> THREADS =
      List.of(Thread.ofPlatform(), Thread.ofVirtual());

  private VirtualBenchmark() {}

  static void run() {
    try {
      local();
      handOffs();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  // Where it lingers.

  private static void local() throws InterruptedException {
    Table.progress("a lock that lingers, by platform and virtual threads");
    double[][] nanos = new double[2][ROUNDS];
    try (Baton baton = Baton.local()) {
      BatonLock lock = baton.lock("x");
      for (int round = -WARM_UP; round < ROUNDS; round++) {
        for (int kind = 0; kind < 2; kind++) {
          long start = System.nanoTime();
          THREADS.get(kind).start(() -> enterAndLeave(lock)).join();
          if (round >= 0) {
            nanos[kind][round] = (double) (System.nanoTime() - start) / ENTRIES;
          }
        }
      }
    }
    Table.title("A lock that lingers at this member, by one thread: wall time");
    Table table = new Table("lock, unlock by", "ns", "virtual / platform");
    table.row("a platform thread", "%.1f".formatted(median(nanos[0])), "");
    table.row("a virtual thread", "%.1f".formatted(median(nanos[1])), ratio(nanos[1], nanos[0]));
    table.print();
  }

  private static void enterAndLeave(BatonLock lock) {
    for (int i = 0; i < ENTRIES; i++) {
      lock.lock();
      lock.unlock();
    }
  }

  // From one member to the other.

  private static void handOffs() throws IOException, InterruptedException {
    Table.progress("hand-offs between two members, by platform and virtual threads");
    Path directory = Files.createTempDirectory("baton-virtual-");
    int[] ports = freePorts(3);
    double[][] p50 = new double[2][ROUNDS];
    double[][] p99 = new double[2][ROUNDS];
    String first = "127.0.0.1:" + ports[0];
    try (Baton a =
            member("a", ports[0])
                .consensusPort(ports[1])
                .stateDirectory(directory)
                .peers(first)
                .join();
        Baton b = member("b", ports[2]).peers(first).join()) {
      for (int round = -WARM_UP; round < ROUNDS; round++) {
        for (int kind = 0; kind < 2; kind++) {
          double[] micros = handOffs(THREADS.get(kind), a.lock("x"), b.lock("x"));
          if (round >= 0) {
            p50[kind][round] = percentile(micros, 50);
            p99[kind][round] = percentile(micros, 99);
          }
        }
      }
    } finally {
      delete(directory);
    }
    Table.title("From an exit at one member to the entry of a thread that waits at the other");
    Table table = new Table("hand-off between", "p50 µs", "p99 µs", "virtual / platform, p50");
    table.row("platform threads", micros(p50[0]), micros(p99[0]), "");
    table.row("virtual threads", micros(p50[1]), micros(p99[1]), ratio(p50[1], p50[0]));
    table.print();
  }

  private static BatonBuilder member(String name, int port) {
    return Baton.builder()
        .cluster("virtual")
        .member(name)
        .bind("127.0.0.1", port)
        .voters("a")
        .lease(Duration.ofSeconds(10))
        .joinPatience(Duration.ofSeconds(60))
        .insecure();
  }

  /** Who left last, and when. */
  private static final class Exit {
    volatile int by;
    volatile long at;
  }

  /** Both want the lock all the time; returns the microseconds of each hand-off. */
  private static double[] handOffs(Thread.Builder threads, BatonLock... locks)
      throws InterruptedException {
    Exit last = new Exit();
    last.by = -1;
    double[][] micros = new double[locks.length][];
    Thread[] started = new Thread[locks.length];
    for (int i = 0; i < locks.length; i++) {
      int mine = i;
      started[i] = threads.start(() -> micros[mine] = turns(locks[mine], mine, last));
    }
    for (Thread thread : started) {
      thread.join();
    }
    return Arrays.stream(micros).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[] turns(BatonLock lock, int mine, Exit last) {
    double[] micros = new double[TURNS];
    int count = 0;
    for (int i = 0; i < TURNS; i++) {
      lock.lock();
      long entered = System.nanoTime();
      if (last.by == 1 - mine) {
        micros[count++] = (entered - last.at) / 1e3;
      }
      // Until the other one waits.
      LockSupport.parkNanos(HOLD_NANOS);
      last.by = mine;
      last.at = System.nanoTime();
      lock.unlock();
    }
    return Arrays.copyOf(micros, count);
  }

  // Figures.

  private static double percentile(double[] values, int percent) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) * percent / 100];
  }

  private static double median(double[] values) {
    return percentile(values, 50);
  }

  private static String micros(double[] rounds) {
    return "%,.1f".formatted(median(rounds));
  }

  /** Taken within each round. */
  private static String ratio(double[] some, double[] others) {
    double[] ratios = new double[some.length];
    Arrays.setAll(ratios, i -> some[i] / others[i]);
    return "%.2f".formatted(median(ratios));
  }

  // What it needs.

  private static int[] freePorts(int count) throws IOException {
    ServerSocket[] sockets = new ServerSocket[count];
    int[] ports = new int[count];
    for (int i = 0; i < count; i++) {
      sockets[i] = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      ports[i] = sockets[i].getLocalPort();
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return ports;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
