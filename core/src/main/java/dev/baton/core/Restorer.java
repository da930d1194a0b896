package dev.baton.core;

/** Gives a node back the fields that a {@link Saver} wrote. */
public final class Restorer extends State {

  private final MessageTable table;
  private int[] data;
  private int at;

  public Restorer(MessageTable table) {
    this.table = table;
  }

  /** Sets every field of {@code node} from {@code data}, beginning at {@code from}. */
  public void restore(Node<?> node, int[] data, int from) {
    this.data = data;
    at = from;
    node.state(this);
  }

  @Override
  protected boolean restores() {
    return true;
  }

  @Override
  protected void onType(String type) {
    throw new IllegalStateException("messages are immutable");
  }

  @Override
  protected int onValue(Kind kind, String name, int value) {
    return data[at++];
  }

  @Override
  protected int onChoice(String name, int index, Enum<?>[] labels) {
    return data[at++];
  }

  @Override
  protected int onBegin(String name, int length) {
    return data[at++];
  }

  @Override
  protected void onEnd() {}

  @Override
  protected Message onMessage(String name, Message message) {
    int number = data[at++];
    return number == Node.NONE ? null : table.message(number);
  }
}
