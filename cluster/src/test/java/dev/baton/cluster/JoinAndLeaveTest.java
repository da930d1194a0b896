package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How a member gets its seats and gives them back: interrupted, at the same time, all at once. */
final class JoinAndLeaveTest extends LocalTest {

  /** Longer than anything here takes, unless somebody waits for a lease to end. */
  private static final Duration LEASE = Duration.ofSeconds(20);

  private static final int BEFORE_ITS_END = 10;

  private Baton member(String name, Duration lease) {
    return member(builder(name).lease(lease));
  }

  /** {@code shutdownNow()}, and the member is closed by try-with-resources. */
  @Test
  void aThreadThatIsInterruptedLeavesAsAnyOther() throws Exception {
    Baton a = member("a", LEASE);
    Baton b = member("b", LEASE);
    a.lock("x").acquire();
    Future<Hold> next = start(() -> b.lock("x").acquire());
    until(() -> waiting(b, "x") == 1);
    boolean isInterrupted =
        soon(
            start(
                () -> {
                  Thread.currentThread().interrupt();
                  a.close();
                  return Thread.interrupted();
                }));
    assertThat(isInterrupted).as("the interrupt is kept").isTrue();
    next.get(BEFORE_ITS_END, SECONDS).close();
    // b may have had the lock before the epoch ended.
    until(() -> b.members().equals(List.of("b")));
  }

  /** A seat that nobody runs would be admitted all the same, and its lease waited for. */
  @Test
  void aThreadThatIsInterruptedGetsItsSemaphore() throws Exception {
    Baton a = member("a", LEASE);
    Baton b = member("b", LEASE);
    BatonSemaphore printers =
        start(
                () -> {
                  Thread.currentThread().interrupt();
                  BatonSemaphore made = a.semaphore("printers", 3);
                  assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
                  return made;
                })
            .get(BEFORE_ITS_END, SECONDS);
    List<Permit> permits = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      permits.add(printers.acquire(Duration.ofSeconds(BEFORE_ITS_END)));
    }
    permits.forEach(Permit::close);
    b.semaphore("printers", 3).acquire(Duration.ofSeconds(BEFORE_ITS_END)).close();
  }

  @Test
  void aThreadThatIsInterruptedWhileItJoinsSaysSo() throws Exception {
    member("a", LEASE);
    // Its seat cannot join.
    network.disconnect("b");
    CompletableFuture<Thread> joining = new CompletableFuture<>();
    Future<Boolean> isInterrupted =
        start(
            () -> {
              joining.complete(Thread.currentThread());
              assertThatThrownBy(() -> member("b", LEASE))
                  .isInstanceOf(ClusterSuspendedException.class)
                  .hasMessage("Member b was interrupted while it joined.");
              return Thread.interrupted();
            });
    until(() -> isRunning("baton-b"));
    joining.get().interrupt();
    assertThat(isInterrupted.get(BEFORE_ITS_END, SECONDS)).as("the interrupt is kept").isTrue();
    // Nothing of it is left behind that has its name.
    network.reconnect("b");
    member("b", LEASE).lock("x").acquire(Duration.ofSeconds(BEFORE_ITS_END)).close();
  }

  @Test
  void nobodyWaitsForSeatsThatSomebodyElseNeeds() throws Exception {
    Baton a = member("a", LEASE);
    // Its seats cannot join.
    network.disconnect("a");
    Future<BatonSemaphore> stuck = start(() -> a.semaphore("printers", 3));
    until(() -> isRunning("baton-a~2"));
    // Who locks an object of ours stops nobody.
    synchronized (a) {
      assertThat(start(() -> a.lock("new")).get(BEFORE_ITS_END, SECONDS).name()).isEqualTo("new");
      start(a::close, null).get(BEFORE_ITS_END, SECONDS);
    }
    assertThatThrownBy(() -> stuck.get(BEFORE_ITS_END, SECONDS))
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("Member a is closed.");
  }

  private static boolean isRunning(String thread) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(each -> each.getName().equals(thread));
  }

  private Future<?> start(Runnable work, Void nothing) {
    return threads.submit(work, nothing);
  }

  @Test
  void allSeatsOfASemaphoreJoinInOneEpoch() {
    NewEpochs.checkSeats(List.of(member("a"), member("b"), member("c")));
  }
}
