package dev.baton.cluster.gate;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A waiter gives up, as one does that is interrupted or cancelled, while the one before it leaves:
 * the lock does not stay with either of them.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It is free.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It has stayed with somebody who has gone.")
@State
public class GiveUpStress {

  private static final long THREAD = 1;
  private static final long NEXT = 2;

  private final Gate gate = EnterStress.gate();
  private final Waiter waiter;

  /** One thread is inside, and another one waits. */
  public GiveUpStress() {
    gate.enter(THREAD);
    waiter = gate.enqueue(NEXT);
  }

  @Actor
  public void leave(II_Result result) {
    result.r1 = gate.leave(THREAD) ? 1 : 0;
  }

  @Actor
  public void giveUp() {
    gate.giveUp(waiter);
  }

  @Arbiter
  public void another(II_Result result) {
    result.r2 = gate.enter(THREAD) ? 1 : 0;
  }
}
