package dev.baton.cluster;

import java.time.Duration;

/** What a member needs of its cluster. */
interface Cluster extends AutoCloseable {

  /** A new seat, not started yet. */
  EventLoop loop(String seat, EventLoop.Watcher watcher);

  /** Lets a name stand for something, for good. */
  void define(String lock, String kind);

  /** How long a seat may take to join. */
  Duration patience();

  /** What may be wrong if it takes longer, as the end of a sentence. */
  String advice();

  /** Ends what belongs to this member alone. */
  @Override
  void close();
}
