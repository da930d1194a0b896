package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How often voters ask each other whether they are there, and what comes of it. */
final class PulseTest {

  private static final String OTHER = "b";

  private final List<Long> asked = new ArrayList<>();
  private final List<Long> redialled = new ArrayList<>();
  private long nowMillis;
  private long heardByRatis;
  private boolean isCut;
  private boolean isOwnSign = true;

  /** How often there is no thread to make connections. */
  private int failures;

  private final Pulse pulse =
      new Pulse(
          new Pulse.Surroundings() {
            @Override
            public CompletableFuture<?> ask(String voter) {
              asked.add(nowMillis);
              return isCut ? new CompletableFuture<>() : CompletableFuture.completedFuture("");
            }

            @Override
            public long silenceMillis(String voter) {
              return nowMillis - heardByRatis;
            }

            @Override
            public boolean isOwnSign(String voter) {
              return isOwnSign;
            }

            @Override
            public void redial(String voter) {
              if (failures-- > 0) {
                throw new OutOfMemoryError("on purpose");
              }
              redialled.add(nowMillis);
            }
          },
          Runnable::run,
          () -> TimeUnit.MILLISECONDS.toNanos(nowMillis));

  private void live(int seconds, boolean ratisHears) {
    for (long end = nowMillis + seconds * 1_000L; nowMillis < end; ) {
      nowMillis += Pulse.PERIOD_MILLIS;
      heardByRatis = ratisHears ? nowMillis - 100 : heardByRatis;
      try {
        pulse.ask(List.of(OTHER));
      } catch (OutOfMemoryError e) {
        // The loop goes on.
      }
    }
  }

  @Test
  void whileRatisHearsOthersAreAskedNowAndThen() {
    live(60, true);
    assertThat(asked).hasSizeBetween(3, 4);
    assertThat(redialled).isEmpty();
  }

  @Test
  void afterACutConnectionsAreMadeAgainOnce() {
    live(30, true);
    isCut = true;
    live(2, false);
    asked.clear();
    live(10, false);
    assertThat(asked).as("twice a second, as nobody answers").hasSize(20);
    isCut = false;
    live(5, false);
    assertThat(redialled).containsExactly(nowMillis - 4_500);
    assertThat(asked).as("and then once").hasSizeBetween(22, 26);
  }

  @Test
  void theyAreMadeAgainIfRatisIsTheFirstToHear() {
    live(30, true);
    isCut = true;
    live(10, false);
    live(5, true);
    assertThat(redialled).hasSize(1);
  }

  @Test
  void whatThereWasNoThreadForIsTriedAgain() {
    live(30, true);
    isCut = true;
    live(10, false);
    failures = 2;
    live(5, true);
    assertThat(redialled).hasSize(1);
  }

  @Test
  void aShortSilenceIsAHiccup() {
    live(30, true);
    isCut = true;
    live(1, false);
    isCut = false;
    live(10, true);
    assertThat(redialled).isEmpty();
  }

  /** Two that follow, whose link alone is cut: both hear the leader all the time. */
  @Test
  void aVoterIsNotTakenToBeWellBecauseTheLeaderIs() {
    isOwnSign = false;
    live(30, true);
    isCut = true;
    live(60, true);
    assertThat(redialled).isEmpty();
    isCut = false;
    live(60, true);
    assertThat(redialled).hasSize(1);
  }
}
