package dev.baton.core;

import java.util.Arrays;

/** An immutable vector of numbers, equal by content: what a message carries instead of an array. */
public final class Ints {

  public static final Ints EMPTY = new Ints(new int[0]);

  private final int[] values;

  private Ints(int[] values) {
    this.values = values;
  }

  /** Takes ownership of the array: the caller must not keep a reference to it. */
  public static Ints of(int... values) {
    return values.length == 0 ? EMPTY : new Ints(values);
  }

  public static Ints zeros(int size) {
    return of(new int[size]);
  }

  public int size() {
    return values.length;
  }

  public boolean isEmpty() {
    return values.length == 0;
  }

  public int get(int i) {
    return values[i];
  }

  /** A copy that the caller may change. */
  public int[] toArray() {
    return values.clone();
  }

  /** A copy with zeros at its end, up to this length. */
  int[] toArray(int length) {
    return Arrays.copyOf(values, length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ints that && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
