package dev.baton.voter;

import static dev.baton.voter.Voters.await;
import static dev.baton.voter.Voters.extend;
import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.ready;
import static dev.baton.voter.Voters.soon;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.net.FreePorts;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A voter whose directory is lost for good is replaced by the others. */
@Tag("slow")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
final class ReplacedVoterTest {

  @TempDir Path root;
  private Voters voters;

  @BeforeEach
  void start() throws Exception {
    voters = new Voters(root, "a", "b", "c").openAll();
  }

  @AfterEach
  void stop() {
    voters.close();
  }

  /** The machine of a voter is gone; another one, elsewhere, takes its place. */
  private RatisEpochStore replace(String voter) throws Exception {
    voters.close(voter);
    Files.move(voters.directory(voter), root.resolve(voter + "-lost"));
    voters.addresses.put(voter, new InetSocketAddress("127.0.0.1", FreePorts.next()));
    RatisEpochStore store = RatisEpochStore.open(voters.settings(voter).replacingLostVoter());
    voters.open.put(voter, store);
    return store;
  }

  @Test
  void aLostVoterIsReplacedAndCountsAgain() throws Exception {
    EpochRecord last = extend(voters.get("a"), voters.genesis, 5);
    RatisEpochStore fresh = replace(voters.leader());
    ready(fresh);
    assertThat(soon(latest(fresh))).isEqualTo(last);
    last = extend(fresh, last, 5);
    // With one of the others away the new one is needed.
    String other =
        voters.open.keySet().stream().filter(it -> voters.get(it) != fresh).findFirst().get();
    voters.close(other);
    last = extend(fresh, last, 5);
    // All come back with what they have written down, also who was away.
    voters.closeAll();
    voters.openAll();
    for (RatisEpochStore store : voters.open.values()) {
      assertThat(soon(latest(store))).isEqualTo(last);
    }
  }

  @Test
  void allVotersCanBeReplacedOneAfterTheOther() throws Exception {
    EpochRecord last = voters.genesis;
    for (String voter : voters.addresses.keySet()) {
      RatisEpochStore fresh = replace(voter);
      ready(fresh);
      last = extend(fresh, last, 3);
    }
    voters.closeAll();
    voters.openAll();
    assertThat(soon(latest(voters.get("a")))).isEqualTo(last);
  }

  @Test
  void theLostDirectoryIsNotListenedToIfItIsFoundAgain() throws Exception {
    EpochRecord last = extend(voters.get("a"), voters.genesis, 3);
    InetSocketAddress before = voters.addresses.get("c");
    ready(replace("c"));
    last = extend(voters.get("a"), last, 3);
    VoterSettings now = voters.settings("c");
    voters.addresses.put("c", before);
    VoterSettings then = voters.settings("c");
    CompletableFuture<String> stopped = new CompletableFuture<>();
    try (RatisEpochStore found =
        RatisEpochStore.open(
            new VoterSettings(
                then.cluster(),
                "c",
                then.voters(),
                root.resolve("c-lost"),
                null,
                then.genesis()))) {
      found.onFailed(stopped::complete);
      assertThat(soon(stopped)).startsWith("Voter c has stopped").contains("has been replaced");
    }
    voters.addresses.put("c", now.address());
    extend(voters.get("c"), last, 3);
  }

  /** Who was away knows another store of the voter that leads by now, and listens all the same. */
  @Test
  void aVoterIsReplacedWhileAnotherIsDownAndThenLeads() throws Exception {
    voters.close();
    voters = new Voters(root.resolve("five"), "a", "b", "c", "d", "e").openAll();
    EpochRecord last = extend(voters.get("a"), voters.genesis, 2);
    voters.close("e");
    voters.close("c");
    Files.move(voters.directory("c"), root.resolve("c-lost"));
    RatisEpochStore fresh = RatisEpochStore.open(voters.settings("c").replacingLostVoter());
    voters.open.put("c", fresh);
    ready(fresh);
    last = extend(fresh, last, 2);
    lead(fresh, voters.leader());
    assertThat(voters.leader()).isEqualTo("c");
    assertThat(soon(latest(voters.open("e")))).isEqualTo(last);
    // It is needed: without it there is no majority.
    voters.close("a");
    voters.close("b");
    extend(voters.get("e"), last, 2);
  }

  /** As Ratis does it when a leader is told to step down for another. */
  private void lead(RatisEpochStore next, String now) throws Exception {
    if (!now.equals("c")) {
      RaftServer server = server(voters.get(now));
      RaftGroupId group = server.getGroupIds().iterator().next();
      TransferLeadershipRequest request =
          new TransferLeadershipRequest(
              ClientId.randomId(),
              server.getId(),
              group,
              1,
              server(next).getId(),
              SECONDS.toMillis(20));
      RaftClientReply reply = soon(server.transferLeadershipAsync(request));
      assertThat(reply.isSuccess()).as(reply.toString()).isTrue();
    }
  }

  private static RaftServer server(RatisEpochStore store) throws Exception {
    Field engine = RatisEpochStore.class.getDeclaredField("engine");
    engine.setAccessible(true);
    Field server = Engine.class.getDeclaredField("server");
    server.setAccessible(true);
    return (RaftServer) server.get(engine.get(store));
  }

  @Test
  void aMajorityIsNeededToReplaceAVoter() throws Exception {
    EpochRecord last = extend(voters.get("a"), voters.genesis, 3);
    voters.close("b");
    RatisEpochStore fresh = replace("c");
    await(
        () ->
            fresh
                .toString()
                .equals("Voter c of orders waits until a majority of the others takes it in"));
    assertThat(fresh.ready().toCompletableFuture()).isNotDone();
    voters.open("b");
    ready(fresh);
    extend(fresh, last, 3);
  }
}
