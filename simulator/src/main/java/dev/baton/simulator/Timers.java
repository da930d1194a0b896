package dev.baton.simulator;

import dev.baton.core.Outbox;
import dev.baton.core.stage.Whereabouts;
import java.util.HashMap;
import java.util.Map;

/** The pending timers of all nodes. Setting a timer that is pending replaces it. */
final class Timers {

  private final Agenda agenda;

  /** The slot of each pending timer, by node and timer. */
  private final Map<Long, Agenda.Slot> slots = new HashMap<>();

  Timers(Agenda agenda) {
    this.agenda = agenda;
  }

  /** Sets a timer, or cancels it. */
  void set(long now, int node, int timer, int delay) {
    Agenda.Slot pending = slots.remove(key(node, timer));
    if (pending != null) {
      agenda.cancel(pending);
    }
    if (delay != Outbox.CANCEL) {
      Agenda.Slot slot = agenda.addTimer(now + delay * Ticks.PER_UNIT, node, timer);
      slots.put(key(node, timer), slot);
    }
  }

  void onTimeOut(int node, int timer) {
    slots.remove(key(node, timer));
  }

  /** Cancels all timers of a node. */
  void cancelAll(int node) {
    slots
        .entrySet()
        .removeIf(
            timer -> {
              boolean isItsOwn = nodeOf(timer.getKey()) == node;
              if (isItsOwn) {
                agenda.cancel(timer.getValue());
              }
              return isItsOwn;
            });
  }

  /** Whether a node in this neighbourhood has set a timer. */
  boolean hasAny(Whereabouts whereabouts, int neighbourhood) {
    for (Long key : slots.keySet()) {
      if (whereabouts.of(nodeOf(key)) == neighbourhood) {
        return true;
      }
    }
    return false;
  }

  private static int nodeOf(long key) {
    return (int) (key >> 32);
  }

  private static Long key(int node, int timer) {
    return (long) node << 32 | timer;
  }
}
