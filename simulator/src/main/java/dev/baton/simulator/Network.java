package dev.baton.simulator;

import dev.baton.core.Graph;

/** Carries messages: finds their path, draws the delay of every link on it, and keeps the order. */
final class Network {

  private final int n;
  private final Routes routes;
  private final boolean complete;
  private final boolean fifo;
  private final Distribution delay;

  /** The delay of a link if it is always the same, else 0. */
  private final long constant;

  /** Null if the delay is constant: then no message can overtake another. */
  private final LinkTable links;

  /** How many messages each node has relayed for others. */
  private final long[] relayed;

  Network(Graph graph, Distribution delay, boolean fifo, int n, long seed) {
    this.n = n;
    this.delay = delay.among(n);
    this.fifo = fifo;
    complete = graph.isComplete();
    if (!complete && graph.size() != n) {
      throw new IllegalArgumentException(
          "This algorithm adds nodes of its own, "
              + n
              + " in all: write the topology complete instead of "
              + graph
              + ".");
    }
    if (this.delay instanceof Distribution.Zoned zoned && zoned.zones().nodes() != n) {
      throw new IllegalArgumentException(
          zoned.zones()
              + " has zones of "
              + zoned.zones().nodes()
              + " nodes in all, the system has "
              + n
              + ".");
    }
    routes = Routes.of(graph);
    constant = delay.isConstant() ? delay.sample(0) : 0;
    links = delay.isConstant() ? null : new LinkTable(n, seed);
    relayed = complete ? null : new long[n];
  }

  /** Whether a broadcast reaches all nodes at the same time. */
  boolean isSimultaneous() {
    return complete && links == null;
  }

  /** When a message that is sent now arrives. */
  long arrival(long now, int from, int to) {
    if (complete) {
      if (links == null) {
        return now + constant;
      }
      int cell = links.find(from, to);
      long time = now + delay.on(from, to).sample(links.random(cell));
      return fifo ? links.inOrder(cell, time) : time;
    }
    return arrivalByPath(now, from, to);
  }

  private long arrivalByPath(long now, int from, int to) {
    int hops = routes.find(from, to);
    for (int i = 1; i < hops; i++) {
      relayed[routes.node(i)]++;
    }
    if (links == null) {
      return now + hops * constant;
    }
    long time = now;
    for (int i = 0; i < hops; i++) {
      int here = routes.node(i);
      int next = routes.node(i + 1);
      time += delay.on(here, next).sample(links.random(links.find(here, next)));
    }
    return fifo ? links.inOrder(links.find(from, to), time) : time;
  }

  /** How many times a message has been passed on, each time over one more link. */
  long relayed() {
    long times = 0;
    for (int i = 0; i < n; i++) {
      times += relayed(i);
    }
    return times;
  }

  long relayed(int node) {
    return relayed == null ? 0 : relayed[node];
  }

  /** How often each node has relayed messages, in the form that {@link #repeat} takes. */
  long[] counts() {
    return relayed == null ? null : relayed.clone();
  }

  /** Counts what was relayed since {@code before} this many times more. */
  void repeat(long[] before, long times) {
    for (int i = 0; relayed != null && i < n; i++) {
      relayed[i] += times * (relayed[i] - before[i]);
    }
  }

  int size() {
    return n;
  }
}
