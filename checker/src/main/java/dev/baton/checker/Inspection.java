package dev.baton.checker;

import dev.baton.core.Hash;
import dev.baton.core.Message;
import dev.baton.core.MessageTable;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.Restorer;
import dev.baton.core.Saver;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Schedule;
import dev.baton.core.stage.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A look at an algorithm before it is searched: whether it keeps the contract that every answer
 * rests on. In some short schedules each event happens to a node, and once more to two fresh nodes
 * that were given the state that it shows; all three must do the same, and messages must be values.
 *
 * <p>It takes milliseconds and proves nothing: an algorithm may break the contract elsewhere. Nodes
 * do not move and links do not change in it.
 */
public final class Inspection {

  private static final int SCHEDULES = 8;
  private static final int EVENTS = 30;

  /** How often an event is tried again to tell chance from a field that is left out. */
  private static final int CHANCES = 20;

  /** How many nodes may be built on the way. */
  private static final int MOST_NODES = 4000;

  private final Check check;
  private final MessageTable messages = new MessageTable();
  private final Saver saver = new Saver(messages);
  private final Restorer restorer = new Restorer(messages);
  private final List<Schedule> schedules = new ArrayList<>();

  /** The first message that was seen with each content. */
  private final Map<Integer, Message> known = new HashMap<>();

  /** What was sent in this schedule, and what it showed then. */
  private final List<Message> sent = new ArrayList<>();

  private final List<Integer> sentAs = new ArrayList<>();

  private int built;
  private long chance;
  private String breach;

  private Inspection(Check check) {
    this.check = check;
  }

  /** Looks at the algorithm of a check. */
  public static Inspection of(Check check) {
    Inspection inspection = new Inspection(check);
    for (int i = 0; i < SCHEDULES && inspection.breach == null; i++) {
      inspection.runSchedule();
    }
    return inspection;
  }

  /** What breaks the contract, in one or two sentences; null if nothing was found. */
  public String breach() {
    return breach;
  }

  /** What was run; the last one ends with the event that broke the contract, if one did. */
  public List<Schedule> schedules() {
    return List.copyOf(schedules);
  }

  // Schedules.

  private void runSchedule() {
    Stage stage = new Stage(check.algorithm(), check.setup(), check.fifo());
    int[] left = new int[stage.size()];
    Arrays.fill(left, check.isUnbounded() ? EVENTS : check.requests());
    List<Event> events = new ArrayList<>();
    sent.clear();
    sentAs.clear();
    noteSent(stage, 0);
    List<Event> possible = possible(stage, left);
    while (breach == null
        && stage.violation() == null
        && !possible.isEmpty()
        && events.size() < EVENTS
        && built < MOST_NODES) {
      Event event = possible.get((int) Long.remainderUnsigned(Hash.mix(++chance), possible.size()));
      left[event.node()] -= event instanceof Event.Request ? 1 : 0;
      events.add(event);
      run(stage, event);
      possible = possible(stage, left);
    }
    schedules.add(new Schedule(check.algorithm(), check.setup(), check.fifo(), events));
  }

  private static List<Event> possible(Stage stage, int[] left) {
    return stage.enabled().stream()
        .filter(event -> !(event instanceof Event.Change))
        .filter(event -> !(event instanceof Event.Request) || left[event.node()] > 0)
        .toList();
  }

  private void run(Stage stage, Event event) {
    int i = event.node();
    int[] before = save(stage.node(i));
    Copy one = new Copy(i, before);
    Copy other = new Copy(i, before);
    if (!Arrays.equals(save(one.node), before)) {
      breach = notAssigned(Fields.of(stage.node(i)), Fields.of(one.node), stage.node(i));
      return;
    }
    one.run(event);
    other.run(event);
    int underWay = stage.inFlight().size() - (event instanceof Event.Deliver ? 1 : 0);
    stage.step(event);
    inspectMessages(event, one, other);
    noteSent(stage, underWay);
    inspectSent(event);
    if (breach != null) {
      return;
    }
    boolean isForgotten = Outcome.isKnown(stage, i) && !isSame(one, stage);
    for (int again = 0; isForgotten && again < CHANCES && isSame(one, other); again++) {
      // Chance may have let two be the same.
      other = new Copy(i, before);
      other.run(event);
    }
    if (!isSame(one, other)) {
      breach = parted(event, new Outcome(one), new Outcome(other));
    } else if (isForgotten) {
      breach = forgotten(event, new Outcome(stage, i), new Outcome(one));
    }
  }

  private boolean isSame(Copy one, Copy other) {
    return one.failure == null
            && other.failure == null
            && Arrays.equals(save(one.node), save(other.node))
            && one.effects().equals(other.effects())
        || one.failure != null && one.failure.equals(other.failure);
  }

  private boolean isSame(Copy copy, Stage stage) {
    String failure = Outcome.failure(stage, copy.node.self());
    return copy.failure == null
            && failure == null
            && Arrays.equals(save(copy.node), save(stage.node(copy.node.self())))
            && copy.effects().equals(stage.effects())
        || copy.failure != null && copy.failure.equals(failure);
  }

  private static String parted(Event event, Outcome one, Outcome other) {
    return "Two nodes in the same state do different things at '"
        + event
        + "': "
        + one.without(other)
        + ", or "
        + other.without(one)
        + ". A handler may depend on the node's fields and the event only: not on chance, a clock"
        + " or a static field.";
  }

  private static String forgotten(Event event, Outcome live, Outcome copy) {
    return "At '"
        + event
        + "' the node does "
        + live.without(copy)
        + ", and a fresh one with the state that it shows does "
        + copy.without(live)
        + ": 'state' leaves out a field.";
  }

  private static String notAssigned(
      Map<String, String> shown, Map<String, String> restored, Node<?> node) {
    String name = "a field";
    for (Map.Entry<String, String> field : shown.entrySet()) {
      if (!field.getValue().equals(restored.get(field.getKey()))) {
        name = "'" + field.getKey() + "'";
        break;
      }
    }
    return "'state' of "
        + node.getClass().getSimpleName()
        + " shows "
        + name
        + " and does not assign it: write field = s.flag(\"name\", field), for example.";
  }

  // Nodes.

  private int[] save(Node<?> node) {
    saver.clear();
    node.state(saver);
    return Arrays.copyOf(saver.data(), saver.size());
  }

  /** A fresh node that is given the state of another one. */
  private final class Copy {

    private final Node<Message> node;
    private final Outbox<Message> outbox = new Outbox<>();
    private String failure;

    @SuppressWarnings("unchecked") // An algorithm's nodes understand one another's messages.
    Copy(int i, int[] state) {
      Node<?>[] nodes = check.algorithm().nodes(check.setup());
      built += nodes.length;
      node = (Node<Message>) nodes[i];
      node.attach(outbox);
      node.onStart();
      outbox.clear();
      restorer.restore(node, state, 0);
    }

    void run(Event event) {
      try {
        switch (event) {
          case Event.Request request -> node.onRequest();
          case Event.Exit exit -> node.onRelease();
          case Event.Timer(int i, int timer) -> node.onTimer(timer);
          case Event.Deliver deliver -> node.onMessage(deliver.from(), deliver.message());
          case Event.Change change -> throw new IllegalStateException("nobody moves here");
          case Event.Fault fault -> throw new IllegalStateException("nothing fails here");
        }
      } catch (RuntimeException | AssertionError e) {
        failure = Stage.reason(e);
      }
    }

    List<String> effects() {
      List<String> effects = new ArrayList<>();
      int self = node.self();
      for (int s = 0; s < outbox.sends(); s++) {
        int to = outbox.to(s);
        String all = to == Outbox.ALL ? "all" : Integer.toString(to);
        effects.add(self + " -> " + all + " " + Text.of(outbox.message(s)));
      }
      for (int t = 0; t < outbox.timers(); t++) {
        if (outbox.delay(t) != Outbox.CANCEL) {
          effects.add(self + " sets timer " + outbox.timer(t));
        }
      }
      if (outbox.entered()) {
        boolean isNamed = check.setup().permits() > 1;
        effects.add(self + " enters" + (isNamed ? " with permit " + outbox.permit() : ""));
      }
      return effects;
    }
  }

  /** What an event did to a node. */
  private record Outcome(String failure, List<String> effects, Map<String, String> fields) {

    Outcome(Copy copy) {
      this(
          copy.failure,
          copy.failure == null ? copy.effects() : List.of(),
          copy.failure == null ? Fields.of(copy.node) : Map.of());
    }

    Outcome(Stage stage, int node) {
      this(
          failure(stage, node),
          failure(stage, node) == null ? stage.effects() : List.of(),
          failure(stage, node) == null ? Fields.of(stage.node(node)) : Map.of());
    }

    /** Whether the handler has returned and its effects were taken, or it has failed. */
    static boolean isKnown(Stage stage, int node) {
      return stage.violation() == null
          || failure(stage, node) != null
          || stage.violation().startsWith(node + " enters ");
    }

    /** Null if the handler returned; what follows from its effects is no failure of a handler. */
    static String failure(Stage stage, int node) {
      String begin = node + " fails: ";
      String violation = stage.violation();
      return violation != null && violation.startsWith(begin)
          ? violation.substring(begin.length(), violation.length() - 1)
          : null;
    }

    /** What is not the same in another one, in words. */
    String without(Outcome other) {
      if (failure != null || other.failure != null) {
        return failure == null ? "no such thing" : "this: it fails, " + failure;
      }
      if (!effects.equals(other.effects)) {
        return effects.isEmpty() ? "nothing" : "'" + String.join("', '", effects) + "'";
      }
      List<String> differing = new ArrayList<>();
      fields.forEach(
          (name, value) -> {
            if (!value.equals(other.fields.get(name))) {
              differing.add(name + "=" + value);
            }
          });
      return "this: " + String.join(" ", differing);
    }
  }

  // Messages.

  /** What two equal nodes have sent must be equal, and messages that are not must not show it. */
  private void inspectMessages(Event event, Copy one, Copy other) {
    int both = Math.min(one.outbox.sends(), other.outbox.sends());
    for (int s = 0; s < one.outbox.sends() && breach == null; s++) {
      Message message = one.outbox.message(s);
      String name = message.getClass().getSimpleName();
      if (Fields.typeOf(message) == null) {
        breach = "'show' of " + name + " must begin with its type: write s.type(\"ASK\").";
        return;
      }
      int number = messages.number(message);
      boolean isAgain = s < both && messages.number(other.outbox.message(s)) == number;
      if (isAgain && differ(message, other.outbox.message(s))) {
        breach =
            "The "
                + name
                + " that is sent at '"
                + event
                + "' does not equal the same one sent again: a part of it compares by identity, as"
                + " arrays do. Use Ints.";
        return;
      }
      Message same = known.putIfAbsent(number, message);
      if (same != null && differ(message, same)) {
        breach =
            same
                + " and "
                + message
                + " show the same, "
                + Text.of(message)
                + ": 'show' leaves something out.";
      }
    }
  }

  /** A message that is not a record may compare by identity, which is no harm. */
  private static boolean differ(Message one, Message other) {
    boolean isRecord = one instanceof Record && other instanceof Record;
    return isRecord ? !one.equals(other) : !one.getClass().equals(other.getClass());
  }

  private void noteSent(Stage stage, int from) {
    List<Event.Deliver> inFlight = stage.inFlight();
    for (int i = from; i < inFlight.size(); i++) {
      sent.add(inFlight.get(i).message());
      sentAs.add(messages.number(inFlight.get(i).message()));
    }
  }

  private void inspectSent(Event event) {
    for (int i = 0; i < sent.size() && breach == null; i++) {
      if (messages.number(sent.get(i)) != sentAs.get(i)) {
        breach =
            "A "
                + sent.get(i).getClass().getSimpleName()
                + " that was sent before has changed at '"
                + event
                + "': messages must be immutable.";
      }
    }
  }
}
