package dev.baton.simulator;

import dev.baton.core.Message;
import dev.baton.core.Outbox;
import dev.baton.core.stage.Whereabouts;
import java.util.Arrays;

/**
 * Nodes roam: they join and leave neighbourhoods, and a message reaches only those recipients that
 * have not left since it was sent.
 *
 * <p>A move is a leave and a join in the same instant, so that nobody is outside while time passes.
 */
final class Roaming implements Movement {

  private final Simulation run;
  private final Members members;
  private final Whereabouts whereabouts;
  private final Itinerary itinerary;
  private final Agenda agenda;
  private final Monitor monitor;
  private final Applications applications;
  private final Timers timers;

  /** By neighbourhood: how many messages are under way in it, a broadcast counting as one. */
  private final int[] underWay;

  /** By node: the slot of its exit while it is inside. */
  private final Agenda.Slot[] exit;

  // By slot of the agenda: in which neighbourhood a message is under way, to how many, and since
  // which arrival its recipient has been there. A broadcast is for all who came before it was sent.
  private int[] where = new int[64];
  private int[] copies = new int[64];
  private int[] stamp = new int[64];

  private long moves;
  private long lost;

  Roaming(
      Simulation run,
      Members members,
      Itinerary itinerary,
      Agenda agenda,
      Monitor monitor,
      Applications applications,
      Timers timers) {
    this.run = run;
    this.members = members;
    whereabouts = members.whereabouts();
    this.itinerary = itinerary;
    this.agenda = agenda;
    this.monitor = monitor;
    this.applications = applications;
    this.timers = timers;
    underWay = new int[members.neighbourhoods()];
    exit = new Agenda.Slot[monitor.size()];
  }

  @Override
  public long moves() {
    return moves;
  }

  @Override
  public long lost() {
    return lost;
  }

  // Moves.

  /** At time 0 every node joins the neighbourhood in which the mobility lets it begin. */
  @Override
  public void start() {
    for (int i = 0; i < monitor.size(); i++) {
      if (whereabouts.of(i) != itinerary.start(i)) {
        if (!whereabouts.isOutside(i)) {
          leave(i);
        }
        join(i, itinerary.start(i));
      }
      planMove(i);
    }
  }

  private void planMove(int node) {
    long time = itinerary.nextMove(node, run.ticks());
    if (time != Itinerary.NEVER) {
      agenda.addMove(time, node);
    }
  }

  /**
   * Moves a node, unless the run is over: moves, and what is sent because of them, must come to an
   * end.
   */
  @Override
  public void move(int node) {
    if (applications.isOver() && !monitor.isAnyoneWaiting()) {
      return;
    }
    int from = whereabouts.of(node);
    int to = itinerary.destination(node, from);
    leave(node);
    join(node, to);
    watchNeighbourhood(from);
    watchNeighbourhood(to);
    planMove(node);
  }

  private void leave(int node) {
    moves++;
    if (monitor.leave(node, run.ticks())) {
      agenda.cancel(exit[node]);
      applications.onCutShort();
    }
    run.leave(node);
    timers.cancelAll(node);
    members.leave(node);
  }

  private void join(int node, int b) {
    int[] present = members.show(b);
    members.join(node, b);
    monitor.join(node);
    run.join(node, b, whereabouts.arrival(node), present);
    members.hide(b);
  }

  /** Remembers the exit, to be cancelled if the node leaves while it is inside. */
  @Override
  public void onEnter(int node, Agenda.Slot exitSlot) {
    exit[node] = exitSlot;
  }

  // Messages.

  @Override
  public boolean send(int from, int to) {
    return true;
  }

  @Override
  public boolean carry(long arrival, int from, int to, Message message) {
    if (!whereabouts.areTogether(from, to)) {
      lost++;
      return false;
    }
    int slot = agenda.addMessage(arrival, from, to, message).number;
    note(slot, whereabouts.of(to), 1, whereabouts.arrival(to));
    return true;
  }

  @Override
  public boolean bundlesBroadcasts() {
    return true;
  }

  /** One event that stands for a message to all who are in the same neighbourhood now. */
  @Override
  public void carryToOthers(long arrival, int from, Message message) {
    int slot = agenda.addMessage(arrival, from, Outbox.ALL, message).number;
    note(slot, whereabouts.of(from), others(from), whereabouts.arrivals());
  }

  @Override
  public int others(int node) {
    return whereabouts.isOutside(node) ? 0 : members.size(whereabouts.of(node)) - 1;
  }

  @Override
  public int other(int node, int i) {
    int b = whereabouts.of(node);
    return members.get(b, members.get(b, i) < node ? i : i + 1);
  }

  private void note(int slot, int b, int recipients, int since) {
    if (slot >= where.length) {
      int length = Math.max(2 * where.length, slot + 1);
      where = Arrays.copyOf(where, length);
      copies = Arrays.copyOf(copies, length);
      stamp = Arrays.copyOf(stamp, length);
    }
    where[slot] = b;
    copies[slot] = recipients;
    stamp[slot] = since;
    underWay[b]++;
  }

  /** Delivers the message of a slot to the recipients that have been there ever since. */
  @Override
  public void deliver(Simulation run, int slot, int from, int to, Message message) {
    int b = where[slot];
    int since = stamp[slot];
    int missing = copies[slot];
    if (to != Outbox.ALL) {
      if (whereabouts.arrival(to) == since) {
        missing--;
        run.deliver(from, to, message);
      }
    } else {
      for (int i = 0; i < members.size(b); i++) {
        int member = members.get(b, i);
        if (member != from && whereabouts.arrival(member) <= since) {
          missing--;
          run.deliver(from, member, message);
        }
      }
    }
    lost += missing;
    underWay[b]--;
    watchNeighbourhood(b);
  }

  // Progress.

  @Override
  public void watch(int node) {
    watchNeighbourhood(whereabouts.of(node));
    beginRound();
  }

  @Override
  public void beginRound() {
    boolean isTime = itinerary.hasMoves() && !monitor.isAnyoneActive() && !agenda.hasRequests();
    if (isTime && !applications.isOver()) {
      applications.onQuiet(run.ticks());
    }
  }

  /**
   * A node that waits in a neighbourhood where nobody is inside and nothing is under way waits
   * forever: that another node may some day move or request does not count.
   */
  private void watchNeighbourhood(int b) {
    int waiting = underWay[b] > 0 ? 0 : monitor.waitingForNobody(b);
    if (waiting > 0 && !timers.hasAny(whereabouts, b)) {
      throw run.violation(
          waiting
              + " of "
              + members.size(b)
              + " nodes wait in neighbourhood "
              + b
              + " and nothing will let them in");
    }
  }
}
