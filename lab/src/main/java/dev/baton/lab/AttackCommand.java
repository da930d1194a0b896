package dev.baton.lab;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.attack.Attack;
import dev.baton.lab.answer.Figures;
import dev.baton.lab.answer.Json;
import dev.baton.lab.answer.ProgressLine;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.run.Threads;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton attack}: the classes of the live cluster under simulated faults. */
@Command(
    name = "attack",
    header = "Run the classes of the live cluster under simulated faults.",
    description =
        "%nEach seed is a run of half a minute: members that share locks while processes crash,"
            + " pause and leave, the network is cut, loses, doubles and reorders, clocks drift,"
            + " and the epoch store is slow or away. Then everything is repaired. Checked are:"
            + " at most one valid hold per permit, growing fences, one chain of epochs, holds that"
            + " survive the change of an epoch; and after the repair, that nobody waits for ever"
            + " and every permit can be acquired. A violation is printed with the faults that"
            + " cause it (exit code 1).%n",
    customSynopsis = "baton attack [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton attack --seeds 100",
      "  baton attack --algorithm raysuz --members 5 --seeds 50",
      "  baton attack --algorithm klme --roaming --seeds 50",
      "  baton attack --lease 1000 --seeds 100",
      "  baton attack --first-seed 4711 --seeds 1                 (replays one seed)"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class AttackCommand implements Callable<Integer> {

  /** How many failing seeds are explained. */
  private static final int EXPLAINED = 3;

  /** One seed in this many is run twice, to check that the result is the same. */
  private static final int TWICE = 16;

  @Option(
      names = "--algorithm",
      paramLabel = "A",
      defaultValue = "naimi-trehel",
      description =
          "The algorithm inside the epochs; one with k permits runs as a semaphore (default:"
              + " naimi-trehel).")
  private String algorithm;

  @Option(
      names = "--members",
      paramLabel = "M",
      defaultValue = "5",
      description = "How many processes, 2 to 9 (default: 5).")
  private int members;

  @Option(
      names = "--roaming",
      description =
          "Every lock exists in each of two neighbourhoods, and members move between them.")
  private boolean roaming;

  @Option(
      names = "--lease",
      paramLabel = "MS",
      description = "The lease in milliseconds, 1000 to 60000 (default: each seed draws one).")
  private Long lease;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many runs (default: 1000).")
  private long seeds;

  @Option(
      names = "--first-seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "The seed of the first run (default: 1).")
  private long firstSeed;

  @Option(
      names = "--threads",
      paramLabel = "T",
      description = "How many runs at once (default: one per core). Does not change the result.")
  private Integer threads;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  // What the runs add up to.

  private final AtomicLong next = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong grants = new AtomicLong();
  private final AtomicLong epochs = new AtomicLong();
  private final AtomicLong holdsCarried = new AtomicLong();
  private final AtomicLong changesJudged = new AtomicLong();
  private final AtomicLong holdsJudged = new AtomicLong();
  private final Map<Long, String> failing = Collections.synchronizedMap(new TreeMap<>());

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    algorithm = FormerIds.current(algorithm, err);
    Catalog.entry(algorithm);
    if (seeds < 1) {
      throw new IllegalArgumentException("There must be at least 1 seed: write --seeds 1000.");
    }
    Attack attack = new Attack(algorithm, members);
    attack = roaming ? attack.roaming() : attack;
    attack = lease == null ? attack : attack.lease(lease);
    long start = System.nanoTime();
    try (ProgressLine line = new ProgressLine(err, "attack " + algorithm, "seeds", seeds);
        Threads pool = new Threads((int) Math.min(seeds, Threads.count(threads)))) {
      Attack same = attack;
      pool.run(Collections.nCopies(pool.size(), () -> work(same, line)));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Json.print(out, fields(seconds));
    } else {
      print(out, seconds);
    }
    for (long seed : failing.keySet().stream().limit(EXPLAINED).toList()) {
      explain(attack, seed);
    }
    return failing.isEmpty() ? 0 : 1;
  }

  private void work(Attack attack, ProgressLine line) {
    for (long i = next.getAndIncrement(); i < seeds; i = next.getAndIncrement()) {
      Attack.Outcome outcome = attack.run(firstSeed + i);
      grants.addAndGet(outcome.grants());
      epochs.addAndGet(outcome.epochs());
      holdsCarried.addAndGet(outcome.holdsCarried());
      changesJudged.addAndGet(outcome.changesJudged());
      holdsJudged.addAndGet(outcome.holdsJudged());
      if (outcome.violation() != null) {
        failing.put(outcome.seed(), outcome.violation());
      } else if (outcome.seed() % TWICE == 0 && !attack.run(outcome.seed()).equals(outcome)) {
        failing.put(outcome.seed(), "the same seed gave two different runs");
      }
      line.at(done.incrementAndGet(), Figures.count(failing.size(), "violation", "violations"));
    }
  }

  private Map<String, Object> fields(double seconds) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("algorithm", algorithm);
    fields.put("members", members);
    fields.put("roaming", roaming);
    fields.put("lease", lease);
    fields.put("firstSeed", firstSeed);
    fields.put("seeds", seeds);
    fields.put("violations", failing.size());
    fields.put("failingSeeds", List.copyOf(failing.keySet()));
    fields.put("grants", grants.get());
    fields.put("epochs", epochs.get());
    fields.put("holdsCarried", holdsCarried.get());
    fields.put("changesJudged", changesJudged.get());
    fields.put("holdsJudged", holdsJudged.get());
    fields.put("simulatedHours", hours());
    fields.put("seedsPerSecond", seeds / seconds);
    return fields;
  }

  private double hours() {
    return seeds * Attack.SECONDS_PER_SEED / 3600.0;
  }

  private void print(PrintWriter out, double seconds) {
    out.println(
        "attack on "
            + algorithm
            + ", "
            + members
            + " members"
            + (roaming ? " that roam" : "")
            + (lease == null ? "" : ", lease " + lease + " ms"));
    out.println();
    row(out, "seeds", Figures.whole(seeds), "from " + firstSeed);
    row(out, "violations", Figures.whole(failing.size()), "");
    row(out, "grants", Figures.whole(grants.get()), "");
    row(out, "epochs", Figures.whole(epochs.get()), "");
    row(out, "holds carried", Figures.whole(holdsCarried.get()), "from one epoch to the next");
    row(out, "changes judged", Figures.whole(changesJudged.get()), "where holds had to survive");
    row(out, "holds in these", Figures.whole(holdsJudged.get()), "");
    row(out, "simulated", Figures.about(hours()) + " h", "");
    String rate = Figures.rounded(seeds / seconds) + " seeds/s";
    row(out, "time", Figures.seconds(seconds), rate);
  }

  private static void row(PrintWriter out, String name, String value, String note) {
    out.println(String.format("  %-14s %14s   %s", name, value, note).stripTrailing());
  }

  /**
   * On standard error, also with --json: what broke, the faults it needs, and how to see it again.
   */
  private void explain(Attack attack, long seed) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("baton: seed " + seed + ": " + failing.get(seed));
    attack.shrink(seed).forEach(fault -> err.println("  " + fault));
    err.println(
        "  again: ./baton attack --algorithm "
            + algorithm
            + " --members "
            + members
            + (roaming ? " --roaming" : "")
            + (lease == null ? "" : " --lease " + lease)
            + " --first-seed "
            + seed
            + " --seeds 1");
  }
}
