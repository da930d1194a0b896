package dev.baton.lab.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs tools of the system, one after the other. */
final class Shell {

  private static final int PATIENCE_SECONDS = 20;

  private static final List<Path> PLACES =
      List.of(Path.of("/usr/sbin"), Path.of("/usr/bin"), Path.of("/sbin"), Path.of("/bin"));

  private Shell() {}

  static boolean has(String tool) {
    return PLACES.stream().anyMatch(place -> Files.isExecutable(place.resolve(tool)));
  }

  /** The first of these tools that is not there, or null. */
  static String missing(String... tools) {
    for (String tool : tools) {
      if (!has(tool)) {
        return tool;
      }
    }
    return null;
  }

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /**
   * Runs a command, its words separated by single spaces.
   *
   * @throws IOException with what it said, if it fails
   */
  static String run(String line) throws IOException {
    return run(List.of(line.split(" ")));
  }

  static String run(List<String> command) throws IOException {
    return run(new ProcessBuilder(command));
  }

  static String run(ProcessBuilder builder) throws IOException {
    List<String> command = builder.command();
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", command) + " takes too long");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said.strip());
    }
    return said;
  }

  /** Runs a command that may fail, because there may be nothing to do. */
  static void tryRun(String line) {
    try {
      run(line);
    } catch (IOException e) {
      // What it is for is gone already.
    }
  }
}
