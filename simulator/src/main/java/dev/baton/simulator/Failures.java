package dev.baton.simulator;

import dev.baton.core.Message;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets messages and nodes fail in a run. A message fails at the moment when it would arrive: it is
 * missed, or arrives and is put under way once more.
 */
final class Failures {

  private static final int ALL = (int) Ticks.PER_UNIT;

  /** So many of the nodes that wait are named. */
  private static final int MOST_NAMED = 10;

  private final Faults faults;
  private final Simulation run;
  private final Agenda agenda;
  private final Network network;
  private final Monitor monitor;
  private final Applications applications;
  private final Timers timers;
  private final RandomStream loss;
  private final RandomStream duplication;
  private final boolean[] isDown;

  private long lost;
  private long duplicated;

  /** What has happened so far, apart from the number of messages. */
  private String lastLost;

  private String lastDuplicated;
  private final List<String> crashes = new ArrayList<>();

  Failures(
      Scenario scenario,
      Simulation run,
      Agenda agenda,
      Network network,
      Monitor monitor,
      Applications applications,
      Timers timers,
      long seed) {
    faults = scenario.faults();
    this.run = run;
    this.agenda = agenda;
    this.network = network;
    this.monitor = monitor;
    this.applications = applications;
    this.timers = timers;
    loss = new RandomStream(seed, "loss");
    duplication = new RandomStream(seed, "duplication");
    isDown = new boolean[network.size()];
    for (Faults.Crash crash : faults.crashes()) {
      if (crash.node() >= isDown.length) {
        throw new IllegalArgumentException(
            "There is no node "
                + crash.node()
                + " to crash: the nodes are 0 to "
                + (isDown.length - 1)
                + ".");
      }
      agenda.addCrash(crash.ticks(), crash.node());
    }
    boolean everybodyCrashes = true;
    for (int i = 0; i < monitor.size(); i++) {
      int node = i;
      everybodyCrashes &= faults.crashes().stream().anyMatch(it -> it.node() == node);
    }
    if (everybodyCrashes) {
      throw new IllegalArgumentException("All nodes crash: leave one of them out of --crash.");
    }
  }

  long lost() {
    return lost;
  }

  long duplicated() {
    return duplicated;
  }

  /** Returns whether what is due in a slot of the agenda does not happen. */
  boolean prevent(int from, int to, Message message) {
    if (from >= 0) {
      return preventDelivery(from, to, message);
    }
    if (from == Agenda.CRASH) {
      crash(to);
      return true;
    }
    return isDown[to];
  }

  private boolean preventDelivery(int from, int to, Message message) {
    boolean isLost = from != to && faults.loss() > 0 && loss.below(ALL) < faults.loss();
    if (isLost || isDown[to]) {
      run.fail(new Event.Miss(from, to, message));
      lost++;
      lastLost = lastLost == null || isLost ? said(from, to, message) : lastLost;
      return true;
    }
    if (from != to && faults.duplication() > 0 && duplication.below(ALL) < faults.duplication()) {
      run.fail(new Event.Duplicate(from, to, message));
      duplicated++;
      lastDuplicated = said(from, to, message);
      agenda.addMessage(network.arrival(run.ticks(), from, to), from, to, message);
    }
    return false;
  }

  private String said(int from, int to, Message message) {
    return Text.of(message) + " from " + from + " to " + to + " at time " + Ticks.text(run.ticks());
  }

  private void crash(int node) {
    run.fail(new Event.Crash(node));
    isDown[node] = true;
    crashes.add("node " + node + " crashed at time " + Ticks.text(run.ticks()));
    timers.cancelAll(node);
    if (node < monitor.size()) {
      monitor.crash(node);
      applications.onCrash(node);
    }
  }

  /** What to add to a violation: what has failed until then. */
  String account() {
    List<String> parts = new ArrayList<>();
    if (lost > 0) {
      parts.add(count(lost, "lost") + lastLost);
    }
    if (duplicated > 0) {
      parts.add(count(duplicated, "duplicated") + lastDuplicated);
    }
    parts.addAll(crashes);
    return parts.isEmpty() ? "; nothing had failed" : "; " + String.join(", ", parts);
  }

  private static String count(long messages, String what) {
    return messages == 1
        ? "1 message was " + what + ", "
        : messages + " messages were " + what + ", the last one ";
  }

  /** Those that wait, by their numbers. */
  String waiting() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < monitor.size(); i++) {
      if (monitor.isWaiting(i) && names.size() < MOST_NAMED) {
        names.add(Integer.toString(i));
      }
    }
    int more = monitor.waiting() - names.size();
    return String.join(", ", names) + (more > 0 ? " and " + more + " more" : "");
  }
}
