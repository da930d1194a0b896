package dev.baton.checker;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.State;
import dev.baton.core.Text;
import dev.baton.core.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields that a node or a message shows, by name, each as text. */
public final class Fields extends State {

  private final Map<String, String> values = new LinkedHashMap<>();

  /** What was shown before anything else, if that was a type. */
  private String type;

  /** The sequence that has begun, and its name; null outside. */
  private List<String> sequence;

  private String sequenceName;

  private Fields() {}

  /** Those of a node. */
  public static Map<String, String> of(Node<?> node) {
    Fields fields = new Fields();
    node.state(fields);
    return fields.values;
  }

  /** Those of a message. */
  static Map<String, String> of(Message message) {
    Fields fields = new Fields();
    message.show(fields);
    return fields.values;
  }

  /** The type that a message shows first; null if it shows something else, or nothing. */
  static String typeOf(Message message) {
    Fields fields = new Fields();
    message.show(fields);
    return fields.type;
  }

  /** Those that have another value than before: {@code ASKED=yes (was no)}. */
  public static List<String> changes(Map<String, String> before, Map<String, String> after) {
    List<String> changes = new ArrayList<>();
    after.forEach(
        (name, value) -> {
          String old = before.get(name);
          if (!value.equals(old)) {
            changes.add(name + "=" + value + (old == null ? " (was not shown)" : was(old)));
          }
        });
    before.forEach(
        (name, old) -> {
          if (!after.containsKey(name)) {
            changes.add(name + " is not shown" + was(old));
          }
        });
    return changes;
  }

  private static String was(String old) {
    return " (was " + old + ")";
  }

  private void put(String name, String text) {
    if (sequence != null) {
      sequence.add(text);
    } else {
      values.put(name, text);
    }
  }

  @Override
  protected void onType(String shown) {
    type = values.isEmpty() ? shown : null;
  }

  @Override
  protected int onValue(Kind kind, String name, int value) {
    boolean isNone = kind == Kind.NODE && value == Node.NONE || kind == Kind.CLOCK && value == 0;
    String number = isNone ? "none" : Integer.toString(value);
    put(name, kind != Kind.FLAG ? number : value == 0 ? "no" : "yes");
    return value;
  }

  @Override
  protected Timestamp onTimestamp(String name, Timestamp value) {
    put(name, value == null ? "none" : value.time() + "@" + value.node());
    return value;
  }

  @Override
  protected int onChoice(String name, int index, Enum<?>[] labels) {
    put(name, labels[index].name());
    return index;
  }

  @Override
  protected int onBegin(String name, int length) {
    sequence = new ArrayList<>();
    sequenceName = name;
    return length;
  }

  @Override
  protected void onEnd() {
    values.put(sequenceName, sequence.toString());
    sequence = null;
  }

  @Override
  protected Message onMessage(String name, Message message) {
    put(name, message == null ? "none" : Text.of(message));
    return message;
  }
}
