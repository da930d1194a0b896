package dev.baton.algorithms;

import dev.baton.core.Algorithm;
import dev.baton.core.Message;
import dev.baton.core.MessageTable;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.Restorer;
import dev.baton.core.Saver;
import dev.baton.core.Setup;
import dev.baton.core.Text;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts the reachable states of a small system in the plainest way: whole states in a hash set,
 * and every handler run every time. Shares nothing with the checker but the contract.
 */
final class NaiveChecker {

  private enum Phase {
    IDLE,
    WAITING,
    INSIDE
  }

  /** A message under way; equal by what it says. */
  private record Envelope(int from, int to, String text, Message message) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Envelope e && from == e.from && to == e.to && text.equals(e.text);
    }

    @Override
    public int hashCode() {
      return text.hashCode() * 31 + from * 7 + to;
    }
  }

  /** Where nobody roams, all are at home for ever. */
  private record World(
      List<List<Integer>> nodes,
      List<Phase> phases,
      List<Integer> left,
      List<Envelope> network,
      List<Integer> places,
      List<Integer> arrivals,
      int joins,
      int leaves) {

    boolean isOutside(int i) {
      return places.get(i) == Node.NONE;
    }

    boolean areTogether(int i, int j) {
      return !isOutside(i) && places.get(i).equals(places.get(j));
    }
  }

  private final boolean fifo;
  private final int neighbourhoods;
  private final int allJoins;
  private final Node<Message>[] nodes;
  private final Outbox<Message> outbox = new Outbox<>();
  private final MessageTable table = new MessageTable();
  private final Set<World> seen = new HashSet<>();
  private final Deque<World> open = new ArrayDeque<>();
  private long transitions;

  @SuppressWarnings("unchecked")
  NaiveChecker(
      Algorithm algorithm, Setup setup, int requests, int joins, int leaves, boolean fifo) {
    this.fifo = fifo;
    neighbourhoods = setup.neighbourhoods();
    allJoins = joins;
    nodes = (Node<Message>[]) algorithm.nodes(setup);
    List<List<Integer>> saved = new ArrayList<>();
    List<Phase> phases = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    List<Integer> arrivals = new ArrayList<>();
    for (Node<Message> node : nodes) {
      node.attach(outbox);
      saved.add(save(node));
      phases.add(Phase.IDLE);
      left.add(requests);
      places.add(setup.home(node.self()));
      arrivals.add(setup.arrival(node.self()));
    }
    World world = new World(saved, phases, left, List.of(), places, arrivals, joins, leaves);
    for (Node<Message> node : nodes) {
      world = after(world, node.self(), Phase.IDLE, 0, null, node::onStart);
    }
    add(world);
    while (!open.isEmpty()) {
      expand(open.remove());
    }
  }

  int states() {
    return seen.size();
  }

  long transitions() {
    return transitions;
  }

  private void add(World world) {
    if (seen.add(world)) {
      open.add(world);
    }
  }

  private void expand(World world) {
    for (int i = 0; i < nodes.length; i++) {
      int self = i;
      if (world.phases.get(i) == Phase.IDLE && world.left.get(i) > 0 && !world.isOutside(i)) {
        step(world, i, Phase.WAITING, 1, null, () -> nodes[self].onRequest());
      }
      if (world.phases.get(i) == Phase.INSIDE) {
        step(world, i, Phase.IDLE, 0, null, () -> nodes[self].onRelease());
      }
      for (int b = 0; b < neighbourhoods && world.joins > 0 && world.isOutside(i); b++) {
        join(world, i, b);
      }
      if (world.leaves > 0 && !world.isOutside(i)) {
        leave(world, i);
      }
    }
    Set<Object> tried = new HashSet<>();
    for (Envelope e : world.network) {
      Object key = fifo ? List.of(e.from, e.to) : e;
      if (tried.add(key)) {
        step(
            world,
            e.to,
            world.phases.get(e.to),
            0,
            e,
            () -> nodes[e.to].onMessage(e.from, e.message));
      }
    }
  }

  private void join(World world, int i, int b) {
    transitions++;
    int[] present = new int[nodes.length];
    for (int j = 0; j < present.length; j++) {
      present[j] = world.places.get(j) == b ? world.arrivals.get(j) : 0;
    }
    int arrival = nodes.length + allJoins - world.joins + 1;
    World there = moved(world, i, b, arrival, world.network, world.joins - 1, world.leaves);
    add(after(there, i, world.phases.get(i), 0, null, () -> nodes[i].onJoin(b, arrival, present)));
  }

  private void leave(World world, int i) {
    transitions++;
    Phase phase = world.phases.get(i) == Phase.INSIDE ? Phase.WAITING : world.phases.get(i);
    World left = after(world, i, phase, 0, null, () -> nodes[i].onLeave());
    List<Envelope> network = left.network.stream().filter(e -> e.to != i).toList();
    add(moved(left, i, Node.NONE, 0, network, world.joins, world.leaves - 1));
  }

  private static World moved(
      World world, int i, int place, int arrival, List<Envelope> network, int joins, int leaves) {
    List<Integer> places = new ArrayList<>(world.places);
    places.set(i, place);
    List<Integer> arrivals = new ArrayList<>(world.arrivals);
    arrivals.set(i, arrival);
    return new World(
        world.nodes, world.phases, world.left, network, places, arrivals, joins, leaves);
  }

  private void step(
      World world, int i, Phase phase, int requested, Envelope delivered, Runnable handler) {
    transitions++;
    add(after(world, i, phase, requested, delivered, handler));
  }

  private World after(
      World world, int i, Phase phase, int requested, Envelope delivered, Runnable handler) {
    int[] fields = world.nodes.get(i).stream().mapToInt(Integer::intValue).toArray();
    new Restorer(table).restore(nodes[i], fields, 0);
    outbox.clear();
    handler.run();
    List<List<Integer>> saved = new ArrayList<>(world.nodes);
    saved.set(i, save(nodes[i]));
    List<Phase> phases = new ArrayList<>(world.phases);
    phases.set(i, outbox.entered() ? Phase.INSIDE : phase);
    List<Integer> left = new ArrayList<>(world.left);
    left.set(i, left.get(i) - requested);
    List<Envelope> network = new ArrayList<>(world.network);
    network.remove(delivered);
    for (int s = 0; s < outbox.sends(); s++) {
      for (int to = 0; to < nodes.length; to++) {
        boolean isMeant = outbox.to(s) == to || outbox.to(s) == Outbox.ALL && to != i;
        if (isMeant && world.areTogether(i, to)) {
          Message message = outbox.message(s);
          network.add(new Envelope(i, to, Text.of(message), message));
        }
      }
    }
    // Only the order within a channel counts, and not even that where messages may overtake.
    network.sort(
        (a, b) -> {
          int channel = Integer.compare(a.from * nodes.length + a.to, b.from * nodes.length + b.to);
          return channel != 0 || fifo ? channel : a.text.compareTo(b.text);
        });
    return new World(
        saved, phases, left, network, world.places, world.arrivals, world.joins, world.leaves);
  }

  private List<Integer> save(Node<Message> node) {
    Saver saver = new Saver(table);
    node.state(saver);
    return Arrays.stream(saver.data(), 0, saver.size()).boxed().toList();
  }
}
