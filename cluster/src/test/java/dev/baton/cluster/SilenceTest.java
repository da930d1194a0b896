package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster with one voter, and somebody in it who says nothing, as a process that is stopped. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class SilenceTest extends NetworkTest {

  private static final Path STORES = Path.of("src/test/resources/tls");

  /** Takes connections, and neither reads nor says anything. */
  private static final class Mute implements AutoCloseable {
    private final ServerSocket server;
    private final List<Socket> taken = new CopyOnWriteArrayList<>();
    private final Semaphore arrivals = new Semaphore(0);

    Mute(int port) throws IOException {
      server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
      try {
        while (true) {
          taken.add(server.accept());
          arrivals.release();
        }
      } catch (IOException e) {
        // It was closed.
      }
    }

    void awaitArrivals(int count) throws InterruptedException {
      assertThat(arrivals.tryAcquire(count, SOON.toSeconds(), SECONDS)).isTrue();
    }

    @Override
    public void close() throws IOException {
      server.close();
      for (Socket socket : taken) {
        socket.close();
      }
    }
  }

  private BatonBuilder member(String name, boolean isSecured) {
    BatonBuilder builder =
        inMemory(Baton.builder())
            .cluster("orders")
            .member(name)
            .bind("127.0.0.1", port(name))
            .peers("127.0.0.1:" + port("a"), "127.0.0.1:" + port("c"))
            .voters("a")
            .stateDirectory(directory)
            .firstStartPatience(Duration.ofMillis(100))
            .lease(LEASE);
    return isSecured
        ? builder.tls(
            STORES.resolve(name + ".p12"), STORES.resolve("trust.p12"), "for-tests".toCharArray())
        : builder.insecure();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoSaysNothingHoldsNobodyUp(boolean isSecured) throws Exception {
    try (Mute mute = new Mute(port("c"))) {
      Baton a = soon(joining(member("a", isSecured)));
      Baton b = soon(joining(member("b", isSecured)));
      mute.awaitArrivals(2);
      for (int i = 0; i < 20; i++) {
        a.lock("x").acquire(SOON).close();
        b.lock("x").acquire(SOON).close();
      }
      // A connection on which nothing comes is given up, and another one made.
      mute.awaitArrivals(1);
      assertThat(b.lock("x").tryLock()).isTrue();
    }
  }
}
