package dev.baton.lab;

import dev.baton.cluster.LockView;
import dev.baton.lab.member.MemberClient;
import dev.baton.lab.member.MemberStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton status}: what the members on this machine know. */
@Command(
    name = "status",
    header = "Show who holds and who waits, as the members on this machine know it.",
    description =
        "%nAsks all members of this user on this machine ('baton member') and puts their answers"
            + " together: the epoch and its members, and for each lock in use who holds it, with"
            + " which fence, and how many wait where. A member knows only what is held and waited"
            + " for at itself: of members on other machines nothing is shown but their names.%n",
    customSynopsis = "baton status [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton status", "  baton status --member app-1 --json"},
    usageHelpWidth = 100,
    sortOptions = false)
final class StatusCommand implements Callable<Integer> {

  @Mixin private MemberOptions members;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    List<MemberClient> clients = members.connect();
    List<MemberStatus> answers = clients.stream().map(MemberClient::status).toList();
    clients.forEach(MemberClient::close);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Json.print(out, Map.of("members", answers.stream().map(StatusCommand::fields).toList()));
    }
    if (answers.isEmpty()) {
      spec.commandLine().getErr().println("baton: " + members.nobody());
      return 1;
    }
    if (!json) {
      Map<String, List<MemberStatus>> clusters =
          answers.stream()
              .collect(
                  Collectors.groupingBy(MemberStatus::cluster, TreeMap::new, Collectors.toList()));
      clusters.values().forEach(cluster -> print(out, cluster));
    }
    return 0;
  }

  private static Map<String, Object> fields(MemberStatus status) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("cluster", status.cluster());
    fields.put("member", status.member());
    fields.put("epoch", status.epoch());
    fields.put("hasLease", status.hasLease());
    fields.put("members", status.members());
    fields.put("locks", status.locks().stream().map(StatusCommand::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(LockView lock) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", lock.name());
    fields.put("permits", lock.permits());
    fields.put("algorithm", lock.algorithm());
    fields.put("held", lock.held());
    fields.put("fence", lock.held() == 0 ? null : lock.fence());
    fields.put("since", lock.since());
    fields.put("waiting", lock.waiting());
    return fields;
  }

  private static void print(PrintWriter out, List<MemberStatus> cluster) {
    MemberStatus newest = cluster.getFirst();
    for (MemberStatus status : cluster) {
      newest = status.epoch() > newest.epoch() ? status : newest;
    }
    out.println("cluster " + newest.cluster() + ", epoch " + newest.epoch());
    out.println("  members     " + String.join(", ", newest.members()));
    List<String> here = cluster.stream().map(MemberStatus::member).toList();
    out.println("  asked here  " + String.join(", ", here));
    for (MemberStatus status : cluster) {
      if (!status.hasLease()) {
        out.println("  " + status.member() + " has no lease: nothing is granted there");
      }
    }
    printLocks(out, cluster);
    List<String> elsewhere =
        newest.members().stream().filter(member -> !here.contains(member)).toList();
    if (!elsewhere.isEmpty()) {
      out.println();
      out.println(
          "  not shown: what "
              + String.join(", ", elsewhere)
              + (elsewhere.size() == 1 ? " holds and waits for" : " hold and wait for"));
    }
    out.println();
  }

  private static void printLocks(PrintWriter out, List<MemberStatus> cluster) {
    Map<String, List<String>> holders = new TreeMap<>();
    Map<String, List<String>> waiters = new TreeMap<>();
    Map<String, LockView> inUse = new TreeMap<>();
    int idle = 0;
    for (MemberStatus status : cluster) {
      for (LockView lock : status.locks()) {
        if (lock.held() == 0 && lock.waiting() == 0) {
          idle++;
          continue;
        }
        inUse.put(lock.name(), lock);
        if (lock.held() > 0) {
          list(holders, lock).add(status.member() + held(lock));
        }
        if (lock.waiting() > 0) {
          list(waiters, lock).add(status.member() + ": " + lock.waiting());
        }
      }
    }
    if (inUse.isEmpty()) {
      out.println("  nothing is held or waited for here");
      return;
    }
    out.println();
    Table table = new Table(28, 46, 22);
    table.row("  lock", "held by", "waiting");
    inUse.forEach(
        (name, lock) ->
            table.row(
                "  " + name,
                String.join("; ", holders.getOrDefault(name, List.of("nobody here"))),
                String.join(", ", waiters.getOrDefault(name, List.of("nobody here")))));
    table.print(out);
  }

  private static List<String> list(Map<String, List<String>> lists, LockView lock) {
    return lists.computeIfAbsent(lock.name(), name -> new ArrayList<>());
  }

  private static String held(LockView lock) {
    double seconds = Duration.between(lock.since(), Instant.now()).toMillis() / 1e3;
    String permits =
        lock.permits() == 1 ? "" : ", " + lock.held() + " of " + lock.permits() + " permits";
    return permits + ", fence " + lock.fence() + ", " + Figures.seconds(Math.max(0, seconds));
  }
}
