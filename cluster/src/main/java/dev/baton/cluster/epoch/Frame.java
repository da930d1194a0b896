package dev.baton.cluster.epoch;

import dev.baton.core.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What members tell each other. */
public sealed interface Frame {

  /**
   * Sent to the voters at every heartbeat: a sign of life and, from a member, RENEW.
   *
   * @param sentAt t0, on the sender's clock
   * @param suspects of a voter: whom it has not heard of for too long
   * @param stuck peers that have not acknowledged messages for too long
   * @param leaving wants to be left out of the next epoch
   * @param neighbourhood where it wants to be; null for nowhere
   * @param exhausted needs a new epoch: its numbers or buffers are at their end
   */
  record Beat(
      long epoch,
      long sentAt,
      List<Seat> suspects,
      List<Seat> stuck,
      boolean leaving,
      @Nullable String neighbourhood,
      boolean exhausted)
      implements Frame {}

  /** A voter acknowledges the lease that was asked for at {@code sentAt}. */
  record Ack(long epoch, long sentAt) implements Frame {}

  /** Stop, and say what you know. */
  record Seal(long epoch) implements Frame {}

  /**
   * The answer to SEAL, the same whenever it is asked for.
   *
   * @param member the seat that this is the final state of; null from a voter that has restarted
   * @param neighbourhood where the member is in the next epoch; null for nowhere
   * @param locks the member's part of every lock it has to do with
   * @param vote null if the sender is not a voter
   */
  record Sealed(
      long epoch,
      @Nullable Seat member,
      boolean leaving,
      @Nullable String neighbourhood,
      List<LockReport> locks,
      @Nullable Vote vote)
      implements Frame {}

  /**
   * A member's part of one lock.
   *
   * @param waiting whether it waits; {@code first} if its turn had come; else {@code stamp} says
   *     when it asked
   * @param slot the slot it holds, or −1
   * @param unused slots that lie here unused
   */
  record LockReport(
      LockId id,
      boolean waiting,
      boolean first,
      int stamp,
      int slot,
      long fence,
      List<Integer> unused) {}

  /**
   * A voter's part: how long leases that it has acknowledged may still run, and what is left of the
   * quarantines.
   *
   * @param rem for each member
   * @param left for each slot of the locks whose slots are not all as those of the others
   * @param leftOfOthers for each slot of all other locks
   * @param wallSeconds the voter's wall clock, in seconds since 2025-01-01; 0 if it has not looked
   */
  record Vote(
      String voter,
      Map<Seat, Long> rem,
      Map<LockId, List<Long>> left,
      long leftOfOthers,
      long wallSeconds) {}

  /** The newest record, to those whom it concerns and to whoever speaks of an older one. */
  record Open(EpochRecord record) implements Frame {}

  /** The sender has heard of a newer epoch and wants its record. */
  record Ask(long epoch) implements Frame {}

  /** The sender wants to become a member, in this neighbourhood or, if it is null, nowhere. */
  record Join(@Nullable String neighbourhood) implements Frame {}

  /** The incarnation is used up: take the next one. */
  record Refused(int floor) implements Frame {}

  /**
   * The number-th message of an algorithm from this sender to this receiver in the epoch.
   *
   * @param fence the highest that the sender has seen for the lock
   * @param stamp the highest request stamp that it has seen
   */
  record Carry(long epoch, long number, LockId lock, Message message, long fence, int stamp)
      implements Frame {}

  /** All messages up to this number have arrived. */
  record Got(long epoch, long number) implements Frame {}

  /** Which records have followed the epoch of this number? */
  record Confirm(long epoch) implements Frame {}

  /**
   * The answer: what the sender knows to have followed, oldest first; empty if it knows of nothing.
   */
  record Confirmed(List<Step> steps) implements Frame {}

  /**
   * Are you there? A voter asks everybody before it sends SEAL.
   *
   * @param waited for how long it has waited for answers; 0 if it only asks because another does
   */
  record Call(long epoch, long waited) implements Frame {}

  /** The answer to CALL. */
  record Here(long epoch) implements Frame {}

  /** Does this reach you? From a member to one that is left out since their link is cut. */
  record Probe() implements Frame {}

  /** The answer to PROBE. */
  record Echo() implements Frame {}

  /**
   * To the voters: the sender and these, which are left out since a link is cut, hear each other.
   */
  record Hears(List<String> names) implements Frame {}

  /**
   * A record of the chain, in short.
   *
   * @param voters those who confirm what follows it
   */
  record Step(long number, long hash, List<String> voters) {
    static Step of(EpochRecord record) {
      return new Step(record.number(), record.hash(), record.voters());
    }
  }
}
