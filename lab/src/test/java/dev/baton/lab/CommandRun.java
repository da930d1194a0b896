package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;

/** One command that was run in this JVM, with what it printed. */
record CommandRun(int exitCode, String out, String err) {

  private static final String PROGRESS = "baton: [^:]+: [0-9,]+ .*, [0-9.,]+ m?s";

  /** The arguments, separated by single spaces. */
  static CommandRun of(String line) {
    return of(line.split(" "));
  }

  static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = BatonCommand.run(new PrintWriter(out), new PrintWriter(err), args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** The one object on standard output. */
  JsonNode json() {
    ObjectMapper mapper = new ObjectMapper();
    mapper.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    try {
      return mapper.readTree(out);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + out, e);
    }
  }

  /** It ended with exit code 2, and one line that contains {@code words}. */
  void isRefused(String words) {
    assertThat(err).contains(words);
    assertThat(err.lines()).hasSize(1);
    assertThat(err).startsWith("baton: ").endsWith(System.lineSeparator());
    assertThat(out).isEmpty();
    assertThat(exitCode).isEqualTo(2);
  }

  /**
   * It ended well and had nothing to complain about; on a busy machine it may tell its progress.
   */
  CommandRun isFine() {
    assertThat(err.lines()).allMatch(line -> line.matches(PROGRESS));
    assertThat(exitCode).isZero();
    return this;
  }

  /** All that it printed fits into 100 columns. */
  CommandRun fits() {
    assertThat(out.lines()).allMatch(line -> line.length() <= 100);
    return this;
  }
}
