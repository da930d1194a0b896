package dev.baton.core;

/** Prints nodes and messages: {@code HOLDER=1 USING=no REQUEST_Q=[2, 0]}, {@code REQUEST(sn=3)}. */
public final class Text extends State {

  private final StringBuilder text = new StringBuilder();

  /** What separates the next value from the one before. */
  private String separator = "";

  /** What separates named fields: a space in a node, a comma in a message. */
  private final String between;

  private boolean inSequence;
  private int typeEnd;

  private Text(String between) {
    this.between = between;
  }

  public static String of(Message message) {
    Text t = new Text(", ");
    message.show(t);
    if (t.text.length() > t.typeEnd) {
      t.text.insert(t.typeEnd, '(').append(')');
    }
    return t.text.toString();
  }

  public static String of(Node<?> node) {
    Text t = new Text(" ");
    node.state(t);
    return t.text.toString();
  }

  private void name(String name) {
    text.append(separator);
    if (name != null && !inSequence) {
      text.append(name).append('=');
    }
    separator = inSequence ? ", " : between;
  }

  @Override
  protected void onType(String type) {
    text.append(type);
    typeEnd = text.length();
  }

  @Override
  protected int onValue(Kind kind, String name, int value) {
    name(name);
    switch (kind) {
      case NODE -> text.append(value == Node.NONE ? "none" : Integer.toString(value));
      case CLOCK -> text.append(value == 0 ? "none" : Integer.toString(value));
      case COUNTER -> text.append(value);
      case FLAG -> text.append(value == 0 ? "no" : "yes");
    }
    return value;
  }

  @Override
  protected Timestamp onTimestamp(String name, Timestamp value) {
    name(name);
    text.append(value == null ? "none" : value.time() + "@" + value.node());
    return value;
  }

  @Override
  protected int onChoice(String name, int index, Enum<?>[] labels) {
    name(name);
    text.append(labels[index].name());
    return index;
  }

  @Override
  protected int onBegin(String name, int length) {
    name(name);
    text.append('[');
    separator = "";
    inSequence = true;
    return length;
  }

  @Override
  protected void onEnd() {
    text.append(']');
    separator = between;
    inSequence = false;
  }

  @Override
  protected Message onMessage(String name, Message message) {
    name(name);
    text.append(message == null ? "none" : of(message));
    return message;
  }
}
