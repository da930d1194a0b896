package dev.baton.core;

import java.util.Arrays;
import java.util.List;

/**
 * Measures messages: size in bits, hash, and type, in one walk.
 *
 * <p>Bits: a type's tag 4, a node's number ⌈log₂ n⌉, a counter or clock 32, a flag 1, one of c
 * labels ⌈log₂ c⌉, a sequence 16 plus its elements.
 */
public final class Meter extends State {

  private static final int TAG_BITS = 4;
  private static final int NUMBER_BITS = 32;
  private static final int LENGTH_BITS = 16;

  private final int nodeBits;
  private String[] types = new String[4];
  private long[] typeHash = new long[4];
  private int typeCount;

  private Message measured;
  private int type;
  private long bits;
  private long hash;

  public Meter(int n) {
    nodeBits = log2(n);
  }

  /** Walks {@code message}, unless it is the one that was walked last. */
  public void measure(Message message) {
    if (message != measured) {
      bits = 0;
      hash = 0;
      message.show(this);
      measured = message;
    }
  }

  public long bits() {
    return bits;
  }

  public long hash() {
    return hash;
  }

  /** The type's index in the order of first sight. */
  public int type() {
    return type;
  }

  /** The names of all types seen. */
  public List<String> types() {
    return List.of(Arrays.copyOf(types, typeCount));
  }

  private static int log2(int labels) {
    return 32 - Integer.numberOfLeadingZeros(labels - 1);
  }

  @Override
  protected void onType(String name) {
    type = indexOf(name);
    bits += TAG_BITS;
    hash = Hash.fold(hash, typeHash[type]);
  }

  private int indexOf(String name) {
    // The name of a type is nearly always the same object.
    for (int i = 0; i < typeCount; i++) {
      if (types[i] == name) {
        return i;
      }
    }
    for (int i = 0; i < typeCount; i++) {
      if (types[i].equals(name)) {
        return i;
      }
    }
    if (typeCount == types.length) {
      types = Arrays.copyOf(types, 2 * typeCount);
      typeHash = Arrays.copyOf(typeHash, 2 * typeCount);
    }
    types[typeCount] = name;
    typeHash[typeCount] = Hash.of(name);
    return typeCount++;
  }

  @Override
  protected int onValue(Kind kind, String name, int value) {
    bits +=
        switch (kind) {
          case NODE -> nodeBits;
          case COUNTER, CLOCK -> NUMBER_BITS;
          case FLAG -> 1;
        };
    hash = Hash.fold(hash, value);
    return value;
  }

  @Override
  protected int onChoice(String name, int index, Enum<?>[] labels) {
    bits += log2(labels.length);
    hash = Hash.fold(hash, index);
    return index;
  }

  @Override
  protected int onBegin(String name, int length) {
    bits += LENGTH_BITS;
    hash = Hash.fold(hash, length);
    return length;
  }

  @Override
  protected void onEnd() {}

  @Override
  protected Message onMessage(String name, Message message) {
    throw new IllegalStateException("a message inside a message");
  }
}
