package dev.baton.lab.options;

import dev.baton.lab.member.MemberClient;
import dev.baton.lab.member.SocketDirectory;
import java.util.List;
import picocli.CommandLine.Option;

/** Selects some of the members that run on this machine. */
public final class MemberOptions {

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "Only members of this cluster (default: of all clusters).")
  private String cluster;

  @Option(
      names = "--member",
      paramLabel = "NAME",
      description = "Only the member with this name (default: all on this machine).")
  private String member;

  /** Connections to those that answer. */
  public List<MemberClient> connect() throws InterruptedException {
    return MemberClient.connect(SocketDirectory.ofUser(), cluster, member);
  }

  /** What to say when there are none. */
  public String nobody() {
    return "No member"
        + (member == null ? "" : " " + member)
        + (cluster == null ? "" : " of cluster " + cluster)
        + " of this user runs on this machine: start one with baton member --config FILE.";
  }
}
