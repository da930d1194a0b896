package dev.baton.cluster.seat;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads bring an event each to an inbox: both are done when both threads have gone on, one
 * after the other, though the owner never comes.
 */
@JCStressTest
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "Both are done, one at a time.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One was left behind, or both were done at once.")
@State
public class OfferStress {

  /** Never started. */
  static final Thread NOBODY = Thread.ofPlatform().daemon().unstarted(() -> {});

  private final Inbox<Integer> inbox = new Inbox<>(NOBODY, this::handle);

  // Plain: one thread is at work at a time.
  private int done;
  private int inside;
  private int most;

  public OfferStress() {
    inbox.open();
  }

  private void handle(Integer event) {
    inside++;
    done += event;
    most = Math.max(most, inside);
    inside--;
  }

  @Actor
  public void one() {
    inbox.offer(1);
  }

  @Actor
  public void other() {
    inbox.offer(1);
  }

  @Arbiter
  public void compare(II_Result result) {
    result.r1 = done;
    result.r2 = most;
  }
}
