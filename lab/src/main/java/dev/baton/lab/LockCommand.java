package dev.baton.lab;

import dev.baton.lab.member.Durations;
import dev.baton.lab.member.MemberClient;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.MemberOptions;
import dev.baton.lab.run.ShutdownHook;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton lock}: a command under a lock. */
@Command(
    name = "lock",
    header = "Run a command under a lock of the cluster.",
    description =
        "%nWaits for the lock through a member that runs on this machine ('baton member'), runs the"
            + " command with BATON_FENCE in its environment, and releases the lock. Pass the fence"
            + " to whatever the command writes to: each hold has a larger one than all before"
            + " it.%n%nIf the hold is lost while the command runs (the member is gone, or cut off"
            + " for longer than its lease), the command gets SIGTERM. If this process dies, the"
            + " lock is released; a command that keeps running then has an outdated fence.%n%nExit"
            + " codes: 0 the command succeeded; 1 it failed (its own code is printed on standard"
            + " error), the lock was not acquired in time, or it was lost; 2 wrong usage, or a"
            + " command that cannot be started.%n",
    customSynopsis = "baton lock NAME [--wait TIME] [options] -- COMMAND…",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    parameterListHeading = "Arguments:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton lock nightly-report -- ./report.sh",
      "  baton lock invoice-42 --wait 10s -- sh -c 'echo inside with fence $BATON_FENCE'"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class LockCommand implements Callable<Integer> {

  private static final int FAILED = 1;
  private static final String EXITED = "exited";

  /** How long a command may take to end after SIGTERM. */
  private static final long GRACE_SECONDS = 10;

  @Parameters(index = "0", paramLabel = "NAME", description = "The lock.")
  private String name;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      hideParamSyntax = true,
      description = "What to run, with its arguments.")
  private List<String> command;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      description =
          "The longest time to wait for the lock: 10s, 500ms, 2m (default: for ever). With 0s"
              + " the member asks once whether it is free.")
  private Duration wait;

  @Mixin private MemberOptions members;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "The name of a lock must not be empty or contain control characters: write"
              + " invoice-42, for example.");
    }
    List<MemberClient> clients = members.connect();
    try {
      return clients.isEmpty() ? failed(members.nobody()) : lock(chosen(clients));
    } finally {
      clients.forEach(MemberClient::close);
    }
  }

  /** Any will do, if they are of one cluster. */
  private static MemberClient chosen(List<MemberClient> clients) {
    List<String> clusters =
        clients.stream().map(client -> client.status().cluster()).distinct().toList();
    if (clusters.size() > 1) {
      throw new IllegalArgumentException(
          "Members of several clusters run here: write --cluster "
              + String.join(" or --cluster ", clusters)
              + ".");
    }
    return clients.getFirst();
  }

  private int lock(MemberClient member) throws IOException, InterruptedException {
    boolean asksOnce = wait != null && wait.isZero();
    member.say((asksOnce ? "try\t" : "lock\t") + name);
    // One question is answered within the patience of the member.
    String answer = member.next(asksOnce ? null : wait);
    if (answer == null) {
      return failed(name + " was not acquired within " + Durations.text(wait) + ".");
    }
    String[] words = answer.split("\t", 2);
    return switch (words[0]) {
      case "busy" -> failed(name + " was not acquired: somebody else has it.");
      case "held" -> run(member, words[1]);
      case "refused" -> throw new IllegalArgumentException(words[1]);
      default -> failed("Member " + member.status().member() + " has ended.");
    };
  }

  private int run(MemberClient member, String fence) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("BATON_FENCE", fence);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage().strip() + ".", e);
    }
    ShutdownHook hook = new ShutdownHook(() -> stop(process));
    process.onExit().thenRun(() -> member.interject(EXITED));
    String event = member.next(null);
    if (!event.equals(EXITED)) {
      stop(process);
    }
    hook.close();
    if (!event.equals(EXITED)) {
      return lost(event);
    }
    member.say("unlock");
    String answer = member.next(null);
    if (!answer.equals("released")) {
      return lost(answer);
    }
    int code = process.exitValue();
    return code == 0 ? 0 : failed(command.getFirst() + " ended with exit code " + code + ".");
  }

  private int lost(String event) {
    String[] words = event.split("\t", 2);
    String reason = words.length > 1 ? words[1] : "the member has ended";
    return failed(
        "The hold of "
            + name
            + " was lost while "
            + command.getFirst()
            + " ran: "
            + reason
            + (reason.endsWith(".") ? "" : "."));
  }

  /** Asks the command, and everything it has started, to end; then kills it. */
  private static void stop(Process process) {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    try {
      if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private int failed(String sentence) {
    spec.commandLine().getErr().println("baton: " + sentence);
    return FAILED;
  }
}
