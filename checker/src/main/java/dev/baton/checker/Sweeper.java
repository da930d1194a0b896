package dev.baton.checker;

import dev.baton.core.Node;
import java.util.Arrays;

/** Searches strata of a {@link Sweep}, one after the other. Single-threaded. */
final class Sweeper {

  /** How many states are expanded between two looks at memory. */
  private static final int TURN = 1 << 12;

  private final Sweep sweep;
  private final Check check;
  private final Locals locals;
  private final Space space;
  private final Judge judge;
  private final boolean isReduced;
  private final boolean looksForCycles;
  private Stratum stratum;

  /** How many states have been expanded, in all strata. */
  private int turns;

  /** How many states of the stratum have been expanded; the number of the next. */
  private int expanded;

  /** What was found in the stratum itself, and where its silent events lead. */
  private final Findings found = new Findings();

  private final SilentGraph graph = new SilentGraph();

  /** What was found in other strata, one or two steps of a node ahead. */
  private final Findings[] onwards;

  /** Read by other threads as well. */
  private volatile long bytes;

  private long transitions;
  private Judge.Violation violation;
  private final Space.Visitor onSuccessor = this::found;

  Sweeper(Sweep sweep, Check check, Locals locals, ReceiverReduction reduction) {
    this.sweep = sweep;
    this.check = check;
    this.locals = locals;
    isReduced = reduction != null;
    space = new Space(check, locals, reduction);
    judge = new Judge(check, locals, space);
    looksForCycles = isReduced || check.wants(Property.STARVATION);
    onwards = new Findings[2 * locals.n];
    Arrays.setAll(onwards, i -> new Findings());
  }

  // Questions.

  long transitions() {
    return transitions;
  }

  /** The bytes it takes itself, as last measured. */
  long bytes() {
    return bytes;
  }

  Judge judge() {
    return judge;
  }

  Judge.Violation violation() {
    return violation;
  }

  // The search.

  /** Searches strata until none is left that may be begun. */
  void run() {
    space.refresh();
    boolean isFine = false;
    try {
      for (stratum = sweep.next(); stratum != null; stratum = sweep.next()) {
        search();
      }
      isFine = true;
    } finally {
      if (!isFine) {
        sweep.end(); // The others need not go on.
      }
    }
  }

  private void search() {
    expanded = 0;
    graph.clear();
    VectorQueue queue = stratum.queue();
    while (queue.size() > 0 && !isInterrupted()) {
      queue.take();
      report(judge.state(expanded, 0, 0, queue.values(), queue.length()));
      space.successors(queue.values(), queue.length(), onSuccessor);
      expanded++;
      if (found.size() > Findings.BATCH || queue.size() == 0) {
        found.drain(stratum::touch, this::record);
      }
    }
    for (int i = 0; i < onwards.length; i++) {
      handOver(i);
    }
    if (looksForCycles && !sweep.isEnded() && graph.hasCycle(stratum.states())) {
      judgeCycles();
    }
    sweep.done(stratum);
  }

  /**
   * A cycle of silent events makes a reduction unsound; in a full search it matters only if it can
   * go on for ever.
   */
  private void judgeCycles() {
    int waiting = firstWaiting();
    if (isReduced) {
      sweep.end();
    } else if (waiting != Node.NONE && !stratum.queue().isKeeping()) {
      sweep.endForMemory();
    } else if (waiting != Node.NONE) {
      CycleGraph cycles = new CycleGraph(stratum, space, graph);
      if (cycles.hasFairCycle(new Fairness(check, locals, space, cycles))) {
        report(judge.starvation(waiting));
      }
    }
  }

  /** A node that waits, which it does in all states of the stratum. */
  private int firstWaiting() {
    for (int i = 0; i < locals.n; i++) {
      if (space.tables().phase(stratum.queue().values()[i]) == Locals.WAITING) {
        return i;
      }
    }
    return Node.NONE;
  }

  private boolean isInterrupted() {
    if ((turns++ & TURN - 1) == 0) {
      stratum.measure();
      if (graph.isFull()) {
        sweep.endForMemory();
      }
      bytes = space.bytes() + graph.bytes() + 4L * stratum.states();
      sweep.look();
      if (sweep.isTight()) {
        stratum.queue().stopKeeping();
      }
    }
    return sweep.isEnded();
  }

  private void found(int via, int node, int code, int t, long fingerprint, int[] next, int length) {
    transitions++;
    Tables tables = space.tables();
    if (tables.fails(t)) {
      report(judge.failure(expanded, via, t));
      return;
    }
    int steps = tables.steps(t);
    if (steps == 0) {
      found.add(expanded, 0, fingerprint, next, length);
      return;
    }
    int i = 2 * node + steps - 1;
    onwards[i].add(expanded, 0, fingerprint, next, length);
    if (onwards[i].size() > Findings.BATCH) {
      handOver(i);
    }
  }

  private void handOver(int i) {
    if (onwards[i].size() > 0) {
      sweep.after(stratum, i / 2, i % 2 + 1).absorb(onwards[i]);
    }
  }

  private void record(int source, int tag, long fingerprint, int[] found, int length) {
    int target = stratum.add(fingerprint, found, length);
    if (looksForCycles) {
      graph.add(source, target);
    }
  }

  private void report(Judge.Violation wrong) {
    if (wrong != null) {
      violation = violation == null ? wrong : violation;
      sweep.end();
    }
  }
}
