package dev.baton.algorithms;

import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The nodes are divided into k groups with quorums of their own, and a quorum of any group lets a
 * node in; a node that one group refuses asks the next one too.
 *
 * <ul>
 *   <li>Paper: the k-coteries of S. Fujita, M. Yamashita, T. Ae, "Distributed k-mutual exclusion
 *       problem and k-coteries", ISA 1991, with the rules of M. Maekawa 1985.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 3(K − 1) if nobody else asks, up to about 5(K − 1), in quorums of K of
 *       one group; 3K to 5K more for every other group that is asked.
 *   <li>Departures: a request that is not locked for is always FAILED; answers say which request
 *       they answer.
 *   <li>Page: docs/algorithms/k-partition.md.
 * </ul>
 *
 * <p>Invariant: a node that is inside with the permit of a group has locked a whole quorum of it,
 * and any two of these meet. A request waits in every group that it has asked until it enters in
 * one, and is withdrawn from the others.
 */
public final class KPartition extends Node<KPartition.Msg> {

  /** All of them belong to the request with this number, of the node that asks. */
  public sealed interface Msg extends Message {}

  public record Request(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.clock("sequence", sequence);
    }
  }

  /** With the highest sequence number that its sender knows. */
  public record Locked(int sequence, int highest) implements Msg {
    @Override
    public void show(State s) {
      s.type("LOCKED");
      s.clock("sequence", sequence);
      s.clock("highest", highest);
    }
  }

  public record Failed(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("FAILED");
      s.clock("sequence", sequence);
    }
  }

  public record Inquire(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("INQUIRE");
      s.clock("sequence", sequence);
    }
  }

  public record Relinquish(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("RELINQUISH");
      s.clock("sequence", sequence);
    }
  }

  public record Release(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("RELEASE");
      s.clock("sequence", sequence);
    }
  }

  /** By group: whom this node asks there. */
  private final Ints[] quorums;

  /** The highest sequence number sent or received. */
  private int highest = 1;

  // As one that asks.

  /** Our request, while we wait or are inside. */
  private Timestamp ours;

  /** How many groups have been asked: our own, and those that follow it. */
  private int asked;

  /** The group that has let us in; NONE while we are not inside. */
  private int permit = NONE;

  /** While we wait, members that are locked for us. */
  private final NodeSet locked;

  /** Members that have FAILED us, or to which we have given their lock back. */
  private final NodeSet failed;

  /** Members whose INQUIRE waits for an answer. */
  private final NodeSet inquirers;

  // As a member of quorums of our own group.

  /** The request for which this node is locked, or null. */
  private Timestamp lock;

  /** The other requests, the oldest first. */
  private final List<Timestamp> queue = new ArrayList<>();

  /** Requests that were withdrawn before they arrived. */
  private final List<Timestamp> withdrawn = new ArrayList<>();

  /** Whether the lock has been inquired about. */
  private boolean inquiring;

  /** A node belongs to the group of its number modulo the number of groups. */
  KPartition(int self, int n, Ints[] quorums) {
    super(self, n);
    this.quorums = quorums;
    locked = new NodeSet(n);
    failed = new NodeSet(n);
    inquirers = new NodeSet(n);
  }

  /** Each group is a grid of its own. */
  static Node<?>[] nodes(Setup setup) {
    int n = setup.n();
    int k = Math.min(setup.permits(), n);
    Quorums[] grids = new Quorums[k];
    for (int group = 0; group < k; group++) {
      grids[group] = new Quorums(Graph.grid(sizeOf(group, n, k)));
    }
    Node<?>[] nodes = new Node<?>[n];
    for (int i = 0; i < n; i++) {
      Ints[] quorums = new Ints[k];
      for (int group = 0; group < k; group++) {
        int[] quorum = grids[group].of(i / k % sizeOf(group, n, k)).toArray();
        for (int m = 0; m < quorum.length; m++) {
          quorum[m] = quorum[m] * k + group;
        }
        quorums[group] = Ints.of(quorum);
      }
      nodes[i] = new KPartition(i, n, quorums);
    }
    return nodes;
  }

  private static int sizeOf(int group, int n, int k) {
    return (n - group + k - 1) / k;
  }

  private int groupOf(int node) {
    return node % quorums.length;
  }

  @Override
  public void onRequest() {
    ours = new Timestamp(++highest, self);
    askNextGroup();
  }

  private void askNextGroup() {
    asked++;
    tell(quorums[lastAsked()], new Request(ours.time()));
  }

  private int lastAsked() {
    return groupOf(self + asked - 1);
  }

  @Override
  public void onRelease() {
    Release release = new Release(ours.time());
    ours = null;
    int group = permit;
    permit = NONE;
    tell(quorums[group], release);
  }

  private void tell(Ints quorum, Msg message) {
    for (int i = 0; i < quorum.size(); i++) {
      tell(quorum.get(i), message);
    }
  }

  /** What a node tells itself takes no message. */
  private void tell(int to, Msg message) {
    if (to == self) {
      onMessage(self, message);
    } else {
      send(to, message);
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int sequence) -> {
        highest = Math.max(highest, sequence);
        Timestamp request = new Timestamp(sequence, from);
        if (!withdrawn.remove(request)) {
          lockOrQueue(request);
        }
      }
      case Relinquish(int sequence) -> {
        Timestamp request = new Timestamp(sequence, from);
        boolean isLate = !request.equals(lock);
        if (!isLate) {
          insert(request);
          lockForBest();
        }
      }
      case Release(int sequence) -> {
        Timestamp request = new Timestamp(sequence, from);
        if (request.equals(lock)) {
          lockForBest();
        } else if (!queue.remove(request)) {
          withdrawn.add(request);
        }
      }
      case Locked(int sequence, int theirs) -> {
        highest = Math.max(highest, theirs);
        if (isWaiting(sequence)) {
          locked.add(from);
          failed.remove(from);
          enterOrGiveWay(groupOf(from));
        }
      }
      case Failed(int sequence) -> {
        boolean isLate = !isWaiting(sequence) || locked.contains(from);
        if (!isLate) {
          failed.add(from);
          giveWay(groupOf(from));
          if (groupOf(from) == lastAsked() && asked < quorums.length) {
            askNextGroup();
          }
        }
      }
      case Inquire(int sequence) -> {
        if (isWaiting(sequence)) {
          inquirers.add(from);
          giveWay(groupOf(from));
        }
      }
    }
  }

  // As one that asks.

  private boolean isWaiting(int sequence) {
    return ours != null && ours.time() == sequence && permit == NONE;
  }

  private void enterOrGiveWay(int group) {
    for (int i = 0; i < quorums[group].size(); i++) {
      if (!locked.contains(quorums[group].get(i))) {
        giveWay(group);
        return;
      }
    }
    permit = group;
    locked.clear();
    failed.clear();
    inquirers.clear();
    for (; asked > 0; asked--) {
      if (lastAsked() != group) {
        tell(quorums[lastAsked()], new Release(ours.time()));
      }
    }
    enter(group);
  }

  /** Gives locks back that are inquired about, once it is known that they do not suffice. */
  private void giveWay(int group) {
    Ints quorum = quorums[group];
    boolean hasFailed = false;
    for (int i = 0; i < quorum.size(); i++) {
      hasFailed |= failed.contains(quorum.get(i));
    }
    for (int i = 0; hasFailed && i < quorum.size(); i++) {
      int member = quorum.get(i);
      if (inquirers.contains(member) && locked.remove(member)) {
        inquirers.remove(member);
        failed.add(member);
        tell(member, new Relinquish(ours.time()));
      }
    }
  }

  // As a member of quorums.

  private void lockOrQueue(Timestamp request) {
    if (lock == null) {
      lock = request;
      tell(request.node(), new Locked(request.time(), highest));
      return;
    }
    insert(request);
    tell(request.node(), new Failed(request.time()));
    if (request.isBefore(lock) && !inquiring) {
      inquiring = true;
      tell(lock.node(), new Inquire(lock.time()));
    }
  }

  private void insert(Timestamp request) {
    int place = Collections.binarySearch(queue, request);
    queue.add(-1 - place, request);
  }

  private void lockForBest() {
    inquiring = false;
    lock = queue.isEmpty() ? null : queue.removeFirst();
    if (lock != null) {
      tell(lock.node(), new Locked(lock.time(), highest));
    }
  }

  @Override
  public void state(State s) {
    highest = s.clock("highest", highest);
    ours = s.timestamp("ours", ours);
    asked = s.counter("asked", asked);
    permit = s.node("permit", permit);
    s.nodes("locked", locked);
    s.nodes("failed", failed);
    s.nodes("inquirers", inquirers);
    lock = s.timestamp("lock", lock);
    s.timestamps("queue", queue);
    s.timestamps("withdrawn", withdrawn);
    inquiring = s.flag("inquiring", inquiring);
  }
}
