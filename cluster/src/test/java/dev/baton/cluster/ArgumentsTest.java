package dev.baton.cluster;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What applications may pass, at its limits. */
@Timeout(60)
final class ArgumentsTest extends LocalTest {

  private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
  private static final Duration MOST_NEGATIVE = Duration.ofSeconds(Long.MIN_VALUE);

  @Test
  void anyTimeIsUnderstood() throws Exception {
    Baton a = member(builder("a").patience(LONGEST));
    BatonLock free = a.lock("free");
    for (Duration time : new Duration[] {LONGEST, MOST_NEGATIVE, Duration.ofDays(200_000)}) {
      assertThat(free.tryLock(time)).as(time.toString()).isTrue();
      free.unlock();
      free.acquire(time).close();
    }
    Hold hold = a.lock("x").acquire();
    BatonLock taken = a.lock("x");
    assertThat(taken.tryLock(Long.MIN_VALUE, NANOSECONDS)).isFalse();
    assertThat(taken.tryLock(Long.MIN_VALUE, DAYS)).isFalse();
    assertThat(taken.tryLock(MOST_NEGATIVE)).isFalse();
    assertThat(taken.tryAcquire(MOST_NEGATIVE)).isNull();
    Future<Hold> waiter = start(() -> taken.acquire(LONGEST));
    until(() -> waiting(a, "x") == 1);
    hold.close();
    soon(waiter).close();
    assertThat(a.semaphore("printers", 1).tryAcquire(MOST_NEGATIVE)).isNotNull();
  }

  @Test
  void patienceIsNotNegative() {
    assertThatThrownBy(() -> builder("a").joinPatience(Duration.ofSeconds(-1)))
        .hasMessage("Patience must not be negative, as PT-1S is.");
    assertThatThrownBy(() -> builder("a").patience(MOST_NEGATIVE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** The message says which argument it was. */
  @Test
  void nullHasAName() throws Exception {
    Baton a = member("a");
    BatonLock lock = a.lock("x");
    BatonSemaphore semaphore = a.semaphore("printers", 1);
    Hold hold = lock.acquire();
    Path path = Path.of("x");
    BatonBuilder builder = Baton.builder();
    Map.<String, ThrowingCallable>ofEntries(
            Map.entry("the name of a lock", () -> a.lock(null)),
            Map.entry("the name of a lock ", () -> a.semaphore(null, 1)),
            Map.entry("the name of a neighbourhood", () -> a.neighbourhood(null)),
            Map.entry("the name of a neighbourhood ", () -> a.roamTo(null)),
            Map.entry("listener", () -> a.addListener(null)),
            Map.entry("listener ", () -> hold.onLost(null)),
            Map.entry("unit", () -> lock.tryLock(1, null)),
            Map.entry("time", () -> lock.tryLock(null)),
            Map.entry("time ", () -> a.lock("free").tryAcquire(null)),
            Map.entry("time  ", () -> lock.acquire(null)),
            Map.entry("time   ", () -> semaphore.tryAcquire(null)),
            Map.entry("time    ", () -> builder.patience(null)),
            Map.entry("time     ", () -> builder.joinPatience(null)),
            Map.entry("length", () -> builder.lease(null)),
            Map.entry("the name of a cluster", () -> builder.cluster(null)),
            Map.entry("the name of a member", () -> builder.member(null)),
            Map.entry("the name of a member ", () -> builder.voters("a", null)),
            Map.entry("the name of a member  ", () -> builder.members((String) null)),
            Map.entry("the name of a zone", () -> builder.zone(null)),
            Map.entry("id", () -> builder.algorithm(null)),
            Map.entry("pattern", () -> builder.algorithm(null, "raymond")),
            Map.entry("registry", () -> builder.metrics(null)),
            Map.entry("host", () -> builder.bind(null, 7800)),
            Map.entry("a place of peers", () -> builder.peers((String) null)),
            Map.entry("directory", () -> builder.stateDirectory(null)),
            Map.entry("keyStore", () -> builder.tls(null, path, new char[0])),
            Map.entry("trustStore", () -> builder.tls(path, null, new char[0])),
            Map.entry("password", () -> builder.tls(path, path, null)),
            Map.entry("network", () -> builder.local(null)))
        .forEach(
            (name, call) ->
                assertThatThrownBy(call)
                    .as(name)
                    .isExactlyInstanceOf(NullPointerException.class)
                    .hasMessage(name.strip()));
  }

  @Test
  void peersMayBeOneString() {
    Baton.builder().peers("127.0.0.1:7800, 127.0.0.1:7810", "127.0.0.1:7820");
    assertThatThrownBy(() -> Baton.builder().peers("127.0.0.1:7800,"))
        .hasMessage("'' is not a host and a port: write 10.0.0.1:7800.");
  }
}
