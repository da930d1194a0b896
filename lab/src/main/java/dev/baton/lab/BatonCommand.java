package dev.baton.lab;

import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.OptionTypes;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command {@code baton}: an overview, and the way to all others. */
@Command(
    name = "baton",
    description = {
      "Distributed mutual exclusion from the literature: simulated, checked and explained.%n",
      "An algorithm decides, by messages alone, which of N nodes may enter the critical section."
          + " List the algorithms, measure what they cost, try every interleaving of a small"
          + " system, and replay single scenarios.%n"
    },
    customSynopsis = {"baton COMMAND [options]", "       baton help COMMAND%n"},
    synopsisHeading = "Usage: ",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "Options:%n",
    footerHeading = "%nStart here:%n",
    footer = {
      "  baton demo",
      "  baton algorithms",
      "  baton simulate raymond --nodes 49 --workload saturated",
      "  baton check lamport --nodes 3 --requests 1 --channels any",
      "  baton lab --open",
      "%nExit codes: 0 success; 1 what was checked does not hold; 2 wrong usage, with one line"
          + " that says what to write instead."
    },
    subcommands = {
      AlgorithmsCommand.class,
      SimulateCommand.class,
      CompareCommand.class,
      AdviseCommand.class,
      ClustersCommand.class,
      ExperimentCommand.class,
      ReproduceCommand.class,
      CheckCommand.class,
      TraceCommand.class,
      LabCommand.class,
      AttackCommand.class,
      DemoCommand.class,
      CampaignCommand.class,
      MemberCommand.class,
      LockCommand.class,
      StatusCommand.class,
      CommandLine.HelpCommand.class
    },
    versionProvider = BatonCommand.Version.class,
    usageHelpWidth = 100,
    sortOptions = false)
public final class BatonCommand implements Runnable {

  @Mixin private HelpOption help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    // Always UTF-8: an answer has the same bytes on every machine.
    PrintWriter out = writer(FileDescriptor.out);
    PrintWriter err = writer(FileDescriptor.err);
    int exitCode = run(out, err, args);
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
  }

  /** Runs the command that the arguments name, and returns the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    CommandLine baton = line();
    baton.setOut(out);
    baton.setErr(err);
    Mistakes mistakes = new Mistakes(err);
    baton.setExecutionStrategy(BatonCommand::execute);
    baton.setParameterExceptionHandler(mistakes);
    baton.setExecutionExceptionHandler(mistakes);
    try {
      return baton.execute(args);
    } catch (OutOfMemoryError e) {
      return mistakes.onOutOfMemory();
    }
  }

  /** The parser of all arguments. */
  static CommandLine line() {
    CommandLine baton = OptionTypes.register(new CommandLine(new BatonCommand()));
    baton.setUsageHelpLongOptionsMaxWidth(28);
    return baton;
  }

  /**
   * Refuses an option that is written twice: where options are grouped, picocli would start a new
   * group and silently forget the rest of the first one.
   */
  private static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    for (ArgGroupSpec group : last.commandSpec().argGroups()) {
      List<ParseResult.GroupMatch> matches =
          last.findMatches(group).stream().flatMap(found -> found.matches().stream()).toList();
      for (OptionSpec option : group.options()) {
        if (matches.stream().filter(m -> !m.matchedValues(option).isEmpty()).count() > 1) {
          throw new ParameterException(
              last.commandSpec().commandLine(), option.longestName() + " is written twice.");
        }
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The version that Maven has written into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      Properties properties = new Properties();
      String file = "/META-INF/maven/dev.baton/baton-lab/pom.properties";
      try (InputStream in = BatonCommand.class.getResourceAsStream(file)) {
        if (in != null) {
          properties.load(in);
        }
      }
      return new String[] {
        "baton " + properties.getProperty("version", "(not packaged)"),
        "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
      };
    }
  }
}
