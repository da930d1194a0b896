package dev.baton.lab;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.Baton;
import dev.baton.lab.answer.DemoAnswer;
import dev.baton.lab.answer.Json;
import dev.baton.lab.demo.Demo;
import dev.baton.lab.demo.DemoCluster;
import dev.baton.lab.demo.WorkerException;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.run.ShutdownHook;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton demo}: members as processes, one of which is killed. */
@Command(
    name = "demo",
    header = "Run members as processes that share a lock, and kill the holder.",
    description =
        "%nStarts members as JVMs of their own on this machine, three of them voters. Under one"
            + " lock (with --k, a semaphore) each reads a counter from a file, writes it back plus"
            + " 1, and appends to its history when it entered and left, with which fence. Half-way"
            + " the first member, a voter, is killed (kill -9) while it is inside.%n%nThe verdict"
            + " comes from the files, read again at the end, for each permit: no two entries"
            + " overlap, fences grow in the order of entries, and the counter shows as many updates"
            + " as were made. The entry of the killed member ends with the kill; it counts as an"
            + " update if the counter shows that it had written. A hand-off is the time from an"
            + " exit to the entry of another member that waited; the recovery is the time from the"
            + " kill to the next entry by another member. If the verdict is not OK the exit code is"
            + " 1, and the files are kept.%n",
    customSynopsis = "baton demo [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton demo",
      "  baton demo --algorithm raysuz --seconds 10",
      "  baton demo --k 3 --members 7"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {

  /** The exit code that shells use for a command ended by Ctrl-C. */
  private static final int INTERRUPTED = 130;

  private static final int VOTERS = 3;
  private static final int MOST_MEMBERS = 15;
  private static final int MOST_SECONDS = 3600;
  private static final Duration LEASE = Duration.ofSeconds(3);

  @Option(
      names = "--members",
      paramLabel = "M",
      defaultValue = "5",
      description = "How many processes, 3 to 15 (default: 5).")
  private int members;

  @Option(
      names = "--algorithm",
      paramLabel = "A",
      description =
          "The algorithm of the lock (default: naimi-trehel; request-collectors with --k).")
  private String algorithm;

  @Option(
      names = "--k",
      paramLabel = "K",
      defaultValue = "1",
      description = "Permits: more than 1 makes a semaphore (default: 1).")
  private int permits;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "20",
      description = "How long the members work, or longer if the recovery needs it (default: 20).")
  private int seconds;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  private volatile boolean abandoned;

  @Override
  public Integer call() throws IOException, InterruptedException {
    DemoCluster.Plan plan = plan();
    DemoCluster cluster = new DemoCluster(plan);
    ShutdownHook hook = new ShutdownHook(() -> abandon(cluster));
    DemoAnswer answer;
    try (cluster) {
      Demo demo = new Demo(cluster, plan.lease(), Duration.ofSeconds(seconds), this::progress);
      answer = new DemoAnswer(plan, demo.run(), null, cluster.directory());
    } catch (WorkerException e) {
      answer = new DemoAnswer(plan, null, e.getMessage(), cluster.directory());
    }
    if (abandoned) {
      return INTERRUPTED;
    }
    hook.close();
    if (answer.isFine()) {
      cluster.delete();
    }
    if (json) {
      Json.print(spec.commandLine().getOut(), answer.fields());
    } else {
      answer.print(spec.commandLine().getOut());
    }
    return answer.isFine() ? 0 : 1;
  }

  private DemoCluster.Plan plan() {
    if (members < VOTERS || members > MOST_MEMBERS) {
      throw new IllegalArgumentException("There can be 3 to 15 members: write --members 5.");
    }
    if (permits < 1 || permits >= members) {
      throw new IllegalArgumentException(
          "There can be 1 to "
              + (members - 1)
              + " permits for "
              + members
              + " members, so that"
              + " somebody waits: write --k 3.");
    }
    if (seconds < 1 || seconds > MOST_SECONDS) {
      throw new IllegalArgumentException("It can take 1 to 3600 seconds: write --seconds 20.");
    }
    String id = FormerIds.current(algorithm, spec.commandLine().getErr());
    if (id == null) {
      id = permits == 1 ? "naimi-trehel" : "request-collectors";
    }
    if (permits > 1 && !Catalog.entry(id).runsAsSemaphore()) {
      boolean hasOne = !Catalog.entry(id).hasPermits();
      throw new IllegalArgumentException(
          id
              + (hasOne ? " has one permit" : " cannot be a semaphore of a cluster")
              + ": write --algorithm request-collectors for a semaphore.");
    }
    // Refuses what cannot run in a cluster before anything is started.
    Baton.builder().algorithm(id);
    return new DemoCluster.Plan(members, VOTERS, id, permits, LEASE, DemoCluster.Plan.INSECURE);
  }

  private void progress(String line) {
    spec.commandLine().getErr().println("baton: " + line);
  }

  /** The command was interrupted. */
  private void abandon(DemoCluster cluster) {
    abandoned = true;
    cluster.close();
    try {
      cluster.delete();
    } catch (IOException e) {
      // The files are temporary, and nobody is left to be told.
    }
  }
}
