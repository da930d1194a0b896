package dev.baton.voter;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.net.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members over the loopback interface, three of them voters; everything is closed after each test.
 */
abstract class VotersTest {

  static final Duration SOON = Duration.ofSeconds(60);

  /** Long, so that a slow machine loses no lease; nothing here waits for one to end. */
  static final Duration LEASE = Duration.ofSeconds(10);

  static final String[] VOTERS = {"a", "b", "c"};

  @TempDir Path directory;

  /** The threads of tests are no daemons, as in applications: what daemons start are daemons. */
  static final String TEST_THREAD = "voters-test";

  final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> Thread.ofPlatform().daemon(false).name(TEST_THREAD).unstarted(task));
  private final List<Baton> members = new ArrayList<>();

  /** Of members {@code a} to {@code f}. */
  private final int[] ports = IntStream.range(0, 6).map(i -> FreePorts.next()).toArray();

  int port(String name) {
    return ports[name.charAt(0) - 'a'];
  }

  /** A member of the cluster, at the port that belongs to its first letter. */
  BatonBuilder builder(String name) {
    return settings(name).insecure();
  }

  /** All but whether connections are encrypted. */
  BatonBuilder settings(String name) {
    return Baton.builder()
        .cluster("orders")
        .member(name)
        .bind("127.0.0.1", port(name))
        .peers("127.0.0.1:" + port("a"), "127.0.0.1:" + port("b"), "127.0.0.1:" + port("c"))
        .voters(VOTERS)
        .stateDirectory(directory.resolve(name))
        .lease(LEASE)
        .joinPatience(SOON);
  }

  Future<Baton> joining(BatonBuilder builder) {
    return start(
        () -> {
          Baton baton = builder.join();
          synchronized (members) {
            members.add(baton);
          }
          return baton;
        });
  }

  /** All at once: voters wait for each other. */
  List<Baton> joinAll(List<BatonBuilder> builders) throws Exception {
    List<Future<Baton>> joining = new ArrayList<>();
    builders.forEach(builder -> joining.add(joining(builder)));
    List<Baton> joined = new ArrayList<>();
    for (Future<Baton> each : joining) {
      joined.add(soon(each));
    }
    return joined;
  }

  <T> Future<T> start(Callable<T> work) {
    return threads.submit(work);
  }

  static <T> T soon(Future<T> future) throws Exception {
    return future.get(SOON.toSeconds(), SECONDS);
  }

  @AfterEach
  void closeAll() {
    threads.shutdownNow();
    List<Thread> closing = new ArrayList<>();
    synchronized (members) {
      members.forEach(member -> closing.add(Thread.ofPlatform().start(member::close)));
    }
    for (Thread thread : closing) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
