package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Java that a document shows, compiled and run in a JVM of its own. */
final class JavaProgram {

  private JavaProgram() {}

  /** The content of the first block of code in that language; it must be closed. */
  static String block(String document, String language) {
    String begin = "```" + language + "\n";
    assertThat(document).contains(begin);
    int from = document.indexOf(begin) + begin.length();
    int to = document.indexOf("```", from);
    assertThat(to).as("the end of the block of " + language).isPositive();
    return document.substring(from, to);
  }

  /**
   * Runs the first class of the source, and returns what it prints.
   *
   * @param directory an empty one
   */
  static String run(Path directory, String source) throws IOException, InterruptedException {
    Path program = Files.writeString(directory.resolve("Program.java"), source);
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("it ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(err)).isZero();
    return Files.readString(out);
  }
}
