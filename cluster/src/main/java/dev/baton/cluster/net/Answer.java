package dev.baton.cluster.net;

import java.util.List;

/** The answer to a {@link Question}. */
public sealed interface Answer {

  /** The name stands for nothing here. */
  record Unknown() implements Answer {}

  /**
   * What the name stands for here.
   *
   * @param sure false while the other members are still being asked
   */
  record Known(String kind, boolean sure) implements Answer {}

  record Parts(List<LockPart> locks) implements Answer {}

  /** The newest record here does not have whoever asks: ask again. */
  record NotYet() implements Answer {}
}
