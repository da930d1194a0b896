package dev.baton.cluster.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.net.Answer;
import dev.baton.cluster.net.Question;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A name stands for one thing on all members; who comes second with another is refused. */
final class AgreedKindsTest {

  private final Map<String, AgreedKinds> members = new TreeMap<>();

  AgreedKindsTest() {
    for (String name : List.of("a", "b", "c")) {
      members.put(name, new AgreedKinds(name, this::ask));
    }
  }

  private CompletableFuture<Answer> ask(String member, Question question, Duration patience) {
    AgreedKinds asked = members.get(member);
    return asked == null
        ? new CompletableFuture<Answer>().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
        : CompletableFuture.completedFuture(asked.answer(((Question.Kind) question).lock()));
  }

  private void define(String member, String kind) {
    members.get(member).define("x", kind, () -> others(member));
  }

  private List<String> others(String member) {
    return List.of("a", "b", "c").stream().filter(name -> !name.equals(member)).toList();
  }

  @Test
  void whoComesSecondIsToldWhoWasFirst() {
    define("b", "lock");
    assertThatThrownBy(() -> define("a", "semaphore with 3 permits"))
        .isInstanceOf(Refusal.class)
        .hasMessage("'x' is a lock at member b, not a semaphore with 3 permits: use another name.");
    // Nothing is left behind of it.
    define("c", "lock");
    define("a", "lock");
    assertThatThrownBy(() -> define("a", "semaphore with 2 permits"))
        .hasMessage("'x' is a lock, not a semaphore with 2 permits: use another name.");
  }

  @Test
  void aMemberThatDoesNotAnswerIsNotWaitedForForLong() {
    members.remove("b");
    define("a", "lock");
    define("c", "lock");
    assertThat(members.get("a").answer("x")).isEqualTo(new Answer.Known("lock", true));
    members.put("b", new AgreedKinds("b", this::ask));
    assertThatThrownBy(() -> define("b", "semaphore with 1 permit")).isInstanceOf(Refusal.class);
  }

  @Test
  void anInterruptedThreadGoesOn() {
    members.remove("b");
    Thread.currentThread().interrupt();
    define("a", "lock");
    assertThat(Thread.interrupted()).isTrue();
  }

  /** Of two that come at once with different things one is refused, whichever it is. */
  @Test
  void ofTwoAtOnceOneIsRefused() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 300; round++) {
        members.replaceAll((name, old) -> new AgreedKinds(name, this::ask));
        CyclicBarrier start = new CyclicBarrier(2);
        List<Future<Boolean>> refused = new ArrayList<>();
        for (String name : List.of("a", "b")) {
          refused.add(
              threads.submit(
                  () -> {
                    start.await();
                    try {
                      define(name, name.equals("a") ? "lock" : "semaphore with 3 permits");
                      return false;
                    } catch (Refusal e) {
                      return true;
                    }
                  }));
        }
        boolean first = refused.get(0).get(30, TimeUnit.SECONDS);
        boolean second = refused.get(1).get(30, TimeUnit.SECONDS);
        assertThat(first).isNotEqualTo(second);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
