package dev.baton.lab.demo;

/**
 * One stay of a member inside, as its history tells it. Times are {@link System#nanoTime}, one
 * clock for all processes of a machine.
 *
 * @param slot which permit; 0 for a lock
 * @param value the counter that it read
 * @param ended how it ended
 * @param end when; the largest value if that is not known
 */
public record Stay(
    String member,
    int slot,
    long fence,
    long value,
    long requested,
    long entered,
    Ended ended,
    long end) {

  /** How a stay ends. */
  public enum Ended {
    /** The counter was written, then the lock released. */
    LEFT,
    /** The member saw that its hold was not valid any more, and did not write. */
    LOST,
    /** The process was killed; whether it had written is not known from this alone. */
    KILLED,
    /** The history does not say. */
    OPEN
  }

  public static Stay begun(
      String member, int slot, long fence, long value, long requested, long entered) {
    return new Stay(member, slot, fence, value, requested, entered, Ended.OPEN, Long.MAX_VALUE);
  }

  public Stay ended(Ended how, long when) {
    return new Stay(member, slot, fence, value, requested, entered, how, when);
  }

  /** The value that it writes, if it comes to that. */
  long next() {
    return value + 1;
  }
}
