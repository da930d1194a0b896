package dev.baton.cluster.join;

import dev.baton.cluster.epoch.EpochStore;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The epoch store of a voter, which the voters keep together; its text says what it is doing. */
public interface VoterStore extends EpochStore, AutoCloseable {

  /**
   * Completes when this voter belongs to the group of voters; or with an {@link
   * IllegalStateException} of one sentence, if it must not.
   */
  CompletionStage<Void> ready();

  /** Tells once, in one sentence, why this voter cannot go on until it is opened again. */
  void onFailed(Consumer<String> listener);

  /**
   * Writes into this voter's directory that its cluster gave way to another: {@link Kept} says so
   * from then on.
   *
   * @param why in a sentence
   */
  void suspend(String why);

  /** Questions that are not answered will not be. */
  @Override
  void close();
}
