package dev.baton.lab.answer;

import dev.baton.cluster.LockView;
import dev.baton.lab.member.MemberStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What {@code baton status} shows: who holds and who waits, for people and as JSON. */
public final class StatusAnswer {

  private StatusAnswer() {}

  /** What one member knows, as JSON. */
  public static Map<String, Object> fields(MemberStatus status) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("cluster", status.cluster());
    fields.put("member", status.member());
    fields.put("epoch", status.epoch());
    fields.put("hasLease", status.hasLease());
    fields.put("members", status.members());
    fields.put("locks", status.locks().stream().map(StatusAnswer::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(LockView lock) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", lock.name());
    fields.put("neighbourhood", lock.neighbourhood());
    fields.put("permits", lock.permits());
    fields.put("algorithm", lock.algorithm());
    fields.put("holders", lock.holders().stream().map(StatusAnswer::fields).toList());
    fields.put("waiters", lock.waiters().stream().map(StatusAnswer::fields).toList());
    fields.put("restsAt", lock.restsAt());
    fields.put("silent", lock.silent());
    fields.put("partial", lock.partial());
    fields.put("held", lock.held());
    fields.put("waiting", lock.waiting());
    fields.put("fence", lock.holders().isEmpty() ? null : text(lock.fence()));
    fields.put("since", lock.since());
    boolean hasCost = !Double.isNaN(lock.messagesPerEntry());
    fields.put("messagesPerEntry", hasCost ? lock.messagesPerEntry() : null);
    return fields;
  }

  /** Readers of JSON that know only floating-point numbers would change it. */
  private static String text(long fence) {
    return Long.toString(fence);
  }

  private static Map<String, Object> fields(LockView.Holder holder) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("member", holder.member());
    fields.put("slot", holder.slot());
    fields.put("fence", text(holder.fence()));
    fields.put("since", holder.since());
    return fields;
  }

  private static Map<String, Object> fields(LockView.Waiting waiting) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("member", waiting.member());
    fields.put("count", waiting.count());
    return fields;
  }

  /** What the members of one cluster know together, for people. */
  public static void print(PrintWriter out, List<MemberStatus> cluster) {
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
    TreeSet<String> partial = new TreeSet<>();
    locks.forEach(lock -> partial.addAll(lock.partial()));
    if (!partial.isEmpty()) {
      out.println();
      out.println(
          "  not shown: some of the locks of "
              + String.join(", ", partial)
              + ", more than there is room for; those in use come first");
    }
    out.println();
  }

  /** Of each lock, the view of the member that the most others have answered. */
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
