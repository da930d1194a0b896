package dev.baton.algorithms;

import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * Distributed spanning-tree-based clustering: a wave from node 0 makes every {@code depth}-th node
 * of each branch the leader of those that follow it. It runs once, before any node requests.
 *
 * <ul>
 *   <li>Paper: the Raysuz paper's summary of DSTA, its section 3.1.
 *   <li>Network: any connected graph; messages may overtake each other.
 *   <li>Messages: two per link, and one per node that is not a leader.
 *   <li>Departures: the root counts as reached with nhops = 0. PARENT names the leader too. An echo
 *       tells each leader its members, and the leader tells them of one another.
 * </ul>
 */
final class Dsta extends Node<Dsta.Msg> {

  sealed interface Msg extends Message {}

  /** PARENT(nhops): its sender's tree goes on with its recipient, the nhops-th below a leader. */
  record Parent(int nhops, int leader) implements Msg {
    @Override
    public void show(State s) {
      s.type("PARENT");
      s.counter("nhops", nhops);
      s.node("leader", leader);
    }
  }

  /** The part of the tree below its sender is complete; these of it are in the parent's cluster. */
  record Echo(Ints members) implements Msg {
    @Override
    public void show(State s) {
      s.type("ECHO");
      s.nodes("members", members);
    }
  }

  /** Who belongs to the cluster. */
  record Cluster(Ints members) implements Msg {
    @Override
    public void show(State s) {
      s.type("CLUSTER");
      s.nodes("members", members);
    }
  }

  /**
   * What a run gives.
   *
   * @param parent the next node of the tree on the way to node 0; itself for node 0
   * @param leader the leader of each node's cluster
   * @param members each node's cluster, in increasing order
   * @param dir the next node of the tree on the way to the first holder's leader
   * @param messages what the run cost
   */
  record Clusters(int[] parent, int[] leader, int[][] members, int[] dir, long messages) {}

  private static final int ROOT = 0;

  /** As in the paper's Fig. 1: a leader and its neighbours. */
  static final int DEFAULT_DEPTH = 2;

  private final Graph graph;
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

  Dsta(int self, Graph graph, int depth) {
    super(self, graph.size());
    this.graph = graph;
    this.depth = depth;
    awaited = graph.degree(self);
  }

  /** Divides the structure of a system, with the depth that the setup says. */
  static Clusters divide(Setup setup) {
    int depth = setup.division() == 0 ? DEFAULT_DEPTH : setup.division();
    return run(setup.structure(), depth, setup.holder());
  }

  /** Runs the wave with messages that all take equally long, so that the tree is breadth-first. */
  private static Clusters run(Graph graph, int depth, int holder) {
    record Sent(int from, int to, Msg message) {}
    int n = graph.size();
    Dsta[] nodes = new Dsta[n];
    Outbox<Msg> outbox = new Outbox<>();
    for (int i = 0; i < n; i++) {
      nodes[i] = new Dsta(i, graph, depth);
      nodes[i].attach(outbox);
    }
    Queue<Sent> network = new ArrayDeque<>();
    long messages = 0;
    nodes[ROOT].onStart();
    for (int acted = ROOT; ; ) {
      for (int s = 0; s < outbox.sends(); s++) {
        network.add(new Sent(acted, outbox.to(s), outbox.message(s)));
        messages++;
      }
      outbox.clear();
      if (network.isEmpty()) {
        break;
      }
      Sent next = network.remove();
      acted = next.to;
      nodes[acted].onMessage(next.from, next.message);
    }
    return clusters(nodes, holder, messages);
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
    if (self == ROOT) {
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
