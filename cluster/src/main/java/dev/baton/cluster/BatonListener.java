package dev.baton.cluster;

import java.util.List;

/**
 * Is told what happens to a member, one call at a time, on a thread that all listeners of the
 * member share.
 */
public interface BatonListener {

  /**
   * A new epoch has begun here.
   *
   * @param epoch its number
   * @param members the names of its members
   */
  default void onEpoch(long epoch, List<String> members) {}

  /**
   * A hold is no longer valid although it was not released.
   *
   * @param lock its name
   * @param fence of the hold
   * @param reason why it was lost, for people
   */
  default void onHoldLost(String lock, long fence, String reason) {}

  /** The other members went on without this one; it rejoins by itself. */
  default void onEvicted() {}

  /** The lease has expired: nothing is granted here. */
  default void onSuspended() {}

  /** The lease is valid again. */
  default void onResumed() {}

  /**
   * The member cannot go on: whatever it held is lost, threads that wait get an exception, and
   * nothing is granted here until the application joins with another {@link Baton}.
   *
   * @param reason what happened, for people
   */
  default void onFailed(String reason) {}
}
