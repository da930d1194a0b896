package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MetersTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double count(String name, String member) {
    return registry.get(name).tag("member", member).counter().count();
  }

  private long timed(String name, String member) {
    return registry.get(name).tag("member", member).timer().count();
  }

  private Baton member(LocalNetwork network, String name) {
    return Baton.builder().cluster("orders").member(name).metrics(registry).local(network);
  }

  @Test
  void grantsWaitsMessagesAndEpochsAreCounted() throws InterruptedException {
    try (LocalNetwork network = new LocalNetwork();
        Baton a = member(network, "a");
        Baton b = member(network, "b")) {
      for (int round = 0; round < 3; round++) {
        for (Baton baton : new Baton[] {a, b}) {
          BatonLock lock = baton.lock("x");
          lock.lock();
          lock.unlock();
          lock.lock();
          lock.unlock();
        }
      }
      LocalTest.until(() -> count("baton.grants", "a") == 6 && count("baton.grants", "b") == 6);
      LocalTest.until(() -> timed("baton.wait", "a") >= 2 && timed("baton.handoff", "b") == 3);
      assertThat(timed("baton.wait", "a")).isBetween(2L, 3L);
      assertThat(
              registry
                  .get("baton.messages")
                  .tags("member", "b", "of", "NaimiTrehel", "type", "Request")
                  .counter()
                  .count())
          .isEqualTo(3);
      assertThat(registry.get("baton.epochs").tag("member", "a").timer().count()).isPositive();
      assertThat(count("baton.holds.lost", "b")).isZero();
    }
  }

  /** Nobody else asks for the lock, and it does not go back. */
  @Test
  void grantsAreCountedWhileTheLockLingers() {
    try (LocalNetwork network = new LocalNetwork();
        Baton a = member(network, "a")) {
      BatonLock lock = a.lock("x");
      for (int i = 0; i < 1000; i++) {
        lock.lock();
        lock.unlock();
      }
      LocalTest.until(() -> count("baton.grants", "a") == 1000);
    }
  }

  @Test
  void aLostHoldIsCounted() throws InterruptedException {
    try (LocalNetwork network = new LocalNetwork()) {
      Baton a = member(network, "a");
      Counter lost = registry.get("baton.holds.lost").tag("member", "a").counter();
      Counter grants = registry.get("baton.grants").tag("member", "a").counter();
      Hold hold = a.lock("x").acquire(Duration.ofSeconds(10));
      a.close();
      assertThat(hold.isHeld()).isFalse();
      assertThat(lost.count()).isEqualTo(1);
      assertThat(grants.count()).isEqualTo(1);
    }
  }

  @Test
  void aMemberThatIsClosedLeavesNoMetersBehind() {
    try (LocalNetwork network = new LocalNetwork()) {
      Baton a = member(network, "a");
      Baton b = member(network, "b");
      b.lock("x").lock();
      assertThat(registry.find("baton.grants").tag("member", "b").counter()).isNotNull();
      b.close();
      assertThat(registry.find("baton.grants").tag("member", "a").counter()).isNotNull();
      assertThat(registry.getMeters()).noneMatch(it -> "b".equals(it.getId().getTag("member")));
      a.close();
      assertThat(registry.getMeters()).isEmpty();
    }
  }

  /** A registry knows meters by their names, and gives both members the same. */
  @Test
  void aNamesakeDoesNotTakeTheMetersAway() {
    try (LocalNetwork network = new LocalNetwork();
        LocalNetwork elsewhere = new LocalNetwork()) {
      Baton a = member(network, "a");
      assertThatThrownBy(() -> member(network, "a")).isInstanceOf(DuplicateMemberException.class);
      member(elsewhere, "a").close();
      a.lock("x").lock();
      LocalTest.until(() -> count("baton.grants", "a") == 1);
      a.close();
      assertThat(registry.getMeters()).isEmpty();
    }
  }

  @Test
  void nobodyHasToCount() {
    try (Baton baton = Baton.local()) {
      baton.lock("x").lock();
      baton.lock("x").unlock();
      assertThat(registry.getMeters()).isEmpty();
    }
  }
}
