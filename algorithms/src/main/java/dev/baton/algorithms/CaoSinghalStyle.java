package dev.baton.algorithms;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Quorums in which whoever leaves passes the locks on to the next itself, so that one message lies
 * between two entries: the members announce the next node in advance.
 *
 * <ul>
 *   <li>Paper: G. Cao, M. Singhal, "A delay-optimal quorum-based mutual exclusion algorithm for
 *       distributed systems", IEEE Trans. Parallel and Distributed Systems 12(12), 2001.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 3(K − 1) if nobody else asks, up to about 6(K − 1), in quorums of K.
 *   <li>Departures: the locks of a member are numbered, so that what is said about one is not taken
 *       for another; rules not in the abstract are those of {@link Maekawa}.
 *   <li>Page: docs/algorithms/cao-singhal-style.md.
 * </ul>
 */
public final class CaoSinghalStyle extends Node<CaoSinghalStyle.Msg> {

  public sealed interface Msg extends Message {}

  public record Request(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.clock("sequence", sequence);
    }
  }

  /** A site is locked for the receiver; says the site itself, or whoever had the lock before. */
  public record Locked(int site, int lock, int highest) implements Msg {
    @Override
    public void show(State s) {
      s.type("LOCKED");
      s.node("site", site);
      s.counter("lock", lock);
      s.clock("highest", highest);
    }
  }

  public record Failed() implements Msg {
    @Override
    public void show(State s) {
      s.type("FAILED");
    }
  }

  /** The lock of this number is to be passed on to {@code next}; at once, if that is inquired. */
  public record Transfer(int lock, int next, int sequence, boolean inquires) implements Msg {
    @Override
    public void show(State s) {
      s.type("TRANSFER");
      s.counter("lock", lock);
      s.timestamp("next", new Timestamp(sequence, next));
      s.flag("inquires", inquires);
    }
  }

  public record Relinquish() implements Msg {
    @Override
    public void show(State s) {
      s.type("RELINQUISH");
    }
  }

  /** Says to whom the lock was passed on, if to anybody. */
  public record Release(int next, int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("RELEASE");
      s.timestamp("next", next == NONE ? null : new Timestamp(sequence, next));
    }
  }

  private static final Failed FAILED = new Failed();
  private static final Relinquish RELINQUISH = new Relinquish();
  private static final Release RELEASE = new Release(NONE, 0);

  private final Ints quorum;

  /** The highest sequence number sent or received. */
  private int highest = 1;

  // As one that asks; arrays by place in the quorum.

  /** Our request, while we wait or are inside. */
  private Timestamp ours;

  /** The number of the lock that we have, or 0. */
  private final int[] locked;

  /** The number of the lock about which we were last inquired. */
  private final int[] inquired;

  /** Whom to pass the lock of that number on to. */
  private final int[] transferred;

  private final Timestamp[] next;

  /**
   * Members that have FAILED us, or to which we have given their lock back, and that say no more.
   */
  private final NodeSet failed;

  // As a member of quorums.

  /** The request for which this node is locked, or null. */
  private Timestamp lock;

  /** The number of that lock. */
  private int number;

  /** The other requests, the oldest first. */
  private final List<Timestamp> queue = new ArrayList<>();

  /** Whether the lock has been inquired about. */
  private boolean inquiring;

  /** Whether somebody to whom the lock was passed on has left before that is known here. */
  private boolean early;

  CaoSinghalStyle(int self, int n, Ints quorum) {
    super(self, n);
    this.quorum = quorum;
    locked = new int[quorum.size()];
    inquired = new int[quorum.size()];
    transferred = new int[quorum.size()];
    next = new Timestamp[quorum.size()];
    failed = new NodeSet(n);
  }

  static Node<?>[] nodes(Setup setup) {
    Quorums quorums = new Quorums(setup.structure());
    return setup.nodes(self -> new CaoSinghalStyle(self, setup.n(), quorums.of(self)));
  }

  @Override
  public void onRequest() {
    ours = new Timestamp(++highest, self);
    for (int i = 0; i < quorum.size(); i++) {
      tell(quorum.get(i), new Request(ours.time()));
    }
  }

  @Override
  public void onRelease() {
    ours = null;
    for (int i = 0; i < quorum.size(); i++) {
      int member = quorum.get(i);
      Timestamp to = transferred[i] == locked[i] ? next[i] : null;
      // If the next one, or we, are the member, it hears of the exit in one message anyway.
      if (to == null || to.node() == member || member == self) {
        tell(member, RELEASE);
      } else {
        send(to.node(), new Locked(member, locked[i] + 1, highest));
        tell(member, new Release(to.node(), to.time()));
      }
    }
    Arrays.fill(locked, 0);
    Arrays.fill(inquired, 0);
    Arrays.fill(transferred, 0);
    Arrays.fill(next, null);
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
      case Release(int to, int sequence) -> release(from, to, sequence);
      case Locked(int member, int theLock, int theirs) -> {
        highest = Math.max(highest, theirs);
        locked[place(member)] = theLock;
        failed.remove(member);
        if (isInside()) {
          enter();
        } else {
          giveWay();
        }
      }
      case Failed() -> {
        boolean isLate = ours == null || locked[place(from)] > 0;
        if (!isLate) {
          failed.add(from);
          giveWay();
        }
      }
      case Transfer(int theLock, int to, int sequence, boolean inquires) -> {
        int i = place(from);
        boolean isLate = ours == null || theLock < locked[i] || theLock < transferred[i];
        if (!isLate) {
          keep(i, theLock, new Timestamp(sequence, to));
          inquired[i] = inquires ? theLock : inquired[i];
          giveWay();
        }
      }
    }
  }

  // As one that asks.

  private int place(int member) {
    int i = 0;
    while (quorum.get(i) != member) {
      i++;
    }
    return i;
  }

  /** Of what is said about one lock the older request is the news. */
  private void keep(int i, int theLock, Timestamp to) {
    if (theLock > transferred[i] || to.isBefore(next[i])) {
      transferred[i] = theLock;
      next[i] = to;
    }
  }

  private boolean isInside() {
    for (int theLock : locked) {
      if (theLock == 0) {
        return false;
      }
    }
    return true;
  }

  /** Gives locks back that are inquired about, once it is known that they do not suffice. */
  private void giveWay() {
    for (int i = 0; i < locked.length && !failed.isEmpty() && !isInside(); i++) {
      if (locked[i] > 0 && inquired[i] == locked[i]) {
        locked[i] = 0;
        failed.add(quorum.get(i));
        tell(quorum.get(i), RELINQUISH);
      }
    }
  }

  // As a member of quorums.

  private void lockOrQueue(Timestamp request) {
    if (lock == null) {
      insert(request);
      lockForBest();
      return;
    }
    Timestamp best = queue.isEmpty() ? null : queue.getFirst();
    insert(request);
    boolean isBest = queue.getFirst().equals(request);
    if (!isBest || lock.isBefore(request)) {
      tell(request.node(), FAILED);
    } else if (best != null && best.isBefore(lock)) {
      tell(best.node(), FAILED);
    }
    if (isBest) {
      tellNext();
    }
  }

  private void insert(Timestamp request) {
    int place = Collections.binarySearch(queue, request);
    queue.add(-1 - place, request);
  }

  private void lockForBest() {
    lock = queue.isEmpty() ? null : queue.removeFirst();
    inquiring = false;
    if (lock != null) {
      number++;
      tell(lock.node(), new Locked(self, number, highest));
      tellNext();
    }
  }

  /** Tells the holder of the lock which node is next, and once whether that one is older. */
  private void tellNext() {
    if (!queue.isEmpty()) {
      Timestamp best = queue.getFirst();
      boolean inquires = best.isBefore(lock) && !inquiring;
      inquiring |= inquires;
      tell(lock.node(), new Transfer(number, best.node(), best.time(), inquires));
    }
  }

  private void release(int from, int to, int sequence) {
    if (from != lock.node()) {
      early = true;
    } else if (to == NONE) {
      lockForBest();
    } else {
      lock = new Timestamp(sequence, to);
      number++;
      inquiring = false;
      queue.remove(lock);
      if (early) {
        early = false;
        lockForBest();
      } else {
        tellNext();
      }
    }
  }

  @Override
  public void state(State s) {
    highest = s.clock("highest", highest);
    ours = s.timestamp("ours", ours);
    s.counters("locked", locked);
    s.counters("inquired", inquired);
    s.counters("transferred", transferred);
    s.timestamps("next", next);
    s.nodes("failed", failed);
    lock = s.timestamp("lock", lock);
    number = s.counter("number", number);
    s.timestamps("queue", queue);
    inquiring = s.flag("inquiring", inquiring);
    early = s.flag("early", early);
  }
}
