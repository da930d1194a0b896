package dev.baton.lab;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.Baton;
import dev.baton.lab.answer.CampaignAnswer;
import dev.baton.lab.answer.CampaignTotals;
import dev.baton.lab.answer.Json;
import dev.baton.lab.campaign.Campaign;
import dev.baton.lab.campaign.CampaignSettings;
import dev.baton.lab.campaign.FaultChoice;
import dev.baton.lab.campaign.Load;
import dev.baton.lab.demo.WorkerException;
import dev.baton.lab.member.Durations;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.run.ShutdownHook;
import dev.baton.lab.run.TextFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton campaign}: members as processes under real faults. */
@Command(
    name = "campaign",
    header = "Run members as processes under real faults, and judge what they wrote.",
    description =
        "%nStarts members as JVMs of their own, three of them voters, and lets one fault after the"
            + " other happen to them, as a plan says that is drawn from the seed: processes are"
            + " killed, stopped, restarted; the network is cut, loses, delays, doubles and"
            + " reorders packets; disks of voters hang, are full or fail; wall clocks jump;"
            + " strangers knock.%n%nAs root on Linux each member has a network namespace, and"
            + " each voter a disk on a loop device; both are removed at the end. Otherwise the"
            + " members are on loopback, and a line says which faults are left out.%n%nAll the"
            + " time the members enter and leave: one lock that all want, many locks, handles,"
            + " semaphores, and semaphores of neighbourhoods between which they move. Each"
            + " writes down what it did. From these files it is judged that no two holds of a"
            + " permit were valid at once, that fences grew, that nobody who asked before the"
            + " last calm still waits after it, that every member is back, and that threads and"
            + " heap have not grown. If one of these does not hold the exit code is 1, and the"
            + " files are kept.%n",
    customSynopsis = "baton campaign [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton campaign",
      "  baton campaign --minutes 60 --tls --out results",
      "  baton campaign --faults network,kill --seed 7",
      "  baton campaign --faults disk-frozen:leader --each 30s --minutes 8",
      "  baton campaign --faults link:4-5 --each 300s --baseline 300s --seconds 640"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class CampaignCommand implements Callable<Integer> {

  /** The exit code that shells use for a command ended by Ctrl-C. */
  private static final int INTERRUPTED = 130;

  private static final int VOTERS = 3;
  private static final int MOST_MEMBERS = 9;
  private static final int DEFAULT_MINUTES = 5;
  private static final Duration LONGEST = Duration.ofHours(24);

  @Option(
      names = "--faults",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "all",
      description =
          "What may happen: all, none, the groups processes, network, disks, clocks, or single"
              + " faults, separated by commas (default: all). A fault may be followed by the form"
              + " in which it is to happen: disk-frozen:leader, cut:everybody, link:4-5,"
              + " delay:100.")
  private List<String> faults;

  @Option(
      names = "--each",
      paramLabel = "TIME",
      description =
          "How long each fault lasts, as in 30s (default: drawn, from half a lease to three).")
  private String each;

  @Option(
      names = "--baseline",
      paramLabel = "TIME",
      description =
          "How much calm there is before the first fault, as in 300s (default: the lease and 1 s)."
              + " With more than 10 s the report says what share of the grants is left in a fault"
              + " of more than 10 s.")
  private String baseline;

  @Option(
      names = "--loads",
      paramLabel = "LIST",
      split = ",",
      defaultValue = "all",
      description =
          "What members do: hot, many, handles, semaphore, roaming, separated by commas (default:"
              + " all).")
  private List<String> loads;

  @Option(
      names = "--members",
      paramLabel = "M",
      defaultValue = "5",
      description = "How many processes, 3 to 9; three of them are voters (default: 5).")
  private int members;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "How long it takes, from when all have joined (default: 5).")
  private Double minutes;

  @Option(names = "--seconds", paramLabel = "S", description = "The same, in seconds.")
  private Integer seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Decides the plan of faults (default: 1).")
  private long seed;

  @Option(
      names = "--algorithm",
      paramLabel = "A",
      defaultValue = "naimi-trehel",
      description =
          "The algorithm of the locks (default: naimi-trehel), or one of semaphores, with --loads"
              + " semaphore.")
  private String algorithm;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      defaultValue = "3s",
      description = "The lease, 1 to 60 seconds (default: 3s).")
  private String lease;

  @Option(names = "--tls", description = "Members show each other certificates, made for this.")
  private boolean tls;

  @Option(names = "--local", description = "Stay on loopback, also as root.")
  private boolean local;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Write a report: index.html with a time line, campaign.json, campaign.txt, and below"
              + " files/ what the processes wrote.")
  private Path out;

  @Option(
      names = "--merge",
      paramLabel = "DIRS",
      split = ",",
      description =
          "Run nothing: print what each kind of fault came to in several campaigns together, which"
              + " were written with --out.")
  private List<Path> merged;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  private volatile boolean abandoned;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (merged != null) {
      CampaignTotals totals = CampaignTotals.read(merged);
      print(totals.fields(), totals::print);
      return 0;
    }
    CampaignSettings settings = settings();
    Path files = files();
    Campaign campaign = new Campaign(settings, files, this::progress);
    ShutdownHook hook = new ShutdownHook(() -> abandon(campaign, files));
    CampaignAnswer answer;
    try (hook;
        campaign) {
      answer = new CampaignAnswer(settings, campaign.run(), null, files);
    } catch (WorkerException e) {
      answer = new CampaignAnswer(settings, null, e.getMessage(), files);
    } catch (IOException | InterruptedException e) {
      if (!abandoned) {
        throw e;
      }
      return INTERRUPTED;
    }
    if (abandoned) {
      return INTERRUPTED;
    }
    write(answer);
    print(answer.fields(), answer::print);
    if (out == null && answer.isFine()) {
      delete(files);
    }
    return answer.isFine() ? 0 : 1;
  }

  private void print(Map<String, Object> fields, Consumer<PrintWriter> text) {
    if (json) {
      Json.print(spec.commandLine().getOut(), fields);
    } else {
      text.accept(spec.commandLine().getOut());
    }
  }

  private CampaignSettings settings() {
    if (members < VOTERS || members > MOST_MEMBERS) {
      throw new IllegalArgumentException("There can be 3 to 9 members: write --members 5.");
    }
    if (minutes != null && seconds != null) {
      throw new IllegalArgumentException("Write --minutes or --seconds, not both.");
    }
    Duration time = Duration.ofMinutes(DEFAULT_MINUTES);
    if (minutes != null) {
      time = Duration.ofMillis(Math.round(minutes * 60_000));
    } else if (seconds != null) {
      time = Duration.ofSeconds(seconds);
    }
    String id = FormerIds.current(algorithm, spec.commandLine().getErr());
    Set<Load> wanted = Load.parse(loads);
    if (Catalog.entry(id).runsAsSemaphore()) {
      if (!wanted.equals(Set.of(Load.SEMAPHORE))) {
        throw new IllegalArgumentException(
            id + " is an algorithm of semaphores: write --loads semaphore.");
      }
    } else if (Catalog.entry(id).hasPermits()) {
      throw new IllegalArgumentException(
          id + " is not an algorithm of a lock: write --algorithm naimi-trehel.");
    }
    FaultChoice choice = FaultChoice.parse(faults, each == null ? null : Durations.parse(each));
    choice.check(members);
    // Refuses what cannot run in a cluster before anything is started.
    Baton.builder().algorithm(id).lease(Durations.parse(lease));
    CampaignSettings settings =
        new CampaignSettings(
            members,
            VOTERS,
            id,
            Durations.parse(lease),
            tls,
            seed,
            time,
            baseline == null ? null : Durations.parse(baseline),
            choice,
            wanted,
            local);
    if (time.compareTo(settings.least()) < 0 || time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "With this lease a campaign takes "
              + settings.least().toSeconds()
              + " s to 24 hours: write --seconds "
              + 2 * settings.least().toSeconds()
              + ".");
    }
    return settings;
  }

  /** Where the processes write. */
  private Path files() throws IOException {
    if (out == null) {
      return Files.createTempDirectory("baton-campaign-");
    }
    Path files = out.resolve("files");
    if (Files.exists(files)) {
      throw new IllegalArgumentException(
          out + " has files of another campaign: write another directory after --out.");
    }
    try {
      return Files.createDirectories(files).toAbsolutePath();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          out + " cannot be written: write another directory after --out.", e);
    }
  }

  private void write(CampaignAnswer answer) {
    if (out == null) {
      return;
    }
    TextFile.write(out.resolve("campaign.json"), print(to -> Json.print(to, answer.fields())));
    TextFile.write(out.resolve("campaign.txt"), print(answer::print));
    if (answer.outcome() != null) {
      TextFile.write(out.resolve("index.html"), answer.page());
      progress("report: " + out.resolve("index.html"));
    }
  }

  private static String print(Consumer<PrintWriter> printer) {
    StringWriter text = new StringWriter();
    PrintWriter to = new PrintWriter(text);
    printer.accept(to);
    to.flush();
    return text.toString();
  }

  private void progress(String line) {
    spec.commandLine().getErr().println("baton: " + line);
    spec.commandLine().getErr().flush();
  }

  /** The command was interrupted. */
  private void abandon(Campaign campaign, Path files) {
    abandoned = true;
    campaign.close();
    if (out == null) {
      delete(files);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // The files are temporary.
    }
  }
}
