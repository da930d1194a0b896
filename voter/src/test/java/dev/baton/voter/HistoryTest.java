package dev.baton.voter;

import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.next;
import static dev.baton.voter.Voters.propose;
import static dev.baton.voter.Voters.soon;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.MemoryEpochStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Voters ask at random while leaders come and go; all answers must be those of one {@link
 * MemoryEpochStore} that each call reaches at some moment between its beginning and its end.
 */
@Tag("slow")
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
final class HistoryTest {

  private static final int CALLS = 25;

  /**
   * A call that was answered.
   *
   * @param expected after which record it proposes; null for {@code latest}
   */
  record Call(EpochRecord expected, EpochRecord next, EpochRecord answer, long begin, long end) {}

  @TempDir Path root;
  private final Queue<Call> history = new ConcurrentLinkedQueue<>();

  @Test
  void everyHistoryIsThatOfOneStoreInMemory() throws Exception {
    try (Voters voters = new Voters(root, "a", "b", "c").openAll()) {
      Map<String, RatisEpochStore> reachable = new ConcurrentHashMap<>(voters.open);
      List<Thread> askers = new ArrayList<>();
      for (String voter : List.of("a", "b", "c")) {
        Random random = new Random(voter.hashCode());
        askers.add(Thread.ofPlatform().start(() -> ask(voter, reachable, voters.genesis, random)));
      }
      for (int i = 0; i < 2; i++) {
        String leader = voters.leader();
        reachable.remove(leader);
        voters.close(leader);
        reachable.put(leader, voters.open(leader));
      }
      for (Thread asker : askers) {
        asker.join();
      }
      EpochRecord last = soon(latest(voters.get("a")));
      Voters.await(() -> voters.get("a").records().getLast().equals(last));
      List<EpochRecord> chain = voters.get("a").records();
      assertThat(chain.getFirst()).isEqualTo(voters.genesis);
      assertThat(history).hasSizeGreaterThan(CALLS);
      check(chain, List.copyOf(history));
    }
  }

  private void ask(
      String voter, Map<String, RatisEpochStore> reachable, EpochRecord genesis, Random random) {
    List<EpochRecord> seen = new ArrayList<>(List.of(genesis));
    for (int i = 0; i < CALLS; i++) {
      RatisEpochStore store = reachable.get(voter);
      if (store == null) {
        Voters.await(() -> reachable.containsKey(voter));
        store = reachable.get(voter);
      }
      EpochRecord before =
          random.nextInt(4) > 0 ? seen.getLast() : seen.get(random.nextInt(seen.size()));
      // One in eight stands on a record that was never chosen.
      before = random.nextInt(8) == 0 ? next(before, "nobody") : before;
      EpochRecord next = next(before, voter + i, 1 + random.nextInt(3));
      boolean reads = random.nextInt(4) == 0;
      long begin = System.nanoTime();
      CompletableFuture<EpochRecord> answer = reads ? latest(store) : propose(store, before, next);
      EpochRecord said;
      if ((said = await(answer, voter, store, reachable)) == null && !answer.isDone()) {
        continue; // Its voter was closed: it may have happened, or not.
      }
      history.add(new Call(reads ? null : before, next, said, begin, System.nanoTime()));
      if (said != null) {
        seen.add(said);
      }
    }
  }

  /** Waits for an answer as long as the store is open. */
  private static EpochRecord await(
      CompletableFuture<EpochRecord> answer,
      String voter,
      RatisEpochStore store,
      Map<String, RatisEpochStore> reachable) {
    while (reachable.get(voter) == store) {
      try {
        return answer.get(20, MILLISECONDS);
      } catch (TimeoutException e) {
        // Still waiting.
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
    return null;
  }

  /**
   * What a call says of the chain's length.
   *
   * @param least when its moment is over
   * @param most before its moment
   */
  private record Bound(long begin, long end, int least, int most) {}

  private static void check(List<EpochRecord> chain, List<Call> calls) {
    MemoryEpochStore memory = new MemoryEpochStore(chain.getFirst());
    Map<EpochRecord, Integer> places = new HashMap<>();
    for (int i = 0; i < chain.size(); i++) {
      places.put(chain.get(i), i);
      if (i > 0) {
        memory.propose(chain.get(i - 1).number(), chain.get(i), winner -> {});
      }
    }
    assertThat(memory.chain()).isEqualTo(chain);

    List<Bound> bounds = new ArrayList<>();
    for (Call call : calls) {
      Integer place = places.get(call.answer);
      if (call.answer != null) {
        assertThat(place).as("An answer that was never chosen: %s", call).isNotNull();
      }
      if (call.expected == null) {
        bounds.add(new Bound(call.begin, call.end, place + 1, place + 1));
      } else if (call.answer != null) {
        memory.propose(
            call.expected.number(), call.next, right -> assertThat(call.answer).isEqualTo(right));
        int most = call.answer.equals(call.next) ? place : Integer.MAX_VALUE;
        bounds.add(new Bound(call.begin, call.end, place + 1, most));
      } else {
        // The number was not in the chain yet, or its record was the last and another than meant.
        chain.stream()
            .filter(record -> record.number() == call.expected.number())
            .forEach(
                record ->
                    bounds.add(
                        new Bound(
                            call.begin,
                            call.end,
                            0,
                            places.get(record) + (record.equals(call.expected) ? 0 : 1))));
      }
    }
    for (Bound earlier : bounds) {
      for (Bound later : bounds) {
        if (earlier.end < later.begin) {
          assertThat(earlier.least)
              .as("%s, then %s", earlier, later)
              .isLessThanOrEqualTo(later.most);
        }
      }
    }
  }

  /** The check itself, on histories that no single store has. */
  @Test
  void wrongHistoriesAreNoticed() {
    EpochRecord genesis = EpochRecord.genesis(List.of("a"), List.of());
    EpochRecord one = next(genesis, "a");
    EpochRecord two = next(one, "a");
    List<EpochRecord> chain = List.of(genesis, one, two);
    check(chain, List.of(new Call(genesis, one, one, 1, 4), new Call(null, null, genesis, 2, 3)));
    for (List<Call> wrong :
        List.of(
            List.of(new Call(genesis, one, one, 1, 2), new Call(null, null, genesis, 3, 4)),
            List.of(new Call(null, null, two, 1, 2), new Call(null, null, one, 3, 4)),
            List.of(new Call(null, null, two, 1, 2), new Call(one, two, null, 3, 4)),
            List.of(new Call(null, null, two, 1, 2), new Call(one, two, two, 3, 4)),
            List.of(new Call(null, null, next(two, "b"), 1, 2)),
            List.of(new Call(genesis, one, two, 1, 2)))) {
      assertThatThrownBy(() -> check(chain, wrong)).isInstanceOf(AssertionError.class);
    }
  }
}
