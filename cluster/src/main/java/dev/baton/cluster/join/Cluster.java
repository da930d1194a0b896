package dev.baton.cluster.join;

import dev.baton.cluster.net.LockPart;
import dev.baton.cluster.net.Question.Page;
import dev.baton.cluster.seat.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a member needs of its cluster. */
public interface Cluster extends AutoCloseable {

  /** A new seat, not started yet. */
  EventLoop loop(String seat, EventLoop.Watcher watcher);

  /**
   * Lets a name stand for something, for good.
   *
   * @param others the other members, if they have to be asked
   * @throws Refusal if it stands for something else at any of them
   */
  void define(String lock, String kind, Supplier<List<String>> others);

  /** What this member answers to those who look from elsewhere. */
  void show(Sight sight);

  /**
   * What another member holds and waits for; fails if it does not answer in time.
   *
   * @param page which locks; null for all, those in use first
   */
  CompletableFuture<List<LockPart>> look(String member, @Nullable Page page, Duration patience);

  /** What a member tells to those who look. */
  interface Sight {
    CompletableFuture<List<LockPart>> parts(@Nullable Page page);
  }

  /** How long a seat may take to join. */
  Duration patience();

  /** What may be wrong if it takes longer, as the end of a sentence. */
  String advice();

  /** Whether so many voters are heard of that they can open another epoch. */
  boolean hasMajority();

  /** Ends what belongs to this member alone. */
  @Override
  void close();
}
