package dev.baton.simulator;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Watches the applications: who is idle, waiting or inside. Guards the promise of the algorithm,
 * and measures what it costs.
 */
final class Monitor {

  private static final byte IDLE = 0;
  private static final byte WAITING = 1;
  private static final byte INSIDE = 2;

  private static final long NEVER = -1;

  private final int permits;
  private final byte[] phase;

  /** When a node asked last. */
  private final long[] requestTime;

  /** How many entries there had been when it asked; once inside, the number of its entry. */
  private final int[] entryCount;

  private int waiting;
  private int inside;

  /** Who holds a permit with a name above 0; null if nobody names any. */
  private int[] holder;

  /** The last exit that freed the only way in for somebody who waited, until the next entry. */
  private long contendedExit = NEVER;

  private long completed;
  private final Entries entries = new Entries();
  private final boolean steady;

  Monitor(int n, int permits, boolean steady) {
    this.permits = permits;
    this.steady = steady;
    phase = new byte[n];
    requestTime = new long[n];
    entryCount = new int[n];
  }

  boolean isAnyoneWaiting() {
    return waiting > 0;
  }

  int waiting() {
    return waiting;
  }

  /** How many have entered and left. */
  long completed() {
    return completed;
  }

  void request(int node, long now) {
    assert phase[node] == IDLE;
    phase[node] = WAITING;
    waiting++;
    requestTime[node] = now;
    entryCount[node] = entries.size();
  }

  /** Returns what is wrong with the entry, or null. */
  String enter(int node, int permit, long now) {
    if (node >= phase.length || phase[node] != WAITING) {
      return "node " + node + " entered without having asked";
    }
    if (inside == permits) {
      return permits == 1
          ? "node " + node + " entered while node " + someoneInside() + " was inside"
          : "node " + node + " entered while " + permits + " others were inside";
    }
    String wrong = permits > 1 && permit != 0 ? take(node, permit) : null;
    if (wrong != null) {
      return wrong;
    }
    phase[node] = INSIDE;
    waiting--;
    inside++;
    long syncDelay = contendedExit == NEVER ? Entries.NONE : now - contendedExit;
    contendedExit = NEVER;
    int bypass = entries.size() - entryCount[node];
    entryCount[node] = entries.add(node, now, now - requestTime[node], syncDelay, bypass);
    return null;
  }

  /** Permit 0 may stand for any permit, where permits have no names; others are held by one. */
  private String take(int node, int permit) {
    if (permit < 0 || permit >= permits) {
      return "node " + node + " entered with permit " + permit + " of " + permits;
    }
    if (holder == null) {
      holder = new int[permits];
      Arrays.fill(holder, -1);
    }
    int other = holder[permit];
    if (other >= 0) {
      return "node " + node + " entered with permit " + permit + ", which node " + other + " holds";
    }
    holder[permit] = node;
    return null;
  }

  private int someoneInside() {
    int i = 0;
    while (phase[i] != INSIDE) {
      i++;
    }
    return i;
  }

  void exit(int node, long now) {
    if (waiting > 0 && inside == permits) {
      contendedExit = now;
    }
    phase[node] = IDLE;
    inside--;
    completed++;
    if (holder != null) {
      for (int permit = 0; permit < permits; permit++) {
        holder[permit] = holder[permit] == node ? -1 : holder[permit];
      }
    }
    entries.turnaround.set(entryCount[node], now - requestTime[node]);
  }

  Outcome outcome(long now, Traffic traffic, Network network, long events, long hash) {
    int truncated = steady ? WarmUp.length(entries.response) : 0;
    long counted = entries.size() - truncated;
    double countedTime = Ticks.toUnits(now - entries.endOf(truncated));
    double all = entries.size();
    Map<String, Double> byType = new LinkedHashMap<>();
    for (int type = 0; type < traffic.types().size(); type++) {
      byType.put(traffic.types().get(type), traffic.byType(type) / all);
    }
    return new Outcome(
        counted,
        truncated,
        traffic.messages() / all,
        traffic.hops() / all,
        traffic.bits() / all,
        byType,
        Outcome.Sample.of(entries.syncDelay.validFrom(truncated)),
        Outcome.Sample.of(entries.response.validFrom(truncated)),
        Outcome.Sample.of(entries.turnaround.validFrom(truncated)),
        countedTime == 0 ? 0 : counted / countedTime,
        Statistics.jain(entriesPerNode(truncated)),
        maxBypass(truncated),
        maxLoadShare(traffic, network),
        Ticks.toUnits(now),
        events,
        hash);
  }

  private long[] entriesPerNode(int truncated) {
    long[] perNode = new long[phase.length];
    for (int e = truncated; e < entries.size(); e++) {
      perNode[entries.node(e)]++;
    }
    return perNode;
  }

  private int maxBypass(int truncated) {
    int most = 0;
    for (int e = truncated; e < entries.size(); e++) {
      most = Math.max(most, entries.bypass(e));
    }
    return most;
  }

  private static double maxLoadShare(Traffic traffic, Network network) {
    long most = 0;
    for (int i = 0; i < network.size(); i++) {
      most = Math.max(most, traffic.handled(i) + network.relayed(i));
    }
    return traffic.messages() == 0 ? 0 : (double) most / traffic.messages();
  }
}
