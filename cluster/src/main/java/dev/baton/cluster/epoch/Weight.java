package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.core.Message;
import dev.baton.core.State;

/** About how many bytes of memory a frame takes that is kept: a walk over its message's fields. */
final class Weight extends State {

  /** A frame with its envelope, and a message with nothing in it. */
  private static final int EMPTY = 256;

  private static final int VALUE = 8;

  private int bytes = EMPTY;

  private Weight() {}

  /** Frames that are not messages of an algorithm weigh next to nothing. */
  static int of(Frame frame) {
    Weight weight = new Weight();
    if (frame instanceof Carry carry) {
      carry.message().show(weight);
    }
    return weight.bytes;
  }

  private void add() {
    bytes += VALUE;
  }

  @Override
  protected void onType(String type) {
    add();
  }

  @Override
  protected int onValue(Kind kind, String name, int value) {
    add();
    return value;
  }

  @Override
  protected int onChoice(String name, int index, Enum<?>[] labels) {
    add();
    return index;
  }

  @Override
  protected int onBegin(String name, int length) {
    add();
    return length;
  }

  @Override
  protected void onEnd() {}

  @Override
  protected Message onMessage(String name, Message message) {
    add();
    if (message != null) {
      message.show(this);
    }
    return message;
  }
}
