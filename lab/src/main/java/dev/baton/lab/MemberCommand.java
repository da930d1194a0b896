package dev.baton.lab;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.BatonListener;
import dev.baton.cluster.epoch.Hidden;
import dev.baton.lab.member.MemberConfig;
import dev.baton.lab.member.MemberSocket;
import dev.baton.lab.member.MemberStatus;
import dev.baton.lab.member.SerialFilter;
import dev.baton.lab.member.SocketDirectory;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.run.ShutdownHook;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton member}: a member as a process. */
@Command(
    name = "member",
    header = "Run a member of a cluster, for 'baton lock' on this machine.",
    description =
        "%nJoins the cluster that the configuration names, prints one line, and runs until it is"
            + " stopped (SIGTERM, Ctrl-C); then it leaves, and what was held through it is free"
            + " at once. Processes of the same user reach it through a socket in"
            + " $XDG_RUNTIME_DIR/baton, or in baton-USER among the temporary files. What happens"
            + " to it is reported on standard error, and so are connections that it refuses. If it"
            + " cannot go on, the command ends with exit code 1.%n",
    customSynopsis = "baton member --config FILE [--replace-lost-voter]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    optionListHeading = "Options:%n",
    footerHeading = "%nThe configuration, a file of Java properties:%n",
    footer = {
      "  cluster = orders                  members of one cluster share this",
      "  member = app-1                    unique in the cluster",
      "  zone = eu-west                    optional",
      "  bind = 10.0.0.1:7800",
      "  consensusPort = 7801              of a voter; optional, one above that of bind",
      "  peers = 10.0.0.1:7800, 10.0.0.2:7800, 10.0.0.3:7800",
      "  voters = app-1, app-2, app-3      1, 3, 5 or 7 of them",
      "  members = app-*                   optional: names that may join besides the voters",
      "  state = var/app-1                 a directory; needed by voters",
      "  tls.keyStore = app-1.p12          or insecure = true and no tls",
      "  tls.trustStore = trust.p12",
      "  tls.password = …                  of both",
      "  joinPatience = 60s                optional, as are all below: how long to wait for voters",
      "  firstStartPatience = 5s           how long an only voter waits for its peers at first",
      "  lease = 3s                        how long a hold outlives contact",
      "  algorithm = naimi-trehel",
      "  algorithm.geo/* = raysuz          for locks by name",
      "  handOvers = 16",
      "  permitsPerMember = 8",
      "%nExamples:",
      "  baton member --config app-1.properties"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class MemberCommand implements Callable<Integer> {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "Its settings, see below. Paths in it are relative to the file.")
  private Path config;

  @Option(
      names = "--replace-lost-voter",
      description =
          "The voter's state directory is lost for good: a majority of the voters readmits it."
              + " For one start only.")
  private boolean replaceLostVoter;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    MemberConfig settings = MemberConfig.read(config);
    CountDownLatch ended = new CountDownLatch(1);
    PrintWriter err = spec.commandLine().getErr();
    // Before the first logger is made. The consensus library stays silent.
    System.setProperty("org.slf4j.simpleLogger.log.dev.baton", "warn");
    BatonBuilder builder = settings.builder();
    err.println("baton: " + settings.member() + " joins " + settings.cluster());
    if (replaceLostVoter) {
      builder.replaceLostVoter();
    }
    SerialFilter.install();
    try (Baton baton = builder.join()) {
      Teller teller = new Teller(err, settings.member());
      baton.addListener(teller);
      MemberSocket socket =
          new MemberSocket(
              SocketDirectory.ofUser(),
              settings.cluster(),
              baton,
              () -> status(settings.cluster(), baton));
      ShutdownHook hook = new ShutdownHook(() -> end(teller, ended));
      spec.commandLine().getOut().println(joined(settings, baton));
      int exitCode = teller.awaitEnd();
      socket.close();
      hook.close();
      return exitCode;
    } catch (IllegalStateException e) {
      err.println("baton: " + e.getMessage());
      return 1;
    } finally {
      ended.countDown();
    }
  }

  private static String joined(MemberConfig settings, Baton baton) {
    return settings.member()
        + " has joined "
        + settings.cluster()
        + ": epoch "
        + baton.epoch()
        + " of "
        + String.join(", ", baton.members());
  }

  /** The JVM ends when its hooks have ended: this one waits until the member has left. */
  private static void end(Teller teller, CountDownLatch ended) {
    teller.end(0);
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static MemberStatus status(String cluster, Baton baton) {
    return new MemberStatus(
        cluster, baton.member(), baton.epoch(), baton.hasLease(), baton.members(), baton.locks());
  }

  /** Reports on standard error what happens to the member, and knows when it ends. */
  static final class Teller implements BatonListener {

    private final PrintWriter err;
    private final String member;
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    Teller(PrintWriter err, String member) {
      this.err = err;
      this.member = member;
    }

    /** The first to say so decides. */
    void end(int code) {
      exitCode.complete(code);
    }

    int awaitEnd() throws InterruptedException {
      try {
        return exitCode.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }

    private void say(String what) {
      err.println("baton: " + member + ": " + what);
    }

    @Override
    public void onEpoch(long epoch, List<String> members) {
      say("epoch " + epoch + " of " + String.join(", ", members));
    }

    @Override
    public void onHoldLost(String lock, long fence, String reason) {
      say("the hold of " + Hidden.shown(lock) + " with fence " + fence + " is lost: " + reason);
    }

    @Override
    public void onEvicted() {
      say("the others have continued without this member; it rejoins by itself");
    }

    @Override
    public void onSuspended() {
      say("no lease, so nothing is granted here: too few voters are answering");
    }

    @Override
    public void onResumed() {
      say("the lease is valid again");
    }

    @Override
    public void onFailed(String reason) {
      err.println("baton: " + reason);
      end(1);
    }
  }
}
