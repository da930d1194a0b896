package dev.baton.cluster;

import java.util.List;

/** Told what happens to a member, one call after the other, on a thread of its own. */
public interface BatonListener {

  /** A new epoch has begun here. */
  default void onEpoch(long epoch, List<String> members) {}

  /** A hold is not valid any more although it was not released. */
  default void onHoldLost(String lock, long fence, String reason) {}

  /** The others have gone on without this member; it comes back by itself. */
  default void onEvicted() {}

  /** The lease is over: nothing is granted here. */
  default void onSuspended() {}

  /** The lease runs again. */
  default void onResumed() {}
}
