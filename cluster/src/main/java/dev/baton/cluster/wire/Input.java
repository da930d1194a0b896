package dev.baton.cluster.wire;

import dev.baton.core.Ints;
import java.util.Arrays;
import java.util.Objects;

/**
 * Bytes that are being read, from whoever sent them. To be used again and again.
 *
 * <p>Nothing is allocated for a length that a sender claims before the bytes for it are there.
 * Every value has one spelling: what is read, written again, gives the same bytes.
 */
public final class Input {

  private byte[] bytes = new byte[0];
  private int at;
  private int end;

  /** Reads from these bytes next; they must not change meanwhile. */
  public Input wrap(byte[] array, int from, int to) {
    Objects.checkFromToIndex(from, to, array.length);
    bytes = array;
    at = from;
    end = to;
    return this;
  }

  public Input wrap(byte[] array) {
    return wrap(array, 0, array.length);
  }

  int left() {
    return end - at;
  }

  int readByte() throws WireException {
    if (at == end) {
      throw new WireException("The bytes end too early.");
    }
    return bytes[at++] & 0xFF;
  }

  boolean readFlag() throws WireException {
    int value = readByte();
    if (value > 1) {
      throw new WireException("A flag is 0 or 1, not " + value + ".");
    }
    return value == 1;
  }

  int readInt() throws WireException {
    int value = (int) readUnsigned(32);
    return value >>> 1 ^ -(value & 1);
  }

  long readLong() throws WireException {
    long value = readUnsigned(64);
    return value >>> 1 ^ -(value & 1);
  }

  /**
   * How many elements follow.
   *
   * @param minimum the fewest bytes that one of them takes
   */
  int readCount(int minimum) throws WireException {
    long count = readUnsigned(32);
    if (count > left() / minimum) {
      throw new WireException(
          "%,d elements do not fit into the %,d bytes that are left.".formatted(count, left()));
    }
    return (int) count;
  }

  private long readUnsigned(int bits) throws WireException {
    int next = readByte();
    long value = next & 0x7F;
    for (int shift = 7; next >= 0x80; shift += 7) {
      next = readByte();
      int room = bits - shift;
      if (next == 0 || room < 8 && next >>> room != 0) {
        throw new WireException("A number has too many bytes.");
      }
      value |= (next & 0x7FL) << shift;
    }
    return value;
  }

  Ints readInts() throws WireException {
    int[] values = new int[readCount(1)];
    for (int i = 0; i < values.length; i++) {
      values[i] = readInt();
    }
    return Ints.of(values);
  }

  Bytes readBytes() throws WireException {
    int length = readCount(1);
    Bytes value = Bytes.of(Arrays.copyOfRange(bytes, at, at + length));
    at += length;
    return value;
  }

  String readName() throws WireException {
    int length = readCount(1);
    if (length < 1 || length > Name.LONGEST) {
      throw new WireException(Name.wrongLength(length));
    }
    String name = Name.decode(bytes, at, length);
    at += length;
    return name;
  }
}
