package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.SuzukiKasami;
import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.core.Ints;
import org.junit.jupiter.api.Test;

/** Frames that wait for their epoch take a bounded part of the memory, whoever sends them. */
final class EarlyFramesTest {

  private static final Seat MEMBER = new Seat("a", 1, 1);
  private static final Seat STRANGER = new Seat("mallory", 1, 666);

  private final EarlyFrames early = new EarlyFrames();

  private static final LockId LOCK = new LockId("x", 1);

  private void keep(int count, Seat from) {
    for (int i = 0; i < count; i++) {
      keep(1, from, new Frame.Seal(2));
    }
  }

  private void keep(long now, Seat from, Frame frame) {
    early.keep(now, 1, from, from.equals(MEMBER), 1, frame);
  }

  /** As long as a frame may be, and longer in memory. */
  private static Frame token(long epoch) {
    Ints million = Ints.of(new int[1_000_000]);
    return new Carry(epoch, 1, LOCK, new SuzukiKasami.Token(million, Ints.EMPTY), 0, 0);
  }

  @Test
  void strangersGetAnEighthOfThePlaces() {
    keep(50_000, STRANGER);
    assertThat(early.take(2)).hasSize(4096);
    // These places are free again.
    keep(50_000, STRANGER);
    keep(50_000, MEMBER);
    assertThat(early.take(2))
        .hasSize(9 * 4096)
        .filteredOn(letter -> letter.from().equals(STRANGER))
        .hasSize(4096);
  }

  @Test
  void longMessagesAreWeighed() {
    for (int i = 0; i < 100; i++) {
      keep(1, STRANGER, token(2));
      keep(1, MEMBER, token(2));
    }
    assertThat(early.take(2)).extracting(EarlyFrames.Letter::from).containsExactly(MEMBER);
  }

  /** Nobody knows whether an epoch of this number will ever be. */
  @Test
  void whatHasWaitedTooLongIsForgotten() {
    keep(10, STRANGER, new Frame.Seal(Long.MAX_VALUE));
    keep(20, MEMBER, new Frame.Seal(2));
    early.takeWitness(10);
    early.takeWitness(11);
    assertThat(early.take(2)).hasSize(1);
    assertThat(early.isEmpty()).isTrue();
  }
}
