package dev.baton.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A JVM that does what it is told, line by line, and answers each line with one of its own. */
final class Child {

  private final String name;
  private final Path errors;
  private final Process process;
  private final PrintStream to;
  private final BufferedReader from;

  /**
   * @param errors the file for what it says on standard error
   */
  Child(String name, Path errors, Class<?> program, List<String> arguments) throws IOException {
    this(List.of(), name, errors, program, arguments);
  }

  Child(List<String> launcher, String name, Path errors, Class<?> program, List<String> arguments)
      throws IOException {
    this(
        launcher,
        List.of(),
        System.getProperty("java.class.path"),
        name,
        errors,
        program,
        arguments);
  }

  /**
   * @param launcher a command that starts the command that follows it
   * @param options of the JVM
   */
  Child(
      List<String> launcher,
      List<String> options,
      String classPath,
      String name,
      Path errors,
      Class<?> program,
      List<String> arguments)
      throws IOException {
    this.name = name;
    this.errors = errors;
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of(Fork.java(), "-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, program.getName()));
    command.addAll(arguments);
    process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    from =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  void tell(String command) {
    to.println(command);
  }

  String answer() throws IOException {
    String line = from.readLine();
    if (line == null) {
      throw new IOException(name + " has ended: " + Files.readString(errors).strip());
    }
    return line;
  }

  String ask(String command) throws IOException {
    tell(command);
    return answer();
  }

  long[] numbers() throws IOException {
    return Stream.of(answer().split("\t")).mapToLong(Long::parseLong).toArray();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it has ended by itself. */
  void join() {
    process.onExit().join();
  }

  /** {@code kill -9}; returns when it is gone. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
