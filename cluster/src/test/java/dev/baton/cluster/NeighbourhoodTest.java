package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Each neighbourhood has permits of its own, and members go from one to another. */
final class NeighbourhoodTest extends LocalTest {

  private Baton member(String name, String zone) {
    // One seat each: what one member does not take is there for the others.
    return member(builder(name).zone(zone).permitsPerMember(1));
  }

  private static BatonSemaphore printers(Baton baton, String where) {
    return baton.neighbourhood(where).semaphore("printers", 2);
  }

  @Test
  void eachNeighbourhoodHasItsOwnPermits() throws Exception {
    List<Permit> permits = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      permits.add(printers(member(name, "floor-3"), "floor-3").acquire(SOON));
    }
    BatonSemaphore third = printers(member("c", "floor-3"), "floor-3");
    assertThat(third.tryAcquire(Duration.ofMillis(20))).isNull();
    try (Permit elsewhere = printers(member("d", "floor-4"), "floor-4").acquire(SOON)) {
      assertThat(elsewhere.neighbourhood()).isEqualTo("floor-4");
      assertThat(permits).extracting(Permit::neighbourhood).containsOnly("floor-3");
      assertThat(permits).extracting(Permit::slot).containsExactlyInAnyOrder(0, 1);
      assertThat(permits).allMatch(Permit::isHeld);
    }
    permits.getFirst().close();
    third.acquire(SOON).close();
    permits.getLast().close();
  }

  @Test
  void whoRoamsLosesItsPermitAndTheSlotIsFreeForOthers() throws Exception {
    Baton a = member("a", "floor-3");
    Baton b = member("b", "floor-3");
    Permit held = a.neighbourhood("floor-3").semaphore("desk", 1).acquire(SOON);
    Hold everywhere = a.lock("ledger").acquire(SOON);
    CompletableFuture<String> reason = new CompletableFuture<>();
    held.onLost(reason::complete);
    Future<Permit> next =
        start(() -> b.neighbourhood("floor-3").semaphore("desk", 1).acquire(SOON));
    a.roamTo("floor-4");
    assertThat(held.isHeld()).isFalse();
    assertThat(everywhere.isHeld()).as("a lock of the whole cluster").isTrue();
    assertThat(soon(reason)).isEqualTo("member a has left floor-3");
    assertThatThrownBy(held::close).isInstanceOf(HoldLostException.class);
    Permit taken = soon(next);
    assertThat(taken.slot()).isEqualTo(held.slot());
    assertThat(taken.fence()).isGreaterThan(held.fence());
    taken.close();
    everywhere.close();
    a.roamTo("floor-3");
    assertThat(held.isHeld()).as("a hold that was lost stays lost").isFalse();
  }

  @Test
  void aPermitBecomesAWaitInTheNewNeighbourhood() throws Exception {
    Baton a = member("a", "floor-3");
    Baton b = member("b", "floor-4");
    Permit there = b.neighbourhood("floor-4").semaphore("desk", 1).acquire(SOON);
    Permit held = a.neighbourhood("floor-3").semaphore("desk", 1).acquire(SOON);
    CompletableFuture<Permit> moved = new CompletableFuture<>();
    held.onMoved(moved::complete);
    a.roamTo("floor-4");
    assertThat(moved).isNotDone();
    assertThat(there.isHeld()).isTrue();
    there.close();
    Permit again = soon(moved);
    assertThat(again.neighbourhood()).isEqualTo("floor-4");
    assertThat(again.isHeld()).isTrue();
    assertThat(again.fence()).isGreaterThan(there.fence());
    assertThat(held.isHeld()).isFalse();
    again.close();
  }

  /** Nobody else could close it. */
  @Test
  void aPermitIsClosedIfItsListenerThrows() throws Exception {
    Baton a = member("a", "floor-3");
    Baton b = member("b", "floor-4");
    CompletableFuture<String> thread = new CompletableFuture<>();
    Permit held = a.neighbourhood("floor-3").semaphore("desk", 1).acquire(SOON);
    held.onMoved(
        next -> {
          thread.complete(Thread.currentThread().getName());
          throw new IllegalStateException("on purpose");
        });
    a.roamTo("floor-4");
    assertThat(soon(thread)).isEqualTo("baton-async");
    b.neighbourhood("floor-4").semaphore("desk", 1).acquire(Duration.ofSeconds(10)).close();
  }

  @Test
  void allSeatsOfAMemberGoTogether() throws Exception {
    Baton a = member(builder("a").zone("floor-3"));
    Baton b = member("b", "floor-4");
    Permit there = printers(b, "floor-4").acquire(SOON);
    List<Permit> held = new ArrayList<>();
    List<CompletableFuture<Permit>> moved = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Permit permit = printers(a, "floor-3").acquire(SOON);
      CompletableFuture<Permit> next = new CompletableFuture<>();
      permit.onMoved(next::complete);
      held.add(permit);
      moved.add(next);
    }
    a.roamTo("floor-4");
    assertThat(held).noneMatch(Permit::isHeld);
    CompletableFuture<?> either = CompletableFuture.anyOf(moved.get(0), moved.get(1));
    Permit first = (Permit) soon(either);
    assertThat(first.slot()).isNotEqualTo(there.slot());
    assertThat(moved).filteredOn(CompletableFuture::isDone).hasSize(1);
    there.close();
    for (CompletableFuture<Permit> each : moved) {
      assertThat(soon(each).neighbourhood()).isEqualTo("floor-4");
      assertThat(soon(each).isHeld()).isTrue();
    }
    assertThat(soon(moved.get(0)).slot()).isNotEqualTo(soon(moved.get(1)).slot());
    soon(moved.get(0)).close();
    soon(moved.get(1)).close();
  }

  @Test
  void whoWaitsGoesOnWaitingInTheNewNeighbourhood() throws Exception {
    Baton a = member("a", "floor-3");
    Baton b = member("b", "floor-3");
    BatonSemaphore here = a.neighbourhood("floor-3").semaphore("desk", 1);
    Permit held = b.neighbourhood("floor-3").semaphore("desk", 1).acquire(SOON);
    Future<Permit> waits = start(() -> here.acquire(SOON));
    until(() -> waiting(a, "desk") == 1);
    CompletableFuture<Permit> later = here.acquireAsync().toCompletableFuture();
    a.roamTo("floor-4");
    Permit there = soon(waits);
    assertThat(there.neighbourhood()).isEqualTo("floor-4");
    assertThat(held.isHeld()).as("a permit of floor-3 is not concerned").isTrue();
    assertThat(there.isHeld()).isTrue();
    there.close();
    Permit last = soon(later);
    assertThat(last.neighbourhood()).isEqualTo("floor-4");
    last.close();
    held.close();
  }

  @Test
  void whoIsElsewhereIsTold() throws Exception {
    Baton a = member("a", "floor-3");
    BatonSemaphore printers = printers(a, "floor-4");
    assertThatThrownBy(printers::acquire)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Member a is in floor-3, not in floor-4: call roamTo(\"floor-4\") first, or use"
                + " neighbourhood(\"floor-3\").");
    assertThatThrownBy(printers::acquireAsync).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> printers.tryAcquire(SOON)).isInstanceOf(IllegalStateException.class);
    a.roamTo("floor-4");
    assertThat(a.neighbourhood()).isEqualTo("floor-4");
    printers.acquire(SOON).close();
    assertThat(a.locks().getFirst().algorithm()).isEqualTo("klme");
    assertThatThrownBy(() -> a.semaphore("printers", 2))
        .isInstanceOf(LockConflictException.class)
        .hasMessageContaining("is a semaphore with 2 permits in each neighbourhood, not");
    assertThatThrownBy(() -> a.roamTo("")).isInstanceOf(IllegalArgumentException.class);
    a.close();
    assertThatThrownBy(() -> a.roamTo("floor-3")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLaterJourneyEndsAnEarlierOne() throws Exception {
    Baton a = member("a", "floor-3");
    network.disconnect("a");
    Future<?> lost = start(() -> roam(a, "floor-5"));
    until(() -> a.neighbourhood().equals("floor-5"));
    Future<?> found = start(() -> roam(a, "floor-4"));
    assertThatThrownBy(() -> soon(lost))
        .hasMessageContaining("The move to floor-5 was abandoned: a later roamTo goes to floor-4.");
    network.reconnect("a");
    soon(found);
    assertThat(a.neighbourhood()).isEqualTo("floor-4");
  }

  private static Void roam(Baton baton, String where) throws InterruptedException {
    baton.roamTo(where);
    return null;
  }

  /** Four members use two permits in each of two neighbourhoods, and roam meanwhile. */
  @Test
  void neverMoreAreInsideThanThereArePermits() throws Exception {
    Resource[] resources = {new Resource(2), new Resource(2)};
    List<Future<?>> work = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Baton baton = member("m" + i, "floor-" + i % 2);
      work.add(
          start(
              () -> {
                for (int round = 0; round < 60; round++) {
                  if (round % 20 == 19) {
                    baton.roamTo(baton.neighbourhood().equals("floor-0") ? "floor-1" : "floor-0");
                  }
                  String here = baton.neighbourhood();
                  try (Permit permit = printers(baton, here).acquire(SOON)) {
                    assertThat(permit.neighbourhood()).isEqualTo(here);
                    resources[here.endsWith("0") ? 0 : 1].use(permit.slot(), permit.fence());
                  }
                }
                return null;
              }));
    }
    for (Future<?> each : work) {
      soon(each);
    }
    assertThat(resources[0].uses.get() + resources[1].uses.get()).isEqualTo(4 * 60);
  }
}
