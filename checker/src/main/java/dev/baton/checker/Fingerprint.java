package dev.baton.checker;

import dev.baton.core.Hash;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.State;

/**
 * Hashes a node or a message by content, with logical clocks counted from a base, and finds the
 * smallest clock on the way.
 */
final class Fingerprint extends State {

  private long hash;
  private int base;
  private int minClock;

  /** Starts a new hash; clocks count from {@code base}. */
  void begin(int base) {
    this.base = base;
    hash = 0;
    minClock = Integer.MAX_VALUE;
  }

  void add(long value) {
    hash = Hash.fold(hash, value);
  }

  void add(Node<?> node) {
    node.state(this);
  }

  void add(Message message) {
    message.show(this);
  }

  long hash() {
    return Hash.mix(hash);
  }

  /** The smallest clock other than 0, or {@link Integer#MAX_VALUE}. */
  int minClock() {
    return minClock;
  }

  @Override
  protected void onType(String type) {
    add(Hash.of(type));
  }

  @Override
  protected int onValue(Kind kind, String name, int value) {
    if (kind == Kind.CLOCK && value != 0) {
      minClock = Math.min(minClock, value);
      add(value - base);
    } else {
      add(value);
    }
    return value;
  }

  @Override
  protected int onChoice(String name, int index, Enum<?>[] labels) {
    add(index);
    return index;
  }

  @Override
  protected int onBegin(String name, int length) {
    add(length);
    return length;
  }

  @Override
  protected void onEnd() {}

  @Override
  protected Message onMessage(String name, Message message) {
    if (message == null) {
      add(Node.NONE);
    } else {
      message.show(this);
    }
    return message;
  }
}
