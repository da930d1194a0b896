package dev.baton.cluster.gate;

import dev.baton.cluster.epoch.Member;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The whole time that a member has one permit. Owners inside the member take turns with it, each
 * with an {@link Entry} of its own.
 *
 * <p>One word says who is inside, how many have been, and what may happen next. Two steps are one
 * compare-and-set each, for anybody at any moment: {@link #enter}, from FREE to HELD, and {@link
 * #leave}, back again. All others happen in the gate's monitor, which takes a FREE tenure into its
 * hands (TENDED) before it gives it to somebody, lets it linger or ends it, and sees to it that who
 * is inside leaves through the gate (WATCHED) while anybody waits.
 */
final class Tenure {

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(Tenure.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Given back. */
  private static final int OVER = 0;

  /** Nobody is inside, and the gate decides what comes next. */
  private static final int TENDED = 1;

  /** It lingers: nobody is inside, and whoever comes may enter. */
  private static final int FREE = 2;

  /** Somebody is inside, and may leave at once. */
  private static final int HELD = 3;

  /** Somebody is inside, and leaves through the gate. */
  private static final int WATCHED = 4;

  /** It ended while somebody was inside. */
  private static final int LOST = 5;

  // The word, from the right: state, number of entries, owner.
  private static final int STATES = 0b111;
  private static final int ENTRY = 0b1000;
  private static final int OWNER_BIT = 24;
  private static final long ENTRIES = (1L << OWNER_BIT) - ENTRY;
  private static final long MOST_OWNER = (1L << (64 - OWNER_BIT)) - 1;

  /** No reading of the clock. */
  static final long NEVER = Long.MIN_VALUE;

  /** The owner that is a handle; threads have their number, from 1. */
  static final long HANDLE = 0;

  final Lane lane;

  /** Where the lock is; null if it is the whole cluster's. */
  final @Nullable String neighbourhood;

  final int slot;

  /** The fence with which the member got it, and that of the first owner. */
  final long fence;

  private volatile long word = TENDED;

  /** How often its owner, a thread, has entered again; only the owner looks. */
  int again;

  /**
   * The key of an entry whose owner could not finish entering, for want of stack or memory, and so
   * does not know of it; 0 if there is none. The event loop lets it out. Written before {@link
   * Strays#any}, and read after it.
   */
  long abandoned;

  /** When the owner entered; for views only. */
  long enteredAt;

  // Guarded by the gate. This is not annotated, since the check cannot see that the gate which
  // calls the methods below, in its own monitor, is the gate of this lane.

  /** Whether somebody outside of the member may wait. */
  private boolean wanted;

  /** How often it has gone from one owner to another although it was wanted. */
  private int handOvers;

  private final List<Consumer<String>> listeners = new ArrayList<>(0);

  /** Those who want what takes its place if the member goes elsewhere. */
  private final List<Runnable> followers = new ArrayList<>(0);

  /** Whether it was lost because the member has gone elsewhere. */
  private boolean moved;

  /** Why it was lost; written before the word says so. */
  private @Nullable String reason;

  /** A hold of a lock of the whole cluster. */
  Tenure(Lane lane, int slot, long fence, boolean wanted) {
    this(lane, null, slot, fence, wanted);
  }

  Tenure(Lane lane, @Nullable String neighbourhood, int slot, long fence, boolean wanted) {
    this.lane = lane;
    this.neighbourhood = neighbourhood;
    this.slot = slot;
    this.fence = fence;
    this.wanted = wanted;
  }

  // For anybody.

  /** Returns the key of the new entry, or 0. */
  long enter(long owner) {
    long now = word;
    if (state(now) != FREE || entries(now) >= Member.MOST_ENTRIES) {
      return 0;
    }
    long key = next(now, owner);
    return step(now, key | HELD) ? key : 0;
  }

  /** Returns false if the gate has to look after it. */
  boolean leave(long key) {
    return step(key | HELD, key & ENTRIES | FREE);
  }

  /** The key of the entry with which this thread is inside, or 0. */
  long keyOf(long owner) {
    long now = word;
    if (now >>> OWNER_BIT != owner || !isHeld(now)) {
      return 0;
    }
    long key = now & ~STATES;
    return key == abandoned ? 0 : key;
  }

  /** The key of the entry with which somebody is inside, or 0. */
  long key() {
    long now = word;
    return isHeld(now) ? now & ~STATES : 0;
  }

  boolean isInside(long key) {
    return key() == key;
  }

  /**
   * Whether the owner with this key is inside and the lease runs: the one place where a lease is
   * compared with the clock on behalf of an owner.
   *
   * <p>The order is the argument. The end of the lease is read first; then it is seen who is
   * inside; the clock is read last. If the clock is still before that end, then at the moment of
   * the look the owner was inside and the lease had not ended, wherever the thread was paused. With
   * the end read after the look, a thread that pauses between them could compare the clock with a
   * lease that the member got after its old one had ended, and call a hold valid that was not. With
   * the clock read before either, the pause would not be noticed at all.
   *
   * <p>If the lease was renewed while this thread was paused, the clock may be past the end that it
   * has read, and the hold is valid all the same: so it takes the new end and looks again.
   *
   * @return the reading of the clock, or {@link #NEVER}
   */
  long validAt(long key) {
    long leaseEnd = lane.leaseEnd();
    while (isInside(key)) {
      long now = lane.now();
      if (now < leaseEnd) {
        return now;
      }
      long renewed = lane.leaseEnd();
      if (renewed <= leaseEnd) {
        return NEVER;
      }
      leaseEnd = renewed;
    }
    return NEVER;
  }

  /** The same for an owner that has just entered, who read the end of the lease before that. */
  long validAtEntry(long key, long leaseEnd) {
    long now = lane.now();
    return now < leaseEnd ? now : validAt(key);
  }

  boolean isLost(long key) {
    return word == (key | LOST);
  }

  boolean isFree() {
    return state(word) == FREE;
  }

  /** In the monitor: whether a step has ended half-way. */
  boolean isTended() {
    return state(word) == TENDED;
  }

  static long owner(long key) {
    return key >>> OWNER_BIT;
  }

  /** Each entry has a fence of its own. */
  long fence(long key) {
    return fence + entries(key) - 1;
  }

  @Nullable String reason() {
    return reason;
  }

  /** The one atomic step. */
  private boolean step(long from, long to) {
    return WORD.compareAndSet(this, from, to);
  }

  private static int state(long word) {
    return (int) word & STATES;
  }

  /** How often it was entered. */
  int entries() {
    return entries(word);
  }

  private static int entries(long word) {
    return (int) (word & ENTRIES) / ENTRY;
  }

  private static boolean isHeld(long word) {
    return state(word) == HELD || state(word) == WATCHED;
  }

  private static long next(long word, long owner) {
    if (owner > MOST_OWNER) {
      throw new IllegalStateException("Too many threads have been started in this JVM.");
    }
    return owner << OWNER_BIT | (word & ENTRIES) + ENTRY;
  }

  // For the gate, in its monitor.

  /** Nobody enters or leaves at once any more; returns whether the gate has to decide. */
  boolean watch() {
    long now = word;
    while (state(now) == FREE || state(now) == HELD) {
      int watched = state(now) == FREE ? TENDED : WATCHED;
      step(now, now & ~STATES | watched);
      now = word;
    }
    return state(now) == TENDED;
  }

  /** Who is inside with this key leaves through the gate; returns false if nobody is. */
  boolean watch(long key) {
    step(key | HELD, key | WATCHED);
    return word == (key | WATCHED);
  }

  /** Lets out who is inside with this key; returns false if nobody is. */
  boolean vacate(long key) {
    if (!watch(key)) {
      return false;
    }
    word = key & ENTRIES | TENDED;
    listeners.clear();
    followers.clear();
    return true;
  }

  boolean mayPass(int mostHandOvers) {
    int entries = entries(word);
    boolean isFair = !wanted || entries == 0 || handOvers < mostHandOvers;
    return isFair && entries < Member.MOST_ENTRIES;
  }

  /** The key of the entry that {@link #pass} would begin. */
  long keyForNext(long owner) {
    return next(word, owner);
  }

  /** Lets the next owner in, with the key that is meant for it. */
  void pass(long key, boolean othersWait) {
    long now = word;
    assert state(now) == TENDED;
    handOvers += wanted && entries(now) > 0 ? 1 : 0;
    word = key | (othersWait || wanted ? WATCHED : HELD);
  }

  boolean mayLinger() {
    return !wanted && entries(word) < Member.MOST_ENTRIES;
  }

  void linger() {
    assert state(word) == TENDED;
    word = word & ENTRIES | FREE;
  }

  void want() {
    wanted = true;
  }

  void end() {
    assert state(word) == TENDED;
    word = word & ENTRIES | OVER;
  }

  /** From now on nobody enters or leaves; returns the key of who is inside, or 0 if nobody is. */
  long keep() {
    return watch() ? 0 : word & ~STATES;
  }

  /** Ends it after {@link #keep}; who was inside has lost its entry. */
  void lose(long key, String why) {
    if (key == 0) {
      end();
    } else {
      reason = why;
      word = key | LOST;
    }
  }

  /** The highest fence in use. */
  long last() {
    return fence + Math.max(0, entries(word) - 1);
  }

  void move() {
    moved = true;
  }

  boolean isMoved() {
    return moved;
  }

  List<Runnable> followers() {
    return followers;
  }

  /** Those who want to hear that the entry is lost. */
  List<Consumer<String>> listeners() {
    return listeners;
  }
}
