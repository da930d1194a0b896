package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** When those are let in again that were left out because of a cut link. */
final class LeftOutTest {

  private static final Timing TIMING = Timing.ofNanos();
  private static final Reason CUT = new Reason(Reason.Kind.CUT, "e", "d");
  private static final Reason OF_ANOTHER_SEAT = new Reason(Reason.Kind.CUT, "e~2", "d");

  private final LeftOut leftOut = new LeftOut(TIMING, Rules.ALL);
  private long now;

  /** The link is cut, works again at once, and does so until e is let in; how long that takes. */
  private long timeToHeal() {
    leftOut.install(now, List.of(CUT, OF_ANOTHER_SEAT));
    long start = now;
    while (!leftOut.isHealed(now, "e") || !leftOut.isHealed(now, "e~2")) {
      now += TIMING.heartbeat();
      leftOut.hears(now, "d", List.of("e", "e~2"));
    }
    leftOut.install(now, List.of());
    return now - start;
  }

  @Test
  void aLinkThatIsCutAgainAndAgainHasToWorkLongerEachTime() {
    for (int doublings : new int[] {0, 1, 2, 3, 4, 5, 5, 5}) {
      assertThat(timeToHeal())
          .isBetween(
              TIMING.suspectAfter() << doublings,
              (TIMING.suspectAfter() << doublings) + 2 * TIMING.heartbeat());
      now += TIMING.suspectAfter();
    }
    now += 129 * TIMING.suspectAfter();
    assertThat(timeToHeal())
        .as("as good as new")
        .isLessThanOrEqualTo(TIMING.suspectAfter() + 2 * TIMING.heartbeat());
  }

  @Test
  void onlyAnUnbrokenTimeCounts() {
    leftOut.install(now, List.of(CUT));
    for (int beats = 0; beats < 100; beats++) {
      now += TIMING.heartbeat();
      leftOut.hears(now, "d", beats % 3 == 0 ? List.of() : List.of("e"));
      assertThat(leftOut.isHealed(now, "e")).isFalse();
    }
    assertThat(leftOut.isHealed(now, "x")).as("nothing is cut").isTrue();
  }

  @Test
  void aListThatIsTooLongIsNotLookedAt() {
    leftOut.install(now, List.of(CUT));
    for (int beats = 0; beats < 100; beats++) {
      now += TIMING.heartbeat();
      leftOut.hears(now, "d", List.of("e", "nobody"));
    }
    assertThat(leftOut.isHealed(now, "e")).isFalse();
  }

  /** A name that nobody will use again would stand in every record. */
  @Test
  void whoDoesNotAskAnyMoreIsForgotten() {
    leftOut.install(now, List.of(CUT));
    now += 9 * TIMING.lease();
    leftOut.asks(now, "e");
    now += 9 * TIMING.lease();
    assertThat(leftOut.staying(now)).containsExactly(CUT);
    now += 2 * TIMING.lease();
    leftOut.asks(now, "f");
    assertThat(leftOut.staying(now)).isEmpty();
  }
}
