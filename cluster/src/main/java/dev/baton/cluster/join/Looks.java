package dev.baton.cluster.join;

import dev.baton.cluster.net.Answer;
import dev.baton.cluster.net.LockPart;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What other members want to see of the locks here. A look takes a thread and memory, so each
 * member has one at a time; whoever is too early asks again.
 */
final class Looks {

  private final Set<String> looking = ConcurrentHashMap.newKeySet();

  CompletableFuture<Answer> by(String member, Supplier<CompletableFuture<List<LockPart>>> look) {
    if (!looking.add(member)) {
      return CompletableFuture.completedFuture(new Answer.NotYet());
    }
    try {
      return look.get()
          .whenComplete((parts, failure) -> looking.remove(member))
          .thenApply(Answer.Parts::new);
    } catch (RuntimeException | Error e) {
      looking.remove(member);
      throw e;
    }
  }
}
