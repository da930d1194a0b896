package dev.baton.cluster.wire;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;

/**
 * How the values of one type look on the wire.
 *
 * @param text what to call it in a grammar
 * @param minimum the fewest bytes that a value takes
 * @param writer (Output, type) → void
 * @param reader (Input) → type
 */
record Form(String text, int minimum, MethodHandle writer, MethodHandle reader) {

  /** Writes any object. */
  MethodHandle objectWriter() {
    return writer.asType(methodType(void.class, Output.class, Object.class));
  }

  MethodHandle objectReader() {
    return reader.asType(methodType(Object.class, Input.class));
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
