package dev.baton.cluster.net;

/** What one member asks another besides frames. Question and answer may be lost, as frames may. */
public sealed interface Question {

  /** What does this name of a lock or semaphore stand for at yours? */
  record Kind(String lock) implements Question {}

  /** What is held and waited for at yours? */
  record Parts() implements Question {}
}
