package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.epoch.EpochStore;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.join.NetworkCluster.Consensus;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whom the only voter of a cluster waits for before it begins one, and what keeps it from it. */
@Tag("slow")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class FirstStartTest extends NetworkTest {

  private BatonBuilder alone(String name, String peer) {
    return Baton.builder()
        .cluster("orders")
        .member(name)
        .bind("127.0.0.1", port(name))
        .peers("127.0.0.1:" + port(name), "127.0.0.1:" + port(peer))
        .voters(name)
        .stateDirectory(directory.resolve(name))
        .lease(LEASE)
        .insecure();
  }

  private static EpochStore inMemory(Consensus consensus) {
    return new MemoryEpochStore(consensus.genesis());
  }

  private static Throwable failure(Future<Baton> joining) throws Exception {
    try {
      soon(joining);
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  /** Each of them names itself as the only voter: neither is more right than the other. */
  @Test
  void ofTwoThatHearEachOtherBeforeEitherHasFormedNeitherBegins() throws Exception {
    CountDownLatch bothAsked = new CountDownLatch(1);
    // It is past waiting for the other, and has not formed before the other has ended.
    Future<Baton> a =
        joining(
            alone("a", "b")
                .stores(
                    consensus -> {
                      await(bothAsked);
                      return inMemory(consensus);
                    }));
    Throwable ofB = failure(joining(alone("b", "a").stores(FirstStartTest::inMemory)));
    bothAsked.countDown();
    assertThat(ofB)
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageContaining("(voters: b here, a there)");
    assertThat(failure(a))
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageContaining("(voters: a here, b there)");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(SOON.toSeconds(), SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whoComesLaterBeginsNothing() throws Exception {
    Baton a = soon(joining(alone("a", "b").stores(FirstStartTest::inMemory)));
    assertThat(failure(joining(alone("b", "a").stores(FirstStartTest::inMemory))))
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageContaining("its settings differ from those of a (voters: b here, a there)");
    assertThat(a.lock("x").tryLock()).isTrue();
    assertThat(a.hasLease()).isTrue();
  }

  @Test
  void whoDoesNotAnswerIsWaitedForAWhile() throws Exception {
    try (ServerSocket mute = new ServerSocket(port("b"), 50, InetAddress.getByName("127.0.0.1"))) {
      assertThat(mute.isBound()).isTrue();
      long begin = System.nanoTime();
      BatonBuilder patient = alone("a", "b").firstStartPatience(Duration.ofMillis(700));
      soon(joining(patient.stores(FirstStartTest::inMemory)));
      assertThat(System.nanoTime() - begin).isGreaterThan(700_000_000L);
    }
  }

  @Test
  void aPatienceIsNotNegative() {
    assertThatThrownBy(() -> Baton.builder().firstStartPatience(Duration.ofMillis(-1)))
        .hasMessage("Patience must not be negative, as PT-0.001S is.");
  }
}
