package dev.baton.lab.options;

import picocli.CommandLine.Option;

/** The options that say which system is simulated or checked, of one size. */
public final class OneSystemOptions extends SystemOptions {

  @Option(
      names = "--nodes",
      order = -2,
      paramLabel = "N",
      description = "How many nodes. Required.")
  private Integer nodes;

  /**
   * Puts the system together.
   *
   * @param seed decides where there is chance in a graph
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  public Described of(String command, String id, long seed) {
    return of(command, id, nodes, seed);
  }
}
