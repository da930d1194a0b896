package dev.baton.cluster.gate;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread unlocks while its hold gets lost: it has left, or is told so, and then it is over. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "It left before.")
@Outcome(id = "-1, 0", expect = Expect.ACCEPTABLE, desc = "It was told.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It was not inside, or is told later.")
@State
public class UnlockStress extends InsideStress {

  @Actor
  public void unlock(II_Result result) {
    result.r1 = unlock();
  }

  @Actor
  public void lose() {
    gate.lane(0).lost(100, "lost");
  }

  @Arbiter
  public void lookAgain(II_Result result) {
    result.r2 = gate.lossOf(THREAD) == null ? 0 : -1;
  }
}
