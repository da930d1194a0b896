package dev.baton.cluster.epoch;

import java.util.List;

/**
 * The rules that make epochs safe, one method each, so that a test can take one away and see that
 * the attack notices.
 */
public class Rules {

  /** The protocol as it is. */
  public static final Rules ALL = new Rules();

  Rules() {}

  /** A slot that nobody accounts for waits for the leases of the evicted. */
  long quarantine(long rem) {
    return rem;
  }

  /** Durations of other clocks are stretched by the drift. */
  long stretch(Timing timing, long duration) {
    return timing.stretch(duration);
  }

  /** A lease counts from when it was asked for, not from when it was answered. */
  long leaseEnd(Timing timing, long sentAt, long now) {
    return sentAt + timing.lease();
  }

  /** A sealed voter acknowledges no lease. */
  boolean acknowledges(boolean sealed) {
    return !sealed;
  }

  /** A message belongs to the epoch of its tag, and to no other. */
  boolean accepts(long tag, long epoch) {
    return tag == epoch;
  }

  /** Opening an epoch counts as an acknowledgement of everybody's lease. */
  boolean acknowledgesAtOpen() {
    return true;
  }

  /** A voter is a process that was started as one and has read the epoch store. */
  boolean votes(boolean isNamed, boolean hasStore) {
    return isNamed && hasStore;
  }

  /** What a voter reads from the epoch store is the last of all that was chosen before it asked. */
  EpochRecord read(EpochRecord latest, List<EpochRecord> recent) {
    return latest;
  }

  /**
   * An earlier process of a voter has ended for certain if this one has its directory for itself,
   * and if it is no copy.
   */
  boolean isOver(boolean isLocked, boolean isSamePlace) {
    return isLocked && isSamePlace;
  }

  /** Who leaves loses what it holds before it answers SEAL. */
  boolean losesFirst(boolean leaves) {
    return leaves;
  }

  /** Who is left out of an epoch loses what it holds. */
  boolean losesAtEviction() {
    return true;
  }

  /** What is left of a quarantine goes on in the next epoch. */
  long carried(long left) {
    return left;
  }

  /** Nothing is granted without a lease. */
  boolean grants(boolean hasLease) {
    return hasLease;
  }

  /** Who holds a lock is told that somebody else may wait for it. */
  boolean tells(boolean wanted) {
    return wanted;
  }

  /** The fences of an epoch begin above those of all epochs before. */
  long firstFence(long epoch) {
    return epoch << 32;
  }

  /** So many voters seal an epoch, or suspect a member. */
  int majority(int voters) {
    return voters / 2 + 1;
  }

  /** Locks that a record has no room for wait for the leases of who held them. */
  long leftOut(long rem) {
    return rem;
  }

  /** What is said of locks fits into a frame. */
  SizeBudget budget() {
    return SizeBudget.OF_A_FRAME;
  }

  /** Whether a record has room for as many locks as it has in a live cluster. */
  public final boolean hasRoomForLocks() {
    return budget().equals(SizeBudget.OF_A_FRAME);
  }

  /** A member says that it holds a lock while it does, and no longer. */
  boolean claims(boolean holds, boolean hasHeld) {
    return holds;
  }

  /** Who goes to another neighbourhood gives up what it holds in the old one. */
  boolean givesUp(boolean roams) {
    return roams;
  }

  /** Before an epoch is sealed, everybody is asked whether it is there. */
  boolean callsBeforeSeal() {
    return true;
  }

  /** Whoever takes over from another coordinator counts from that one's SEAL. */
  long startOfSealing(long first, long now) {
    return first;
  }

  /** Of two members that do not reach each other one is left out, though it answers SEAL. */
  boolean leavesOut(boolean isCutOff) {
    return isCutOff;
  }

  /** What one that is left out says of its locks does not count: it may still hold them. */
  boolean counts(boolean isLeftOut) {
    return !isLeftOut;
  }

  /** Whoever was left out for a cut link comes back when both ends hear each other. */
  boolean comesBack(boolean isHealed) {
    return isHealed;
  }

  /** Who did not reply is not a member of the next epoch. */
  boolean keepsWithoutSnapshot() {
    return false;
  }

  /** An incarnation is admitted at most once. */
  boolean admits(int incarnation, int floor) {
    return incarnation > floor;
  }

  /**
   * An epoch is opened because a voter says so, and it follows the last one; anything else is
   * confirmed first.
   */
  boolean opens(boolean fromVoter, boolean follows) {
    return fromVoter && follows;
  }

  /** Only voters seal an epoch. */
  boolean seals(boolean votes) {
    return votes;
  }

  /** An answer to SEAL speaks for its sender alone. */
  boolean speaksForItself(boolean isItself) {
    return isItself;
  }

  /** Only voters acknowledge leases. */
  boolean acknowledgesLeases(boolean votes) {
    return votes;
  }

  /** Only voters say that an incarnation is used up. */
  boolean refuses(boolean votes) {
    return votes;
  }

  /** Beats are kept of members and of voters only. */
  boolean keepsBeat(boolean isKnown) {
    return isKnown;
  }

  /** A frame lists no more seats than the record has. */
  boolean fits(int seats, int members) {
    return seats <= members;
  }

  /** Nobody is told the newest record more often than that. */
  long tellAgainAfter(Timing timing) {
    return timing.resend();
  }

  /** A voter of a cluster that has given way to another acknowledges no lease any more. */
  boolean acknowledgesAfter(boolean gaveWay) {
    return !gaveWay;
  }

  /** The next epoch has a number above all that a cluster has used which gives way. */
  long above(long highest) {
    return highest;
  }

  /** Who speaks to an incarnation that is no more is told the newest record. */
  boolean answersForOldIncarnations() {
    return true;
  }
}
