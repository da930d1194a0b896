package dev.baton.simulator;

/**
 * The users of the lock: the workload decides who requests when, and how long each stays inside.
 */
final class Applications {

  private final int n;
  private final Workload workload;
  private final long entries;
  private final Agenda agenda;
  private final RandomStream choice;
  private final RandomStream.Samples think;
  private final RandomStream.Samples hold;

  /** Null if every node requests for itself. */
  private final Locality.Chooser chooser;

  private long completed;

  Applications(Scenario scenario, long seed, Agenda agenda) {
    n = scenario.nodes();
    workload = scenario.workload();
    entries = scenario.entries();
    this.agenda = agenda;
    choice = new RandomStream(seed, "workload");
    think = new RandomStream.Samples(workload.idle(scenario.hold()), seed, "think", n);
    hold = new RandomStream.Samples(scenario.hold(), seed, "hold", n);
    chooser =
        scenario.locality() == null
            ? null
            : new Locality.Chooser(scenario.locality(), scenario.setup().holder(), seed);
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
    if (!workload.waitsForQuiet()) {
      for (int i = 0; i < n; i++) {
        agenda.addRequest(think.next(i), i);
      }
    }
  }

  /** Nothing is going on: time for the next round of a workload that waits for this. */
  void onQuiet(long now) {
    switch (workload) {
      case Workload.Isolated w -> agenda.addRequest(now, choice.below(n));
      case Workload.Burst w -> {
        for (int i = 0; i < n; i++) {
          agenda.addRequest(now, i);
        }
      }
      case Workload.Saturated w -> {}
      case Workload.Think w -> {}
      case Workload.Contention w -> {}
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
    if (!isOver() && !workload.waitsForQuiet()) {
      agenda.addRequest(now + think.next(node), node);
    }
  }
}
