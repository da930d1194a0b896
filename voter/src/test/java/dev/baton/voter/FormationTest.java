package dev.baton.voter;

import static dev.baton.voter.Voters.extend;
import static dev.baton.voter.Voters.ready;
import static dev.baton.voter.Voters.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.join.VoterSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.retry.RetryPolicies;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Who may form a group, and what keeps a voter from starting. */
@Tag("slow")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class FormationTest {

  @TempDir Path root;
  private Voters voters;

  @BeforeEach
  void start() throws Exception {
    voters = new Voters(root, "a", "b", "c");
  }

  @AfterEach
  void stop() {
    voters.close();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static String refusal(RatisEpochStore store) throws Exception {
    CompletableFuture<String> sentence = new CompletableFuture<>();
    store.onFailed(sentence::complete);
    assertThatThrownBy(() -> ready(store)).hasRootCauseMessage(soon(sentence));
    return soon(sentence);
  }

  @Test
  void aVoterWithoutItsDirectoryIsKeptOut() throws Exception {
    voters.openAll();
    EpochRecord last = extend(voters.get("a"), voters.genesis, 1);
    voters.close("c");
    delete(voters.directory("c"));
    assertThat(refusal(voters.open("c")))
        .startsWith("Voter c has lost its state directory, or was given another one:");
    assertThat(voters.get("c").toString()).startsWith("Voter c of orders has stopped: Voter c has");
    // Not even after another start, and the others go on.
    voters.close("c");
    refusal(voters.open("c"));
    extend(voters.get("a"), last, 1);
  }

  @Test
  void theFirstStartWaitsForAll() throws Exception {
    RatisEpochStore a = voters.open("a");
    voters.open("b");
    Voters.await(
        () -> a.toString().equals("Voter a of orders waits for the voters [c] to form the group"));
    // A voter that has not formed the group may come back; it is the same store.
    voters.close("b");
    voters.open("b");
    assertThat(a.ready().toCompletableFuture()).isNotDone();
    voters.open("c");
    for (RatisEpochStore store : voters.open.values()) {
      ready(store);
    }
    extend(a, voters.genesis, 1);
  }

  /** Whoever is answered first says so, and ends. */
  @Test
  void clustersThatBeginOtherwiseDoNotMix() throws Exception {
    CompletableFuture<String> sentence = new CompletableFuture<>();
    voters.open("a").onFailed(sentence::complete);
    VoterSettings same = voters.settings("b");
    EpochRecord other =
        EpochRecord.genesis(List.of("a", "b", "c"), List.of(new Choice("*", "raymond")));
    RatisEpochStore b =
        RatisEpochStore.open(
            new VoterSettings("orders", "b", same.voters(), same.directory(), null, other));
    voters.open.put("b", b);
    b.onFailed(sentence::complete);
    assertThat(soon(sentence)).isIn(otherCluster("a"), otherCluster("b"));
  }

  private String otherCluster(String voter) {
    return "Voter "
        + voter
        + " at "
        + Roster.text(voters.addresses.get(voter))
        + " belongs to another cluster, or was given other voters or algorithms: give all"
        + " voters of orders the same settings.";
  }

  @Test
  void aDirectoryBelongsToOneVoterAtATime() throws Exception {
    voters.open("a");
    assertThatThrownBy(() -> voters.open("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "The state directory "
                + voters.directory("a")
                + " is in use by another voter: give every voter a directory of its own.");
    voters.close("a");
    VoterSettings b = voters.settings("b");
    assertThatThrownBy(
            () ->
                RatisEpochStore.open(
                    new VoterSettings(
                        "orders", "b", b.voters(), voters.directory("a"), null, voters.genesis)))
        .hasMessage(
            "The state directory "
                + voters.directory("a")
                + " was made for the voter a, not b: give the voter its former settings, or a new"
                + " directory.");
    voters.open("a");
  }

  @Test
  void aDirectoryThatCannotBeUsedIsOneSentence() throws Exception {
    Files.writeString(voters.directory("a"), "a file");
    assertThatThrownBy(() -> voters.open("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(
            "The state directory .*a cannot be used \\(.*FileAlreadyExistsException: .*\\): "
                + "it must be writable, with space left\\.");
  }

  @Test
  void aLogThatIsGoneIsNotBegunAnew() throws Exception {
    voters.openAll();
    voters.close();
    delete(voters.directory("a").resolve("ratis"));
    assertThatThrownBy(() -> voters.open("a"))
        .hasMessageMatching("The log .* of voter a is gone: give the voter back its whole .*\\.");
  }

  @Test
  void anAddressInUseIsOneSentenceAndNotTheEndOfTheProcess() throws Exception {
    int port = voters.addresses.get("a").getPort();
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(taken.isBound()).isTrue();
      assertThatThrownBy(() -> voters.open("a"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageMatching("Voter a cannot start at 127.0.0.1:" + port + ": .*in use\\.");
    }
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isNull();
    voters.open("a");
  }

  @Test
  void settingsThatDoNotFitAreOneSentence() {
    VoterSettings a = voters.settings("a");
    assertThatThrownBy(
            () -> new VoterSettings("orders", "d", a.voters(), root, null, voters.genesis))
        .hasMessage("Voter d is not among the voters [a, b, c]: add its address.");
    EpochRecord other = EpochRecord.genesis(List.of("a", "b"), voters.genesis.choices());
    assertThatThrownBy(() -> new VoterSettings("orders", "a", a.voters(), root, null, other))
        .hasMessage(
            "There are addresses for the voters [a, b, c], and the cluster begins with [a, b]: give"
                + " an address for each of them.");
  }

  /** With the services that Ratis offers to administrators, anybody could remove the log. */
  @Test
  void administratorsOfRatisAreNotServed() throws Exception {
    voters.openAll();
    RaftPeer a =
        RaftPeer.newBuilder().setId("a").setAddress(Roster.text(voters.addresses.get("a"))).build();
    try (RaftClient client =
        RaftClient.newBuilder()
            .setProperties(new RaftProperties())
            .setRaftGroup(RaftGroup.valueOf(RaftGroupId.randomId(), a))
            .setRetryPolicy(RetryPolicies.noRetry())
            .build()) {
      assertThatThrownBy(() -> client.getGroupManagementApi(a.getId()).list())
          .hasMessageContaining("UNIMPLEMENTED");
    }
    assertThat(voters.refused).contains("not-its-message");
  }
}
