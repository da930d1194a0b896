package dev.baton.algorithms;

import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Meter;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Text;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Distributed spanning-tree-based clustering: a wave from the root makes every {@code depth}-th
 * node of each branch the leader of those that follow it. It runs once, before any node requests.
 *
 * <ul>
 *   <li>Paper: the Raysuz paper's summary of DSTA, its section 3.1.
 *   <li>Network: any connected graph; messages may overtake each other.
 *   <li>Messages: two per link, and one per node that is not a leader.
 *   <li>Departures: the root counts as reached with nhops = 0. PARENT names the leader too. An echo
 *       tells each leader its members, and the leader tells them of one another.
 * </ul>
 */
public final class Dsta extends Node<Dsta.Msg> {

  public sealed interface Msg extends Message {}

  /** PARENT(nhops): its sender's tree goes on with its recipient, the nhops-th below a leader. */
  public record Parent(int nhops, int leader) implements Msg {
    @Override
    public void show(State s) {
      s.type("PARENT");
      s.counter("nhops", nhops);
      s.node("leader", leader);
    }
  }

  /** The part of the tree below its sender is complete; these of it are in the parent's cluster. */
  public record Echo(Ints members) implements Msg {
    @Override
    public void show(State s) {
      s.type("ECHO");
      s.nodes("members", members);
    }
  }

  /** Who belongs to the cluster. */
  public record Cluster(Ints members) implements Msg {
    @Override
    public void show(State s) {
      s.type("CLUSTER");
      s.nodes("members", members);
    }
  }

  /**
   * What a run gives.
   *
   * @param parent the next node of the tree on the way to its root; itself for the root
   * @param leader the leader of each node's cluster
   * @param members each node's cluster, in increasing order
   * @param dir the next node of the tree on the way to the first holder's leader
   * @param messages what the run cost
   */
  record Clusters(int[] parent, int[] leader, int[][] members, int[] dir, long messages) {}

  /**
   * What a run does, for people who look.
   *
   * @param clusters each with its leader first, beginning with that of the root
   * @param rounds how long it takes if every message takes 1
   * @param messages how many of each type
   * @param bits of all messages
   * @param steps each message, in the order in which they arrive
   */
  public record Division(
      List<Ints> clusters,
      int rounds,
      SortedMap<String, Integer> messages,
      long bits,
      List<String> steps) {}

  private static final int ROOT = 0;

  /** As in the paper's Fig. 1: a leader and its neighbours. */
  static final int DEFAULT_DEPTH = 2;

  private final Graph graph;
  private final int root;
  private final int depth;

  private int parent = NONE;
  private int leader = NONE;

  /** Neighbours that have sent neither PARENT nor ECHO. */
  private int awaited;

  /** Of the tree below, those that are in this node's cluster. */
  private Ints below = Ints.EMPTY;

  /** Neighbours below in the same cluster. */
  private Ints children = Ints.EMPTY;

  /** The cluster, as soon as it is known. */
  private Ints members = Ints.EMPTY;

  Dsta(int self, Graph graph, int root, int depth) {
    super(self, graph.size());
    this.graph = graph;
    this.root = root;
    this.depth = depth;
    awaited = graph.degree(self);
  }

  /**
   * Divides the structure of a system: into the zones that it has, which costs nothing, or with the
   * depth that the setup says.
   */
  static Clusters divide(Setup setup) {
    if (!setup.structure().zones().isEmpty()) {
      return given(setup.structure(), setup.holder());
    }
    int depth = setup.division() == 0 ? DEFAULT_DEPTH : setup.division();
    return run(setup.structure(), depth, setup.holder());
  }

  /** Zones as clusters, and the breadth-first tree from the leader of the first. */
  private static Clusters given(Graph graph, int holder) {
    int[] leader = new int[graph.size()];
    int[][] members = new int[graph.size()][];
    for (Ints zone : graph.zones()) {
      int[] sorted = zone.toArray();
      Arrays.sort(sorted);
      for (int member : sorted) {
        leader[member] = zone.get(0);
        members[member] = sorted;
      }
    }
    int[] parent = graph.towards(graph.zones().getFirst().get(0));
    int[] dir = Graph.ofParents("tree", parent).towards(leader[holder]);
    return new Clusters(parent, leader, members, dir, 0);
  }

  private static Clusters run(Graph graph, int depth, int holder) {
    Wave wave = new Wave(graph, ROOT, depth);
    long messages = 0;
    for (Sent next = wave.next(); next != null; next = wave.next()) {
      messages++;
    }
    return clusters(wave.nodes, holder, messages);
  }

  /** Divides a connected graph, beginning at a node. */
  public static Division divide(Graph graph, int root, int depth) {
    Wave wave = new Wave(graph, root, depth);
    Meter meter = new Meter(graph.size());
    SortedMap<String, Integer> messages = new TreeMap<>();
    List<String> steps = new ArrayList<>();
    long bits = 0;
    int rounds = 0;
    for (Sent next = wave.next(); next != null; next = wave.next()) {
      String text = Text.of(next.message);
      messages.merge(text.replaceFirst("\\(.*", ""), 1, Integer::sum);
      steps.add(next.from + " -> " + next.to + " " + text);
      meter.measure(next.message);
      bits += meter.bits();
      rounds = next.round;
    }
    return new Division(wave.clusters(), rounds, messages, bits, steps);
  }

  private record Sent(int from, int to, Msg message, int round) {}

  /** A run with messages that all take equally long, so that the tree is breadth-first. */
  private static final class Wave {
    private final Dsta[] nodes;
    private final Outbox<Msg> outbox = new Outbox<>();
    private final Queue<Sent> network = new ArrayDeque<>();

    private Wave(Graph graph, int root, int depth) {
      nodes = new Dsta[graph.size()];
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] = new Dsta(i, graph, root, depth);
        nodes[i].attach(outbox);
      }
      nodes[root].onStart();
      send(root, 1);
    }

    private void send(int from, int round) {
      for (int s = 0; s < outbox.sends(); s++) {
        network.add(new Sent(from, outbox.to(s), outbox.message(s), round));
      }
      outbox.clear();
    }

    /** Delivers the next message; null if there is none. */
    private Sent next() {
      Sent next = network.poll();
      if (next != null) {
        nodes[next.to].onMessage(next.from, next.message);
        send(next.to, next.round + 1);
      }
      return next;
    }

    private List<Ints> clusters() {
      List<Ints> clusters = new ArrayList<>();
      for (Dsta node : nodes) {
        if (node.leader == node.self) {
          int[] members = node.members.toArray();
          int[] leaderFirst = new int[members.length];
          leaderFirst[0] = node.self;
          int place = 1;
          for (int member : members) {
            if (member != node.self) {
              leaderFirst[place++] = member;
            }
          }
          // That of the root before the others.
          clusters.add(node.self == node.root ? 0 : clusters.size(), Ints.of(leaderFirst));
        }
      }
      return clusters;
    }
  }

  /** What nodes that have finished know. */
  static Clusters clusters(Dsta[] nodes, int holder, long messages) {
    int n = nodes.length;
    int[] parent = new int[n];
    int[] leader = new int[n];
    int[][] members = new int[n][];
    for (int i = 0; i < n; i++) {
      parent[i] = nodes[i].parent;
      leader[i] = nodes[i].leader;
      // One array for the whole cluster.
      if (members[leader[i]] == null) {
        members[leader[i]] = nodes[leader[i]].members.toArray();
      }
      members[i] = members[leader[i]];
    }
    int[] dir = Graph.ofParents("tree", parent).towards(leader[holder]);
    return new Clusters(parent, leader, members, dir, messages);
  }

  @Override
  public void onStart() {
    if (self == root) {
      join(self, 0, self);
      echo();
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Parent(int nhops, int itsLeader) -> {
        awaited--;
        if (parent == NONE) {
          join(from, nhops, itsLeader);
        }
        echo();
      }
      case Echo(Ints itsMembers) -> {
        awaited--;
        if (!itsMembers.isEmpty()) {
          children = append(children, Ints.of(from));
          below = append(below, itsMembers);
        }
        echo();
      }
      case Cluster(Ints all) -> know(all);
    }
  }

  /** Upon the first PARENT(nhops). */
  private void join(int from, int nhops, int itsLeader) {
    parent = from;
    leader = nhops == 0 ? self : itsLeader;
    Parent wave = new Parent((nhops + 1) % depth, leader);
    for (int j = 0; j < graph.degree(self); j++) {
      int neighbour = graph.neighbour(self, j);
      if (neighbour != parent) {
        send(neighbour, wave);
      }
    }
  }

  /** Answers the parent when every other neighbour has been heard. */
  private void echo() {
    if (awaited > 0) {
      return;
    }
    Ints own = append(below, Ints.of(self));
    if (parent != self) {
      send(parent, new Echo(leader == self ? Ints.EMPTY : own));
    }
    if (leader == self) {
      int[] sorted = own.toArray();
      Arrays.sort(sorted);
      know(Ints.of(sorted));
    }
  }

  private void know(Ints all) {
    members = all;
    for (int j = 0; j < children.size(); j++) {
      send(children.get(j), new Cluster(all));
    }
  }

  private static Ints append(Ints a, Ints b) {
    int[] both = Arrays.copyOf(a.toArray(), a.size() + b.size());
    for (int i = 0; i < b.size(); i++) {
      both[a.size() + i] = b.get(i);
    }
    return Ints.of(both);
  }

  @Override
  public void onRequest() {
    throw new UnsupportedOperationException("DSTA only divides the nodes");
  }

  @Override
  public void onRelease() {
    throw new UnsupportedOperationException("DSTA only divides the nodes");
  }

  @Override
  public void state(State s) {
    parent = s.node("parent", parent);
    leader = s.node("leader", leader);
    awaited = s.counter("awaited", awaited);
    below = s.nodes("below", below);
    children = s.nodes("children", children);
    members = s.nodes("members", members);
  }
}
