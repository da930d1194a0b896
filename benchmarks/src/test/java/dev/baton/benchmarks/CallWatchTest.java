package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that takes too long is noticed, and no other. */
@Timeout(60)
final class CallWatchTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final CallWatch watch =
      new CallWatch(
          new TortureFindings(new PrintStream(printed, true, StandardCharsets.UTF_8)),
          Duration.ofMillis(20),
          Duration.ofDays(1),
          () -> {},
          () -> false);

  @Test
  void aCallThatDoesNotReturnIsNoticedOnce() throws InterruptedException {
    CallWatch.Caller patient = watch.caller("Patient");
    CallWatch.Caller quick = watch.caller("Quick");
    CountDownLatch isOver = new CountDownLatch(1);
    patient.begin("waiting", Duration.ofHours(1));
    quick.begin("returning", Duration.ZERO);
    quick.end();
    CallWatch.Caller stuck = watch.caller("Stuck");
    Thread hanging =
        Thread.ofVirtual()
            .unstarted(
                () -> {
                  stuck.begin("hanging", Duration.ofMillis(1));
                  try {
                    isOver.await();
                  } catch (InterruptedException e) {
                    // It ends.
                  }
                });
    hanging.start();
    while (printed.size() == 0) {
      Thread.onSpinWait();
    }
    isOver.countDown();
    hanging.join();
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .startsWith(TortureFindings.VIOLATION + "Stuck is still in hanging after 0 s.")
        .contains("CountDownLatch.await")
        .containsOnlyOnce(TortureFindings.VIOLATION);
  }

  @Test
  void whoAwaitsALookHearsOfWhatHasHappened() {
    watch.caller("Stuck").begin("hanging", Duration.ZERO);
    watch.awaitLook(new Alarm().sleeper());
    assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith(TortureFindings.VIOLATION);
  }
}
