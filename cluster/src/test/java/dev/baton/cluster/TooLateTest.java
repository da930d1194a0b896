package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When the time is over, the message says why. */
final class TooLateTest extends LocalTest {

  private static final Duration SHORT = Duration.ofMillis(20);

  private static String message(BatonLock lock) {
    return message(() -> lock.acquire(SHORT));
  }

  private interface Call {
    Object run() throws Exception;
  }

  private static String message(Call call) {
    try {
      call.run();
      throw new AssertionError("in time");
    } catch (Exception e) {
      assertThat(e).isInstanceOf(LockTimeoutException.class);
      return e.getMessage();
    }
  }

  @Test
  void thisThreadHoldsIt() {
    BatonLock lock = member("a").lock("x");
    lock.lock();
    assertThat(message(lock))
        .isEqualTo(
            "Could not acquire x within 0.02 s: this thread holds it already, and a handle is not"
                + " re-entrant: unlock it first, or use lock().");
    lock.unlock();
  }

  @Test
  void anotherHoldsIt() throws Exception {
    Baton a = member("a");
    Baton b = member("b");
    Hold hold = b.lock("x").acquire(SOON);
    String message = message(a.lock("x"));
    // It is asked who holds it, and on a busy machine not waited for.
    for (int i = 0; i < 20 && message.contains("b does not answer"); i++) {
      message = message(a.lock("x"));
    }
    assertThat(message)
        .matches(
            "Could not acquire x within 0\\.02 s: b has held it since 20\\S+Z: wait longer, or"
                + " release it there\\.");
    hold.close();
  }

  @Test
  void anotherOwnerHereHoldsIt() throws Exception {
    BatonLock lock = member("a").lock("x");
    Hold hold = lock.acquire(SOON);
    assertThat(message(lock))
        .startsWith("Could not acquire x within 0.02 s: this member (a) has held it since 20")
        .endsWith("Z: wait longer, or release it.");
    assertThat(message(() -> lock.acquire(Duration.ZERO)))
        .startsWith("Could not acquire x at once: this member (a) has held it since 20");
    assertThat(message(() -> lock.acquire(Duration.ofSeconds(-1)))).contains(" at once: ");
    hold.close();
  }

  @Test
  void thisMemberMayHaveNoMore() throws Exception {
    BatonSemaphore printers = member(builder("a").permitsPerMember(1)).semaphore("printers", 2);
    Permit permit = printers.acquire(SOON);
    assertThat(message(() -> printers.acquire(SHORT)))
        .isEqualTo(
            "Could not acquire printers*2 within 0.02 s: this member has 1 permit, as many as it"
                + " may have at once: release one, or allow more with permitsPerMember.");
    permit.close();
  }

  /** Whoever crashed may have held any lock that nobody else knows of. */
  @Test
  void allWaitForALease() throws Exception {
    Duration lease = Duration.ofSeconds(3);
    Baton a = member(builder("a").lease(lease));
    Baton b = member(builder("b").lease(lease));
    network.disconnect("b");
    until(() -> a.members().size() == 1);
    assertThat(message(a.lock("y")))
        .matches(
            "Could not acquire y within 0.02 s: after a crash or a restart nobody gets it before"
                + " the leases of those who were members are over, in about \\d+ ms: wait"
                + " longer\\.");
    until(() -> !b.hasLease());
    assertThatThrownBy(() -> b.lock("z").acquire(SHORT))
        .isInstanceOf(ClusterSuspendedException.class)
        .hasMessageContaining("check whether the network was closed or the member disconnected");
  }

  @Test
  void nobodyHoldsIt() throws Exception {
    Baton a = member("a");
    Baton b = member("b");
    try (Hold hold = b.lock("x").acquire(SOON)) {
      assertThat(hold.isHeld()).isTrue();
    }
    network.disconnect("b");
    assertThat(message(a.lock("x")))
        .isEqualTo(
            "Could not acquire x within 0.02 s: nobody that answers holds it, and b does not"
                + " answer: wait longer.");
    network.reconnect("b");
  }
}
