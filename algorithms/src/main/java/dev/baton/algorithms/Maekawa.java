package dev.baton.algorithms;

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
 * Each node asks a quorum, any two of which have a member in common, and a member is locked by one
 * request at a time; a lock that an older request needs is given back if it does not help.
 *
 * <ul>
 *   <li>Paper: M. Maekawa, "A √N algorithm for mutual exclusion in decentralized systems", ACM
 *       Trans. Computer Systems 3(2), 1985.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 3(K − 1) if nobody else asks, up to about 5(K − 1), in quorums of K.
 *   <li>Departures: a request that is no longer the best is FAILED too; LOCKED tells of the numbers
 *       that its sender knows.
 *   <li>Page: docs/algorithms/maekawa.md.
 * </ul>
 *
 * <p>Invariant: every queued request has been FAILED, or has been given up, but for the first one
 * if it is older than the lock; for that one an INQUIRE is under way or waits for an answer.
 */
public final class Maekawa extends Node<Maekawa.Msg> {

  public sealed interface Msg extends Message {}

  public record Request(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.clock("sequence", sequence);
    }
  }

  /** With the highest sequence number that its sender knows. */
  public record Locked(int highest) implements Msg {
    @Override
    public void show(State s) {
      s.type("LOCKED");
      s.clock("highest", highest);
    }
  }

  public record Failed() implements Msg {
    @Override
    public void show(State s) {
      s.type("FAILED");
    }
  }

  public record Inquire() implements Msg {
    @Override
    public void show(State s) {
      s.type("INQUIRE");
    }
  }

  public record Relinquish() implements Msg {
    @Override
    public void show(State s) {
      s.type("RELINQUISH");
    }
  }

  public record Release() implements Msg {
    @Override
    public void show(State s) {
      s.type("RELEASE");
    }
  }

  private static final Failed FAILED = new Failed();
  private static final Inquire INQUIRE = new Inquire();
  private static final Relinquish RELINQUISH = new Relinquish();
  private static final Release RELEASE = new Release();

  /** S: the quorum. */
  private final Ints quorum;

  /** The highest sequence number sent or received. */
  private int highest = 1;

  // As one that asks.

  /** Our request, while we wait or are inside. */
  private Timestamp ours;

  /** Members that are locked for us. */
  private final NodeSet locked;

  /**
   * Members that have FAILED us, or to which we have given their lock back, and that say no more.
   */
  private final NodeSet failed;

  /** Members whose INQUIRE waits for an answer. */
  private final NodeSet inquirers;

  // As a member of quorums.

  /** The request for which this node is locked, or null. */
  private Timestamp lock;

  /** WAITING QUEUE: the other requests, the oldest first. */
  private final List<Timestamp> queue = new ArrayList<>();

  /** Whether the lock has been inquired about. */
  private boolean inquiring;

  Maekawa(int self, int n, Ints quorum) {
    super(self, n);
    this.quorum = quorum;
    locked = new NodeSet(n);
    failed = new NodeSet(n);
    inquirers = new NodeSet(n);
  }

  static Node<?>[] nodes(Setup setup) {
    Quorums quorums = new Quorums(setup.structure());
    return setup.nodes(self -> new Maekawa(self, setup.n(), quorums.of(self)));
  }

  @Override
  public void onRequest() {
    ours = new Timestamp(++highest, self);
    tellQuorum(new Request(ours.time()));
  }

  @Override
  public void onRelease() {
    ours = null;
    locked.clear();
    tellQuorum(RELEASE);
  }

  private void tellQuorum(Msg message) {
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
        lockOrQueue(new Timestamp(sequence, from));
      }
      case Relinquish() -> {
        insert(lock);
        lockForBest();
      }
      case Release() -> lockForBest();
      case Locked(int theirs) -> {
        highest = Math.max(highest, theirs);
        locked.add(from);
        failed.remove(from);
        if (isInside()) {
          inquirers.clear();
          enter();
        } else {
          giveWay();
        }
      }
      case Failed() -> {
        boolean isLate = ours == null || locked.contains(from);
        if (!isLate) {
          failed.add(from);
          giveWay();
        }
      }
      case Inquire() -> {
        boolean isLate = ours == null || isInside();
        if (!isLate) {
          inquirers.add(from);
          giveWay();
        }
      }
    }
  }

  // As one that asks.

  private boolean isInside() {
    return locked.size() == quorum.size();
  }

  /** Gives locks back that are inquired about, once it is known that they do not suffice. */
  private void giveWay() {
    if (failed.isEmpty()) {
      return;
    }
    for (int j = inquirers.next(0); j != NONE; j = inquirers.next(j + 1)) {
      if (locked.remove(j)) {
        inquirers.remove(j);
        failed.add(j);
        tell(j, RELINQUISH);
      }
    }
  }

  // As a member of quorums.

  private void lockOrQueue(Timestamp request) {
    if (lock == null) {
      lock = request;
      tell(request.node(), new Locked(highest));
      return;
    }
    Timestamp best = queue.isEmpty() ? null : queue.getFirst();
    insert(request);
    if (!request.isBefore(lock) || !queue.getFirst().equals(request)) {
      tell(request.node(), FAILED);
      return;
    }
    if (best != null && best.isBefore(lock)) {
      tell(best.node(), FAILED);
    }
    if (!inquiring) {
      inquiring = true;
      tell(lock.node(), INQUIRE);
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
      tell(lock.node(), new Locked(highest));
    }
  }

  @Override
  public void state(State s) {
    highest = s.clock("highest", highest);
    ours = s.timestamp("ours", ours);
    s.nodes("locked", locked);
    s.nodes("failed", failed);
    s.nodes("inquirers", inquirers);
    lock = s.timestamp("lock", lock);
    s.timestamps("queue", queue);
    inquiring = s.flag("inquiring", inquiring);
  }
}
