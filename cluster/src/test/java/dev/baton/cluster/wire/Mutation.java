package dev.baton.cluster.wire;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;

/** Spoils bytes at random. */
final class Mutation {

  private final Random random;

  Mutation(long seed) {
    random = new Random(seed);
  }

  /** A spoilt copy; {@code other} gives parts to put in. */
  byte[] of(byte[] bytes, byte[] other) {
    byte[] result = bytes;
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times; i++) {
      result =
          switch (random.nextInt(6)) {
            case 0 -> flipped(result);
            case 1 -> overwritten(result);
            case 2 -> spliced(result, length(), 1);
            case 3 -> spliced(result, new byte[0], 1 + random.nextInt(3));
            case 4 -> spliced(result, part(other), random.nextInt(4));
            default -> Arrays.copyOf(result, random.nextInt(2 * result.length + 2));
          };
    }
    return result;
  }

  private byte[] flipped(byte[] bytes) {
    byte[] result = bytes.clone();
    if (result.length > 0) {
      result[random.nextInt(result.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return result;
  }

  private byte[] overwritten(byte[] bytes) {
    byte[] result = bytes.clone();
    if (result.length > 0) {
      result[random.nextInt(result.length)] = (byte) random.nextInt();
    }
    return result;
  }

  /** A number of any size, as lengths are written. */
  private byte[] length() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long value = random.nextLong() >>> random.nextInt(64);
    while (value >>> 7 != 0) {
      out.write((int) value | 0x80);
      value >>>= 7;
    }
    out.write((int) value);
    return out.toByteArray();
  }

  private byte[] part(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    return Arrays.copyOfRange(bytes, from, from + random.nextInt(bytes.length - from + 1));
  }

  /** With these bytes somewhere, in the place of some others. */
  private byte[] spliced(byte[] bytes, byte[] put, int instead) {
    // Past the version, mostly, or there would be little else to see.
    int at =
        Math.min(
            bytes.length, (random.nextInt(20) == 0 ? 0 : 1) + random.nextInt(bytes.length + 1));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, at);
    out.writeBytes(put);
    int rest = Math.min(bytes.length, at + instead);
    out.write(bytes, rest, bytes.length - rest);
    return out.toByteArray();
  }
}
