package dev.baton.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own for one row of a table, so that no row depends on those before it. */
final class Fork {

  private Fork() {}

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The cells that the program printed, with tabs between them. */
  static String[] row(String heap, Class<?> program, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                java(),
                heap,
                "-XX:+UseSerialGC",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      byte[] printed = process.getInputStream().readAllBytes();
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " has failed");
      }
      return new String(printed, StandardCharsets.UTF_8).strip().split("\t");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
