package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import org.junit.jupiter.api.Test;

/** However many locks a member has used, what it says at the end of an epoch fits into a frame. */
final class UnusedLocksTest {

  private static final Codec<Frame> FRAMES = Wire.frames();

  @Test
  void theAnswerToSealFitsIntoAFrame() {
    Member member = SizeBudgetTest.member(Rules.ALL);
    int used = 20_000;
    for (int i = 0; i < used; i++) {
      LockId lock = new LockId("x".repeat(250) + i, 1);
      member.request(4, lock);
      for (Effect effect : member.drain()) {
        if (effect instanceof Effect.Granted granted) {
          member.release(4, lock, granted.fence());
        }
      }
    }
    member.receive(5, SizeBudgetTest.VOTER, Member.ANY, new Frame.Seal(1));
    Frame.Sealed answer = null;
    for (Effect effect : member.drain()) {
      if (effect instanceof Effect.Send send && send.frame() instanceof Frame.Sealed sealed) {
        answer = sealed;
      }
    }
    assertThat(answer.locks()).hasSizeBetween(4000, used / 2);
    // The last ones are those that it remembers.
    LockId last = new LockId("x".repeat(250) + (used - 1), 1);
    assertThat(answer.locks()).extracting(Frame.LockReport::id).contains(last);
    Output out = new Output();
    FRAMES.encode(answer, out);
    assertThat(out.size()).isLessThan(Codec.LARGEST / 2);
  }
}
