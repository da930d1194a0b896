package dev.baton.cluster.epoch;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A linearizable compare-and-set on the chain of epoch records. Nothing else goes through it. */
public interface EpochStore {

  /**
   * Lets {@code next} follow the epoch {@code expected}, unless another record does already;
   * answers with the one that does, or with null if {@code expected} is not in the chain.
   */
  void propose(long expected, EpochRecord next, Consumer<@Nullable EpochRecord> answer);

  /** Answers with the last record of the chain, or with null if there is none. */
  void latest(Consumer<@Nullable EpochRecord> answer);

  /**
   * The last records of the chain as far as they are known here without asking anybody, oldest
   * first. Only records that were chosen; the newest may be missing.
   */
  default List<EpochRecord> recent() {
    return List.of();
  }

  /**
   * The voter from which a proposal has the shortest way, as far as is known here; or null. Only a
   * hint: it may be wrong.
   */
  default @Nullable String leader() {
    return null;
  }

  /** Earlier processes of this voter, as far as its directory remembers them. */
  default List<Former> formers() {
    return List.of();
  }

  /**
   * Writes down that this process, which has this number in all its seats, is about to ask to join;
   * returns when that cannot get lost any more.
   */
  default void remember(long start) {}

  /** Tells every record from now on. */
  void onOpened(Consumer<EpochRecord> listener);
}
