package dev.baton.voter;

import static dev.baton.voter.Attacker.isDenied;
import static dev.baton.voter.Voters.extend;
import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.FileChunkProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto.SnapshotChunkProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.proto.RaftProtos.TermIndexProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Without TLS everybody is believed to be a voter; still no file is written elsewhere. */
@Tag("slow")
@Tag("hostile")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
final class HostileSnapshotTest {

  @TempDir Path root;

  private static InstallSnapshotRequestProto snapshot(
      Attacker attacker, String voter, String transfer, String file) {
    FileChunkProto chunk =
        FileChunkProto.newBuilder()
            .setFilename(file)
            .setTotalSize(8)
            .setData(ByteString.copyFromUtf8("harm"))
            .build();
    return InstallSnapshotRequestProto.newBuilder()
        .setServerRequest(attacker.from(voter))
        .setLeaderTerm(1_000)
        .setSnapshotChunk(
            SnapshotChunkProto.newBuilder()
                .setRequestId(transfer)
                .setTermIndex(TermIndexProto.newBuilder().setTerm(1).setIndex(1_000_000))
                .addFileChunks(chunk)
                .setTotalSize(8))
        .build();
  }

  @Test
  void aSnapshotStaysInTheStateDirectory() throws Exception {
    try (Voters voters = new Voters(root, "a", "b", "c").openAll()) {
      EpochRecord last = extend(voters.get("a"), voters.genesis, 1);
      String good = UUID.randomUUID().toString();
      String file = "sm/snapshot.1_1000000";
      // Up from a/ratis/GROUP/tmp/snapshot-x, to a name that does no harm.
      String out = "x" + "/..".repeat(5) + "/harmless";
      try (Attacker attacker = Attacker.withoutTls(voters.settings("a"))) {
        isDenied("not a UUID", () -> attacker.install(snapshot(attacker, "b", out, file)));
        isDenied("not a UUID", () -> attacker.install(snapshot(attacker, "b", "", file)));
        isDenied(
            "not that of a snapshot",
            () -> attacker.install(snapshot(attacker, "b", good, "../../harmless")));
        isDenied(
            "it speaks for 'mallory', which is not a voter",
            () -> attacker.install(snapshot(attacker, "mallory", good, file)));
        isDenied(
            "it speaks for '', which is not a voter",
            () -> attacker.install(snapshot(attacker, "", good, file)));
        isDenied("which is not a voter", () -> attacker.requestVote("mallory"));
        // A store that was here before, and may have voted.
        isDenied(
            "it is for the store a~lost, which is not here",
            () ->
                attacker.append(
                    AppendEntriesRequestProto.newBuilder()
                        .setServerRequest(
                            attacker.from("b").setReplyId(ByteString.copyFromUtf8("a~lost")))
                        .build()));
      }
      assertThat(Files.exists(root.resolve("harmless"))).isFalse();
      assertThat(soon(latest(voters.get("a")))).isEqualTo(last);
      extend(voters.get("a"), last, 1);
    }
  }

  private static RaftPeerProto peer(String id, String address) {
    return RaftPeerProto.newBuilder()
        .setId(ByteString.copyFromUtf8(id))
        .setAddress(address)
        .build();
  }

  private static LogEntryProto entry(RaftConfigurationProto.Builder group) {
    return LogEntryProto.newBuilder().setConfigurationEntry(group).build();
  }

  private static void isDeniedAsAGroup(
      Attacker attacker, String why, RaftConfigurationProto.Builder group) {
    isDenied(
        why,
        () ->
            attacker.append(
                AppendEntriesRequestProto.newBuilder()
                    .setServerRequest(attacker.from("b"))
                    .addEntries(entry(group))
                    .build()));
    isDenied(
        why,
        () ->
            attacker.install(
                InstallSnapshotRequestProto.newBuilder()
                    .setServerRequest(attacker.from("b"))
                    .setLastRaftConfigurationLogEntryProto(entry(group))
                    .build()));
  }

  /** A listener votes on nothing, and would be sent the log all the same. */
  @Test
  void aGroupHasConfiguredVotersAndNobodyElse() throws Exception {
    try (Voters voters = new Voters(root, "a", "b", "c").openAll()) {
      EpochRecord last = extend(voters.get("a"), voters.genesis, 1);
      RaftPeerProto mallory = peer("mallory~1", new VoterTarget("mallory", "127.0.0.1:1").text());
      String why = "it puts 'mallory', which is not a voter, into the group";
      try (Attacker attacker = Attacker.withoutTls(voters.settings("a"))) {
        isDeniedAsAGroup(attacker, why, RaftConfigurationProto.newBuilder().addPeers(mallory));
        isDeniedAsAGroup(attacker, why, RaftConfigurationProto.newBuilder().addOldPeers(mallory));
        isDeniedAsAGroup(attacker, why, RaftConfigurationProto.newBuilder().addListeners(mallory));
        isDeniedAsAGroup(
            attacker, why, RaftConfigurationProto.newBuilder().addOldListeners(mallory));
      }
      assertThat(soon(latest(voters.get("a")))).isEqualTo(last);
      extend(voters.get("a"), last, 1);
    }
  }

  /** What answers at another kind of address is not rid of the objects in its failures. */
  @Test
  void theAddressOfAVoterNamesTheVoter() throws Exception {
    try (Voters voters = new Voters(root, "a", "b", "c").openAll()) {
      EpochRecord last = extend(voters.get("a"), voters.genesis, 1);
      try (Attacker attacker = Attacker.withoutTls(voters.settings("a"))) {
        for (String address :
            List.of(
                "",
                "127.0.0.1:1",
                "dns:///127.0.0.1:1",
                "BATON:///b~127.0.0.1:1",
                "baton:///b",
                "baton://elsewhere/b~127.0.0.1:1",
                "baton:///b~127.0.0.1:1?more",
                "no address",
                new VoterTarget("c", "127.0.0.1:1").text())) {
          isDeniedAsAGroup(
              attacker,
              "the address of 'b' is not one of that voter",
              RaftConfigurationProto.newBuilder().addPeers(peer("b~1", address)));
        }
      }
      assertThat(soon(latest(voters.get("a")))).isEqualTo(last);
      extend(voters.get("a"), last, 1);
    }
  }
}
