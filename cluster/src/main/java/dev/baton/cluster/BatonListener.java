package dev.baton.cluster;

import java.util.List;

/** Told what happens to a member, one call after the other, on a thread of its own. */
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

  /** The others have gone on without this member; it comes back by itself. */
  default void onEvicted() {}

  /** The lease is over: nothing is granted here. */
  default void onSuspended() {}

  /** The lease runs again. */
  default void onResumed() {}
}
