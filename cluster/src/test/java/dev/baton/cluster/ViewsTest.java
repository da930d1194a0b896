package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.LockView.Holder;
import dev.baton.cluster.LockView.Waiting;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.gate.Callbacks;
import dev.baton.cluster.gate.Gate;
import dev.baton.cluster.gate.Meters;
import dev.baton.cluster.join.Views;
import dev.baton.cluster.net.Question;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a member shows of locks that others hold and wait for. */
final class ViewsTest extends LocalTest {

  private static LockView view(Baton baton, String name) {
    return baton.locks().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A configuration that says the id of before agrees with one that says that of now. */
  @Test
  void anAlgorithmThatWasRenamedIsShownByItsNewId() throws Exception {
    Baton a = member(builder("a").algorithm("x", "cao-singhal"));
    Baton b = member(builder("b").algorithm("x", "cao-singhal-style"));
    a.lock("x").acquire(SOON).close();
    b.lock("x").acquire(SOON).close();
    assertThat(view(a, "x").algorithm()).isEqualTo("cao-singhal-style");
  }

  @Test
  void everyMemberSeesWhoHoldsAndWhoWaitsInOrder() throws Exception {
    // Its requests go to everybody, so that b knows of d's before it asks.
    Baton a = member(builder("a").algorithm("ricart-agrawala"));
    Baton b = member(builder("b").algorithm("ricart-agrawala"));
    Baton c = member(builder("c").algorithm("ricart-agrawala"));
    Baton d = member(builder("d").algorithm("ricart-agrawala"));
    Instant before = Instant.now();
    Hold hold = c.lock("x").acquire(SOON);
    CompletableFuture<Hold> later = d.lock("x").acquireAsync().toCompletableFuture();
    until(() -> view(c, "x").waiters().size() == 1);
    CompletableFuture<Hold> last = b.lock("x").acquireAsync().toCompletableFuture();
    CompletableFuture<Hold> beside = b.lock("x").acquireAsync().toCompletableFuture();
    until(() -> view(c, "x").waiters().size() == 2);
    for (Baton each : List.of(a, b, c, d)) {
      Instant asked = Instant.now();
      LockView view = view(each, "x");
      Duration took = Duration.between(asked, Instant.now());
      assertThat(view.algorithm()).isEqualTo("ricart-agrawala");
      assertThat(view.holder()).isEqualTo("c");
      assertThat(view.fence()).isEqualTo(hold.fence());
      // Its age is told a little later than the view begins.
      assertThat(view.since()).isBetween(before.minus(took), Instant.now());
      assertThat(view.waiters()).containsExactly(new Waiting("d", 1), new Waiting("b", 2));
      assertThat(view.restsAt()).isEmpty();
      assertThat(view.silent()).isEmpty();
      assertThat(view.messagesPerEntry()).isPositive();
    }
    assertThat(view(a, "x").held()).isZero();
    assertThat(view(c, "x").held()).isEqualTo(1);
    hold.close();
    for (CompletableFuture<Hold> each : List.of(later, last, beside)) {
      soon(each).close();
    }
    assertThat(view(a, "x").holders()).isEmpty();
    assertThat(view(a, "x").restsAt()).containsExactly("b");
  }

  @Test
  void permitsAreShownWithTheirSlots() throws Exception {
    Baton a = member(builder("a").permitsPerMember(1));
    Baton b = member(builder("b").permitsPerMember(1));
    try (Permit first = b.semaphore("printers", 2).acquire(SOON);
        Permit second = a.semaphore("printers", 2).acquire(SOON)) {
      LockView view = view(a, "printers");
      assertThat(view.permits()).isEqualTo(2);
      assertThat(view.holders()).extracting(Holder::slot).containsExactly(0, 1);
      assertThat(view.holders())
          .extracting(Holder::fence)
          .containsExactlyInAnyOrder(first.fence(), second.fence());
      assertThat(view.holders()).extracting(Holder::member).containsExactlyInAnyOrder("a", "b");
    }
  }

  /** Three more than are shown of one member. */
  private static SortedSet<String> useManyLocks(Baton member) {
    SortedSet<String> names = new TreeSet<>();
    for (int i = 0; i < 10_003; i++) {
      names.add("order-" + i);
    }
    names.forEach(member::lock);
    return names;
  }

  @Test
  void aListThatIsCutSaysSo() throws Exception {
    Baton a = member("a");
    Baton b = member("b");
    SortedSet<String> names = useManyLocks(a);
    b.lock("invoice");
    try (Hold hold = a.lock(names.last()).acquire(SOON)) {
      List<LockView> cut = b.locks();
      assertThat(cut).hasSize(10_001);
      assertThat(cut.getFirst().partial()).containsExactly("a");
      assertThat(cut.getLast().fence()).as("those in use come first").isEqualTo(hold.fence());
    }
  }

  @Test
  void pagesHaveItAll() throws Exception {
    Baton a = member("a");
    Baton b = member("b");
    SortedSet<String> names = useManyLocks(a);
    b.lock("invoice");
    try (Hold hold = a.lock(names.last()).acquire(SOON)) {
      List<String> shown = new ArrayList<>();
      LockPage page = b.locks("order-", 4000);
      page.locks().forEach(view -> shown.add(view.name()));
      while (!page.isLast()) {
        page = page.next();
        page.locks().forEach(view -> shown.add(view.name()));
      }
      assertThat(shown).containsExactlyElementsOf(names);
      assertThat(page.locks().getLast().fence()).isEqualTo(hold.fence());
      assertThat(page.locks().getLast().partial()).isEmpty();
      assertThatThrownBy(page::next).isInstanceOf(NoSuchElementException.class);
    }
    LockPage largest = b.locks("order-", 10_000);
    assertThat(largest.locks()).hasSize(10_000);
    assertThat(largest.isLast()).isFalse();
    assertThat(largest.next().locks()).hasSize(3);
  }

  /** Whoever asks may be wrong about what it can take, and about what there is. */
  @Test
  void aPageIsNoLongerThanAList() throws Exception {
    try (Callbacks callbacks = new Callbacks("a", Meters.NONE, (lock, fence, reason) -> {})) {
      List<Gate> gates = new ArrayList<>();
      for (int i = 0; i < Views.MOST + 2; i++) {
        gates.add(new Gate(new LockId("order-" + i, 1), false, 1, callbacks, List.of()));
      }
      Question.Page all = Question.Page.of("", List.of(), Integer.MAX_VALUE);
      assertThat(soon(Views.here(List.of(), gates, "", all))).hasSize(Views.MOST + 1);
      Question.Page nothing = Question.Page.of("", List.of(), -1);
      assertThat(soon(Views.here(List.of(), gates, "", nothing))).isEmpty();
    }
  }

  @Test
  void whoDoesNotAnswerIsNamed() throws Exception {
    Baton a = member("a");
    member("b");
    try (Hold hold = a.lock("x").acquire(SOON)) {
      network.disconnect("b");
      LockView view = view(a, "x");
      assertThat(view.silent()).containsExactly("b");
      assertThat(view.holder()).isEqualTo("a");
      assertThat(view.fence()).isEqualTo(hold.fence());
      network.reconnect("b");
    }
  }
}
