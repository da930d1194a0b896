package dev.baton.simulator;

import java.util.Arrays;

/** The queues of an open load: requests that have arrived at nodes that were not ready for them. */
final class Backlog implements Workload.Sources {

  private final int n;
  private final long entries;
  private final Agenda agenda;
  private final double[] slowness;
  private final RandomStream.PerNode bits;
  private final Workload.Arrivals arrivals;

  /** Whether each node waits or is inside. */
  private final boolean[] isBusy;

  /** When the request that each node makes, or has made, arrived there. */
  private final long[] since;

  /** The times at which the requests in each node's queue arrived: a ring, null while unused. */
  private final long[][] queue;

  private final int[] head;
  private final int[] size;
  private long arrived;

  /**
   * Of so many requests.
   *
   * @param slowness of each node; null if they are alike
   */
  Backlog(Scenario scenario, double[] slowness, long seed, Agenda agenda) {
    n = scenario.nodes();
    entries = scenario.entries();
    this.agenda = agenda;
    this.slowness = slowness;
    bits = new RandomStream.PerNode(seed, "arrivals", n);
    arrivals = scenario.workload().arrivals(this);
    isBusy = new boolean[n];
    since = new long[n];
    queue = new long[n][];
    head = new int[n];
    size = new int[n];
  }

  @Override
  public int nodes() {
    return n;
  }

  @Override
  public long bits(int node) {
    return bits.next(node);
  }

  @Override
  public double slowness(int node) {
    return slowness == null ? 1 : slowness[node];
  }

  void start() {
    for (int i = 0; i < n; i++) {
      plan(i);
    }
  }

  private void plan(int node) {
    long time = arrivals.next(node);
    if (time != Workload.Arrivals.NEVER) {
      agenda.addArrival(time, node);
    }
  }

  /** Whether enough requests have arrived. */
  boolean isFull() {
    return arrived >= entries;
  }

  /** A request arrives; returns whether the node asks now, instead of putting it into its queue. */
  boolean arrive(int node, long now) {
    arrived++;
    plan(node);
    if (!isBusy[node]) {
      isBusy[node] = true;
      since[node] = now;
      return true;
    }
    long[] ring = queue[node];
    if (ring == null || size[node] == ring.length) {
      ring = grown(node);
    }
    ring[(head[node] + size[node]++) % ring.length] = now;
    return false;
  }

  private long[] grown(int node) {
    long[] old = queue[node] == null ? new long[2] : queue[node];
    long[] ring = Arrays.copyOf(old, 2 * old.length);
    for (int i = 0; i < size[node]; i++) {
      ring[i] = old[(head[node] + i) % old.length];
    }
    head[node] = 0;
    queue[node] = ring;
    return ring;
  }

  /** A node has left: it asks for the next one in its queue at once. */
  void onExit(int node, long now) {
    if (size[node] == 0) {
      isBusy[node] = false;
      return;
    }
    since[node] = queue[node][head[node]];
    head[node] = (head[node] + 1) % queue[node].length;
    size[node]--;
    agenda.addRequest(now, node);
  }

  /** When the request that a node makes now arrived there. */
  long since(int node) {
    return since[node];
  }
}
