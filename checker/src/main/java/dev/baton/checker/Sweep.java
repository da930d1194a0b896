package dev.baton.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A search that forgets. How often each node has requested, entered and left never goes down. So
 * the states with the same numbers, a stratum, can only be reached from one another and from
 * earlier strata. Strata are searched in that order and forgotten, and memory holds little more
 * than what leads to the next ones.
 *
 * <p>All cycles lie within strata, and are judged there. What is lost is the order of breadth-first
 * search: there is no depth and no schedule.
 */
final class Sweep {

  private final Check check;
  private final Locals locals;
  private final ReceiverReduction reduction;
  private final Workers workers;
  private final Progress progress;
  private final List<Sweeper> sweepers = new ArrayList<>();

  /** Whether the states of a stratum are kept until it is done, in case cycles are to be judged. */
  private final boolean keeps;

  /** By node: what one of its steps adds to the key of a stratum. */
  private final long[] weights;

  /** Those that are not done, by the steps of all nodes together, then by key. */
  private final TreeMap<Integer, Map<Long, Stratum>> strata = new TreeMap<>();

  /** Those that may be begun, the largest last. */
  private final List<Stratum> next = new ArrayList<>();

  /** How many states there are in the strata that are done. */
  private long states;

  /** Whether half of the memory is used: from then on, what only cycles need is not kept. */
  private volatile boolean isTight;

  private boolean isOutOfMemory;
  private volatile boolean isEnded;

  private Sweep(
      Check check, Locals locals, ReceiverReduction reduction, Workers workers, Progress progress) {
    this.check = check;
    this.locals = locals;
    this.reduction = reduction;
    this.workers = workers;
    this.progress = progress;
    keeps = reduction == null && check.wants(Property.STARVATION);
    weights = new long[locals.n];
    long weight = 1;
    for (int i = 0; i < locals.n; i++) {
      weights[i] = weight;
      // Overflows only after the last node that requests, where it does not matter.
      weight *= Check.STEPS_PER_REQUEST * check.requests() + 1;
    }
  }

  /** Null if a reduction turns out not to be sound. */
  static Report run(
      Check check, Locals locals, ReceiverReduction reduction, Workers workers, Progress progress) {
    return new Sweep(check, locals, reduction, workers, progress).run();
  }

  private Report run() {
    Space space = new Space(check, locals);
    int[] initial = space.initialVector();
    stratum(0, 0).add(space.fingerprint(initial, initial.length), initial, initial.length);
    for (int i = 0; i < workers.size(); i++) {
      sweepers.add(new Sweeper(this, check, locals, reduction));
    }
    while (!strata.isEmpty() && !isEnded) {
      next.addAll(strata.firstEntry().getValue().values());
      next.sort(Comparator.comparingInt(Stratum::states));
      workers.run(sweepers.stream().<Runnable>map(sweeper -> sweeper::run).toList());
      strata.pollFirstEntry();
      isEnded |= reduction != null && !reduction.fits(locals.senders());
    }
    return report();
  }

  private Report report() {
    Judge.Violation violation = null;
    long transitions = 0;
    int maxBypass = -1;
    for (Sweeper sweeper : sweepers) {
      violation = violation == null ? sweeper.violation() : violation;
      transitions += sweeper.transitions();
      maxBypass = check.countsBypass() ? Math.max(maxBypass, sweeper.judge().maxBypass()) : -1;
    }
    Report.Verdict verdict;
    if (violation != null) {
      verdict = Report.Verdict.VIOLATED;
    } else if (isOutOfMemory) {
      verdict = Report.Verdict.INCOMPLETE;
    } else if (isEnded) {
      return null;
    } else {
      verdict = Report.Verdict.HOLDS;
    }
    return new Report(
        check,
        verdict,
        violation == null ? null : violation.property(),
        message(verdict, violation),
        states,
        transitions,
        Report.NO_DEPTH,
        maxBypass,
        reduction != null,
        null,
        -1);
  }

  private static String message(Report.Verdict verdict, Judge.Violation violation) {
    return switch (verdict) {
      case HOLDS -> null;
      case VIOLATED -> violation.message();
      case INCOMPLETE -> Report.OUT_OF_MEMORY;
    };
  }

  // What sweepers call, from several threads.

  boolean isEnded() {
    return isEnded;
  }

  void end() {
    isEnded = true;
  }

  synchronized void endForMemory() {
    isOutOfMemory = true;
    isEnded = true;
  }

  boolean isTight() {
    return isTight;
  }

  /** A stratum that no sweeper has begun; null if none can begin now. */
  synchronized Stratum next() {
    return next.isEmpty() || isEnded ? null : next.remove(next.size() - 1);
  }

  /** The stratum to which some steps of a node lead. */
  synchronized Stratum after(Stratum stratum, int node, int steps) {
    return stratum(stratum.steps() + steps, stratum.key() + steps * weights[node]);
  }

  private Stratum stratum(int steps, long key) {
    return strata
        .computeIfAbsent(steps, s -> new HashMap<>())
        .computeIfAbsent(key, k -> new Stratum(steps, key, keeps));
  }

  /** A stratum has been searched, as far as possible. */
  synchronized void done(Stratum stratum) {
    states += stratum.states();
    strata.get(stratum.steps()).remove(stratum.key());
  }

  /** Checks whether memory is used up, and reports how far the search has come. */
  synchronized void look() {
    long bytes = locals.bytes() + sweepers.stream().mapToLong(Sweeper::bytes).sum();
    long waiting = 0;
    for (Map<Long, Stratum> level : strata.values()) {
      for (Stratum stratum : level.values()) {
        bytes += stratum.bytes();
        waiting += stratum.waiting();
      }
    }
    isTight = bytes > check.memoryBytes() / 2;
    if (bytes > check.memoryBytes()) {
      endForMemory();
    }
    progress.onStep(strata.firstKey(), states, waiting);
  }
}
