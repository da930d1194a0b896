package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member that fails for want of memory tells so once, and leaves its port to the next one. */
@Timeout(60)
final class NoMemoryToFailTest extends NetworkTest {

  @Test
  void itIsDoneLater() throws Exception {
    Baton a =
        joinAll(Arrays.stream(VOTERS).map(name -> inMemory(builder(name))).toList()).getFirst();
    List<String> reasons = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> told = new CompletableFuture<>();
    a.addListener(
        new BatonListener() {
          @Override
          public void onFailed(String reason) {
            reasons.add(reason);
            told.complete(null);
          }
        });
    AtomicInteger tries = new AtomicInteger();
    a.onEventLoop(
        () -> {
          throw new IllegalStateException() {
            @Override
            public String toString() {
              if (tries.incrementAndGet() < 3) {
                throw new OutOfMemoryError("on purpose");
              }
              return "on purpose";
            }
          };
        });
    soon(told);
    while (!isFree(port("a"))) {
      Thread.yield();
    }
    assertThat(reasons).containsExactly("member a has failed: on purpose");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
