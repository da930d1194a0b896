package dev.baton.cluster.thread;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which threads there are for tasks that block. */
@Timeout(60)
final class SpareThreadsTest {

  private final SpareThreads threads = new SpareThreads("x", 2);
  private final BlockingQueue<Thread> started = new LinkedBlockingQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);

  @Test
  void thereAreFewOfThePlatformAndTheyEnd() throws Exception {
    Thread first = block();
    Thread second = block();
    Thread third = block();
    assertThat(first.isVirtual() || second.isVirtual()).isFalse();
    assertThat(third.isVirtual()).isTrue();
    end.countDown();
    for (Thread each : new Thread[] {first, second, third}) {
      assertThat(each.isDaemon()).isTrue();
      assertThat(each.join(Duration.ofSeconds(20))).isTrue();
    }
  }

  private Thread block() throws InterruptedException {
    threads.execute(
        () -> {
          started.add(Thread.currentThread());
          try {
            end.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    Thread thread = started.poll(20, SECONDS);
    assertThat(thread).isNotNull();
    return thread;
  }
}
