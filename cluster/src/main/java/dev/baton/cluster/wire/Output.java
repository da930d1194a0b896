package dev.baton.cluster.wire;

import dev.baton.core.Ints;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes that are being written. To be used again and again: it keeps its array. */
public final class Output {

  private byte[] bytes = new byte[64];
  private int size;

  /** What was written last of what may come again, and how; null if nothing. */
  private @Nullable Object kept;

  @SuppressWarnings("NullAway.Init") // Set with it.
  private byte[] keptBytes;

  /** The array that holds the bytes, from 0 to {@link #size}; valid until the next write. */
  public byte[] array() {
    return bytes;
  }

  public int size() {
    return size;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  void clear() {
    size = 0;
  }

  private void reserve(int more) {
    if (more > bytes.length - size) {
      if (more > Codec.LARGEST - size) {
        throw new IllegalArgumentException("A frame has at most " + Codec.LARGEST + " bytes.");
      }
      bytes = Arrays.copyOf(bytes, Math.min(Codec.LARGEST, Math.max(2 * size, size + more)));
    }
  }

  void writeByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  void writeFlag(boolean value) {
    writeByte(value ? 1 : 0);
  }

  /** Zig-zag, so that small negative numbers are short too. */
  void writeInt(int value) {
    writeUnsigned((value << 1 ^ value >> 31) & 0xFFFF_FFFFL);
  }

  void writeLong(long value) {
    writeUnsigned(value << 1 ^ value >> 63);
  }

  /** How many follow. */
  void writeCount(int count) {
    writeUnsigned(count);
  }

  private void writeUnsigned(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      writeByte((int) rest | 0x80);
      rest >>>= 7;
    }
    writeByte((int) rest);
  }

  void writeInts(Ints values) {
    writeCount(values.size());
    for (int i = 0; i < values.size(); i++) {
      writeInt(values.get(i));
    }
  }

  void writeBytes(Bytes value) {
    byte[] array = value.toByteArray();
    writeCount(array.length);
    append(array);
  }

  /** Writes this value as it was written last, if it is the one that was kept. */
  @SuppressWarnings("ReferenceEquality") // The same object, which is cheaper to ask.
  boolean repeat(Object value) {
    if (value != kept) {
      return false;
    }
    append(keptBytes);
    return true;
  }

  /** Keeps the bytes of this immutable value, which were written from here on. */
  void keep(Object value, int from) {
    kept = value;
    keptBytes = Arrays.copyOfRange(bytes, from, size);
  }

  private void append(byte[] array) {
    reserve(array.length);
    System.arraycopy(array, 0, bytes, size, array.length);
    size += array.length;
  }

  void writeName(String name) {
    Name.check(name);
    if (Name.isAscii(name)) {
      writeCount(name.length());
      reserve(name.length());
      for (int i = 0; i < name.length(); i++) {
        bytes[size++] = (byte) name.charAt(i);
      }
    } else {
      byte[] encoded = Name.encode(name);
      writeCount(encoded.length);
      append(encoded);
    }
  }
}
