package dev.baton.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What single nodes rule out, and what a sweep finds, is compared with all global states. */
class LocalCyclesTest {

  static List<String> ids() {
    return Catalog.entries().stream().map(Catalog.Entry::id).toList();
  }

  @ParameterizedTest
  @MethodSource("ids")
  void noCycleIsRuledOutThatThereIs(String id) {
    for (boolean fifo : new boolean[] {true, false}) {
      check(id, fifo);
    }
  }

  private static boolean check(String id, boolean fifo) {
    Catalog.Entry entry = Catalog.entry(id);
    Check check = Check.of(entry, Setup.of(entry.structureOn(Graph.complete(3)))).withFifo(fifo);
    Locals locals = new Locals(check.algorithm(), check.setup(), check.requests());
    StateGraph graph = new StateGraph(new Space(check, locals), Long.MAX_VALUE);
    boolean hasCycle = hasCycle(graph);
    assertThat(hasCycle && locals.suspects().isEmpty()).as("%s, fifo: %s", id, fifo).isFalse();
    Report swept = Sweep.run(check, locals, null, Workers.ALONE, Progress.NONE);
    Report full = Search.run(check);
    assertThat(swept.verdict()).as("%s, fifo: %s", id, fifo).isEqualTo(full.verdict());
    if (full.verdict() == Report.Verdict.HOLDS) {
      assertThat(swept.states()).as("%s, fifo: %s", id, fifo).isEqualTo(full.states());
      assertThat(swept.transitions()).as("%s, fifo: %s", id, fifo).isEqualTo(full.transitions());
    }
    return hasCycle;
  }

  /** Requests are bounded, so every cycle is one of silent events. */
  private static boolean hasCycle(StateGraph graph) {
    List<Integer> inCycles = new ArrayList<>();
    Components.find(
        graph,
        s -> true,
        new int[graph.size()],
        members -> {
          int first = members.get(0);
          boolean isLoop = false;
          for (int e = graph.firstEdge(first); e < graph.endOfEdges(first); e++) {
            isLoop |= graph.target(e) == first;
          }
          if (isLoop || members.size() > 1) {
            inCycles.add(first);
          }
          return false;
        });
    return !inCycles.isEmpty();
  }

  @Test
  void someAlgorithmsHaveCyclesAndMostHaveNone() {
    List<String> withCycles = ids().stream().filter(id -> check(id, true)).toList();
    assertThat(withCycles).contains("token-ring").doesNotContain("raymond", "naimi-trehel");
  }
}
