package dev.baton.cluster.seat;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The owner of an inbox works, with something that is in a hurry, while a visitor brings an event
 * and posts another: nothing is lost, nothing is done twice, and what is in a hurry comes first.
 */
@JCStressTest
@Outcome(id = "111, [01]", expect = Expect.ACCEPTABLE, desc = "Each once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One was lost, or done twice or too early.")
@State
public class OwnerStress {

  private static final int HURRIED = 100;
  private static final int BROUGHT = 10;
  private static final int POSTED = 1;

  private final Inbox<Integer> inbox = new Inbox<>(OfferStress.NOBODY, this::handle);

  // Plain: one thread is at work at a time.
  private int done;

  public OwnerStress() {
    inbox.open();
  }

  /** What was posted comes after what the same thread has brought. */
  private void handle(Integer event) {
    done += event == POSTED && done % HURRIED < BROUGHT ? 1000 : event;
  }

  @Actor
  public void owner() {
    inbox.hurry(HURRIED);
    inbox.work();
  }

  @Actor
  public void visitor() {
    inbox.offer(BROUGHT);
    inbox.post(POSTED);
  }

  /** Whatever is left wakes the owner up. */
  @Arbiter
  public void ownerAgain(II_Result result) {
    result.r2 = done == HURRIED + BROUGHT + POSTED ? 0 : 1;
    inbox.work();
    result.r1 = done;
  }
}
