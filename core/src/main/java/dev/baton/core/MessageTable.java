package dev.baton.core;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbers messages by their content, and types by their name, in the order in which they are first
 * seen.
 */
public final class MessageTable {

  private final List<Message> messages = new ArrayList<>();
  private final List<String> types = new ArrayList<>();
  private final IntsTable contents = new IntsTable();
  private final Saver saver = new Saver(this);

  /** An empty table. */
  public MessageTable() {}

  /** The number of the message with this content. */
  public int number(Message message) {
    saver.clear();
    message.show(saver);
    int number = contents.number(saver.data(), saver.size());
    if (number == messages.size()) {
      messages.add(message);
    }
    return number;
  }

  public Message message(int number) {
    return messages.get(number);
  }

  public int size() {
    return messages.size();
  }

  /** Roughly how many bytes it takes: the contents, twice, and the messages themselves. */
  public long bytes() {
    return 2 * contents.bytes() + 64L * messages.size();
  }

  /** The number of the message type with this name. */
  int type(String name) {
    int number = types.indexOf(name);
    if (number < 0) {
      number = types.size();
      types.add(name);
    }
    return number;
  }
}
