package dev.baton.cluster.join;

import dev.baton.cluster.net.Answer;
import dev.baton.cluster.net.Question;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * What names stand for at a member of a cluster over the network. Before a name is used for the
 * first time the other members are asked; whoever comes second with another meaning is refused.
 *
 * <p>Each writes its own meaning down before it asks. So of two that come at once at least one
 * hears of the other; if both do, the one with the earlier name asks again until the other has
 * given up or was surer. A member that does not answer in time is not waited for: this is an aid
 * against mistakes, and what keeps holders apart is the lock's id.
 */
final class AgreedKinds {

  /** The way to the other members. */
  interface Others {
    CompletableFuture<Answer> ask(String member, Question question, Duration patience);
  }

  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final String self;
  private final Others others;
  private final LockKinds kinds = new LockKinds();

  AgreedKinds(String self, Others others) {
    this.self = self;
    this.others = others;
  }

  Answer answer(String lock) {
    return kinds.answer(lock);
  }

  /**
   * Lets a name stand for something, for good.
   *
   * @throws Refusal if it stands for something else, here or elsewhere
   */
  void define(String lock, String kind, Supplier<List<String>> members) {
    if (kinds.propose(lock, kind)) {
      return;
    }
    try {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      Collection<String> rivals = members.get();
      while (!rivals.isEmpty()) {
        rivals = rivals(lock, kind, rivals, deadline);
      }
      kinds.confirm(lock, kind);
    } catch (Refusal e) {
      kinds.withdraw(lock, kind);
      throw e;
    }
  }

  /** Asks once; returns those who want something else, are not sure yet, and come later. */
  private Collection<String> rivals(
      String lock, String kind, Collection<String> members, long deadline) {
    Map<String, Answer> answers = answers(lock, new Answer.Known(kind, true), members, deadline);
    Collection<String> rivals = new ArrayList<>();
    for (Map.Entry<String, Answer> each : answers.entrySet()) {
      if (each.getValue() instanceof Answer.Known(String there, boolean sure)) {
        if (there.equals(kind) && sure) {
          // It has been asked about before.
          return new ArrayList<>();
        }
        if (!there.equals(kind)) {
          String other = each.getKey();
          boolean isLate = System.nanoTime() - deadline >= 0;
          if (sure || isLate || self.compareTo(other) > 0) {
            throw LockKinds.conflict(lock, there + " at member " + other, kind);
          }
          rivals.add(other);
        }
      }
    }
    return rivals;
  }

  /**
   * The answers that come in time.
   *
   * @param enough an answer after which no other matters
   */
  private Map<String, Answer> answers(
      String lock, Answer enough, Collection<String> members, long deadline) {
    Map<String, CompletableFuture<Answer>> asked = new TreeMap<>();
    CompletableFuture<Void> known = new CompletableFuture<>();
    for (String member : members) {
      CompletableFuture<Answer> answer = others.ask(member, new Question.Kind(lock), PATIENCE);
      asked.put(member, answer);
      answer.thenAccept(
          it -> {
            if (it.equals(enough)) {
              known.complete(null);
            }
          });
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(
            asked.values().stream()
                .map(answer -> answer.handle((it, failure) -> it))
                .toArray(CompletableFuture<?>[]::new));
    try {
      CompletableFuture.anyOf(known, all)
          .get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      // What has come is enough.
    }
    Map<String, Answer> answers = new TreeMap<>();
    asked.forEach(
        (member, answer) -> {
          if (answer.isDone() && !answer.isCompletedExceptionally()) {
            answers.put(member, answer.join());
          }
        });
    return answers;
  }
}
