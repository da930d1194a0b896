package dev.baton.lab.options;

import dev.baton.lab.member.MemberClient;
import dev.baton.lab.member.SocketDirectory;
import java.util.List;
import picocli.CommandLine.Option;

/** Which of the members on this machine are meant. */
public final class MemberOptions {

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "Only members of this cluster (default: of all).")
  private String cluster;

  @Option(
      names = "--member",
      paramLabel = "NAME",
      description = "Only the member of this name (default: all on this machine).")
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
        + " runs here for this user: start one with baton member --config FILE.";
  }
}
