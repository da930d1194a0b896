package dev.baton.cluster.wire;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the values of one type look on the wire. What writes and reads them is made when it is first
 * needed: there are handles for the messages of all algorithms, and a process uses one or two.
 */
final class Form {

  /**
   * What writes and reads the values of a type.
   *
   * @param writer (Output, type) → void
   * @param reader (Input) → type
   */
  record Handles(MethodHandle writer, MethodHandle reader) {}

  private final String text;
  private final int minimum;
  private final Supplier<Handles> source;

  /** Several threads may make it, and all make the same. */
  private @Nullable Handles handles;

  /**
   * A form whose handles are made later.
   *
   * @param text what to call it in a grammar
   * @param minimum the fewest bytes that a value takes
   */
  Form(String text, int minimum, Supplier<Handles> source) {
    this.text = text;
    this.minimum = minimum;
    this.source = source;
  }

  String text() {
    return text;
  }

  int minimum() {
    return minimum;
  }

  private Handles handles() {
    Handles made = handles;
    if (made == null) {
      made = source.get();
      handles = made;
    }
    return made;
  }

  MethodHandle writer() {
    return handles().writer();
  }

  MethodHandle reader() {
    return handles().reader();
  }

  /** Writes any object. */
  MethodHandle objectWriter() {
    return writer().asType(methodType(void.class, Output.class, Object.class));
  }

  MethodHandle objectReader() {
    return reader().asType(methodType(Object.class, Input.class));
  }

  static void write(MethodHandle objectWriter, Output out, Object value) {
    try {
      objectWriter.invokeExact(out, value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("an accessor throws a checked exception", e);
    }
  }

  static Object read(MethodHandle objectReader, Input in) throws WireException {
    try {
      return (Object) objectReader.invokeExact(in);
    } catch (RuntimeException | Error | WireException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a constructor throws a checked exception", e);
    }
  }
}
