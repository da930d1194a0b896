package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MetersTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double count(String name, String member) {
    return registry.get(name).tag("member", member).counter().count();
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
      // Each time that it goes from one to the other a tenure of two entries is over.
      assertThat(count("baton.grants", "a")).isBetween(4.0, 6.0);
      assertThat(count("baton.grants", "b")).isBetween(4.0, 6.0);
      assertThat(registry.get("baton.wait").tag("member", "a").timer().count()).isBetween(2L, 3L);
      assertThat(registry.get("baton.handoff").tag("member", "b").timer().count()).isEqualTo(3);
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

  @Test
  void aLostHoldIsCounted() throws InterruptedException {
    try (LocalNetwork network = new LocalNetwork()) {
      Baton a = member(network, "a");
      Hold hold = a.lock("x").acquire(Duration.ofSeconds(10));
      a.close();
      assertThat(hold.isHeld()).isFalse();
      assertThat(count("baton.holds.lost", "a")).isEqualTo(1);
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
