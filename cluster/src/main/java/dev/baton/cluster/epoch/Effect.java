package dev.baton.cluster.epoch;

import org.jspecify.annotations.Nullable;

/** What a member asks its surroundings to do or to know; in order, after each event. */
public sealed interface Effect {

  /**
   * Sends a frame, which may be lost.
   *
   * @param incarnation of the receiver, or {@link Member#ANY}
   */
  record Send(String to, int incarnation, Frame frame) implements Effect {}

  /** Sends a message of an algorithm once more, since nobody has acknowledged it. */
  record SendAgain(String to, int incarnation, Frame.Carry carry) implements Effect {}

  /** Asks the epoch store to let {@code record} follow the epoch {@code expected}. */
  record Propose(long expected, EpochRecord record) implements Effect {}

  /** Asks the epoch store for its latest record. */
  record ReadLatest() implements Effect {}

  /**
   * The application holds the lock from now on.
   *
   * @param wanted whether somebody else may wait for it already
   */
  record Granted(LockId lock, int slot, long fence, boolean wanted) implements Effect {}

  /**
   * The request for the lock is not made: this member holds and waits for so many locks that no
   * more of them fit into a record.
   *
   * @param inUse how many these are
   */
  record Full(LockId lock, int inUse) implements Effect {}

  /** Somebody else may wait for the lock that the application holds with this fence; told once. */
  record Wanted(LockId lock, long fence) implements Effect {}

  /** The application does not hold the lock any more, although it has not released it. */
  record Lost(LockId lock, int slot, long fence) implements Effect {}

  /**
   * The application does not hold the lock any more, since this member leaves the lock's
   * neighbourhood for another.
   */
  record Moved(LockId lock, int slot, long fence) implements Effect {}

  /** A new epoch is installed. */
  record Opened(EpochRecord record, int holdsCarried) implements Effect {}

  /** This member was left out of the new epoch; it comes back as another incarnation. */
  record Evicted(Seat seat) implements Effect {}

  /** It has left, as it wanted. */
  record Left() implements Effect {}

  /**
   * Two members account for one slot of a lock, or the record does not have what a survivor holds.
   * Where everybody keeps to the protocol this never happens: somebody lies, or a rule is broken.
   *
   * @param believed who has the slot from now on; null if nobody has
   * @param denied who says that it has it too
   */
  record Contradicted(LockId lock, int slot, @Nullable Seat believed, Seat denied)
      implements Effect {}

  /**
   * A frame was dropped, since its sender is not entitled to what it says.
   *
   * @param what the kind of frame
   */
  record Ignored(Seat from, String what) implements Effect {}

  /**
   * A message of a lock's algorithm was dropped, since no node of the algorithm sends it, or the
   * node has failed at it; then the lock waits for the next epoch, which is asked for.
   *
   * @param from who sent it; this member itself, if the node has failed at what the application did
   */
  record Malformed(LockId lock, Seat from, String why) implements Effect {}

  /** A record is not installed, since no voter that keeps to the protocol makes such a one. */
  record MalformedRecord(long number, String why) implements Effect {}

  /**
   * The voters have been so far away for a while that holds may be lost when an epoch changes.
   *
   * @param roundTrip how long they take to answer
   * @param longest how long they may take
   */
  record FarAway(long roundTrip, long longest) implements Effect {}

  /** The lease is over: nothing is granted until {@link Resumed}. */
  record Suspended() implements Effect {}

  /** The lease runs again. */
  record Resumed() implements Effect {}
}
