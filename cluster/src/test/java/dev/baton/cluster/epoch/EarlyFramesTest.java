package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Frames that wait for their epoch take a bounded part of the memory, whoever sends them. */
final class EarlyFramesTest {

  private static final Seat MEMBER = new Seat("a", 1, 1);
  private static final Seat STRANGER = new Seat("mallory", 1, 666);

  private final EarlyFrames early = new EarlyFrames();

  private void keep(int count, Seat from) {
    for (int i = 0; i < count; i++) {
      early.keep(1, from, from.equals(MEMBER), 1, new Frame.Seal(2));
    }
  }

  @Test
  void strangersGetATenthOfThePlaces() {
    keep(20_000, STRANGER);
    assertThat(early.take(2)).hasSize(1_000);
    // These places are free again.
    keep(20_000, STRANGER);
    keep(20_000, MEMBER);
    assertThat(early.take(2))
        .hasSize(10_000)
        .filteredOn(letter -> letter.from().equals(STRANGER))
        .hasSize(1_000);
  }
}
