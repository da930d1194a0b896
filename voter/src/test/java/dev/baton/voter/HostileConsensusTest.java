package dev.baton.voter;

import static dev.baton.voter.Attacker.isDenied;
import static dev.baton.voter.Voters.extend;
import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.next;
import static dev.baton.voter.Voters.soon;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.join.KeyFiles;
import dev.baton.cluster.net.Keys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The consensus port with TLS: who gets in, and what a voter can do in the name of another. */
@Tag("slow")
@Tag("hostile")
@Timeout(120)
@Execution(ExecutionMode.SAME_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(1)
final class HostileConsensusTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final byte[] HELLO =
      VoterCodecs.encode(VoterCodecs.HELLOS, new VoterHello("orders", 0, "a", "store", Map.of()));

  private Voters voters;
  private EpochRecord last;

  @BeforeAll
  void start(@TempDir Path root) throws Exception {
    voters = new Voters(root, "a", "b", "c").withTls();
    // Its certificate names the cluster as well.
    voters.tls("b", Voters.keys("of-orders"));
    voters.openAll();
    last = extend(voters.get("a"), voters.genesis, 1);
  }

  @AfterAll
  void stop() {
    voters.close();
  }

  private Attacker attacker(String keys, String target) throws Exception {
    return Attacker.withTls(voters.settings(target), keys == null ? null : Voters.keys(keys));
  }

  /** The same voters go on from the same record. */
  private void nothingHasHappened() throws Exception {
    assertThat(soon(latest(voters.get("c")))).isEqualTo(last);
    last = extend(voters.get("c"), last, 1);
  }

  @Test
  void nobodyAndTheStrangerDoNotGetIn() throws Exception {
    for (String keys : new String[] {null, "stranger"}) {
      try (Attacker attacker = attacker(keys, "a")) {
        assertThatThrownBy(() -> attacker.hello("b"))
            .extracting(failure -> Status.fromThrowable(failure).getCode())
            .isEqualTo(Status.Code.UNAVAILABLE);
      }
    }
  }

  private static Keys tls(String name) {
    KeyFiles files = Voters.keys(name);
    return Keys.load(files.keyStore(), files.trustStore(), files.password().toCharArray());
  }

  @Test
  void anOldVersionOfTlsIsNotSpoken() throws Exception {
    try (SSLSocket socket = (SSLSocket) tls("b").socket()) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.connect(voters.settings("a").voters().get("a"), 5000);
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
    try (SSLSocket socket = (SSLSocket) tls("b").socket()) {
      socket.connect(voters.settings("a").voters().get("a"), 5000);
      socket.startHandshake();
    }
  }

  @Test
  void malloryHasTheRightAuthorityAndIsNotAVoter() throws Exception {
    String leader = voters.leader();
    String why = "the certificate of 'mallory' is not a voter's";
    try (Attacker mallory = attacker("mallory", leader)) {
      isDenied(why, () -> mallory.hello("mallory"));
      isDenied(why, () -> mallory.hello("b"));
      isDenied(why, () -> mallory.submit(new Command.Latest()));
      isDenied(why, () -> mallory.propose(last, next(last, "mallory")));
      isDenied(why, () -> mallory.admit("c", "127.0.0.1:1"));
      isDenied(why, () -> mallory.requestVote("b"));
      isDenied(why, () -> mallory.append(append(mallory, "b")));
      isDenied(why, () -> mallory.install(install(mallory, "b")));
    }
    nothingHasHappened();
  }

  private static AppendEntriesRequestProto append(Attacker attacker, String voter) {
    return AppendEntriesRequestProto.newBuilder()
        .setServerRequest(attacker.from(voter))
        .setLeaderTerm(1_000_000)
        .build();
  }

  private static InstallSnapshotRequestProto install(Attacker attacker, String voter) {
    return InstallSnapshotRequestProto.newBuilder()
        .setServerRequest(attacker.from(voter))
        .setLeaderTerm(1_000_000)
        .build();
  }

  @Test
  void aVoterSpeaksForItselfOnly() throws Exception {
    String leader = voters.leader();
    String liar = leader.equals("a") ? "b" : "a";
    String why = "'" + liar + "' speaks for 'c'";
    try (Attacker attacker = attacker(liar, leader)) {
      isDenied(why, () -> attacker.requestVote("c"));
      isDenied(why, () -> attacker.append(append(attacker, "c")));
      isDenied(why, () -> attacker.install(install(attacker, "c")));
      isDenied(why, () -> attacker.startElection("c"));
      isDenied(why, () -> attacker.readIndex("c"));
      isDenied("which is not a voter", () -> attacker.requestVote("mallory"));
      assertThatThrownBy(() -> attacker.hello("c"))
          .hasMessageContaining("'" + liar + "' introduces itself as 'c'");
      assertThatThrownBy(() -> attacker.admit("c", "127.0.0.1:1"))
          .hasMessageContaining("'" + liar + "' asks in the name of 'c'");
      assertThat(attacker.hello(liar).voter()).isEqualTo(leader);
    }
    nothingHasHappened();
  }

  @Test
  void refusalsAreCounted() throws Exception {
    voters.refused.clear();
    try (Attacker mallory = attacker("mallory", "a");
        Attacker liar = attacker("b", "a");
        Attacker late = attacker("expired", "a")) {
      isDenied("not a voter's", () -> mallory.hello("mallory"));
      isDenied("'b' speaks for 'c'", () -> liar.requestVote("c"));
      assertThatThrownBy(() -> late.hello("b")).isInstanceOf(RuntimeException.class);
    }
    assertThat(voters.refused).contains("not-a-voter", "not-its-message", "expired");
  }

  /** gRPC itself would end these connections without a word. */
  @Test
  void handshakesThatFailAreCounted() throws Exception {
    voters.refused.clear();
    try (Attacker nobody = attacker(null, "a");
        Attacker stranger = attacker("stranger", "a");
        Attacker twin = attacker("twin", "a");
        Attacker plain = Attacker.withoutTls(voters.settings("a"))) {
      for (Attacker attacker : List.of(nobody, stranger, plain)) {
        assertThatThrownBy(() -> attacker.hello("b")).isInstanceOf(RuntimeException.class);
      }
      Voters.await(
          () -> voters.refused.containsAll(List.of("no-certificate", "other-authority", "no-tls")));
      voters.refused.clear();
      assertThatThrownBy(() -> twin.hello("b")).isInstanceOf(RuntimeException.class);
      Voters.await(() -> voters.refused.contains("other-authority"));
    }
    voters.refused.clear();
    InetSocketAddress a = voters.settings("a").address();
    new Socket(a.getAddress(), a.getPort()).close();
    Voters.await(() -> voters.refused.contains("hung-up"));
  }

  /** Not even by somebody with its own certificate, copied. */
  @Test
  void aVoterThatIsHeardIsNotReplaced() throws Exception {
    assertThat(refusalOfTheLeader())
        .containsPattern("Voter [ab] was heard")
        .contains("silent for 3000 ms");
    nothingHasHappened();
  }

  /** What the leader says to somebody who wants the place of a voter that lives. */
  private String refusalOfTheLeader() throws Exception {
    long deadline = System.nanoTime() + SECONDS.toNanos(Voters.DEADLINE_SECONDS);
    while (true) {
      String leader = voters.leader();
      String living = leader.equals("a") ? "b" : "a";
      try (Attacker attacker = attacker(living, leader)) {
        Throwable failure = catchThrowable(() -> attacker.admit(living, "127.0.0.1:1"));
        assertThat(failure).isNotNull();
        String refusal = failure.getMessage();
        // On a busy machine another one may lead by now.
        if (!refusal.contains("does not lead") || System.nanoTime() - deadline > 0) {
          return refusal;
        }
      }
    }
  }

  /**
   * @param said the lines about calls that came to nothing
   */
  private static Exchange exchange(
      String cluster, String keys, String address, Queue<String> counted, Queue<String> said) {
    RefusedCalls refused =
        new RefusedCalls(
            counted::add, (what, why, missed) -> said.add(what + ": " + why), System::nanoTime);
    return new Exchange("a", GrpcTls.config(Voters.keys(keys), cluster), refused, voter -> address);
  }

  /** Both certificates are of the right authority, and for a voter 'b'. */
  @Test
  void aVoterOfAnotherClusterIsNotAVoterHere() throws Exception {
    String why = "its certificate is for baton://bills/b";
    try (Attacker ofBills = attacker("of-bills", "a")) {
      isDenied(why, () -> ofBills.hello("b"));
      isDenied(why, () -> ofBills.submit(new Command.Latest()));
      isDenied(why, () -> ofBills.requestVote("b"));
    }
    try (Attacker ofOrders = attacker("of-orders", "a")) {
      assertThat(ofOrders.hello("b").voter()).isEqualTo("a");
    }
    nothingHasHappened();
  }

  /** What answers at the address of one voter with the certificate of another is not it. */
  @Test
  void theVoterThatIsCalledMustAnswer() throws Exception {
    String b = Roster.text(voters.addresses.get("b"));
    Queue<String> counted = new ConcurrentLinkedQueue<>();
    Queue<String> said = new ConcurrentLinkedQueue<>();
    try (Exchange a = exchange("orders", "a", b, counted, said)) {
      String why = "Voter 'c' was called, and who answers is not it: its certificate is for 'b'";
      assertThatThrownBy(() -> soon(a.hello("c", HELLO, PATIENCE))).hasStackTraceContaining(why);
      assertThat(counted).containsExactly("not-trusted");
      assertThat(said).singleElement().asString().startsWith("a call to voter 'c' at " + b + ": ");
      assertThat(said).singleElement().asString().contains(why);
      soon(a.hello("b", HELLO, PATIENCE));
      assertThat(counted).hasSize(1);
    }
    try (Exchange ofBills = exchange("bills", "a", b, counted, said)) {
      assertThatThrownBy(() -> soon(ofBills.hello("b", HELLO, PATIENCE)))
          .hasStackTraceContaining(
              "who answers is not it: its certificate is for baton://orders/b");
      assertThat(counted).containsExactly("not-trusted", "not-trusted");
    }
  }

  /** Who calls knows why it came to nothing, and says so, too. */
  @Test
  void callsThatComeToNothingAreCounted() throws Exception {
    String b = Roster.text(voters.addresses.get("b"));
    Queue<String> counted = new ConcurrentLinkedQueue<>();
    Queue<String> said = new ConcurrentLinkedQueue<>();
    try (Exchange stranger = exchange("orders", "stranger", b, counted, said)) {
      assertThatThrownBy(() -> soon(stranger.hello("b", HELLO, PATIENCE)))
          .isInstanceOf(Exception.class);
      assertThat(counted.poll()).isEqualTo("other-authority");
    }
    counted.clear();
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Exchange a = exchange("orders", "a", "127.0.0.1:" + plain.getLocalPort(), counted, said)) {
      CompletableFuture<byte[]> answer = a.hello("b", HELLO, PATIENCE);
      try (Socket caller = plain.accept()) {
        caller.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
        assertThatThrownBy(() -> soon(answer)).isInstanceOf(Exception.class);
      }
      assertThat(counted.poll()).isEqualTo("no-tls");
    }
    // Nobody is there: that is no refusal.
    counted.clear();
    try (Exchange a = exchange("orders", "a", "127.0.0.1:1", counted, said)) {
      assertThatThrownBy(() -> soon(a.hello("b", HELLO, PATIENCE))).isInstanceOf(Exception.class);
    }
    assertThat(counted).isEmpty();
  }
}
