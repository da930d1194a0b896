package dev.baton.cluster.gate;

import dev.baton.cluster.epoch.LockId;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads enter a lock that lingers and leave it, by its word alone: what they do inside is
 * done one after the other, and each sees what the other has done.
 */
@JCStressTest
@Outcome(id = "[012], 0", expect = Expect.ACCEPTABLE, desc = "As often counted as entered.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both were inside, or did not see each other.")
@State
public class EnterStress {

  /** A gate whose member has the lock, with nobody inside. */
  static Gate gate() {
    Gate gate = new Gate(new LockId("x", 1), false, 1, QUIET, List.of(new GateModel.Idle()));
    grant(gate, 100);
    return gate;
  }

  static void grant(Gate gate, long fence) {
    gate.granted(new Tenure(gate.lane(0), 0, fence, false));
  }

  private static final Callbacks QUIET =
      new Callbacks("a", Meters.NONE, (lock, fence, reason) -> {});

  private final Gate gate = gate();
  private int count;

  private int use(long thread) {
    if (!gate.enter(thread)) {
      return 0;
    }
    count++;
    gate.leave(thread);
    return 1;
  }

  @Actor
  public void one(II_Result result) {
    result.r1 = use(1);
  }

  @Actor
  public void other(II_Result result) {
    result.r2 = use(2);
  }

  @Arbiter
  public void compare(II_Result result) {
    int entered = result.r1 + result.r2;
    result.r1 = entered;
    result.r2 = count - entered;
  }
}
