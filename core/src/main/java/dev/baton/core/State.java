package dev.baton.core;

import java.util.List;

/**
 * One walk over the fields of a node or a message. Subclasses save, restore, hash, measure or print
 * what they are shown; each method returns the value that the field should have afterwards, which
 * differs only in a restoring walk.
 *
 * <p>The kind of a value decides its size on the wire and how it is printed and normalised.
 */
public abstract class State {

  /** What a number means. */
  public enum Kind {
    /** A node's number, or {@link Node#NONE}. */
    NODE,
    /** A number that grows, and is compared only with others of its own kind. */
    COUNTER,
    /**
     * A logical time, at least 1; or 0 for none. Only differences between times matter: adding the
     * same number to all of them changes nothing.
     */
    CLOCK,
    /** 0 or 1. */
    FLAG
  }

  /** Begins a walk. */
  protected State() {}

  // What a subclass does with the walk.

  /** Called first by a message. */
  protected abstract void onType(String type);

  /** A number; {@code name} is null inside a sequence. */
  protected abstract int onValue(Kind kind, String name, int value);

  /** One of a few labels, by index; {@code name} is null inside a sequence. */
  protected abstract int onChoice(String name, int index, Enum<?>[] labels);

  /** A sequence begins; returns its length. */
  protected abstract int onBegin(String name, int length);

  /** The sequence that began last is over. */
  protected abstract void onEnd();

  /** A time and a node; null counts as time 0. */
  protected Timestamp onTimestamp(String name, Timestamp value) {
    int time = onValue(Kind.CLOCK, name, value == null ? 0 : value.time());
    int id = onValue(Kind.NODE, null, value == null ? Node.NONE : value.node());
    if (!restores()) {
      return value;
    }
    return time == 0 ? null : new Timestamp(time, id);
  }

  /** A message kept in a field; may be null. */
  protected abstract Message onMessage(String name, Message message);

  /** Whether the walk sets the fields instead of reading them. */
  protected boolean restores() {
    return false;
  }

  // What a node or message calls.

  /** The message's name in the paper's spelling. */
  public final void type(String type) {
    onType(type);
  }

  public final int node(String name, int id) {
    return onValue(Kind.NODE, name, id);
  }

  public final int counter(String name, int value) {
    return onValue(Kind.COUNTER, name, value);
  }

  public final int clock(String name, int time) {
    return onValue(Kind.CLOCK, name, time);
  }

  public final boolean flag(String name, boolean value) {
    return onValue(Kind.FLAG, name, value ? 1 : 0) != 0;
  }

  /** One of an enumeration's values; may be null only while restoring. */
  public final <E extends Enum<E>> E choice(String name, E value, E[] values) {
    return values[onChoice(name, value == null ? 0 : value.ordinal(), values)];
  }

  public final void counters(String name, int[] values) {
    array(Kind.COUNTER, name, values);
  }

  public final void clocks(String name, int[] times) {
    array(Kind.CLOCK, name, times);
  }

  public final void nodes(String name, int[] ids) {
    array(Kind.NODE, name, ids);
  }

  public final void flags(String name, boolean[] values) {
    onBegin(name, values.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = flag(null, values[i]);
    }
    onEnd();
  }

  public final <E extends Enum<E>> void choices(String name, E[] values, E[] labels) {
    onBegin(name, values.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = choice(null, values[i], labels);
    }
    onEnd();
  }

  /** A vector of counters; the result is the same object unless restored. */
  public final Ints counters(String name, Ints values) {
    return vector(Kind.COUNTER, name, values);
  }

  /** A vector of node numbers. */
  public final Ints nodes(String name, Ints ids) {
    return vector(Kind.NODE, name, ids);
  }

  /** A vector of values of an enumeration, kept as their ordinals. */
  public final Ints choices(String name, Ints ordinals, Enum<?>[] labels) {
    int length = onBegin(name, ordinals.size());
    if (restores()) {
      int[] restored = new int[length];
      for (int i = 0; i < length; i++) {
        restored[i] = onChoice(null, 0, labels);
      }
      onEnd();
      return Ints.of(restored);
    }
    for (int i = 0; i < length; i++) {
      onChoice(null, ordinals.get(i), labels);
    }
    onEnd();
    return ordinals;
  }

  public final void nodes(String name, Fifo queue) {
    queue(Kind.NODE, name, queue);
  }

  /** A queue of counters. */
  public final void counters(String name, Fifo queue) {
    queue(Kind.COUNTER, name, queue);
  }

  public final void nodes(String name, NodeSet set) {
    int length = onBegin(name, set.size());
    if (restores()) {
      set.clear();
      for (int i = 0; i < length; i++) {
        set.add(node(null, Node.NONE));
      }
    } else {
      for (int j = set.next(0); j != Node.NONE; j = set.next(j + 1)) {
        node(null, j);
      }
    }
    onEnd();
  }

  /** A request's timestamp, or null for none. */
  public final Timestamp timestamp(String name, Timestamp value) {
    return onTimestamp(name, value);
  }

  /** Timestamps, each of which may be null. */
  public final void timestamps(String name, Timestamp[] values) {
    onBegin(name, values.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = timestamp(null, values[i]);
    }
    onEnd();
  }

  /** A list of timestamps, of any length. */
  public final void timestamps(String name, List<Timestamp> values) {
    int length = onBegin(name, values.size());
    if (restores()) {
      values.clear();
      for (int i = 0; i < length; i++) {
        values.add(timestamp(null, null));
      }
    } else {
      for (Timestamp value : values) {
        timestamp(null, value);
      }
    }
    onEnd();
  }

  /** A message that a node keeps, such as the token while it is here; null for none. */
  @SuppressWarnings("unchecked") // A restoring walk returns what a saving walk was shown.
  public final <M extends Message> M message(String name, M message) {
    return (M) onMessage(name, message);
  }

  private void array(Kind kind, String name, int[] values) {
    onBegin(name, values.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = onValue(kind, null, values[i]);
    }
    onEnd();
  }

  private void queue(Kind kind, String name, Fifo queue) {
    int length = onBegin(name, queue.size());
    if (restores()) {
      queue.clear();
      for (int i = 0; i < length; i++) {
        queue.enqueue(onValue(kind, null, 0));
      }
    } else {
      for (int i = 0; i < length; i++) {
        onValue(kind, null, queue.get(i));
      }
    }
    onEnd();
  }

  private Ints vector(Kind kind, String name, Ints values) {
    int length = onBegin(name, values.size());
    if (restores()) {
      int[] restored = new int[length];
      for (int i = 0; i < length; i++) {
        restored[i] = onValue(kind, null, 0);
      }
      onEnd();
      return Ints.of(restored);
    }
    for (int i = 0; i < length; i++) {
      onValue(kind, null, values.get(i));
    }
    onEnd();
    return values;
  }
}
