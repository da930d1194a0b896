package dev.baton.cluster.epoch;

import java.util.function.Consumer;

/** A linearizable compare-and-set on the chain of epoch records. Nothing else goes through it. */
public interface EpochStore {

  /**
   * Lets {@code next} follow the epoch {@code expected}, unless another record does already;
   * answers with the one that does, or with null if {@code expected} is not in the chain.
   */
  void propose(long expected, EpochRecord next, Consumer<EpochRecord> answer);

  /** Answers with the last record of the chain, or with null if there is none. */
  void latest(Consumer<EpochRecord> answer);

  /** Tells every record from now on. */
  void onOpened(Consumer<EpochRecord> listener);
}
