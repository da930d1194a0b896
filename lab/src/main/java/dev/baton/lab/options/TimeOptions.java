package dev.baton.lab.options;

import dev.baton.simulator.Distribution;
import picocli.CommandLine.Option;

/** The options that say how long things take; after {@code --workload}. */
public class TimeOptions {

  @Option(
      names = "--hold",
      order = 1,
      paramLabel = "TIME",
      description =
          "Time inside: constant:1 (default), uniform:0.5,1.5 or exponential:1, for example.")
  private Distribution hold = Distribution.parse("constant:1");

  @Option(
      names = "--delay",
      order = 2,
      paramLabel = "TIME",
      description =
          "Time of a message on each link, written the same way, or zones:FILE for one that depends"
              + " on the zones of its ends; its mean is called T (default constant:1).")
  private Distribution delay = Distribution.parse("constant:1");

  public Distribution hold() {
    return hold;
  }

  public Distribution delay() {
    return delay;
  }
}
