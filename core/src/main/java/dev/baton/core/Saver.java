package dev.baton.core;

import java.util.Arrays;

/**
 * Writes a node's fields, or a message's, as ints. Messages kept in fields are written as the
 * number that a {@link MessageTable} gives them.
 */
public final class Saver extends State {

  private final MessageTable table;
  private int[] data = new int[32];
  private int size;

  public Saver(MessageTable table) {
    this.table = table;
  }

  /** Starts again, with nothing written. */
  public void clear() {
    size = 0;
  }

  /** What was written; valid up to {@link #size}, until the next walk. */
  public int[] data() {
    return data;
  }

  public int size() {
    return size;
  }

  public void put(int value) {
    if (size == data.length) {
      data = Arrays.copyOf(data, 2 * size);
    }
    data[size++] = value;
  }

  @Override
  protected void onType(String type) {
    put(table.type(type));
  }

  @Override
  protected int onValue(Kind kind, String name, int value) {
    put(value);
    return value;
  }

  @Override
  protected int onChoice(String name, int index, Enum<?>[] labels) {
    put(index);
    return index;
  }

  @Override
  protected int onBegin(String name, int length) {
    put(length);
    return length;
  }

  @Override
  protected void onEnd() {}

  @Override
  protected Message onMessage(String name, Message message) {
    put(message == null ? Node.NONE : table.number(message));
    return message;
  }
}
