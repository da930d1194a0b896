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
 * A system without time: its caller decides which event happens next. Written to be read and for
 * small systems, not for speed.
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

  /** Whether each node has crashed. */
  private final boolean[] isDown;

  private final int clients;
  private final int permits;
  private final Surroundings surroundings;
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
    surroundings = Surroundings.of(algorithm, setup, nodes.length, this::isInUse);
    this.fifo = fifo;
    phases = new Phase[nodes.length];
    isDown = new boolean[nodes.length];
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
    return surroundings.neighbourhood(i);
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
   * Every event that may happen now if nothing fails: requests and exits, deliveries, timers, and
   * where nodes roam, joins and leaves. Where a link changes, its second end is told before
   * anything else.
   */
  public List<Event> enabled() {
    Event due = surroundings.due();
    if (due != null) {
      return List.of(due);
    }
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      if (isOutside(i) || isDown[i]) {
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
      if (isNext && !isDown[message.node()]) {
        events.add(message);
      }
    }
    events.addAll(timers);
    surroundings.listMoves(events);
    return events;
  }

  /**
   * Every change of a link that may happen now, as its first end is told: all that are missing may
   * come up; one may go down if nothing is under way on it and all nodes still reach each other
   * over links on which what was sent when they came up has arrived.
   */
  public List<Event> linkChanges() {
    List<Event> events = new ArrayList<>();
    surroundings.listLinkChanges(events);
    return events;
  }

  /** Whether something is under way between two nodes. */
  private boolean isInUse(int i, int j) {
    return inFlight.stream()
        .anyMatch(m -> m.from() == i && m.node() == j || m.from() == j && m.node() == i);
  }

  /** Whether no earlier message is under way between the same two nodes. */
  @SuppressWarnings("ReferenceEquality") // Equal messages may be under way.
  private boolean isFirst(Event.Deliver message) {
    for (Event.Deliver earlier : inFlight) {
      if (earlier.from() == message.from() && earlier.node() == message.node()) {
        return earlier == message;
      }
    }
    throw new IllegalStateException("the message is not under way");
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
        case Event.Leave leave -> {
          int i = leave.node();
          phases[i] = phases[i] == Phase.INSIDE ? Phase.WAITING : phases[i];
          surroundings.happen(leave, node);
        }
        case Event.Change change -> surroundings.happen(change, node);
        case Event.Fault fault -> fail(fault);
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
    if (event instanceof Event.Leave(int i)) {
      lose(i);
    }
    surroundings.after(event);
  }

  private void fail(Event.Fault fault) {
    switch (fault) {
      case Event.Miss(int from, int i, Message message) ->
          inFlight.remove(new Event.Deliver(from, i, message));
      case Event.Duplicate(int from, int i, Message message) ->
          inFlight.add(new Event.Deliver(from, i, message));
      case Event.Crash(int i) -> {
        isDown[i] = true;
        phases[i] = Phase.IDLE;
        timers.removeIf(t -> t.node() == i);
      }
    }
  }

  /** A node that has left misses what was under way to it, and its timers. */
  private void lose(int i) {
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
    Event due = surroundings.due();
    if (due != null && !event.equals(due)) {
      throw new IllegalArgumentException("the next event is '" + due + "': a link changes.");
    }
    if (isDown[i] && !(event instanceof Event.Fault)) {
      throw new IllegalArgumentException("'" + event + "' cannot happen: " + i + " has crashed.");
    }
    switch (event) {
      case Event.Request request -> {
        if (phases[i] != Phase.IDLE || isOutside(i)) {
          throw new IllegalArgumentException(i + " cannot request: it is " + doing(i) + ".");
        }
      }
      case Event.Exit exit -> {
        if (phases[i] != Phase.INSIDE) {
          throw new IllegalArgumentException(i + " cannot exit: it is " + doing(i) + ".");
        }
      }
      case Event.Deliver deliver -> checkUnderWay(deliver);
      case Event.Timer timer -> {
        if (!timers.contains(timer)) {
          throw new IllegalArgumentException(i + " has not set timer " + timer.timer() + ".");
        }
      }
      case Event.Change change -> surroundings.check(change);
      case Event.Miss(int from, int to, Message message) ->
          checkUnderWay(new Event.Deliver(from, to, message));
      case Event.Duplicate(int from, int to, Message message) ->
          checkUnderWay(new Event.Deliver(from, to, message));
      case Event.Crash crash -> {
        if (isDown[i]) {
          throw new IllegalArgumentException(i + " has crashed already.");
        }
      }
    }
  }

  private void checkUnderWay(Event.Deliver deliver) {
    int at = inFlight.indexOf(deliver);
    if (at < 0) {
      throw new IllegalArgumentException(
          "no "
              + Text.of(deliver.message())
              + " is under way from "
              + deliver.from()
              + " to "
              + deliver.node()
              + ".");
    }
    if (fifo && !isFirst(inFlight.get(at))) {
      throw new IllegalArgumentException(
          Text.of(deliver.message())
              + " cannot overtake an earlier message from "
              + deliver.from()
              + " to "
              + deliver.node()
              + ": channels are fifo.");
    }
  }

  private boolean isOutside(int i) {
    return surroundings.neighbourhood(i) == Node.NONE;
  }

  private String doing(int i) {
    if (isOutside(i)) {
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
        if ((to == j || to == Outbox.ALL && j != self) && surroundings.reaches(self, j)) {
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

  private void enter(int self) {
    effects.add(self + " enters" + (permits > 1 ? " with permit " + outbox.permit() : ""));
    if (phases[self] != Phase.WAITING) {
      violation = self + " enters while it is " + doing(self) + ".";
      return;
    }
    phases[self] = Phase.INSIDE;
    List<String> inside = new ArrayList<>();
    for (int i = 0; i < phases.length; i++) {
      if (phases[i] == Phase.INSIDE && surroundings.areTogether(i, self)) {
        inside.add(Integer.toString(i));
      }
    }
    if (inside.size() > permits) {
      violation = String.join(" and ", inside) + " are inside together.";
    }
  }
}
