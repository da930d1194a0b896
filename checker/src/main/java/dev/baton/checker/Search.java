package dev.baton.checker;

import dev.baton.core.stage.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/** Finds every reachable state of a small system, breadth first, and judges each. */
public final class Search {

  private final Check check;
  private final Workers workers;
  private final Progress progress;
  private final Locals locals;

  /** The reduction; null in a full search. */
  private final ReceiverReduction reduction;

  private final List<Partition> partitions = new ArrayList<>();
  private int depth;

  private Search(
      Check check, Locals locals, ReceiverReduction reduction, Workers workers, Progress progress) {
    this.check = check;
    this.workers = workers;
    this.progress = progress;
    this.locals = locals;
    this.reduction = reduction;
  }

  public static Report run(Check check) {
    return run(check, Workers.ALONE, Progress.NONE);
  }

  /** Refuses what breaks the contract, and believes no schedule that does not replay. */
  public static Report run(Check check, Workers workers, Progress progress) {
    Inspection inspection = Inspection.of(check);
    if (inspection.breach() != null) {
      List<Event> schedule = inspection.schedules().getLast().events();
      return Report.breach(check, inspection.breach(), schedule);
    }
    Report report = search(check, workers, progress);
    String doubt = FreshRun.doubt(report);
    return doubt == null ? report : report.butIsNotReplayed(doubt);
  }

  private static Report search(Check check, Workers workers, Progress progress) {
    Locals locals = new Locals(check.algorithm(), check.setup(), check.requests(), progress);
    Report quick = check.isReduced() ? reduced(check, locals, workers, progress) : null;
    if (quick == null && check.isSwept()) {
      quick = Sweep.run(check, locals, null, workers, progress);
    }
    if (quick != null && quick.verdict() != Report.Verdict.VIOLATED) {
      return quick;
    }
    Search search = new Search(check, locals, null, workers, progress);
    if (quick == null) {
      return search.run();
    }
    try {
      // For the shortest schedule; what is already known must not get lost on the way.
      Report full = search.run();
      return full.verdict() == Report.Verdict.INCOMPLETE ? quick : full;
    } catch (OutOfMemoryError e) {
      return quick;
    }
  }

  /** The answer of a reduced search, or null if a full one is needed. */
  private static Report reduced(Check check, Locals locals, Workers workers, Progress progress) {
    Report report = null;
    ReceiverReduction reduction = null;
    while (reduction == null || !reduction.fits(locals.senders())) {
      reduction = new ReceiverReduction(locals.senders());
      report =
          check.isSwept()
              ? Sweep.run(check, locals, reduction, workers, progress)
              : new Search(check, locals, reduction, workers, progress).run();
    }
    return report;
  }

  /** Null if a reduced search turns out not to be sound. */
  private Report run() {
    int[] initial = new Space(check, locals).initialVector();
    findStates(initial, new BitSet());
    if (!isSound()) {
      return null;
    }
    if (violation() != null) {
      return violated(violation());
    }
    boolean hasCycle = !isOutOfMemory() && hasSilentCycle(initial);
    if (isOutOfMemory()) {
      return incomplete();
    }
    if (reduction != null) {
      return hasCycle ? null : report(Report.Verdict.HOLDS, null, null, null, -1);
    }
    return afterwards(hasCycle);
  }

  /** Finds all states, unless something ends the search early, and notes where suspects lead. */
  private void findStates(int[] initial, BitSet suspects) {
    partitions.clear();
    depth = 0;
    int count = check.isUnbounded() ? 1 : workers.size();
    for (int p = 0; p < count; p++) {
      partitions.add(new Partition(check, locals, reduction, suspects, p, count));
    }
    each(p -> p.start(initial, initial.length));
    while (frontier() > 0 && violation() == null && isSound() && !isOutOfMemory()) {
      expandLevel();
      depth += frontier() > 0 ? 1 : 0;
      progress.onLevel(depth, states(), frontier());
    }
  }

  private boolean isSound() {
    return reduction == null || reduction.fits(locals.senders());
  }

  /** Expands what was found last, in turns, so that little is waiting between partitions. */
  private void expandLevel() {
    each(Partition::turn);
    do {
      each(Partition::expand);
      if (partitions.size() > 1) {
        each(p -> partitions.stream().filter(other -> other != p).forEach(p::absorb));
      }
    } while (partitions.stream().anyMatch(Partition::isInLevel) && !isOutOfMemory());
  }

  /** What can be judged only when all states are known. */
  private Report afterwards(boolean hasSilentCycle) {
    for (Check.Claim claim : check.claims()) {
      if (!claim.isAlways()
          && partitions.stream().noneMatch(p -> p.judge().seen().contains(claim))) {
        String message = "'" + claim.name() + "' holds in no state.";
        return violated(Property.SOMETIMES, message, List.of());
      }
    }
    Report holds = report(Report.Verdict.HOLDS, null, null, null, -1);
    if (!check.wants(Property.STARVATION) || !check.isUnbounded() && !hasSilentCycle) {
      return holds;
    }
    Report incomplete = incomplete();
    // The states are found once more, with their events; this is the memory for them.
    partitions.clear();
    FairCycles cycles = new FairCycles(check);
    if (!cycles.isComplete()) {
      return incomplete;
    }
    if (cycles.schedule() == null) {
      return holds;
    }
    return holds.butStarves(
        Judge.starvationMessage(cycles.starved()), cycles.schedule(), cycles.loop());
  }

  private Report violated(Judge.Violation violation) {
    if (violation.source() < 0) {
      return violated(violation.property(), violation.message(), List.of());
    }
    if (reduction == null && states() <= Schedules.MAX_STATES) {
      Schedules.Found found = new Schedules(check).fewestSwitches(violation.property());
      return violated(violation.property(), found.message(), found.schedule());
    }
    return violated(violation.property(), violation.message(), replay(violation));
  }

  private Report violated(Property property, String message, List<Event> schedule) {
    return report(Report.Verdict.VIOLATED, property, message, schedule, -1);
  }

  private Report incomplete() {
    String message = Report.OUT_OF_MEMORY + locals.likelyCounter();
    return report(Report.Verdict.INCOMPLETE, null, message, null, -1);
  }

  private Report report(
      Report.Verdict verdict, Property property, String message, List<Event> schedule, int loop) {
    long transitions = 0;
    int maxBypass = -1;
    for (Partition p : partitions) {
      transitions += p.transitions();
      maxBypass = check.countsBypass() ? Math.max(maxBypass, p.judge().maxBypass()) : -1;
    }
    return new Report(
        check,
        verdict,
        property,
        message,
        states(),
        transitions,
        depth,
        maxBypass,
        reduction != null,
        schedule,
        loop);
  }

  private void each(Consumer<Partition> action) {
    List<Runnable> tasks = new ArrayList<>();
    for (Partition p : partitions) {
      tasks.add(() -> action.accept(p));
    }
    workers.run(tasks);
  }

  private long states() {
    return partitions.stream().mapToLong(Partition::states).sum();
  }

  private long frontier() {
    return partitions.stream().mapToLong(Partition::frontier).sum();
  }

  private boolean isOutOfMemory() {
    return partitions.stream().anyMatch(Partition::isOutOfMemory);
  }

  /** The violation with the smallest fingerprint, so that the answer does not depend on threads. */
  private Judge.Violation violation() {
    Judge.Violation first = null;
    for (Partition p : partitions) {
      Judge.Violation v = p.violation();
      if (v != null && (first == null || v.fingerprint() < first.fingerprint())) {
        first = v;
      }
    }
    return first;
  }

  // Cycles.

  /**
   * Whether some events lead back to where they began. Requests are bounded, so these events must
   * be silent. Where single nodes cannot rule it out, the states are found again, and the suspects
   * that lead from one to another are noted.
   */
  private boolean hasSilentCycle(int[] initial) {
    boolean matters = reduction != null || check.wants(Property.STARVATION);
    BitSet suspects = matters && !check.isUnbounded() ? locals.suspects() : new BitSet();
    if (suspects.isEmpty()) {
      return false;
    }
    findStates(initial, suspects);
    int most = partitions.stream().mapToInt(Partition::states).max().orElseThrow();
    List<SilentEdges> edges = partitions.stream().map(Partition::silentEdges).toList();
    return !isOutOfMemory() && SilentEdges.hasCycle(edges, most * partitions.size());
  }

  // The path to a violation.

  private List<Event> replay(Judge.Violation violation) {
    List<Integer> way = new ArrayList<>();
    for (int state = violation.source(); state >= 0; state = parent(state)) {
      way.add(0, state);
    }
    List<Event> schedule = new ArrayList<>();
    Space space = new Space(check, locals, reduction);
    int[][] vector = {space.initialVector()};
    for (int step = 1; step <= way.size(); step++) {
      int[] from = vector[0];
      int events = step;
      space.successors(
          from,
          from.length,
          (via, node, code, t, fingerprint, next, length) -> {
            boolean isWanted =
                events == way.size()
                    ? via == violation.via()
                    : number(fingerprint, next, length) == way.get(events);
            if (isWanted && schedule.size() < events) {
              schedule.add(locals.event(node, code));
              vector[0] = Arrays.copyOf(next, length);
            }
          });
    }
    return schedule;
  }

  private int parent(int state) {
    return partitions.get(state % partitions.size()).parent(state / partitions.size());
  }

  /** The number of a state in all partitions. */
  private int number(long fingerprint, int[] vector, int length) {
    for (Partition p : partitions) {
      if (p.owns(fingerprint)) {
        return p.number(fingerprint, vector, length);
      }
    }
    throw new IllegalStateException("no partition owns this state");
  }
}
