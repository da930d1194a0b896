package dev.baton.lab.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.Baton;
import dev.baton.cluster.LocalNetwork;
import dev.baton.cluster.LockView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The socket of a member, with a cluster of one behind it. */
@Timeout(60)
class MemberSocketTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private Path base;
  private SocketDirectory directory;
  private LocalNetwork network;
  private Baton baton;
  private MemberSocket socket;

  @BeforeEach
  void open() throws IOException {
    base = Files.createTempDirectory("baton-test-");
    directory = new SocketDirectory(base.resolve("baton"));
    network = new LocalNetwork();
    Duration lease = Duration.ofSeconds(2);
    baton = Baton.builder().cluster("orders").member("app-1").lease(lease).local(network);
    socket = new MemberSocket(directory, "orders", baton, this::status);
  }

  private MemberStatus status() {
    return new MemberStatus("orders", "app-1", 7, true, List.of("app-1", "app-2"), baton.locks());
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    baton.close();
    network.close();
    try (var files = Files.newDirectoryStream(base.resolve("baton"))) {
      assertThat(files).as("the socket is removed").isEmpty();
    }
    Files.delete(base.resolve("baton"));
    Files.delete(base);
  }

  private MemberClient connect() throws InterruptedException {
    List<MemberClient> clients = MemberClient.connect(directory, null, null);
    assertThat(clients).hasSize(1);
    return clients.getFirst();
  }

  private static long held(MemberClient client) throws InterruptedException {
    String answer = client.next(PATIENCE);
    assertThat(answer).startsWith("held\t");
    return Long.parseLong(answer.substring("held\t".length()));
  }

  @Test
  void onlyTheSameUserCanReachIt() throws IOException {
    Path path = base.resolve("baton");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rwx------");
    try (var files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
        assertThat(file.getFileName().toString()).startsWith("app-1-").endsWith(".sock");
      }
    }
  }

  /** Whatever processes of the same user send: nothing of it is kept. */
  @Test
  void aRequestThatNeverEndsIsRefused() throws Exception {
    try (MemberClient client = connect()) {
      client.say("lock\t" + "x".repeat(100_000));
      assertThat(client.next(PATIENCE))
          .isEqualTo("refused\tA request has at most 1000 characters.");
    }
    try (MemberClient client = connect()) {
      for (String request : List.of("", "\0\t\t\t", "lock", "lock\tx\t-", "unlock\t", "LOCK\tx")) {
        client.say("?" + request);
        assertThat(client.next(PATIENCE)).startsWith("refused\tThere is no request '?");
      }
      client.say("lock\tx");
      assertThat(held(client)).isPositive();
    }
  }

  @Test
  void aLockIsGivenAndReleased() throws Exception {
    try (MemberClient client = connect()) {
      client.say("lock\ta b/ü");
      assertThat(held(client)).isPositive();
      assertThat(baton.lock("a b/ü").isHeld()).isTrue();
      client.say("unlock");
      assertThat(client.next(PATIENCE)).isEqualTo("released");
      assertThat(baton.lock("a b/ü").isHeld()).isFalse();
    }
  }

  @Test
  void oneQuestionIsAnsweredAtOnce() throws Exception {
    try (MemberClient first = connect();
        MemberClient second = connect()) {
      first.say("lock\tx\t0");
      long fence = held(first);
      second.say("lock\tx\t0");
      assertThat(second.next(PATIENCE))
          .startsWith("late\tCould not acquire x at once: this member (app-1) has held it since ");
      first.say("unlock");
      assertThat(first.next(PATIENCE)).isEqualTo("released");
      second.say("lock\tx\t0");
      assertThat(held(second)).as("a connection may ask again").isGreaterThan(fence);
    }
  }

  @Test
  void whenTheTimeIsOverTheMemberSaysWhy() throws Exception {
    try (MemberClient first = connect();
        MemberClient second = connect()) {
      first.say("lock\tx\t20000");
      held(first);
      second.say("lock\tx\t20");
      assertThat(second.next(PATIENCE))
          .startsWith("late\tCould not acquire x within 0.02 s: this member (app-1) has held it");
    }
  }

  /** A lease that ends is told apart from a member that does not answer. */
  @Test
  void whoIsCutOffSaysSo() throws Exception {
    try (MemberClient client = connect()) {
      client.say("lock\tx");
      held(client);
      HoldClock clock = new HoldClock(client);
      assertThat(clock.start()).isNull();
      network.disconnect("app-1");
      assertThat(clock.await())
          .matches(
              "(cut off\tthe member does not reach a majority|lost\tthe lease of member"
                  + "|lost\tmember app-1 left its epoch or lost its lease).*");
      while (baton.hasLease()) {
        Thread.onSpinWait();
      }
      MemberClient next = connect();
      next.say("lock\ty\t0");
      assertThat(next.next(PATIENCE))
          .startsWith("late\tMember app-1 has no lease, so y could not be granted at once: ");
      next.close();
      network.reconnect("app-1");
    }
  }

  /** Who waits for a limited time does not wait on when nobody listens any more. */
  @Test
  void aConnectionThatIsClosedEndsALimitedWait() throws Exception {
    MemberClient first = connect();
    first.say("lock\tx");
    held(first);
    MemberClient second = connect();
    second.say("lock\tx\t60000");
    MemberClient third = connect();
    third.say("lock\tx\t60000");
    second.close();
    first.close();
    held(third);
    third.close();
  }

  @Test
  void whoHoldsHearsForHowLong() throws Exception {
    try (MemberClient client = connect()) {
      client.say("check");
      assertThat(client.next(PATIENCE)).isEqualTo("lost\tNothing is held through this connection.");
      client.say("lock\tx");
      held(client);
      HoldClock clock = new HoldClock(client);
      assertThat(clock.start()).isNull();
      assertThat(clock.left()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(3));
      client.interject("exited");
      assertThat(clock.await()).isEqualTo("exited");
      assertThat(clock.release()).isNull();
      assertThat(baton.lock("x").isHeld()).isFalse();
    }
  }

  @Test
  void aConnectionThatIsClosedHoldsNothing() throws Exception {
    MemberClient first = connect();
    MemberClient second = connect();
    first.say("lock\tx");
    long fence = held(first);
    second.say("lock\tx");
    assertThat(second.next(Duration.ofMillis(20))).as("has to wait").isNull();
    first.close();
    assertThat(held(second)).isGreaterThan(fence);
    second.close();
  }

  @Test
  void aConnectionThatIsClosedWaitsForNothing() throws Exception {
    MemberClient first = connect();
    first.say("lock\tx");
    held(first);
    MemberClient second = connect();
    second.say("lock\tx");
    MemberClient third = connect();
    third.say("lock\tx");
    second.close();
    first.close();
    held(third);
    third.close();
  }

  @Test
  void aHoldThatIsLostIsTold() throws Exception {
    try (MemberClient client = connect()) {
      client.say("lock\tx");
      held(client);
      baton.close();
      assertThat(client.next(PATIENCE)).startsWith("lost\tmember app-1 ");
      client.say("unlock");
      assertThat(client.next(PATIENCE)).startsWith("lost\tThe hold of");
    }
  }

  @Test
  void aMistakeIsRefused() throws Exception {
    try (MemberClient client = connect()) {
      client.say("fly");
      assertThat(client.next(PATIENCE)).isEqualTo("refused\tThere is no request 'fly'.");
      client.say("lock\tx\tsoon");
      assertThat(client.next(PATIENCE))
          .isEqualTo("refused\t'soon' is not a number of milliseconds.");
      client.say("lock\t" + "x".repeat(300));
      assertThat(client.next(PATIENCE)).startsWith("refused\tThe name of a lock has 1 to 256");
      client.say("lock\tx");
      held(client);
      client.say("lock\ty");
      assertThat(client.next(PATIENCE)).isEqualTo("refused\tA connection has one lock at a time.");
    }
  }

  @Test
  void theStatusSaysWhatIsHeld() throws Exception {
    try (MemberClient client = connect()) {
      client.say("lock\tx");
      long fence = held(client);
      try (MemberClient other = connect()) {
        MemberStatus status = other.status();
        assertThat(status.cluster()).isEqualTo("orders");
        assertThat(status.members()).containsExactly("app-1", "app-2");
        LockView lock = status.locks().getFirst();
        assertThat(lock.name()).isEqualTo("x");
        assertThat(lock.held()).isEqualTo(1);
        assertThat(lock.fence()).isEqualTo(fence);
        assertThat(lock.since()).isBeforeOrEqualTo(Instant.now());
      }
    }
  }

  @Test
  void membersAreFoundByName() throws InterruptedException {
    assertThat(MemberClient.connect(directory, "orders", "app-1")).hasSize(1);
    assertThat(MemberClient.connect(directory, "orders", "app-2")).isEmpty();
    assertThat(MemberClient.connect(directory, "other", null)).isEmpty();
  }

  @Test
  void aSocketThatAKilledMemberLeftBehindIsReplaced() throws Exception {
    Path left = directory.socket("orders", "app-2").getPath();
    Files.createFile(left);
    assertThat(MemberClient.connect(directory, null, null)).hasSize(1);
    Files.delete(left);
  }

  @Test
  void aDirectoryThatOthersCanReadIsRefused() throws IOException {
    Path path = base.resolve("open");
    Files.createDirectory(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatThrownBy(() -> new SocketDirectory(path).sockets())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be a directory that belongs to this user alone (mode 700)");
    Files.delete(path);
  }

  @Test
  void aPathThatIsTooLongIsRefused() {
    SocketDirectory deep = new SocketDirectory(Path.of("/" + "d".repeat(90)));
    assertThatThrownBy(() -> deep.socket("orders", "app-1"))
        .hasMessageContaining("is too long for the system");
  }
}
