package dev.baton.lab.member;

import dev.baton.cluster.LockView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What one member knows.
 *
 * @param hasLease whether it can hold anything at this moment
 * @param members all of its epoch
 * @param locks those that it has used, as they are at this member
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
              "" + lock.permits(),
              lock.algorithm(),
              "" + lock.held(),
              "" + lock.fence(),
              lock.since() == null ? "-" : lock.since().toString(),
              "" + lock.waiting(),
              "" + lock.entries(),
              "" + lock.messages()));
    }
    lines.add("end");
    return lines;
  }

  static MemberStatus of(List<String> lines) {
    String[] self = lines.get(0).split("\t");
    String[] members = lines.get(1).split("\t");
    List<LockView> locks = new ArrayList<>();
    for (String line : lines.subList(2, lines.size() - 1)) {
      String[] words = line.split("\t");
      locks.add(
          new LockView(
              words[1],
              Integer.parseInt(words[2]),
              words[3],
              Integer.parseInt(words[4]),
              Long.parseLong(words[5]),
              words[6].equals("-") ? null : Instant.parse(words[6]),
              Integer.parseInt(words[7]),
              Long.parseLong(words[8]),
              Long.parseLong(words[9])));
    }
    return new MemberStatus(
        self[1],
        self[2],
        Long.parseLong(self[3]),
        Boolean.parseBoolean(self[4]),
        List.of(members).subList(1, members.length),
        locks);
  }
}
