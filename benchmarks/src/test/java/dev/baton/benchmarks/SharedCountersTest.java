package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is judged to be wrong, and what is not. */
final class SharedCountersTest {

  private static final Runnable NOTHING = () -> {};

  @TempDir Path directory;
  private SharedCounters counters;
  private SharedCounters.Tally one;
  private SharedCounters.Tally other;

  @BeforeEach
  void open() throws IOException {
    counters = new SharedCounters(directory.resolve("counters"), 2);
    one = counters.new Tally(1);
    other = counters.new Tally(1);
  }

  private SharedCounters.Sum sum() {
    one.tell();
    other.tell();
    return counters.sum(1);
  }

  @Test
  void visitsOneAfterTheOtherAreRight() {
    one.count(NOTHING, () -> true);
    other.count(NOTHING, () -> true);
    counters.replace();
    one.count(NOTHING, () -> true);
    assertThat(sum()).isEqualTo(new SharedCounters.Sum(3, 0, 0));
  }

  @Test
  void aVisitInsideAnotherIsWrong() {
    one.count(() -> other.count(NOTHING, () -> true), () -> true);
    assertThat(sum().wrong()).isEqualTo(1);
  }

  /** Even if the counter is replaced between them, it is noticed in the next such case. */
  @Test
  void aHoldThatWasLostSpoilsOnlyTheCounterThatItHasUsed() {
    one.count(NOTHING, () -> true);
    counters.replace();
    one.count(
        () -> {
          other.count(NOTHING, () -> true);
          counters.replace();
          other.count(NOTHING, () -> true);
        },
        () -> false);
    assertThat(sum()).isEqualTo(new SharedCounters.Sum(2, 1, 0));
  }

  @Test
  void anErrorInsideSpoilsTheCounter() {
    Runnable error =
        () -> {
          throw new OutOfMemoryError();
        };
    assertThatThrownBy(() -> one.count(error, () -> true)).isInstanceOf(OutOfMemoryError.class);
    assertThat(sum()).isEqualTo(new SharedCounters.Sum(0, 1, 0));
  }

  @Test
  void anotherProcessCountsInTheSameMemory() throws IOException {
    SharedCounters same = new SharedCounters(directory.resolve("counters"), 2);
    SharedCounters.Tally there = same.new Tally(1);
    one.count(NOTHING, () -> true);
    there.count(NOTHING, () -> true);
    there.tell();
    assertThat(sum()).isEqualTo(new SharedCounters.Sum(2, 0, 0));
  }

  @Test
  void fencesMustGrow() {
    assertThat(counters.witness(0, 5, NOTHING, () -> true)).isEqualTo(SharedCounters.Visit.VALID);
    assertThat(counters.witness(0, 7, NOTHING, () -> true)).isEqualTo(SharedCounters.Visit.VALID);
    assertThat(counters.witness(0, 7, NOTHING, () -> true))
        .isEqualTo(SharedCounters.Visit.NOT_ALONE);
    assertThat(counters.witness(0, 6, NOTHING, () -> true))
        .isEqualTo(SharedCounters.Visit.NOT_ALONE);
  }

  /** Whoever is inside with a valid hold notices the other; whoever has lost its hold may be. */
  @Test
  void aHigherFenceInsideAVisitIsWrongIfTheHoldIsValid() {
    Runnable higher = () -> counters.witness(0, 9, NOTHING, () -> true);
    assertThat(counters.witness(0, 8, higher, () -> true))
        .isEqualTo(SharedCounters.Visit.NOT_ALONE);
    Runnable evenHigher = () -> counters.witness(0, 11, NOTHING, () -> true);
    assertThat(counters.witness(0, 10, evenHigher, () -> false))
        .isEqualTo(SharedCounters.Visit.LOST);
  }
}
