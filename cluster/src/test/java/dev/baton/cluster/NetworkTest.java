package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochStore;
import dev.baton.cluster.epoch.MemoryEpochStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Members over the loopback interface; everything is closed after each test. */
abstract class NetworkTest {

  static final Duration SOON = Duration.ofSeconds(30);

  /** Long, so that a slow machine loses no lease; nothing here waits for one to end. */
  static final Duration LEASE = Duration.ofSeconds(10);

  static final String[] VOTERS = {"a", "b", "c"};

  @TempDir Path directory;

  final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Baton> members = new ArrayList<>();
  private final List<Integer> ports = freePorts(12);
  private SharedStore store;

  /** For members {@code a} to {@code f}: pairs of ports that nobody listens at. */
  private static List<Integer> freePorts(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        sockets.add(socket);
        ports.add(socket.getLocalPort());
      }
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  int port(String name) {
    return ports.get(2 * (name.charAt(0) - 'a'));
  }

  /** A member of the cluster, at the port that belongs to its first letter. */
  BatonBuilder builder(String name) {
    return Baton.builder()
        .cluster("orders")
        .member(name)
        .bind("127.0.0.1", port(name))
        .consensusPort(ports.get(ports.indexOf(port(name)) + 1))
        .peers("127.0.0.1:" + port("a"), "127.0.0.1:" + port("b"), "127.0.0.1:" + port("c"))
        .voters(VOTERS)
        .stateDirectory(directory.resolve(name))
        .lease(LEASE)
        .joinPatience(SOON)
        .insecure();
  }

  /** The consensus in memory, for tests of all the rest. */
  BatonBuilder inMemory(BatonBuilder builder) {
    return builder.stores(this::shared);
  }

  private synchronized EpochStore shared(NetworkCluster.Consensus consensus) {
    if (store == null) {
      store = new SharedStore(new MemoryEpochStore(consensus.genesis()));
    }
    return store;
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

  /** One chain for several threads. */
  private record SharedStore(MemoryEpochStore chain) implements EpochStore {
    @Override
    public synchronized void propose(
        long expected, EpochRecord next, Consumer<EpochRecord> answer) {
      chain.propose(expected, next, answer);
    }

    @Override
    public synchronized void latest(Consumer<EpochRecord> answer) {
      chain.latest(answer);
    }

    @Override
    public synchronized void onOpened(Consumer<EpochRecord> listener) {
      chain.onOpened(listener);
    }
  }
}
