package dev.baton.simulator;

import dev.baton.core.Node;

/**
 * The users of the lock: the workload decides who requests when, and how long each stays inside.
 */
final class Applications implements Workload.Round {

  private final int n;
  private final Workload workload;
  private final long entries;
  private final Agenda agenda;
  private final RandomStream choice;
  private final RandomStream.Samples think;
  private final RandomStream.Samples hold;

  /** Whether a node asks some time after it has left. */
  private final boolean isClosed;

  /** Null if all nodes ask equally often. */
  private final double[] weights;

  private final double[] slowness;

  /** Null if every node requests for itself. */
  private final Locality.Chooser chooser;

  /** Null unless the load is open. */
  private final Backlog backlog;

  /** Null while no node has crashed. */
  private boolean[] isGone;

  private long completed;

  /** When the present round is. */
  private long roundTime;

  Applications(Scenario scenario, long seed, Agenda agenda) {
    n = scenario.nodes();
    workload = scenario.workload();
    entries = scenario.entries();
    this.agenda = agenda;
    isClosed = !workload.waitsForQuiet() && !workload.isOpen();
    weights = scenario.demand().weights(n, seed);
    slowness = weights == null ? null : Demand.slowness(weights);
    choice = new RandomStream(seed, "workload");
    think = new RandomStream.Samples(workload.idle(scenario.hold()), seed, "think", n);
    hold = new RandomStream.Samples(scenario.hold(), seed, "hold", n);
    chooser =
        scenario.locality() == null
            ? null
            : new Locality.Chooser(scenario.locality(), scenario.setup().holder(), seed);
    backlog = workload.isOpen() ? new Backlog(scenario, slowness, seed, agenda) : null;
  }

  /** Who makes the request that is due at {@code node}. */
  int requester(int node) {
    return chooser == null ? node : chooser.choose();
  }

  /** Whether enough entries have been completed, so that nobody requests any more. */
  boolean isOver() {
    return completed >= entries;
  }

  void start() {
    if (backlog != null) {
      backlog.start();
    }
    for (int i = 0; isClosed && i < n; i++) {
      plan(i, 0);
    }
  }

  /** Plans the next request of a node that has just left. */
  private void plan(int node, long now) {
    long idle = think.next(node);
    if (slowness == null) {
      agenda.addRequest(now + idle, node);
    } else if (weights[node] > 0) {
      agenda.addRequest(now + Demand.scaled(idle, slowness[node]), node);
    }
  }

  // Open loads.

  boolean isOpen() {
    return backlog != null;
  }

  /** A request arrives at a node; returns whether the node asks now. */
  boolean arrive(int node, long now) {
    return backlog.arrive(node, now);
  }

  /** Whether no more requests arrive. */
  boolean hasArrived() {
    return backlog.isFull();
  }

  /** When the request that a node makes now arrived there. */
  long since(int node) {
    return backlog.since(node);
  }

  // Rounds.

  /** Nothing is going on: time for the next round of a workload that waits for this. */
  void onQuiet(long now) {
    roundTime = now;
    workload.onQuiet(this);
  }

  @Override
  public int nodes() {
    return n;
  }

  @Override
  public int choose() {
    if (weights != null) {
      return chooseByWeight();
    }
    int node = choice.below(n);
    while (isGone(node)) {
      node = choice.below(n);
    }
    return node;
  }

  private int chooseByWeight() {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double left = choice.nextFraction() * sum;
    int chosen = Node.NONE;
    for (int i = 0; i < n && left >= 0; i++) {
      chosen = weights[i] > 0 ? i : chosen;
      left -= weights[i];
    }
    return chosen;
  }

  @Override
  public void ask(int node) {
    if (!isGone(node)) {
      agenda.addRequest(roundTime, node);
    }
  }

  // Nodes.

  private boolean isGone(int node) {
    return isGone != null && isGone[node];
  }

  /** A node never asks again. */
  void onCrash(int node) {
    isGone = isGone == null ? new boolean[n] : isGone;
    isGone[node] = true;
    if (weights != null) {
      weights[node] = 0;
    }
  }

  /** Returns the slot of the exit. */
  Agenda.Slot onEnter(int node, long now) {
    if (chooser != null) {
      chooser.onEnter(node);
    }
    return agenda.addExit(now + hold.next(node), node);
  }

  /**
   * A node that was inside has left its neighbourhood: its entry counts, and it waits for another
   * one.
   */
  void onCutShort() {
    completed++;
  }

  void onExit(int node, long now) {
    completed++;
    if (chooser != null) {
      chooser.onExit(node);
    }
    if (isOver()) {
      return;
    }
    if (isClosed) {
      plan(node, now);
    } else if (backlog != null) {
      backlog.onExit(node, now);
    }
  }
}
