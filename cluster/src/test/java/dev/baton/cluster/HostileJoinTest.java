package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.net.AlgorithmVersion;
import dev.baton.cluster.net.Attacker;
import dev.baton.cluster.net.FreePorts;
import dev.baton.cluster.net.Packet;
import dev.baton.cluster.net.Setting;
import dev.baton.cluster.net.Setting.Kind;
import dev.baton.cluster.net.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Members that join, start again and differ, while others would like to keep them out. */
@Tag("slow")
@Tag("hostile")
@Execution(ExecutionMode.CONCURRENT)
final class HostileJoinTest extends NetworkTest {

  private static final Path STORES = Path.of("src/test/resources/tls");

  private BatonBuilder secured(BatonBuilder builder, String keys) {
    return inMemory(builder)
        .tls(STORES.resolve(keys + ".p12"), STORES.resolve("trust.p12"), "for-tests".toCharArray());
  }

  private List<Baton> three(String... admitted) throws Exception {
    List<BatonBuilder> builders = new ArrayList<>();
    for (String name : VOTERS) {
      builders.add(secured(settings(name), name).members(admitted));
    }
    return joinAll(builders);
  }

  /** The member d, whose certificate says mallory. */
  private BatonBuilder mallory() {
    return secured(settings("d").member("mallory"), "mallory");
  }

  /** Connections that begin to speak TLS, and go on with a byte every now and then. */
  private final class SlowSockets implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();
    private volatile boolean closed;

    SlowSockets(int each, String... voters) throws IOException {
      for (String voter : voters) {
        for (int i = 0; i < each; i++) {
          Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(voter));
          sockets.add(socket);
          socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0});
        }
      }
      threads.submit(this::drip);
    }

    private void drip() {
      while (!closed) {
        for (Socket socket : sockets) {
          try {
            socket.getOutputStream().write(1);
          } catch (IOException e) {
            // This one was hung up on.
          }
        }
        try {
          TimeUnit.MILLISECONDS.sleep(500);
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    @Override
    public void close() throws IOException {
      closed = true;
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void slowSocketsKeepNobodyOut() throws Exception {
    List<Baton> members = three();
    members.get(2).close();
    for (int each : new int[] {3, 100}) {
      try (SlowSockets slow = new SlowSockets(each, "a", "b")) {
        // A voter that starts again, and somebody new.
        Baton voter = soon(joining(secured(settings("c"), "c").joinPatience(SOON.dividedBy(3))));
        Baton joiner = soon(joining(mallory().joinPatience(SOON.dividedBy(3))));
        joiner.lock("x").acquire(SOON).close();
        voter.lock("x").acquire(SOON).close();
        joiner.close();
        voter.close();
        assertThat(slow.sockets).hasSize(2 * each);
      }
    }
  }

  @Test
  void onlyNamesThatMayJoinDo() throws Exception {
    List<Baton> members = three("app-*");
    assertThatThrownBy(() -> soon(joining(mallory())))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageStartingWith(
            "Member mallory cannot join: its name is not among those that may join, according to")
        .hasMessageEndingWith(". Add it to members(…) there.");
    assertThat(members.getFirst().lock("x").tryLock()).isTrue();
    assertThatThrownBy(() -> mallory().members("app-*").join())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Only the voters and app-* may join, and this member is 'mallory': add it to"
                + " members(…).");
  }

  /** Who is bound, but no voter, says that the name is taken and that the settings are wrong. */
  @Test
  void nobodyButAVoterKeepsAMemberFromJoining() throws Exception {
    int port = FreePorts.next();
    try (Attacker mallory = Attacker.start("mallory", port)) {
      Settings wrong = Attacker.settings(1, List.of("mallory"));
      Settings right = Attacker.settings(LEASE.toNanos(), List.of(VOTERS));
      var liar =
          threads.submit(
              () -> {
                while (!Thread.currentThread().isInterrupted()) {
                  for (String voter : VOTERS) {
                    mallory.send(port(voter), mallory.hello("mallory", wrong, true));
                    mallory.send(port(voter), mallory.hello("mallory", right, true));
                    mallory.send(port(voter), new Packet.TurnedAway(Packet.Reason.NAME_TAKEN));
                  }
                  TimeUnit.MILLISECONDS.sleep(20);
                }
                return null;
              });
      List<Baton> members = three();
      liar.cancel(true);
      members.getFirst().lock("x").acquire(SOON).close();
    }
  }

  private BatonBuilder newcomer(Setting... settings) {
    return inMemory(builder("d")).settings(settings);
  }

  private void startInsecure() throws Exception {
    joinAll(List.of(inMemory(builder("a")), inMemory(builder("b")), inMemory(builder("c"))));
  }

  @Test
  void aSettingThatOthersDoNotHaveCountsByItsKind() throws Exception {
    startInsecure();
    assertThatThrownBy(
            () -> soon(joining(newcomer(new Setting("structures", Kind.EQUAL, "trees")))))
        .cause()
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageContaining("(structures: trees here, missing there)");
    for (Kind kind : List.of(Kind.EQUAL_IF_BOTH, Kind.TOLD)) {
      Baton joined = soon(joining(newcomer(new Setting("later", kind, "7"))));
      joined.lock("x").acquire(SOON).close();
      joined.close();
    }
  }

  @Test
  void anAdditionalAlgorithmKeepsNobodyOut() throws Exception {
    startInsecure();
    List<AlgorithmVersion> more = new ArrayList<>(AlgorithmVersion.all());
    more.add(new AlgorithmVersion("of-next-year", 7));
    Baton joined = soon(joining(newcomer().algorithmVersions(more)));
    joined.lock("x").acquire(SOON).close();
  }

  @Test
  void aLockWhoseAlgorithmDiffersIsRefusedAndTheMembersStay() throws Exception {
    List<BatonBuilder> builders = new ArrayList<>();
    for (String name : VOTERS) {
      builders.add(inMemory(builder(name)).algorithm("r/*", "raymond"));
    }
    List<Baton> members = joinAll(builders);
    members.getFirst().lock("r/x").acquire(SOON).close();
    List<AlgorithmVersion> other = new ArrayList<>();
    for (AlgorithmVersion each : AlgorithmVersion.all()) {
      other.add(each.id().equals("raymond") ? new AlgorithmVersion("raymond", 7) : each);
    }
    Baton joined = soon(joining(newcomer().algorithm("r/*", "raymond").algorithmVersions(other)));
    joined.lock("x").acquire(SOON).close();
    for (Baton each : List.of(joined, members.get(1))) {
      assertThatThrownBy(() -> each.lock("r/y").acquire(SOON))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("its algorithm, raymond, is missing at ")
          .hasMessageContaining("run the same version of Baton on all members");
    }
    joined.close();
    // As soon as all are equal again.
    long deadline = System.nanoTime() + SOON.toNanos();
    boolean isUsable = false;
    while (!isUsable && System.nanoTime() < deadline) {
      try {
        members.get(1).lock("r/y").acquire(Duration.ofSeconds(5)).close();
        isUsable = true;
      } catch (IllegalStateException e) {
        Thread.yield();
      }
    }
    assertThat(isUsable).isTrue();
  }
}
