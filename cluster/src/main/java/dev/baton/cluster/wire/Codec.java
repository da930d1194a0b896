package dev.baton.cluster.wire;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Turns values of one type into bytes and back. The bytes are the version of the format and then
 * the value, nothing more.
 *
 * <p>It has no state: one for all threads. {@link Output} and {@link Input} belong to one thread
 * each.
 */
public final class Codec<T> {

  /** Changes whenever the same bytes would mean something else. */
  public static final int VERSION = 1;

  /** The most bytes that a value takes, with the version. */
  public static final int LARGEST = 4 << 20;

  private final String grammar;
  private final Form form;

  // Several threads may make them, and all make the same.
  private @Nullable MethodHandle writer;
  private @Nullable MethodHandle reader;

  Codec(Form form, String grammar) {
    this.grammar = grammar;
    this.form = form;
  }

  private MethodHandle writer() {
    MethodHandle made = writer;
    if (made == null) {
      made = form.objectWriter();
      writer = made;
    }
    return made;
  }

  private MethodHandle reader() {
    MethodHandle made = reader;
    if (made == null) {
      made = form.objectReader();
      reader = made;
    }
    return made;
  }

  /**
   * Writes a value, in the place of what {@code out} held.
   *
   * @throws IllegalArgumentException with one sentence, if it has a bad name or is too large
   */
  public void encode(T value, Output out) {
    out.clear();
    out.writeByte(VERSION);
    Form.write(writer(), out, value);
  }

  /**
   * Reads a value, from all of {@code in}.
   *
   * @throws WireException if these bytes are none
   */
  @SuppressWarnings("unchecked") // The form was derived from T.
  public T decode(Input in) throws WireException {
    if (in.left() > LARGEST) {
      throw new WireException("A frame has at most " + LARGEST + " bytes.");
    }
    int version = in.readByte();
    if (version != VERSION) {
      throw new WireException("The format has version " + VERSION + ", not " + version + ".");
    }
    T value;
    try {
      value = (T) Form.read(reader(), in);
    } catch (IllegalArgumentException e) {
      // A constructor, or the rule for names, has refused what was read.
      throw new WireException(e.getMessage());
    }
    if (in.left() > 0) {
      throw new WireException(in.left() + " bytes too many follow.");
    }
    return value;
  }

  /** The format, one line per record. */
  @Override
  public String toString() {
    return grammar;
  }
}
