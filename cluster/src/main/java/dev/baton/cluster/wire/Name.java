package dev.baton.cluster.wire;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The rule for every text that travels, above all the names of locks and members: 1 to 256 bytes of
 * UTF-8 without control characters.
 */
public final class Name {

  /** The most bytes. */
  public static final int LONGEST = 256;

  private Name() {}

  /**
   * Returns the name if it is one.
   *
   * @throws IllegalArgumentException with one sentence, if it is not
   */
  public static String check(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isISOControl(c)) {
        throw new IllegalArgumentException(
            "A name has no control characters such as U+%04X.".formatted((int) c));
      }
    }
    int length = isAscii(name) ? name.length() : encode(name).length;
    if (length < 1 || length > LONGEST) {
      throw new IllegalArgumentException(wrongLength(length));
    }
    return name;
  }

  /** Whether it has ASCII characters only: then it has as many bytes. */
  static boolean isAscii(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  static byte[] encode(String name) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("A name has half of a surrogate pair.", e);
    }
  }

  static String decode(byte[] bytes, int from, int length) throws WireException {
    boolean ascii = true;
    for (int i = from; i < from + length; i++) {
      ascii &= bytes[i] >= 0;
    }
    if (ascii) {
      return check(new String(bytes, from, length, StandardCharsets.ISO_8859_1));
    }
    try {
      ByteBuffer encoded = ByteBuffer.wrap(bytes, from, length);
      return check(StandardCharsets.UTF_8.newDecoder().decode(encoded).toString());
    } catch (CharacterCodingException e) {
      throw new WireException("A name is not in UTF-8.");
    }
  }

  static String wrongLength(int length) {
    return "A name has 1 to %d bytes of UTF-8, not %d.".formatted(LONGEST, length);
  }
}
