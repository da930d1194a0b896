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

  /** The two messages that were measured last: many algorithms send no more than two. */
  private final Measure one = new Measure();

  private final Measure other = new Measure();
  private Measure last = one;

  private static final class Measure {
    private Message message;
    private int type;
    private long bits;
    private long hash;
  }

  public Meter(int n) {
    nodeBits = log2(n);
  }

  /** Walks {@code message}, unless it is one of the two that were measured last. */
  @SuppressWarnings("ReferenceEquality") // The same object, which is cheaper to ask.
  public void measure(Message message) {
    if (message != last.message) {
      last = last == one ? other : one;
      if (message != last.message) {
        last.bits = 0;
        last.hash = 0;
        message.show(this);
        last.message = message;
      }
    }
  }

  public long bits() {
    return last.bits;
  }

  public long hash() {
    return last.hash;
  }

  /** The type's index, in the order in which types were first seen. */
  public int type() {
    return last.type;
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
    last.type = indexOf(name);
    last.bits += TAG_BITS;
    last.hash = Hash.fold(last.hash, typeHash[last.type]);
  }

  @SuppressWarnings("ReferenceEquality")
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
    last.bits +=
        switch (kind) {
          case NODE -> nodeBits;
          case COUNTER, CLOCK -> NUMBER_BITS;
          case FLAG -> 1;
        };
    last.hash = Hash.fold(last.hash, value);
    return value;
  }

  @Override
  protected int onChoice(String name, int index, Enum<?>[] labels) {
    last.bits += log2(labels.length);
    last.hash = Hash.fold(last.hash, index);
    return index;
  }

  @Override
  protected int onBegin(String name, int length) {
    last.bits += LENGTH_BITS;
    last.hash = Hash.fold(last.hash, length);
    return length;
  }

  @Override
  protected void onEnd() {}

  @Override
  protected Message onMessage(String name, Message message) {
    throw new IllegalStateException("a message inside a message");
  }
}
