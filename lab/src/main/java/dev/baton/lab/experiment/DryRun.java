package dev.baton.lab.experiment;

import dev.baton.lab.experiment.Experiment.Claim;
import dev.baton.lab.experiment.Experiment.Comparison;
import dev.baton.lab.experiment.Experiment.Effort;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What an experiment would run, draw and compare, without running it. */
public final class DryRun {

  private final Experiment experiment;
  private final boolean isQuick;
  private final PrintWriter out;
  private final List<Cell> cells;

  private DryRun(Experiment experiment, boolean isQuick, PrintWriter out) {
    this.experiment = experiment;
    this.isQuick = isQuick;
    this.out = out;
    cells = Cells.of(experiment, isQuick);
  }

  /**
   * Lists the configurations by number, and for each plot and claim those that it selects.
   *
   * @throws IllegalArgumentException with one sentence, if the experiment cannot be run
   */
  public static void print(Experiment experiment, boolean isQuick, PrintWriter out) {
    ExperimentReview.check(experiment, isQuick);
    new DryRun(experiment, isQuick, out).print();
  }

  private void print() {
    Effort effort = experiment.effort(isQuick);
    out.println(experiment.name() + ": " + experiment.title());
    out.println(
        cells.size()
            + (cells.size() == 1 ? " configuration" : " configurations")
            + "; of each, unless it is a probe, "
            + effort.least()
            + (effort.most() > effort.least() ? " to " + effort.most() : "")
            + (effort.most() == 1 ? " trial:" : " trials:"));
    for (int i = 0; i < cells.size(); i++) {
      out.printf("%5d  %s%n", i + 1, String.join(" ", cells.get(i).arguments()));
    }
    for (Experiment.Plot plot : experiment.plots()) {
      out.println(
          "plot "
              + plot.id()
              + ", "
              + (plot.isDistribution()
                  ? "distribution of " + plot.x()
                  : plot.y() + " over " + plot.x()));
      select("       ", plot.of(), plot.isDistribution() ? plot.time() : plot.y());
    }
    for (Claim claim : experiment.claims()) {
      out.println("claim " + claim.claim());
      if (claim.test() != null) {
        compare("test", claim.test());
      }
      claim.otherwise().forEach(other -> compare("otherwise", other));
      claim.instead().forEach(other -> compare("instead", other));
    }
    out.println();
  }

  private void compare(String key, Comparison comparison) {
    String reading = comparison.reading() == null ? "" : ", " + comparison.reading();
    out.println("       " + key + reading + ": " + comparison.run());
    select("         ", comparison.of(), comparison.measure());
  }

  private void select(String indent, Map<String, Object> of, Measure measure) {
    List<Integer> selected =
        IntStream.range(0, cells.size())
            .filter(i -> cells.get(i).matches(of) && Measure.of(cells.get(i)).contains(measure))
            .mapToObj(i -> i + 1)
            .toList();
    String numbers = selected.stream().map(String::valueOf).collect(Collectors.joining(", "));
    out.println(
        indent
            + (selected.isEmpty()
                ? "selects nothing in this run, but in the other one, with or without --quick"
                : "selects " + selected.size() + ": " + numbers));
  }
}
