package dev.baton.cluster.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Member;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How long a hold stays valid, asked by a thread that is paused meanwhile. */
final class RemainingTest {

  private static final long LEASE = 10;

  /** A lease that is renewed, or not, right after its end was read. */
  private static final class Paused implements Lane.Loop {
    private long now;
    private long leaseEnd = LEASE;

    /** How long the next pause is, and where the lease ends after it. */
    private long pause;

    private long leaseEndAfterPause;

    @Override
    public String name() {
      return "a";
    }

    @Override
    public long leaseEnd() {
      long read = leaseEnd;
      if (pause > 0) {
        now += pause;
        leaseEnd = leaseEndAfterPause;
        pause = 0;
      }
      return read;
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public void offer(Consumer<Member> event) {
      // Nothing is asked of anybody.
    }
  }

  private final Paused loop = new Paused();
  private final Gate gate = new GateModel(loop).gate;

  @Test
  void ofALeaseThatWasRenewed() {
    Entry entry = gate.enter();
    assertThat(gate.remainingNanos(entry)).isEqualTo(LEASE);
    loop.pause = 15;
    loop.leaseEndAfterPause = 15 + LEASE;
    assertThat(gate.remainingNanos(entry)).isEqualTo(LEASE);
    assertThat(gate.isValid(entry)).isTrue();
  }

  @Test
  void ofOneThatWasNot() {
    Entry entry = gate.enter();
    loop.pause = 15;
    loop.leaseEndAfterPause = LEASE;
    assertThat(gate.remainingNanos(entry)).isZero();
    assertThat(gate.isValid(entry)).isFalse();
  }
}
