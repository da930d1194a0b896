package dev.baton.lab.options;

import dev.baton.simulator.Distribution;
import picocli.CommandLine.Option;

/** The options that say how long things take; after {@code --workload}. */
public class TimeOptions {

  @Option(
      names = "--hold",
      order = 1,
      paramLabel = "TIME",
      description = {
        "Time inside (default constant:1):",
        "constant:T, uniform:LEAST,MOST, exponential:MEAN",
        "lognormal:MEAN,SIGMA  SIGMA is the standard deviation of the logarithm",
        "pareto:MEAN,SHAPE     heavy tails; SHAPE above 1",
        "weibull:MEAN,SHAPE, gamma:MEAN,SHAPE",
        "empirical:FILE        measured times, one in each line, or lines of a probability and a"
            + " time"
      })
  private Distribution hold = Distribution.parse("constant:1");

  @Option(
      names = "--delay",
      order = 2,
      paramLabel = "TIME",
      description =
          "Time of a message on each link, written the same way, or zones:FILE for one that depends"
              + " on the zones of its ends, or sites:FILE for a matrix of sites; its mean is called"
              + " T (default constant:1).")
  private Distribution delay = Distribution.parse("constant:1");

  public Distribution hold() {
    return hold;
  }

  public Distribution delay() {
    return delay;
  }
}
