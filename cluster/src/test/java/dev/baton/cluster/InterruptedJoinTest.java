package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A thread that waits in {@code join()} for members that are not there, and is interrupted. */
final class InterruptedJoinTest extends NetworkTest {

  /** Short compared with the patience of who joins. */
  private static final int BEFORE_ITS_END = 20;

  /** So often because a port that is left too late is free most of the time. */
  private static final int TIMES = 30;

  @Test
  void itSaysSoAndLeavesThePort() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      CompletableFuture<Thread> joining = new CompletableFuture<>();
      Future<Boolean> isInterrupted = start(() -> join(joining));
      Thread waiting = joining.get();
      awaitWaiting(waiting);
      waiting.interrupt();
      assertThat(isInterrupted.get(BEFORE_ITS_END, SECONDS)).as("the interrupt is kept").isTrue();
    }
  }

  /** Whether this thread has kept the interrupt that has ended its wait. */
  private boolean join(CompletableFuture<Thread> joining) throws IOException {
    joining.complete(Thread.currentThread());
    assertThatThrownBy(inMemory(builder("a"))::join)
        .isInstanceOf(ClusterSuspendedException.class)
        .hasMessage("Member a was interrupted.");
    try (ServerSocket next = new ServerSocket(port("a"), 1, InetAddress.getLoopbackAddress())) {
      assertThat(next.isBound()).isTrue();
    }
    return Thread.interrupted();
  }

  /** Until it waits for the other voters. */
  private static void awaitWaiting(Thread thread) {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (Arrays.stream(thread.getStackTrace()).noneMatch(InterruptedJoinTest::isWaiting)) {
      assertThat(System.nanoTime() - deadline).as("nanoseconds too late").isNegative();
      Thread.onSpinWait();
    }
  }

  private static boolean isWaiting(StackTraceElement call) {
    return call.getClassName().endsWith(".Waiting");
  }
}
