package dev.baton.simulator;

import dev.baton.core.stage.Whereabouts;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Watches the applications: who is idle, waiting or inside. Checks that the algorithm keeps its
 * promise, and measures what that costs; where nodes roam, in each neighbourhood separately.
 */
final class Monitor {

  private static final byte IDLE = 0;
  private static final byte WAITING = 1;
  private static final byte INSIDE = 2;

  private static final long NEVER = -1;

  private final int permits;
  private final byte[] phase;

  /** When each node last requested. */
  private final long[] requestTime;

  /** When the request that each node makes arrived there; null if nodes have no queues. */
  private long[] arrivalTime;

  /**
   * How many entries there had been in its neighbourhood when it asked there; once inside, the
   * number of its entry.
   */
  private final int[] entryCount;

  private int waiting;

  /**
   * Those that exclude one another: one neighbourhood of all, or those between which nodes roam.
   */
  private final Neighbourhood[] neighbourhoods;

  /** Null if nobody roams. */
  private final Whereabouts whereabouts;

  private long completed;
  private final Entries entries;
  private final boolean steady;

  private static final class Neighbourhood {
    private int waiting;
    private int inside;
    private int entries;

    /** Who holds each permit with a name above 0; null if no permit has been named. */
    private int[] holder;

    /** The last exit that freed the only way in for somebody who waited, until the next entry. */
    private long contendedExit = NEVER;
  }

  /**
   * Of n applications.
   *
   * @param members null if nobody roams
   * @param expected an estimate of how many entries there will be at most
   */
  Monitor(int n, int permits, boolean steady, Members members, long expected) {
    entries = new Entries(expected);
    this.permits = permits;
    this.steady = steady;
    whereabouts = members == null ? null : members.whereabouts();
    neighbourhoods = new Neighbourhood[members == null ? 1 : members.neighbourhoods()];
    for (int b = 0; b < neighbourhoods.length; b++) {
      neighbourhoods[b] = new Neighbourhood();
    }
    phase = new byte[n];
    requestTime = new long[n];
    entryCount = new int[n];
  }

  /** How many applications there are. */
  int size() {
    return phase.length;
  }

  boolean isAnyoneWaiting() {
    return waiting > 0;
  }

  /** Whether anyone waits or is inside. */
  boolean isAnyoneActive() {
    return waiting > 0 || completed < entries.size();
  }

  int waiting() {
    return waiting;
  }

  /** How many have entered and left. */
  long completed() {
    return completed;
  }

  private Neighbourhood of(int node) {
    return neighbourhoods[whereabouts == null ? 0 : whereabouts.of(node)];
  }

  /** How many wait in a neighbourhood in which nobody is inside; 0 if somebody is. */
  int waitingForNobody(int b) {
    return neighbourhoods[b].inside > 0 ? 0 : neighbourhoods[b].waiting;
  }

  void request(int node, long now) {
    assert phase[node] == IDLE;
    phase[node] = WAITING;
    waiting++;
    requestTime[node] = now;
    wait(node, of(node));
  }

  /** The request that a node has just made had arrived there at this time. */
  void arrived(int node, long time) {
    if (arrivalTime == null) {
      arrivalTime = new long[phase.length];
    }
    arrivalTime[node] = time;
  }

  private void wait(int node, Neighbourhood here) {
    here.waiting++;
    entryCount[node] = here.entries;
  }

  /** Returns what is wrong with the entry, or null. */
  String enter(int node, int permit, long now) {
    if (node >= phase.length || phase[node] != WAITING) {
      return "node " + node + " entered without having asked";
    }
    Neighbourhood here = of(node);
    if (here.inside == permits) {
      return permits == 1
          ? "node " + node + " entered while node " + someoneInside(here) + " was inside"
          : "node " + node + " entered while " + permits + " others were inside";
    }
    String wrong = permits > 1 && permit != 0 ? take(here, node, permit) : null;
    if (wrong != null) {
      return wrong;
    }
    phase[node] = INSIDE;
    waiting--;
    here.waiting--;
    here.inside++;
    long syncDelay = here.contendedExit == NEVER ? Entries.NONE : now - here.contendedExit;
    here.contendedExit = NEVER;
    int bypass = here.entries++ - entryCount[node];
    entryCount[node] = entries.add(node, now, now - requestTime[node], syncDelay, bypass);
    if (arrivalTime != null) {
      entries.latency.add(now - arrivalTime[node]);
    }
    return null;
  }

  /**
   * Permit 0 may stand for any permit, where permits have no names; any other is held by one node
   * at a time.
   */
  private String take(Neighbourhood here, int node, int permit) {
    if (permit < 0 || permit >= permits) {
      return "node " + node + " entered with permit " + permit + " of " + permits;
    }
    if (here.holder == null) {
      here.holder = new int[permits];
      Arrays.fill(here.holder, -1);
    }
    int other = here.holder[permit];
    if (other >= 0) {
      return "node " + node + " entered with permit " + permit + ", which node " + other + " holds";
    }
    here.holder[permit] = node;
    return null;
  }

  private int someoneInside(Neighbourhood here) {
    int i = 0;
    while (phase[i] != INSIDE || of(i) != here) {
      i++;
    }
    return i;
  }

  void exit(int node, long now) {
    Neighbourhood here = of(node);
    if (here.waiting > 0 && here.inside == permits) {
      here.contendedExit = now;
    }
    phase[node] = IDLE;
    giveBack(node, here);
    completed++;
    entries.turnaround.set(entryCount[node], now - requestTime[node]);
  }

  private void giveBack(int node, Neighbourhood here) {
    here.inside--;
    if (here.holder != null) {
      for (int permit = 0; permit < permits; permit++) {
        here.holder[permit] = here.holder[permit] == node ? -1 : here.holder[permit];
      }
    }
  }

  /**
   * A node does nothing any more: it neither waits nor is inside, and its entry is not complete.
   */
  void crash(int node) {
    Neighbourhood here = of(node);
    if (phase[node] == WAITING) {
      waiting--;
      here.waiting--;
    } else if (phase[node] == INSIDE) {
      giveBack(node, here);
    }
    phase[node] = IDLE;
  }

  boolean isWaiting(int node) {
    return phase[node] == WAITING;
  }

  boolean isAnyoneInside() {
    int inside = 0;
    for (Neighbourhood here : neighbourhoods) {
      inside += here.inside;
    }
    return inside > 0;
  }

  /**
   * A node is about to leave its neighbourhood. If it is inside, that counts as an exit followed by
   * a new request; returns whether it was inside.
   */
  boolean leave(int node, long now) {
    boolean isInside = phase[node] == INSIDE;
    if (isInside) {
      exit(node, now);
      phase[node] = WAITING;
      waiting++;
      requestTime[node] = now;
    } else if (phase[node] == WAITING) {
      Neighbourhood here = of(node);
      here.waiting--;
      if (here.waiting == 0) {
        here.contendedExit = NEVER;
      }
    }
    return isInside;
  }

  /**
   * A node has arrived in a neighbourhood; if it waits, entries of the others there count as
   * bypasses from now on.
   */
  void join(int node) {
    if (phase[node] == WAITING) {
      wait(node, of(node));
    }
  }

  Outcome outcome(
      long now,
      Traffic traffic,
      Network network,
      long events,
      long hash,
      long moves,
      long lost,
      long duplicated) {
    boolean hasQueues = arrivalTime != null;
    int truncated = steady ? WarmUp.length(hasQueues ? entries.latency : entries.response) : 0;
    long counted = entries.size() - truncated;
    double countedTime = Ticks.toUnits(now - entries.endOf(truncated));
    double all = entries.size();
    long[] ticks = new long[(int) counted];
    Map<String, Double> byType = new LinkedHashMap<>();
    for (int type = 0; type < traffic.types().size(); type++) {
      byType.put(traffic.types().get(type), traffic.byType(type) / all);
    }
    return new Outcome(
        counted,
        truncated,
        traffic.messages() / all,
        (traffic.messages() + network.relayed()) / all,
        traffic.bits() / all,
        byType,
        sample(entries.syncDelay, truncated, ticks),
        sample(entries.response, truncated, ticks),
        sample(entries.turnaround, truncated, ticks),
        hasQueues ? sample(entries.latency, truncated, ticks) : null,
        countedTime == 0 ? 0 : counted / countedTime,
        Statistics.jain(entriesPerNode(truncated)),
        maxBypass(truncated),
        maxLoadShare(traffic, network),
        Ticks.toUnits(now),
        events,
        hash,
        moves,
        lost,
        duplicated);
  }

  private static Outcome.Sample sample(Longs times, int truncated, long[] ticks) {
    return Outcome.Sample.of(ticks, times.copyValid(truncated, ticks));
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
