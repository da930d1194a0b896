package dev.baton.lab;

import dev.baton.lab.member.Durations;
import dev.baton.lab.member.HoldClock;
import dev.baton.lab.member.MemberClient;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.MemberOptions;
import dev.baton.lab.run.ShutdownHook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
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
            + " for longer than its lease), the command gets SIGTERM, and SIGKILL if it keeps"
            + " running. If the member does not answer, that happens before its lease ends. If"
            + " this process dies, the lock is released; a command that keeps running then has an"
            + " outdated fence.%n%nExit codes: that of the command; 124 the lock was not acquired"
            + " in time; 125 it was lost, or no member runs here; 126 the command cannot be run;"
            + " 127 there is no such command; 2 wrong usage.%n",
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

  // As those of timeout and flock: below them are the codes of the command itself.
  private static final int LATE = 124;
  private static final int LOST = 125;
  private static final int NOT_RUN = 126;
  private static final int NOT_FOUND = 127;

  private static final String EXITED = "exited";

  /** How long a command may take to end after SIGTERM. */
  private static final Duration GRACE = Duration.ofSeconds(10);

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
      return clients.isEmpty() ? failed(LOST, members.nobody()) : lock(chosen(clients));
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
    member.say("lock\t" + name + (wait == null ? "" : "\t" + wait.toMillis()));
    // When the time is over, the member says why.
    String answer = member.next(wait == null ? null : wait.plus(MemberClient.PATIENCE));
    if (answer == null) {
      return failed(
          LATE,
          name
              + " was not acquired within "
              + Durations.text(wait)
              + ": member "
              + member.status().member()
              + " does not answer.");
    }
    String[] words = answer.split("\t", 2);
    return switch (words[0]) {
      case "late" -> failed(LATE, words[1]);
      case "held" -> run(member, words[1]);
      case "refused" -> throw new IllegalArgumentException(words[1]);
      default -> failed(LOST, "Member " + member.status().member() + " has ended.");
    };
  }

  private int run(MemberClient member, String fence) throws IOException, InterruptedException {
    HoldClock clock = new HoldClock(member);
    String before = clock.start();
    if (before != null) {
      return lost(before);
    }
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("BATON_FENCE", fence);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return failed(
          isThere(command.getFirst()) ? NOT_RUN : NOT_FOUND, e.getMessage().strip() + ".");
    }
    ShutdownHook hook = new ShutdownHook(() -> stop(process, GRACE));
    process.onExit().thenRun(() -> member.interject(EXITED));
    String event = clock.await();
    if (!event.equals(EXITED)) {
      // Told by the member, it is lost already; otherwise it is valid for a moment.
      boolean isTold = event.startsWith("lost\t");
      stop(process, isTold ? GRACE : clock.left());
    }
    hook.close();
    if (!event.equals(EXITED)) {
      return lost(event);
    }
    String answer = clock.release();
    return answer == null ? process.exitValue() : lost(answer);
  }

  /** As the shell looks for it. */
  private static boolean isThere(String program) {
    if (program.contains("/")) {
      return Files.exists(Path.of(program));
    }
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(":"))
        .anyMatch(directory -> Files.exists(Path.of(directory, program)));
  }

  private int lost(String event) {
    String[] words = event.split("\t", 2);
    String reason = words.length > 1 ? words[1] : "the member has ended";
    return failed(
        LOST,
        "The hold of "
            + name
            + " was lost while "
            + command.getFirst()
            + " ran: "
            + reason
            + (reason.endsWith(".") ? "" : "."));
  }

  /**
   * Asks the command, and everything it has started, to end; kills what takes longer. The command
   * comes first, so that a shell has no time to print how its children ended.
   */
  private static void stop(Process process, Duration grace) {
    List<ProcessHandle> all = family(process);
    all.forEach(ProcessHandle::destroy);
    try {
      CompletableFuture.allOf(
              all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
          .get(grace.toNanos(), TimeUnit.NANOSECONDS);
      return;
    } catch (TimeoutException e) {
      // what is left is killed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError("onExit() never fails", e);
    }
    all.addAll(family(process));
    all.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }

  private static List<ProcessHandle> family(Process process) {
    List<ProcessHandle> all = new ArrayList<>();
    all.add(process.toHandle());
    process.descendants().forEach(all::add);
    return all;
  }

  private int failed(int code, String sentence) {
    spec.commandLine().getErr().println("baton: " + sentence);
    return code;
  }
}
