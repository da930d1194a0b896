package dev.baton.lab;

import dev.baton.cluster.LockView;
import dev.baton.lab.answer.Figures;
import dev.baton.lab.answer.Json;
import dev.baton.lab.answer.TextTable;
import dev.baton.lab.member.MemberClient;
import dev.baton.lab.member.MemberStatus;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.MemberOptions;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
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
            + " which fence, and how many wait where, in the order in which they have asked."
            + " Members ask each other, so that one on this machine is enough; those that do not"
            + " answer within a second are named.%n",
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
    fields.put("neighbourhood", lock.neighbourhood());
    fields.put("permits", lock.permits());
    fields.put("algorithm", lock.algorithm());
    fields.put("holders", lock.holders().stream().map(StatusCommand::fields).toList());
    fields.put("waiters", lock.waiters().stream().map(StatusCommand::fields).toList());
    fields.put("restsAt", lock.restsAt());
    fields.put("silent", lock.silent());
    fields.put("held", lock.held());
    fields.put("waiting", lock.waiting());
    fields.put("fence", lock.holders().isEmpty() ? null : lock.fence());
    fields.put("since", lock.since());
    boolean hasCost = !Double.isNaN(lock.messagesPerEntry());
    fields.put("messagesPerEntry", hasCost ? lock.messagesPerEntry() : null);
    return fields;
  }

  private static Map<String, Object> fields(LockView.Holder holder) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("member", holder.member());
    fields.put("slot", holder.slot());
    fields.put("fence", holder.fence());
    fields.put("since", holder.since());
    return fields;
  }

  private static Map<String, Object> fields(LockView.Waiting waiting) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("member", waiting.member());
    fields.put("count", waiting.count());
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
    List<LockView> locks = best(cluster);
    printLocks(out, locks);
    TreeSet<String> silent = new TreeSet<>();
    locks.forEach(lock -> silent.addAll(lock.silent()));
    if (!silent.isEmpty()) {
      out.println();
      out.println(
          "  not shown: what "
              + String.join(", ", silent)
              + (silent.size() == 1
                  ? " holds and waits for: it has not answered"
                  : " hold and wait for: they have not answered"));
    }
    out.println();
  }

  /** Of each lock the view of the member that most others have answered. */
  private static List<LockView> best(List<MemberStatus> cluster) {
    Map<String, LockView> best = new TreeMap<>();
    for (MemberStatus status : cluster) {
      for (LockView lock : status.locks()) {
        best.merge(name(lock), lock, (a, b) -> b.silent().size() < a.silent().size() ? b : a);
      }
    }
    return List.copyOf(best.values());
  }

  private static String name(LockView lock) {
    return lock.neighbourhood() == null ? lock.name() : lock.name() + " in " + lock.neighbourhood();
  }

  private static void printLocks(PrintWriter out, List<LockView> locks) {
    List<LockView> inUse =
        locks.stream()
            .filter(lock -> !lock.holders().isEmpty() || !lock.waiters().isEmpty())
            .toList();
    if (inUse.isEmpty()) {
      out.println("  nothing is held or waited for");
      return;
    }
    out.println();
    TextTable table = new TextTable(28, 46, 22);
    table.row("  lock", "held by", "waiting");
    for (LockView lock : inUse) {
      String holders =
          lock.holders().stream()
              .map(holder -> holder(lock, holder))
              .collect(Collectors.joining("; "));
      String waiters =
          lock.waiters().stream()
              .map(waiter -> waiter.member() + ": " + waiter.count())
              .collect(Collectors.joining(", "));
      table.row("  " + name(lock), orNobody(holders), orNobody(waiters));
    }
    table.print(out);
  }

  private static String orNobody(String names) {
    return names.isEmpty() ? "nobody" : names;
  }

  private static String holder(LockView lock, LockView.Holder holder) {
    double seconds = Duration.between(holder.since(), Instant.now()).toMillis() / 1e3;
    String slot = lock.permits() == 1 ? "" : ", slot " + holder.slot() + " of " + lock.permits();
    return holder.member()
        + slot
        + ", fence "
        + holder.fence()
        + ", "
        + Figures.seconds(Math.max(0, seconds));
  }
}
