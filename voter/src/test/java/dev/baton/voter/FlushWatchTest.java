package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a leader must not go on leading. */
class FlushWatchTest {

  private static final long AGES = 10 * FlushWatch.PATIENCE;

  private final FlushWatch watch = new FlushWatch();

  @Test
  void aDiskThatHangsWhileAMajorityWrites() {
    assertThat(watch.isStuck(0, 7, new long[] {8, 8})).isFalse();
    assertThat(watch.isStuck(FlushWatch.PATIENCE - 1, 7, new long[] {9, 8})).isFalse();
    assertThat(watch.isStuck(FlushWatch.PATIENCE, 7, new long[] {9, 9})).isTrue();
  }

  @Test
  void aDiskThatIsSlowButWrites() {
    for (int i = 0; i < 100; i++) {
      long[] others = {i + 5, i + 5};
      assertThat(watch.isStuck(i * (FlushWatch.PATIENCE / 2), i, others)).isFalse();
    }
  }

  @Test
  void nobodyOrTooFewCouldDoBetter() {
    for (long[] others : new long[][] {{7, 7}, {8, 7}, {8, 3}, {8, 8, 7, 7}, {}}) {
      assertThat(watch.isStuck(0, 7, others)).isFalse();
      assertThat(watch.isStuck(AGES, 7, others)).isFalse();
    }
    assertThat(watch.isStuck(AGES, 7, new long[] {8, 8, 8, 7})).isFalse();
    assertThat(watch.isStuck(2 * AGES, 7, new long[] {8, 8, 8, 7})).isTrue();
  }

  @Test
  void theWaitBeginsWhenOthersAreAhead() {
    assertThat(watch.isStuck(0, 7, new long[] {7, 7})).isFalse();
    assertThat(watch.isStuck(AGES, 7, new long[] {7, 7})).isFalse();
    assertThat(watch.isStuck(AGES + 1, 7, new long[] {8, 8})).isFalse();
  }

  @Test
  void itBeginsAnewWithEveryTimeOfLeading() {
    assertThat(watch.isStuck(0, 7, new long[] {8, 8})).isFalse();
    watch.forget();
    assertThat(watch.isStuck(AGES, 7, new long[] {8, 8})).isFalse();
    assertThat(watch.isStuck(AGES + FlushWatch.PATIENCE, 7, new long[] {8, 8})).isTrue();
  }
}
