package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A member that hands its hold on inside uses fences that nobody else may get again. */
final class HandOverTest {

  private static final LockId LOCK = new LockId("x", 1);
  private static final Timing TIMING = Timing.ofNanos();

  private final MemoryEpochStore store =
      new MemoryEpochStore(
          EpochRecord.genesis(List.of("a"), List.of(new Choice("*", "naimi-trehel"))));
  private final Member member =
      Member.startVoter(0, new Seat("a", 1, 1), Set.of(), TIMING, Rules.ALL);
  private final List<Effect> seen = new ArrayList<>();
  private long clock;

  @Test
  void theNextFenceIsAboveTheLastThatWasUsed() {
    long fence = grant();
    member.release(clock, LOCK, fence, fence + 5);
    assertThat(grant()).isEqualTo(fence + 6);
  }

  @Test
  void whenAHoldIsLostAllFencesThatItMayHaveUsedAreGone() {
    long fence = grant();
    clock += 2 * TIMING.lease();
    member.cancel(clock, new LockId("y", 1));
    perform();
    assertThat(seen).contains(new Effect.Lost(LOCK, 0, fence));
    long next = grant();
    assertThat(next >>> 32).as("the epoch is the same").isEqualTo(fence >>> 32);
    assertThat(next).isGreaterThan(fence + Member.MOST_ENTRIES - 1);
  }

  private long grant() {
    seen.clear();
    member.request(clock, LOCK);
    for (int i = 0; i < 100; i++) {
      perform();
      for (Effect effect : seen) {
        if (effect instanceof Effect.Granted granted) {
          return granted.fence();
        }
      }
      clock += TIMING.heartbeat() / 5;
      member.tick(clock, 1000);
    }
    throw new AssertionError("not granted");
  }

  private void perform() {
    for (Effect effect : member.drain()) {
      seen.add(effect);
      switch (effect) {
        case Effect.ReadLatest() ->
            store.latest(latest -> member.latest(clock, latest, store.recent()));
        case Effect.Propose(long expected, EpochRecord next) ->
            store.propose(expected, next, winner -> member.chosen(clock, winner));
        default -> {
          // Nobody else is there.
        }
      }
    }
  }
}
