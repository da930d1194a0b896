package dev.baton.cluster.gate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way from a gate to one seat of its member: at most one permit comes through at a time.
 *
 * <p>Gate and seat change at any time, each under a protection of its own. So neither commands the
 * other: whenever one of them has changed, the event loop compares what the gate wants with what
 * the seat asks for, and makes up the difference ({@link #reconcile}). What the seat has to tell,
 * in turn, comes to the gate through the lane.
 */
public final class Lane {

  /** What runs the seat, and the clock of its lease. */
  public interface Loop {
    String name();

    /** Until when holds are valid; conservative if read while it changes. */
    long leaseEnd();

    long now();

    /** Where it is; null while it is nowhere, or on its way. */
    default @Nullable String neighbourhood() {
      return null;
    }

    /** Why a lock cannot be used at present; null if it can. */
    default @Nullable String objection(LockId lock) {
      return null;
    }

    /** Where threads of the application leave word of what they could not finish. */
    default Strays strays() {
      return new Strays();
    }

    /** Works on an event at once, or leaves it to another thread; not to be called in a monitor. */
    void offer(Consumer<Member> event);

    /**
     * The same.
     *
     * @param hasStack whether this thread has made sure of the stack for an event
     */
    default void offer(Consumer<Member> event, boolean hasStack) {
      offer(event);
    }
  }

  final Strays strays;
  private final Gate gate;
  private final Loop loop;
  private final Consumer<Member> reconcile = this::reconcile;

  /** Whether the gate may want something else than the seat asks for, and nobody compares yet. */
  private final AtomicBoolean changed = new AtomicBoolean();

  /** Whether somebody should have had it compared, and could not. */
  private volatile boolean missed;

  /** What the seat waits for, or null; only the event loop looks. */
  private @Nullable LockId asked;

  /** When it began to. */
  private long askedAt;

  /** What has come through; null if nothing has. Written under the gate's monitor. */
  private volatile @Nullable Tenure tenure;

  /** Those that the seat has to give back. */
  @GuardedBy("gate")
  private final List<Tenure> over = new ArrayList<>(1);

  /** Of the tenures that are over. */
  @GuardedBy("gate")
  private long entries;

  /** Sent for this lock; only the event loop counts. */
  private volatile long messages;

  Lane(Gate gate, Loop loop) {
    this.gate = gate;
    this.loop = loop;
    strays = loop.strays();
  }

  String member() {
    return loop.name();
  }

  @Nullable Tenure tenure() {
    return tenure;
  }

  /** For {@link Tenure#validAt} alone, which says when to read it. */
  long leaseEnd() {
    return loop.leaseEnd();
  }

  long now() {
    return loop.now();
  }

  /** Whether the seat is where it got this, and does not go away. */
  boolean isHere(Tenure mine) {
    return mine.neighbourhood == null || mine.neighbourhood.equals(loop.neighbourhood());
  }

  // Under the gate's monitor. The check cannot see that the gate which calls is that of this lane.

  void begin(Tenure next) {
    tenure = next;
  }

  /** The tenure is over; the seat gives its permit back. */
  @SuppressWarnings("GuardedBy")
  void end(Tenure ended) {
    over.add(ended);
    entries += ended.entries();
    tenure = null;
    markChanged();
  }

  /** How often owners have entered. */
  @SuppressWarnings("GuardedBy")
  long entries() {
    return entries + (tenure == null ? 0 : tenure.entries());
  }

  long messages() {
    return messages;
  }

  /**
   * What the gate wants may be another thing now: {@link #scheduleReconcile} must follow, out of
   * the monitor.
   */
  void markChanged() {
    changed.set(true);
  }

  // Out of the gate's monitor.

  /**
   * Has the event loop compare what is wanted with what is asked for, if anything has changed. A
   * thread without the stack or the memory to tell it leaves that to the next tick.
   */
  void scheduleReconcile(boolean hasStack) {
    if (changed.get() && changed.compareAndSet(true, false)) {
      try {
        loop.offer(reconcile, hasStack);
      } catch (StackOverflowError | OutOfMemoryError e) {
        // No calls here: there may be no stack for any.
        missed = true;
        strays.any = true;
      }
    }
  }

  /** The same, whether or not the gate has changed: the seat has. */
  public void refresh() {
    markChanged();
    scheduleReconcile(false);
  }

  // On the event loop: what the gate wants.

  /** Does what threads of the application have left half done. */
  public void finish() {
    gate.finish(this);
    if (missed) {
      missed = false;
      refresh();
    }
  }

  /**
   * Makes the seat ask for what the gate wants by now, and give back what the gate is done with.
   */
  private void reconcile(Member member) {
    List<Tenure> ended;
    boolean wants;
    synchronized (gate) {
      ended = List.copyOf(over);
      over.clear();
      wants = gate.wants(this);
    }
    long clock = loop.now();
    for (Tenure each : ended) {
      member.release(clock, gate.id(each.neighbourhood), each.fence, each.last());
    }
    String here = loop.neighbourhood();
    LockId target = wants && gate.isIn(here) ? gate.id(here) : null;
    if (!Objects.equals(target, asked)) {
      if (asked != null) {
        member.cancel(clock, asked);
      }
      asked = target;
      String objection = target == null ? null : loop.objection(target);
      if (objection != null) {
        refused(objection);
      } else if (target != null) {
        askedAt = clock;
        member.request(clock, target);
      }
    }
  }

  // On the event loop: what happens to the seat.

  /** A message was sent for this lock. */
  public void sent() {
    messages++;
  }

  /** The seat has not asked, and tries once more. */
  public void askAgain() {
    asked = null;
    refresh();
  }

  /** The seat does not ask for it. */
  public void refused(String reason) {
    asked = null;
    gate.refuse(reason);
  }

  public void granted(LockId id, int slot, long fence, boolean wanted) {
    asked = null;
    long nanos = loop.now() - askedAt;
    gate.granted(new Tenure(this, id.neighbourhood(), slot, fence, wanted));
    gate.callbacks().meters().handedOff(nanos);
  }

  /** Somebody elsewhere may wait for what was granted with this fence. */
  public void wanted(long fence) {
    gate.wanted(this, fence);
  }

  /** What was granted with this fence is not valid any more. */
  public void lost(long fence, String reason) {
    gate.lose(this, fence, reason);
  }

  /** So it is, because the member goes elsewhere. */
  public void moved(long fence, String reason) {
    gate.move(this, fence, reason);
  }
}
