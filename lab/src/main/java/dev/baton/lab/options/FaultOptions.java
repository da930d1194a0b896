package dev.baton.lab.options;

import dev.baton.simulator.Faults;
import picocli.CommandLine.Option;

/** The options that say what fails, where nothing repairs it. */
final class FaultOptions {

  @Option(
      names = "--loss",
      paramLabel = "P",
      description = "The probability with which a message between two nodes is lost (default 0).")
  private String loss;

  @Option(
      names = "--duplicate",
      paramLabel = "P",
      description = "The probability with which one arrives once more, later (default 0).")
  private String duplicate;

  @Option(
      names = "--crash",
      paramLabel = "I@TIME,…",
      hideParamSyntax = true,
      description =
          "Which nodes stop for ever, and when: 3@500,4@600. Whoever was inside is no longer.")
  private String crash;

  /**
   * What fails.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot be read
   */
  Faults faults() {
    return Faults.parse(loss, duplicate, crash);
  }
}
