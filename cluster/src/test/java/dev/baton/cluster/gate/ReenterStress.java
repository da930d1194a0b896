package dev.baton.cluster.gate;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thread that is inside enters again while its hold gets lost and the member gets the lock once
 * more: it is inside the old hold twice, or is told; it does not begin another one.
 */
@JCStressTest
@Outcome(id = "2, -1", expect = Expect.ACCEPTABLE, desc = "Inside twice, and told twice.")
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "Told at once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Another hold inside the lost one.")
@State
public class ReenterStress extends InsideStress {

  /** As {@code lock()} does it. */
  @Actor
  public void enterAgain(II_Result result) {
    if (gate.enter(THREAD)) {
      result.r1 = 2;
    } else {
      result.r1 = gate.lossOf(THREAD) == null ? 0 : -1;
    }
  }

  @Actor
  public void loseAndGrant() {
    gate.lane(0).lost(100, "lost");
    EnterStress.grant(gate, 200);
  }

  /** Each time that it has entered, and then nothing. */
  @Arbiter
  public void leave(II_Result result) {
    int first = unlock();
    int second = result.r1 == 2 ? unlock() : -1;
    int third = unlock();
    result.r2 = first == -1 && second == -1 && third == 0 ? -1 : 100 * first + 10 * second + third;
  }
}
