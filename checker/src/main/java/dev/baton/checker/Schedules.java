package dev.baton.checker;

import dev.baton.core.Hash;
import dev.baton.core.stage.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds, among the shortest schedules to a violation, one that switches between nodes least often.
 */
final class Schedules {

  /** A search that found more states than this keeps the first shortest schedule. */
  static final int MAX_STATES = 400_000;

  private final Locals locals;
  private final Space space;
  private final Judge judge;
  private Step best;
  private String message;

  /** The end of one schedule. */
  private record Step(Step before, int node, int code, int switches, int[] vector) {}

  /** A schedule, and what is wrong at its end. */
  record Found(List<Event> schedule, String message) {}

  Schedules(Check check) {
    locals = new Locals(check.algorithm(), check.setup(), check.requests());
    space = new Space(check, locals);
    judge = new Judge(check, locals, space);
  }

  /** There must be a schedule of at least one event that violates the property. */
  Found fewestSwitches(Property property) {
    Map<Long, Step> layer = new HashMap<>();
    layer.put(0L, new Step(null, -1, -1, 0, space.initialVector()));
    while (best == null) {
      if (layer.isEmpty()) {
        throw new IllegalStateException("no schedule violates " + property);
      }
      layer = nextLayer(layer, property);
    }
    Deque<Event> schedule = new ArrayDeque<>();
    for (Step step = best; step.before != null; step = step.before) {
      schedule.addFirst(locals.event(step.node, step.code));
    }
    return new Found(new ArrayList<>(schedule), message);
  }

  /** The best schedule that is one event longer, for each pair of a state and who acted last. */
  private Map<Long, Step> nextLayer(Map<Long, Step> layer, Property property) {
    Map<Long, Step> next = new HashMap<>();
    for (Step step : layer.values()) {
      space.successors(
          step.vector,
          step.vector.length,
          (via, node, code, t, fingerprint, vector, length) -> {
            int switches = step.switches + (node == step.node ? 0 : 1);
            Judge.Violation violation = violation(t, vector, length);
            if (violation != null && violation.property() == property) {
              if (best == null || switches < best.switches) {
                best = new Step(step, node, code, switches, null);
                message = violation.message();
              }
            } else if (!space.tables().fails(t)) {
              long key = Hash.mix(fingerprint + node);
              Step known = next.get(key);
              if (known == null || switches < known.switches) {
                int[] copy = Arrays.copyOf(vector, length);
                next.put(key, new Step(step, node, code, switches, copy));
              }
            }
          });
    }
    return next;
  }

  private Judge.Violation violation(int t, int[] vector, int length) {
    return space.tables().fails(t) ? judge.failure(0, 0, t) : judge.state(0, 0, 0, vector, length);
  }
}
