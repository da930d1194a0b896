package dev.baton.cluster.epoch;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.State;

/** Whether a message names only nodes that there are: a walk over its fields. */
final class MessageCheck extends State {

  private final int nodes;
  private boolean sound = true;

  private MessageCheck(int nodes) {
    this.nodes = nodes;
  }

  static boolean isSound(Message message, int nodes) {
    MessageCheck check = new MessageCheck(nodes);
    message.show(check);
    return check.sound;
  }

  @Override
  protected void onType(String type) {}

  @Override
  protected int onValue(Kind kind, String name, int value) {
    sound &= kind != Kind.NODE || value == Node.NONE || value >= 0 && value < nodes;
    return value;
  }

  @Override
  protected int onChoice(String name, int index, Enum<?>[] labels) {
    return index;
  }

  @Override
  protected int onBegin(String name, int length) {
    return length;
  }

  @Override
  protected void onEnd() {}

  @Override
  protected Message onMessage(String name, Message message) {
    if (message != null) {
      message.show(this);
    }
    return message;
  }
}
