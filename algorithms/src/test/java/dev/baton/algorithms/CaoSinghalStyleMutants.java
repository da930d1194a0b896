package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.CaoSinghalStyle.Failed;
import dev.baton.algorithms.CaoSinghalStyle.Locked;
import dev.baton.algorithms.CaoSinghalStyle.Msg;
import dev.baton.algorithms.CaoSinghalStyle.Release;
import dev.baton.algorithms.CaoSinghalStyle.Relinquish;
import dev.baton.algorithms.CaoSinghalStyle.Request;
import dev.baton.algorithms.CaoSinghalStyle.Transfer;
import dev.baton.checker.Property;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Cao and Singhal's algorithm with one thing wrong. */
final class CaoSinghalStyleMutants {

  /** What is wrong. */
  enum Wrong {
    /** What was said about an earlier lock is taken for the present one. */
    LOCKS_NOT_NUMBERED,
    /** A request that is no longer the best is not told. */
    DISPLACED_NOT_TOLD,
    /** The member is not told to whom the lock was passed on. */
    MEMBER_NOT_TOLD,
    /** A RELEASE that comes before that of the one before is lost. */
    EARLY_FORGOTTEN,
    /** A RELEASE counts for whoever has the lock. */
    EARLY_BELIEVED,
    /** Who was passed a lock is not asked whether it can do without. */
    NEXT_NOT_INQUIRED,
    /** Who was passed a lock still waits for it. */
    NEXT_STAYS_IN_QUEUE,
    /** An INQUIRE is not answered before the exit. */
    NEVER_GIVES_WAY
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.LOCKS_NOT_NUMBERED, 3, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.DISPLACED_NOT_TOLD, 3, 1, DEADLOCK, STARVATION),
          mutant(Wrong.MEMBER_NOT_TOLD, 3, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.EARLY_FORGOTTEN, 3, 1, DEADLOCK, STARVATION),
          mutant(Wrong.EARLY_BELIEVED, 3, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.NEXT_NOT_INQUIRED, 3, 1, DEADLOCK, STARVATION),
          mutant(Wrong.NEXT_STAYS_IN_QUEUE, 3, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.NEVER_GIVES_WAY, 3, 1, DEADLOCK, STARVATION));

  private CaoSinghalStyleMutants() {}

  private static Mutant mutant(Wrong wrong, int n, int requests, Property... caughtBy) {
    return new Mutant(
        "cao-singhal-style/" + wrong.name().toLowerCase().replace('_', '-'),
        setup -> atTwoMembers(setup, wrong),
        Mutant.complete(n),
        requests,
        true,
        2 * (n - 2),
        List.of(caughtBy));
  }

  /** All ask the same two members, which do not ask themselves. */
  private static Node<?>[] atTwoMembers(Setup setup, Wrong wrong) {
    int n = setup.n();
    Node<?>[] nodes = new Node<?>[n + 2];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, nodes.length, Ints.of(n, n + 1), wrong);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private final Ints quorum;

    private int highest = 1;

    private Timestamp ours;

    private final int[] locked;

    private final int[] inquired;

    private final int[] transferred;

    private final Timestamp[] next;

    private final NodeSet failed;

    private Timestamp lock;

    private int number;

    private final List<Timestamp> queue = new ArrayList<>();

    private boolean inquiring;

    private boolean early;

    Site(int self, int n, Ints quorum, Wrong wrong) {
      super(self, n);
      this.wrong = wrong;
      this.quorum = quorum;
      locked = new int[quorum.size()];
      inquired = new int[quorum.size()];
      transferred = new int[quorum.size()];
      next = new Timestamp[quorum.size()];
      failed = new NodeSet(n);
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
        Timestamp to = isKnown(i) ? next[i] : null;
        if (to == null || to.node() == member || member == self) {
          tell(member, new Release(NONE, 0));
        } else {
          send(to.node(), new Locked(member, locked[i] + 1, highest));
          boolean tells = wrong != Wrong.MEMBER_NOT_TOLD;
          tell(member, tells ? new Release(to.node(), to.time()) : new Release(NONE, 0));
        }
      }
      Arrays.fill(locked, 0);
      Arrays.fill(inquired, 0);
      Arrays.fill(transferred, 0);
      Arrays.fill(next, null);
    }

    private boolean isKnown(int i) {
      return transferred[i] == locked[i] || wrong == Wrong.LOCKS_NOT_NUMBERED;
    }

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
          boolean isOld = theLock < locked[i] || theLock < transferred[i];
          boolean isLate = ours == null || isOld && wrong != Wrong.LOCKS_NOT_NUMBERED;
          if (!isLate) {
            keep(i, theLock, new Timestamp(sequence, to));
            inquired[i] = inquires ? theLock : inquired[i];
            giveWay();
          }
        }
      }
    }

    private int place(int member) {
      int i = 0;
      while (quorum.get(i) != member) {
        i++;
      }
      return i;
    }

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

    private boolean givesWay() {
      return !failed.isEmpty() && !isInside() && wrong != Wrong.NEVER_GIVES_WAY;
    }

    private void giveWay() {
      for (int i = 0; i < locked.length && givesWay(); i++) {
        if (locked[i] > 0 && inquired[i] == locked[i]) {
          locked[i] = 0;
          failed.add(quorum.get(i));
          tell(quorum.get(i), new Relinquish());
        }
      }
    }

    private void lockOrQueue(Timestamp request) {
      if (lock == null) {
        insert(request);
        lockForBest();
        return;
      }
      Timestamp best = queue.isEmpty() ? null : queue.getFirst();
      insert(request);
      boolean isBest = queue.getFirst() == request;
      if (!isBest || lock.isBefore(request)) {
        tell(request.node(), new Failed());
      } else if (best != null && best.isBefore(lock) && wrong != Wrong.DISPLACED_NOT_TOLD) {
        tell(best.node(), new Failed());
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

    private void tellNext() {
      if (!queue.isEmpty()) {
        Timestamp best = queue.getFirst();
        boolean inquires = best.isBefore(lock) && !inquiring;
        inquiring |= inquires;
        tell(lock.node(), new Transfer(number, best.node(), best.time(), inquires));
      }
    }

    private void release(int from, int to, int sequence) {
      if (from != lock.node() && wrong != Wrong.EARLY_BELIEVED) {
        early = wrong != Wrong.EARLY_FORGOTTEN;
      } else if (to == NONE) {
        lockForBest();
      } else {
        lock = new Timestamp(sequence, to);
        number++;
        inquiring = wrong == Wrong.NEXT_NOT_INQUIRED;
        if (wrong != Wrong.NEXT_STAYS_IN_QUEUE) {
          queue.remove(lock);
        }
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
}
