package dev.baton.lab;

import dev.baton.core.Graph;
import dev.baton.lab.answer.AdviceAnswer;
import dev.baton.lab.answer.Figures;
import dev.baton.lab.answer.Json;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.OptionTypes;
import dev.baton.lab.options.TimeOptions;
import dev.baton.lab.run.Advice;
import dev.baton.lab.run.Threads;
import dev.baton.simulator.Distribution;
import dev.baton.simulator.Workload;
import dev.baton.simulator.Zones;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton advise}: which algorithm to use. */
@Command(
    name = "advise",
    header = "Measure the catalog under your conditions, and recommend an algorithm.",
    description =
        "%nSimulates every algorithm that can run live, under your number of nodes, delays and"
            + " workload, and recommends one for locks and one for semaphores: the one with the"
            + " smallest product of messages and response time. A star marks every algorithm that"
            + " no other beats in messages, response, bypass and load at once.%n",
    customSynopsis = "baton advise --nodes N [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton advise --nodes 5 --workload think:1000",
      "  baton advise --nodes 60 --workload saturated --delay exponential:1",
      "  baton advise --nodes 30 --zones zones.txt --workload contention:5"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class AdviseCommand implements Callable<Integer> {

  @ArgGroup(validate = false, order = 1, heading = "%nYour conditions:%n")
  private ConditionOptions conditions = new ConditionOptions();

  @Option(
      names = "--threads",
      paramLabel = "T",
      description = "How many algorithms are measured at once (default: one per core).")
  private Integer threads;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  /** The conditions under which algorithms are measured. */
  static final class ConditionOptions extends TimeOptions {
    @Option(names = "--nodes", paramLabel = "N", description = "How many members. Required.")
    private Integer nodes;

    @Option(
        names = "--workload",
        order = 0,
        paramLabel = "LOAD",
        description =
            "When members ask, as for simulate: isolated, burst, saturated, think:MEAN or"
                + " contention:PCT (default think:100).")
    private Workload workload = Workload.parse("think:100");

    @Option(
        names = "--k",
        order = 3,
        paramLabel = "K",
        description = "Permits of a semaphore (default 3).")
    private int k = 3;

    @Option(
        names = "--zones",
        order = 4,
        paramLabel = "FILE",
        description =
            "Which members are near each other: a file with lines such as 'zone eu 0 1 2', 'link eu"
                + " us' and 'delay eu us constant:40'. A message inside a zone takes one link,"
                + " between zones up to three, by way of each zone's first member. Delays that the"
                + " file has take the place of --delay.")
    private String zones;
  }

  @Override
  public Integer call() {
    if (conditions.nodes == null || conditions.nodes < 1) {
      throw new IllegalArgumentException(
          "The number of nodes is missing: write --nodes 9, for example.");
    }
    if (conditions.k < 2) {
      throw new IllegalArgumentException(
          "A semaphore has at least 2 permits, not " + conditions.k + ": a lock has 1.");
    }
    int workers = Threads.count(threads);
    Zones zones =
        conditions.zones == null ? null : OptionTypes.zones(conditions.zones, conditions.nodes);
    Advice locks = advice(zones, 1);
    Advice semaphores = advice(zones, conditions.k);
    locks.measure(workers);
    semaphores.measure(workers);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("lock", new AdviceAnswer(locks).fields());
      answer.put("semaphore", new AdviceAnswer(semaphores).fields());
      Json.print(out, answer);
      return 0;
    }
    out.println(
        Figures.count(conditions.nodes, "node", "nodes")
            + (zones == null ? "" : " in " + Figures.count(zones.members().size(), "zone", "zones"))
            + ", "
            + conditions.workload
            + ", delay "
            + delay(zones)
            + ", hold "
            + conditions.hold());
    out.println();
    out.println("LOCKS");
    new AdviceAnswer(locks).print(out);
    out.println();
    out.println("SEMAPHORES of " + conditions.k + " permits");
    new AdviceAnswer(semaphores).print(out);
    out.println();
    out.println("messages   links taken per entry; response: from request to entry, mean");
    out.println("bypass     most entries by others between a request and its entry");
    out.println("load       share of all messages that the busiest node handles");
    return 0;
  }

  private Advice advice(Zones zones, int permits) {
    Graph network = zones == null ? Graph.complete(conditions.nodes) : zones.network();
    Advice advice =
        new Advice(network, conditions.workload, delay(zones), conditions.hold(), permits);
    return zones == null ? advice : advice.clusters(zones.tree());
  }

  /** What the zones say, unless they say nothing. */
  private Distribution delay(Zones zones) {
    return zones != null && zones.hasDelays() ? new Distribution.Zoned(zones) : conditions.delay();
  }
}
