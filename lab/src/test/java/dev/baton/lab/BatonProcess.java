package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.run.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in a process of its own. Its standard input is open until it is closed. */
final class BatonProcess implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final Path err;

  /**
   * Starts one.
   *
   * @param runtime stands for the runtime directory of the user
   */
  BatonProcess(Path runtime, String... args) throws IOException {
    err = Files.createTempFile(runtime, "stderr", null);
    ProcessBuilder builder =
        ChildJvm.of(BatonCommand.class, List.of(args)).redirectError(err.toFile());
    builder.environment().put("XDG_RUNTIME_DIR", runtime.toString());
    process = builder.start();
  }

  /** The next line on its standard output. */
  String line() throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    assertThat(line).as(err()).isNotNull();
    return line;
  }

  String rest() throws IOException {
    return String.join("\n", process.inputReader(StandardCharsets.UTF_8).lines().toList());
  }

  /** What it has said on standard error. */
  String err() throws IOException {
    return Files.readString(err);
  }

  void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  void terminate() {
    process.destroy();
  }

  /** Sends a signal by its name. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, "" + process.pid()).inheritIO().start().waitFor();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("has ended").isTrue();
    return process.exitValue();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    closeInput();
  }
}
