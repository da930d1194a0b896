package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.ClusterMismatchException;
import dev.baton.cluster.ClusterSuspendedException;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Identity;
import dev.baton.cluster.epoch.Reason;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.join.Kept;
import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.net.FreePorts;
import dev.baton.cluster.wire.WireException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The id of a cluster in the directory of its only voter, and what else the directory says. */
@Tag("slow")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class ClusterIdTest {

  @TempDir Path root;

  private final int port = FreePorts.next();
  private final int consensusPort = FreePorts.next();

  private BatonBuilder builder(String name, int at) {
    return Baton.builder()
        .cluster("orders")
        .member(name)
        .bind("127.0.0.1", at)
        .voters("a")
        .stateDirectory(root)
        .insecure();
  }

  private BatonBuilder a() {
    return builder("a", port).consensusPort(consensusPort);
  }

  /** What the store of this voter is opened with by the builder. */
  private VoterSettings settings() {
    List<Choice> choices =
        List.of(new Choice("*", "naimi-trehel"), new Choice("*", "request-collectors"));
    return new VoterSettings(
        "orders",
        "a",
        Map.of("a", new InetSocketAddress("127.0.0.1", consensusPort)),
        root,
        null,
        EpochRecord.genesis(List.of("a"), choices));
  }

  @Test
  void aDirectoryHasTheIdOfItsClusterForGood() {
    assertThat(StateDirectory.kept(root)).isEqualTo(Kept.NOTHING);
    long first;
    try (Baton baton = a().join()) {
      first = baton.epoch();
    }
    Kept kept = StateDirectory.kept(root);
    assertThat(kept.voter()).isEqualTo("a");
    assertThat(kept.hasBegun()).isTrue();
    assertThat(kept.identity().first()).isEqualTo(first);
    assertThat(kept.suspension()).isNull();
    try (Baton baton = a().join()) {
      assertThat(baton.epoch()).isGreaterThan(first);
    }
    assertThat(StateDirectory.kept(root)).isEqualTo(kept);
  }

  /** Its records have no id, and neither has the directory. */
  @Test
  void aDirectoryOfAnEarlierBuildGetsAnIdAtItsNextStart() throws Exception {
    EpochRecord last;
    try (RatisEpochStore store = RatisEpochStore.open(settings())) {
      Voters.ready(store);
      last = Voters.extend(store, settings().genesis(), 3);
    }
    assertThat(StateDirectory.kept(root).identity()).isNull();
    try (Baton baton = a().join()) {
      assertThat(baton.lock("x").tryLock()).isTrue();
    }
    assertThat(StateDirectory.kept(root).identity().first()).isEqualTo(last.number());
  }

  /** A record without an identity, whose reasons name one member each. */
  private static final String WRITTEN_EARLIER =
      "0e1001016102040001016101012a0c6e61696d692d74726568656c01016102001203000161010162020163";

  @Test
  void whatAnEarlierBuildHasWrittenIsRead() throws Exception {
    EpochRecord record =
        new EpochRecord(
            7,
            8,
            List.of(new Seat("a", 1, 2)),
            new TreeMap<>(),
            List.of("a"),
            List.of(new Choice("*", "naimi-trehel")),
            new TreeMap<>(Map.of("a", 1)),
            List.of(),
            9,
            List.of(
                new Reason(Reason.Kind.JOIN, "a"),
                new Reason(Reason.Kind.LEAVE, "b"),
                new Reason(Reason.Kind.SUSPICION, "c")));
    byte[] bytes = HexFormat.of().parseHex("01" + WRITTEN_EARLIER);
    assertThat(VoterCodecs.decodeKeptRecord(bytes)).isEqualTo(record);
    Command command = new Command.Propose(6, record);
    byte[] proposal = HexFormat.of().parseHex("01000c" + WRITTEN_EARLIER);
    assertThat(VoterCodecs.decodeKeptCommand(proposal)).isEqualTo(command);
    assertThat(Chain.of(snapshot(bytes)).records()).containsExactly(record);
    // Nothing is made up for bytes that are missing.
    byte[] tooShort = Arrays.copyOf(bytes, bytes.length - 1);
    assertThatThrownBy(() -> VoterCodecs.decodeKeptRecord(tooShort))
        .isInstanceOf(WireException.class);
  }

  private static byte[] snapshot(byte[] record) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(1);
    out.writeInt(record.length);
    out.write(record);
    CRC32C sum = new CRC32C();
    sum.update(bytes.toByteArray());
    out.writeLong(sum.getValue());
    return bytes.toByteArray();
  }

  @Test
  void aRecordOfAnotherClusterIsRefused() {
    Chain chain = new Chain(settings().genesis());
    EpochRecord first = Voters.next(chain.last(), "a");
    EpochRecord mine = with(first, new Identity("mine", first.number()));
    assertThat(chain.propose(0, mine)).isEqualTo(mine);
    EpochRecord next = Voters.next(mine, "a");
    for (EpochRecord wrong : List.of(next, with(next, new Identity("other", 1)))) {
      assertThat(chain.judge(mine.number(), wrong, 100))
          .isEqualTo(new Verdict.Malformed("Epoch 2 is of another cluster."));
    }
    assertThat(chain.judge(mine.number(), with(next, mine.identity()), 100))
        .isEqualTo(new Verdict.Fits());
  }

  private static EpochRecord with(EpochRecord it, Identity identity) {
    return new EpochRecord(
        it.number(),
        it.previous(),
        it.members(),
        it.neighbourhoods(),
        it.voters(),
        it.choices(),
        it.floor(),
        it.locks(),
        it.quarantine(),
        it.reasons(),
        identity);
  }

  @Test
  void aVoterThatGaveWayDoesNotStartAgain() throws Exception {
    a().join().close();
    try (RatisEpochStore store = RatisEpochStore.open(settings())) {
      Voters.ready(store);
      store.suspend("Cluster orders gave way to another.");
      Voters.await(() -> StateDirectory.kept(root).suspension() != null);
    }
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> a().join())
          .isInstanceOf(ClusterMismatchException.class)
          .hasMessage(
              "Voter a does not start: Cluster orders gave way to another. To have it join the"
                  + " other cluster, give it the voters and peers of that one, and remove its state"
                  + " directory "
                  + root
                  + ".");
    }
  }

  @Test
  void whatHasChangedSinceTheDirectoryWasMadeIsSaid() {
    a().join().close();
    assertThatThrownBy(() -> a().algorithm("geo/*", "raymond").join())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Voters or algorithms have changed since the state directory "
                + root
                + " was made: algorithms were * = naimi-trehel, * = request-collectors, and are now"
                + " geo/* = raymond, * = naimi-trehel, * = request-collectors. Give the voter its"
                + " former settings, or a new directory.");
    VoterSettings more =
        new VoterSettings(
            "orders",
            "a",
            Map.of(
                "a", settings().address(),
                "b", new InetSocketAddress("127.0.0.1", 1),
                "c", new InetSocketAddress("127.0.0.1", 2)),
            root,
            null,
            EpochRecord.genesis(List.of("a", "b", "c"), settings().genesis().choices()));
    assertThatThrownBy(() -> RatisEpochStore.open(more))
        .hasMessage(
            "Voters or algorithms have changed since the state directory "
                + root
                + " was made: voters were a, and are now a, b, c. Give the voter its former"
                + " settings, or a new directory.");
  }

  /** A member that takes the port of the consensus for that of a member. */
  @Test
  void aConsensusPortIsSaidToBeOne() {
    try (Baton voter = a().join()) {
      assertThat(voter.hasLease()).isTrue();
      assertSaid(
          builder("d", FreePorts.next()).peers("127.0.0.1:" + consensusPort),
          "not reached: {127.0.0.1:"
              + consensusPort
              + "=it is a consensus port, not that of a member, which is usually the one before"
              + " it}");
    }
  }

  @Test
  void aConsensusPortWithTlsIsHintedAt() {
    try (Baton voter = secured("a", port).consensusPort(consensusPort).join()) {
      assertThat(voter.hasLease()).isTrue();
      assertSaid(secured("b", FreePorts.next()).peers("127.0.0.1:" + consensusPort), "consensus");
    }
  }

  /** With more patience where the machine is so busy that there was no answer yet. */
  private static void assertSaid(BatonBuilder builder, String text) {
    String said = "";
    for (int seconds = 2; seconds <= 32 && !said.contains(text); seconds *= 4) {
      BatonBuilder patient = builder.joinPatience(Duration.ofSeconds(seconds));
      said = assertThrows(ClusterSuspendedException.class, patient::join).getMessage();
    }
    assertThat(said).contains(text);
  }

  private BatonBuilder secured(String name, int at) {
    return Baton.builder()
        .cluster("orders")
        .member(name)
        .bind("127.0.0.1", at)
        .voters("a")
        .stateDirectory(root)
        .tls(
            Voters.keys(name).keyStore(),
            Voters.STORES.resolve("trust.p12"),
            "for-tests".toCharArray());
  }
}
