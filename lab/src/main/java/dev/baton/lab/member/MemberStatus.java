package dev.baton.lab.member;

import dev.baton.cluster.LockView;
import dev.baton.cluster.LockView.Holder;
import dev.baton.cluster.LockView.Waiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What one member knows.
 *
 * @param hasLease whether it can hold anything at this moment
 * @param members all of its epoch
 * @param locks as it knows them, after it has asked the other members
 */
public record MemberStatus(
    String cluster,
    String member,
    long epoch,
    boolean hasLease,
    List<String> members,
    List<LockView> locks) {

  /** Names have no control characters, so that tabs can stand between them. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(String.join("\t", "member", cluster, member, "" + epoch, "" + hasLease));
    lines.add("members\t" + String.join("\t", members));
    for (LockView lock : locks) {
      lines.add(
          String.join(
              "\t",
              "lock",
              lock.name(),
              lock.neighbourhood() == null ? "" : lock.neighbourhood(),
              "" + lock.permits(),
              lock.algorithm(),
              "" + lock.held(),
              "" + lock.waiting(),
              "" + lock.entries(),
              "" + lock.messages(),
              "" + lock.messagesPerEntry()));
      for (Holder it : lock.holders()) {
        lines.add(
            String.join(
                "\t", "holder", it.member(), "" + it.slot(), "" + it.fence(), "" + it.since()));
      }
      lock.waiters().forEach(it -> lines.add("waiter\t" + it.member() + "\t" + it.count()));
      lock.restsAt().forEach(member -> lines.add("rests\t" + member));
      lock.silent().forEach(member -> lines.add("silent\t" + member));
      lock.partial().forEach(member -> lines.add("partial\t" + member));
    }
    lines.add("end");
    return lines;
  }

  static MemberStatus of(List<String> lines) {
    String[] self = lines.get(0).split("\t");
    String[] members = lines.get(1).split("\t");
    List<LockView> locks = new ArrayList<>();
    int end = lines.size() - 1;
    for (int from = 2; from < end; ) {
      int next = from + 1;
      while (next < end && !lines.get(next).startsWith("lock\t")) {
        next++;
      }
      locks.add(lock(lines.subList(from, next)));
      from = next;
    }
    return new MemberStatus(
        self[1],
        self[2],
        Long.parseLong(self[3]),
        Boolean.parseBoolean(self[4]),
        List.of(members).subList(1, members.length),
        locks);
  }

  /** One lock: its own line, then one for each holder, waiter, and so on. */
  private static LockView lock(List<String> lines) {
    String[] self = lines.getFirst().split("\t");
    List<Holder> holders = new ArrayList<>();
    List<Waiting> waiters = new ArrayList<>();
    List<String> restsAt = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    List<String> partial = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] words = line.split("\t");
      switch (words[0]) {
        case "holder" ->
            holders.add(
                new Holder(
                    words[1],
                    Integer.parseInt(words[2]),
                    Long.parseLong(words[3]),
                    Instant.parse(words[4])));
        case "waiter" -> waiters.add(new Waiting(words[1], Integer.parseInt(words[2])));
        case "rests" -> restsAt.add(words[1]);
        case "silent" -> silent.add(words[1]);
        case "partial" -> partial.add(words[1]);
        default -> throw new IllegalArgumentException("'" + line + "' is not understood.");
      }
    }
    return new LockView(
        self[1],
        self[2].isEmpty() ? null : self[2],
        Integer.parseInt(self[3]),
        self[4],
        holders,
        waiters,
        restsAt,
        silent,
        partial,
        Integer.parseInt(self[5]),
        Integer.parseInt(self[6]),
        Long.parseLong(self[7]),
        Long.parseLong(self[8]),
        Double.parseDouble(self[9]));
  }
}
