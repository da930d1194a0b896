package dev.baton.lab.experiment;

import dev.baton.core.Graph;
import dev.baton.core.Hash;
import dev.baton.core.Meter;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A stage with a clock and without chance: a message takes one unit of time on each link of its
 * way, and what arrives at the same time arrives in the order in which it was sent.
 */
final class Course {

  private final Stage stage;
  private final Graph network;
  private final Meter meter;

  /** Owns what is sent before anybody has asked. */
  private static final int NOBODY = -1;

  /** When each of the messages under way arrives. */
  private final List<Integer> arrivals = new ArrayList<>();

  /** The entry to which each of them belongs. */
  private final List<Integer> owners = new ArrayList<>();

  /** Types of messages that belong to the next entry of who gets them. */
  private final Set<String> grants;

  /** How often each node has asked, and how many messages belong to each entry. */
  private final int[] requests;

  private final Map<Integer, Integer> costs = new HashMap<>();

  /** From each node the next one on the way to some node. */
  private final Map<Integer, int[]> ways = new HashMap<>();

  /** How many have arrived, by type and, of those from or to a node, by type and node. */
  private final Map<String, Integer> byType = new HashMap<>();

  private int now;
  private int messages;
  private int links;
  private long traffic;
  private long hash;

  Course(Scenario scenario) {
    this(scenario, Set.of());
  }

  /**
   * Counts the messages of each entry, too: those that its request and its exit bring about, one
   * after the other. What permits an entry, messages of the types {@code grants}, belongs to that
   * one, though another's exit may have brought it about.
   */
  Course(Scenario scenario, Set<String> grants) {
    this.grants = grants;
    stage = new Stage(scenario.algorithm(), scenario.setup(), scenario.fifo());
    network = scenario.network();
    meter = new Meter(scenario.nodes());
    requests = new int[stage.size()];
    note(NOBODY);
  }

  Stage.Phase phase(int node) {
    return stage.phase(node);
  }

  int now() {
    return now;
  }

  /** Messages that have arrived. */
  int messages() {
    return messages;
  }

  /** Those of one type. */
  int messages(String type) {
    return byType.getOrDefault(type, 0);
  }

  /** Those of one type from a node or to it. */
  int messages(String type, int node) {
    return messages(type + " " + node);
  }

  /** Links that they have crossed. */
  int links() {
    return links;
  }

  /** The bits of each, as often as it crossed a link. */
  long traffic() {
    return traffic;
  }

  long hash() {
    return hash;
  }

  List<Event> enabled() {
    return stage.enabled();
  }

  void request(int node) {
    step(new Event.Request(node));
  }

  void exit(int node) {
    step(new Event.Exit(node));
  }

  void step(Event event) {
    int owner;
    if (event instanceof Event.Deliver message) {
      int place = stage.inFlight().indexOf(message);
      arrivals.remove(place);
      owner = owners.remove(place);
      count(message);
      costs.merge(owner, 1, Integer::sum);
    } else {
      requests[event.node()] += event instanceof Event.Request ? 1 : 0;
      owner = entry(event.node());
    }
    stage.step(event);
    if (stage.violation() != null) {
      throw new IllegalStateException(stage.violation());
    }
    stage.effects().forEach(effect -> hash = Hash.fold(hash, Hash.of(effect)));
    note(owner);
  }

  /** The entry for which a node has asked last. */
  private int entry(int node) {
    return requests[node] == 0 ? NOBODY : requests[node] * stage.size() + node;
  }

  /** The messages of the entry that took the most of them. */
  int dearest() {
    return costs.entrySet().stream()
        .filter(cost -> cost.getKey() != NOBODY)
        .mapToInt(Map.Entry::getValue)
        .max()
        .orElse(0);
  }

  private void count(Event.Deliver message) {
    int way = way(message.from(), message.node());
    meter.measure(message.message());
    messages++;
    links += way;
    traffic += way * meter.bits();
    String type = type(message);
    byType.merge(type, 1, Integer::sum);
    byType.merge(type + " " + message.from(), 1, Integer::sum);
    byType.merge(type + " " + message.node(), 1, Integer::sum);
  }

  private static String type(Event.Deliver message) {
    return Text.of(message.message()).replaceFirst("\\(.*", "");
  }

  /** What has been sent by the last step arrives later. */
  private void note(int owner) {
    for (int i = arrivals.size(); i < stage.inFlight().size(); i++) {
      Event.Deliver message = stage.inFlight().get(i);
      arrivals.add(now + way(message.from(), message.node()));
      boolean isGrant = !grants.isEmpty() && grants.contains(type(message));
      owners.add(isGrant ? entry(message.node()) : owner);
    }
  }

  private int way(int from, int to) {
    int[] next = ways.computeIfAbsent(to, network::towards);
    int way = 0;
    for (int node = from; node != to; node = next[node]) {
      way++;
    }
    return way;
  }

  /** The next message arrives; whether there is one. */
  boolean advance() {
    int first = -1;
    for (int i = 0; i < arrivals.size(); i++) {
      if (first < 0 || arrivals.get(i) < arrivals.get(first)) {
        first = i;
      }
    }
    if (first < 0) {
      return false;
    }
    now = arrivals.get(first);
    step(stage.inFlight().get(first));
    return true;
  }

  /** Whether nothing that is under way arrives before some time, or then. */
  boolean isQuietUntil(int time) {
    return arrivals.stream().allMatch(arrival -> arrival > time);
  }

  /** Time goes on, while nothing arrives. */
  void waitUntil(int time) {
    now = Math.max(now, time);
  }

  /** All messages arrive, and those that they cause. */
  void settle() {
    while (advance()) {
      // It goes on.
    }
  }

  /** The same, but for those of one node. */
  void settleBut(int slow) {
    boolean goesOn = true;
    while (goesOn) {
      goesOn = false;
      for (Event.Deliver message : stage.inFlight()) {
        if (message.from() != slow) {
          step(message);
          goesOn = true;
          break;
        }
      }
    }
  }

  /** Time goes on until a node is inside. */
  void await(int node) {
    while (phase(node) != Stage.Phase.INSIDE && advance()) {
      // It goes on.
    }
    if (phase(node) != Stage.Phase.INSIDE) {
      throw new IllegalStateException("Node " + node + " never enters.");
    }
  }
}
