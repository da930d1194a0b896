package dev.baton.core;

/**
 * What one node tells another: an immutable record, nested under the sealed {@code Msg} of its
 * algorithm.
 *
 * <p>A message walks its own fields, as a node does: the harnesses measure, hash, compare and print
 * it through this one method, without reflection.
 */
public interface Message {

  /** Shows the message's type, then every field in a fixed order. Reads only. */
  void show(State s);

  /**
   * Whether it travels on even while nobody waits, like the token of a perpetual ring. A harness
   * that waits for quiet does not wait for such a message.
   */
  default boolean isPerpetual() {
    return false;
  }
}
