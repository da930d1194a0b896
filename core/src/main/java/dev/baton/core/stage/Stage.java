package dev.baton.core.stage;

import dev.baton.core.Algorithm;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.Setup;
import dev.baton.core.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * A system without time: whoever holds it decides which event happens next. Made for reading and
 * for small systems, not for speed.
 */
public final class Stage {

  /** Where an application stands. */
  public enum Phase {
    IDLE,
    WAITING,
    INSIDE
  }

  private final Node<Message>[] nodes;
  private final Phase[] phases;
  private final int clients;
  private final int permits;
  private final int neighbourhoods;
  private final Whereabouts whereabouts;

  /** Null if links do not change. */
  private final Links links;

  private final boolean fifo;

  /** In the order in which they were sent. */
  private final List<Event.Deliver> inFlight = new ArrayList<>();

  private final List<Event.Timer> timers = new ArrayList<>();
  private final Outbox<Message> outbox = new Outbox<>();
  private final List<String> effects = new ArrayList<>();
  private String violation;

  @SuppressWarnings("unchecked") // An algorithm's nodes understand one another's messages.
  public Stage(Algorithm algorithm, Setup setup, boolean fifo) {
    nodes = (Node<Message>[]) algorithm.nodes(setup);
    clients = setup.n();
    permits = setup.permits();
    links = algorithm.usesLinks() ? new Links(setup) : null;
    neighbourhoods = links == null ? setup.neighbourhoods() : 0;
    whereabouts = new Whereabouts(links == null ? setup : setup.roaming(0, 0), nodes.length);
    this.fifo = fifo;
    phases = new Phase[nodes.length];
    for (Node<Message> node : nodes) {
      phases[node.self()] = Phase.IDLE;
      node.attach(outbox);
    }
    for (Node<Message> node : nodes) {
      outbox.clear();
      node.onStart();
      act(node.self());
    }
  }

  public int size() {
    return nodes.length;
  }

  public Node<?> node(int i) {
    return nodes[i];
  }

  public Phase phase(int i) {
    return phases[i];
  }

  /** The neighbourhood of a node, or {@link Node#NONE}; 0 where nobody roams. */
  public int neighbourhood(int i) {
    return whereabouts.of(i);
  }

  public List<Event.Deliver> inFlight() {
    return List.copyOf(inFlight);
  }

  /** What the last event did, one line each: {@code 0 -> 1 TOKEN}, {@code 1 enters}. */
  public List<String> effects() {
    return List.copyOf(effects);
  }

  /** What went wrong in the last event, in one sentence; null if nothing did. */
  public String violation() {
    return violation;
  }

  /**
   * Every event that may happen now: requests and exits, deliveries, timers, and where nodes roam,
   * joins and leaves. Where a link changes, its second end is told before anything else.
   */
  public List<Event> enabled() {
    if (links != null && links.due() != null) {
      return List.of(links.due());
    }
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      if (whereabouts.isOutside(i)) {
        continue;
      }
      switch (phases[i]) {
        case IDLE -> events.add(new Event.Request(i));
        case INSIDE -> events.add(new Event.Exit(i));
        case WAITING -> {}
      }
    }
    for (Event.Deliver message : inFlight) {
      boolean isNext = fifo ? isFirst(message) : !events.contains(message);
      if (isNext) {
        events.add(message);
      }
    }
    events.addAll(timers);
    for (int i = 0; i < clients && neighbourhoods > 0; i++) {
      if (!whereabouts.isOutside(i)) {
        events.add(new Event.Leave(i));
        continue;
      }
      for (int b = 0; b < neighbourhoods; b++) {
        events.add(new Event.Join(i, b));
      }
    }
    return events;
  }

  /**
   * Every change of a link that may happen now, as its first end is told: all that are missing may
   * come up; one may go down if nothing is under way on it and all nodes still reach each other
   * over links on which what was sent when they came up has arrived.
   */
  public List<Event> linkChanges() {
    List<Event> events = new ArrayList<>();
    if (links == null || links.due() != null) {
      return events;
    }
    for (int i = 0; i < clients; i++) {
      for (int j = i + 1; j < clients; j++) {
        if (!links.has(i, j)) {
          events.add(new Event.LinkUp(i, j));
        } else if (!isInUse(i, j) && links.isConnectedWithout(i, j)) {
          events.add(new Event.LinkDown(i, j));
        }
      }
    }
    return events;
  }

  /** Whether something is under way between two nodes. */
  private boolean isInUse(int i, int j) {
    return inFlight.stream()
        .anyMatch(m -> m.from() == i && m.node() == j || m.from() == j && m.node() == i);
  }

  /** Whether no earlier message is under way between the same two nodes. */
  private boolean isFirst(Event.Deliver message) {
    for (Event.Deliver earlier : inFlight) {
      if (earlier.from() == message.from() && earlier.node() == message.node()) {
        return earlier == message;
      }
    }
    throw new IllegalStateException("not under way");
  }

  /**
   * Lets one event happen.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot happen now
   */
  public void step(Event event) {
    check(event);
    outbox.clear();
    effects.clear();
    violation = null;
    Node<Message> node = nodes[event.node()];
    try {
      switch (event) {
        case Event.Request(int i) -> {
          phases[i] = Phase.WAITING;
          node.onRequest();
        }
        case Event.Exit(int i) -> {
          phases[i] = Phase.IDLE;
          node.onRelease();
        }
        case Event.Deliver deliver -> {
          inFlight.remove(deliver);
          node.onMessage(deliver.from(), deliver.message());
        }
        case Event.Timer timer -> {
          timers.remove(timer);
          node.onTimer(timer.timer());
        }
        case Event.Join(int i, int where) -> {
          int[] present = whereabouts.present(where);
          whereabouts.join(i, where);
          node.onJoin(where, whereabouts.arrival(i), present);
        }
        case Event.Leave(int i) -> {
          phases[i] = phases[i] == Phase.INSIDE ? Phase.WAITING : phases[i];
          node.onLeave();
        }
        case Event.LinkUp(int i, int j) -> {
          links.change(i, j);
          node.onLinkUp(j);
        }
        case Event.LinkDown(int i, int j) -> {
          links.change(i, j);
          node.onLinkDown(j);
        }
      }
    } catch (RuntimeException | AssertionError e) {
      violation = event.node() + " fails: " + reason(e) + ".";
      return;
    }
    try {
      act(event.node());
    } catch (IllegalStateException e) {
      violation = reason(e) + ".";
    }
    if (event instanceof Event.Leave) {
      leave(event.node());
    }
    if (links != null) {
      settleLinks();
    }
  }

  private void settleLinks() {
    for (int i = 0; i < clients; i++) {
      for (int j = i + 1; j < clients; j++) {
        if (links.isNew(i, j) && !isInUse(i, j)) {
          links.settle(i, j);
        }
      }
    }
  }

  private void leave(int i) {
    whereabouts.leave(i);
    List<Event.Deliver> lost = inFlight.stream().filter(m -> m.node() == i).toList();
    for (Event.Deliver m : lost) {
      effects.add(i + " misses " + Text.of(m.message()) + " from " + m.from());
    }
    inFlight.removeIf(m -> m.node() == i);
    timers.removeIf(t -> t.node() == i);
  }

  /** Why a handler threw, in a few words. */
  public static String reason(Throwable thrown) {
    return thrown.getMessage() == null ? thrown.getClass().getName() : thrown.getMessage();
  }

  private void check(Event event) {
    int i = event.node();
    if (i < 0 || i >= nodes.length) {
      throw new IllegalArgumentException(
          "there is no node " + i + ": the nodes are 0 to " + (nodes.length - 1) + ".");
    }
    if (links != null && links.due() != null && !event.equals(links.due())) {
      throw new IllegalArgumentException(
          "the next event is '" + links.due() + "': a link changes.");
    }
    switch (event) {
      case Event.Request request -> {
        if (phases[i] != Phase.IDLE || whereabouts.isOutside(i)) {
          throw new IllegalArgumentException(i + " cannot request: it is " + doing(i) + ".");
        }
      }
      case Event.Exit exit -> {
        if (phases[i] != Phase.INSIDE) {
          throw new IllegalArgumentException(i + " cannot exit: it is " + doing(i) + ".");
        }
      }
      case Event.Deliver deliver -> {
        int at = inFlight.indexOf(deliver);
        if (at < 0) {
          throw new IllegalArgumentException(
              "no "
                  + Text.of(deliver.message())
                  + " is under way from "
                  + deliver.from()
                  + " to "
                  + i
                  + ".");
        }
        if (fifo && !isFirst(inFlight.get(at))) {
          throw new IllegalArgumentException(
              Text.of(deliver.message())
                  + " cannot overtake an earlier message from "
                  + deliver.from()
                  + " to "
                  + i
                  + ": channels are fifo.");
        }
      }
      case Event.Timer timer -> {
        if (!timers.contains(timer)) {
          throw new IllegalArgumentException(i + " has not set timer " + timer.timer() + ".");
        }
      }
      case Event.Join(int node, int where) -> {
        if (where < 0 || where >= neighbourhoods) {
          throw new IllegalArgumentException(
              neighbourhoods == 0
                  ? "nobody can join: the head does not say 'neighbourhoods B'."
                  : "there is no neighbourhood "
                      + where
                      + ": they are 0 to "
                      + (neighbourhoods - 1)
                      + ".");
        }
        if (!whereabouts.isOutside(i)) {
          throw new IllegalArgumentException(
              i + " cannot join: it is in neighbourhood " + whereabouts.of(i) + ".");
        }
      }
      case Event.Leave leave -> {
        if (neighbourhoods == 0 || whereabouts.isOutside(i)) {
          throw new IllegalArgumentException(i + " cannot leave: it is in no neighbourhood.");
        }
      }
      case Event.LinkUp(int node, int j) -> {
        checkLink(i, j);
        if (links.has(i, j)) {
          throw new IllegalArgumentException(i + " cannot find " + j + ": they are linked.");
        }
      }
      case Event.LinkDown(int node, int j) -> {
        checkLink(i, j);
        if (!links.has(i, j)) {
          throw new IllegalArgumentException(i + " cannot lose " + j + ": they are not linked.");
        }
        if (isInUse(i, j)) {
          throw new IllegalArgumentException(
              i + " cannot lose " + j + ": a message is under way between them.");
        }
      }
    }
  }

  private void checkLink(int i, int j) {
    if (links == null) {
      throw new IllegalArgumentException("no link can change: this algorithm has fixed links.");
    }
    if (j < 0 || j >= clients || i >= clients || j == i) {
      throw new IllegalArgumentException(i + " cannot have a link to " + j + ".");
    }
  }

  private String doing(int i) {
    if (whereabouts.isOutside(i)) {
      return "outside every neighbourhood";
    }
    return switch (phases[i]) {
      case IDLE -> "idle";
      case WAITING -> "waiting";
      case INSIDE -> "inside";
    };
  }

  private void act(int self) {
    for (int s = 0; s < outbox.sends(); s++) {
      int to = outbox.to(s);
      Message message = outbox.message(s);
      effects.add(self + " -> " + (to == Outbox.ALL ? "all" : to) + " " + Text.of(message));
      if (to != Outbox.ALL && to >= nodes.length) {
        throw new IllegalStateException(self + " sends to " + to + ", which does not exist");
      }
      for (int j = 0; j < nodes.length; j++) {
        if ((to == j || to == Outbox.ALL && j != self) && reaches(self, j)) {
          inFlight.add(new Event.Deliver(self, j, message));
        }
      }
    }
    for (int t = 0; t < outbox.timers(); t++) {
      Event.Timer timer = new Event.Timer(self, outbox.timer(t));
      timers.remove(timer);
      if (outbox.delay(t) != Outbox.CANCEL) {
        timers.add(timer);
        effects.add(self + " sets timer " + timer.timer());
      }
    }
    if (outbox.entered()) {
      enter(self);
    }
  }

  private boolean reaches(int i, int j) {
    return links == null ? whereabouts.areTogether(i, j) : i == j || links.has(i, j);
  }

  private void enter(int self) {
    effects.add(self + " enters" + (permits > 1 ? " with permit " + outbox.permit() : ""));
    if (phases[self] != Phase.WAITING) {
      violation = self + " enters while it is " + doing(self) + ".";
      return;
    }
    phases[self] = Phase.INSIDE;
    List<String> inside = new ArrayList<>();
    for (int i = 0; i < phases.length; i++) {
      if (phases[i] == Phase.INSIDE && whereabouts.areTogether(i, self)) {
        inside.add(Integer.toString(i));
      }
    }
    if (inside.size() > permits) {
      violation = String.join(" and ", inside) + " are inside together.";
    }
  }
}
