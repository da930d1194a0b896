package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.algorithms.Catalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Semaphores with permits that have numbers. */
final class BatonSemaphoreTest extends LocalTest {

  @Test
  void oneMemberHasAllPermitsAtOnceWithDistinctSlots() throws Exception {
    BatonSemaphore printers = member("a").semaphore("printers", 3);
    Set<Integer> slots = new HashSet<>();
    List<Permit> permits = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Permit permit = printers.acquire(SOON);
      permits.add(permit);
      slots.add(permit.slot());
    }
    assertThat(slots).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(printers.tryAcquire(Duration.ofMillis(20))).isNull();
    Permit last = permits.getLast();
    last.close();
    try (Permit again = printers.acquire(SOON)) {
      assertThat(again.slot()).isEqualTo(last.slot());
      assertThat(again.fence()).isGreaterThan(last.fence());
    }
    permits.get(0).close();
    permits.get(1).close();
  }

  @Test
  void noTimeToWaitIsEnoughForAPermitThatIsFree() throws Exception {
    BatonSemaphore atA = member(builder("a").patience(SOON)).semaphore("printers", 1);
    BatonSemaphore atB = member(builder("b").patience(SOON)).semaphore("printers", 1);
    for (int i = 0; i < 10; i++) {
      try (Permit permit = atA.tryAcquire(Duration.ZERO)) {
        assertThat(permit).as("tryAcquire(ZERO), round " + i).isNotNull();
        assertThat(atA.tryAcquire()).as("all are taken").isNull();
      }
      try (Permit permit = atB.tryAcquire()) {
        assertThat(permit).as("tryAcquire(), round " + i).isNotNull();
      }
    }
  }

  @Test
  void aMemberHasNoMorePermitsThanItsSettingsSay() throws Exception {
    BatonSemaphore printers = member(builder("a").permitsPerMember(1)).semaphore("printers", 3);
    try (Permit permit = printers.acquire(SOON)) {
      assertThat(permit.slot()).isBetween(0, 2);
      assertThat(printers.tryAcquire(Duration.ofMillis(20))).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void membersShareThePermitsAndFencesOfASlotGrow(String algorithm) throws Exception {
    Resource resource = new Resource(2);
    List<Future<?>> work = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      BatonSemaphore semaphore =
          member(builder(name).algorithm("printers", algorithm)).semaphore("printers", 2);
      for (int thread = 0; thread < 2; thread++) {
        work.add(
            start(
                () -> {
                  for (int i = 0; i < 40; i++) {
                    try (Permit permit = semaphore.acquire(SOON)) {
                      resource.use(permit.slot(), permit.fence());
                    }
                  }
                  return null;
                }));
      }
    }
    for (Future<?> each : work) {
      soon(each);
    }
    assertThat(resource.uses).hasValue(3 * 2 * 40);
  }

  static Stream<String> algorithms() {
    return Catalog.entries().stream().filter(Catalog.Entry::runsAsSemaphore).map(Catalog.Entry::id);
  }

  @Test
  void aNameStandsForOneThing() {
    Baton a = member("a");
    Baton b = member("b");
    a.semaphore("printers", 2);
    a.lock("x");
    assertThatThrownBy(() -> b.semaphore("printers", 3))
        .isInstanceOf(LockConflictException.class)
        .hasMessage(
            "'printers' is a semaphore with 2 permits, not a semaphore with 3 permits: use another"
                + " name.");
    assertThatThrownBy(() -> b.lock("printers")).isInstanceOf(LockConflictException.class);
    assertThatThrownBy(() -> b.semaphore("x", 1)).isInstanceOf(LockConflictException.class);
  }
}
