package dev.baton.algorithms;

import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.KPartition.Failed;
import dev.baton.algorithms.KPartition.Inquire;
import dev.baton.algorithms.KPartition.Locked;
import dev.baton.algorithms.KPartition.Msg;
import dev.baton.algorithms.KPartition.Release;
import dev.baton.algorithms.KPartition.Relinquish;
import dev.baton.algorithms.KPartition.Request;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The k-coterie of groups with one thing wrong. */
final class KPartitionMutants {

  /** What is wrong. */
  enum Wrong {
    /** Nothing. */
    NOTHING,
    /** An INQUIRE is not answered before the exit. */
    NEVER_GIVES_WAY,
    /** An INQUIRE is answered with RELINQUISH also by who is inside. */
    GIVES_WAY_INSIDE,
    /** A lock that was given back still counts. */
    COUNTS_RELINQUISHED,
    /** The member that gets its lock back forgets the request. */
    FORGETS_RELINQUISHED,
    /** Who has failed at one member does not look at the INQUIRE that came before. */
    FORGETS_INQUIRE,
    /** The youngest request is locked for first. */
    YOUNGEST_FIRST,
    /** Who enters withdraws its request also from the group that has let it in. */
    WITHDRAWS_FROM_ALL,
    /** A request that is older than the lock is not FAILED. */
    OLDER_NOT_FAILED,
    /** Who is refused by its group waits there only. */
    ASKS_ONE_GROUP,
    /** Who enters leaves its request in the other groups. */
    NEVER_WITHDRAWS,
    /** A request that was withdrawn before it arrived is queued. */
    FORGETS_WITHDRAWN,
    /** What was said about an earlier request counts. */
    LATE_ANSWERS_COUNT
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.NEVER_GIVES_WAY, 1, 1, DEADLOCK, STARVATION),
          mutant(Wrong.GIVES_WAY_INSIDE, 1, 1, SAFETY),
          mutant(Wrong.COUNTS_RELINQUISHED, 1, 1, SAFETY),
          mutant(Wrong.FORGETS_RELINQUISHED, 1, 1, DEADLOCK, STARVATION),
          mutant(Wrong.FORGETS_INQUIRE, 1, 1, DEADLOCK, STARVATION),
          mutant(Wrong.YOUNGEST_FIRST, 1, 2, DEADLOCK, STARVATION),
          mutant(Wrong.WITHDRAWS_FROM_ALL, 2, 1, SAFETY));

  private KPartitionMutants() {}

  private static Mutant mutant(Wrong wrong, int k, int requests, Property... caughtBy) {
    return new Mutant(
        "k-partition/" + wrong.name().toLowerCase().replace('_', '-'),
        setup -> inGroups(setup, wrong),
        new Setup(3, 0, k, Graph.complete(3)),
        requests,
        true,
        2,
        List.of(caughtBy));
  }

  /** Three nodes in one group, of which any two are a quorum, or in two groups. */
  private static Node<?>[] inGroups(Setup setup, Wrong wrong) {
    Ints[] two = {Ints.of(0, 2), Ints.of(1)};
    Node<?>[] nodes = new Node<?>[3];
    for (int i = 0; i < nodes.length; i++) {
      Ints[] one = {KMajority.quorum(i, 3, 1)};
      nodes[i] = new Site(i, nodes.length, setup.permits() == 1 ? one : two, wrong);
    }
    return nodes;
  }

  /** Three that ask; the two groups have one more node each, which does not ask. */
  static Node<?>[] threeAsk(Wrong wrong) {
    Ints[] quorums = {Ints.of(4), Ints.of(3)};
    Node<?>[] nodes = new Node<?>[5];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] =
          wrong == Wrong.NOTHING
              ? new KPartition(i, nodes.length, quorums)
              : new Site(i, nodes.length, quorums, wrong);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private final Ints[] quorums;
    private int highest = 1;
    private Timestamp ours;
    private int asked;
    private int permit = NONE;
    private final NodeSet locked;
    private final NodeSet failed;
    private final NodeSet inquirers;
    private Timestamp lock;
    private final List<Timestamp> queue = new ArrayList<>();
    private final List<Timestamp> withdrawn = new ArrayList<>();
    private boolean inquiring;

    Site(int self, int n, Ints[] quorums, Wrong wrong) {
      super(self, n);
      this.wrong = wrong;
      this.quorums = quorums;
      locked = new NodeSet(n);
      failed = new NodeSet(n);
      inquirers = new NodeSet(n);
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
            if (wrong != Wrong.FORGETS_RELINQUISHED) {
              insert(request);
            }
            lockForBest();
          }
        }
        case Release(int sequence) -> {
          Timestamp request = new Timestamp(sequence, from);
          if (request.equals(lock)) {
            lockForBest();
          } else if (!queue.remove(request) && wrong != Wrong.FORGETS_WITHDRAWN) {
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
            if (wrong != Wrong.FORGETS_INQUIRE) {
              giveWay(groupOf(from));
            }
            boolean isAlone = wrong == Wrong.ASKS_ONE_GROUP;
            if (groupOf(from) == lastAsked() && asked < quorums.length && !isAlone) {
              askNextGroup();
            }
          }
        }
        case Inquire(int sequence) -> {
          if (isWaiting(sequence)) {
            inquirers.add(from);
            giveWay(groupOf(from));
            if (wrong == Wrong.FORGETS_INQUIRE) {
              inquirers.clear();
            }
          } else if (permit != NONE && wrong == Wrong.GIVES_WAY_INSIDE) {
            tell(from, new Relinquish(sequence));
          }
        }
      }
    }

    private boolean isWaiting(int sequence) {
      boolean isLate = ours == null || ours.time() != sequence && wrong != Wrong.LATE_ANSWERS_COUNT;
      return !isLate && permit == NONE;
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
        boolean isEntered = lastAsked() == group && wrong != Wrong.WITHDRAWS_FROM_ALL;
        if (!isEntered && wrong != Wrong.NEVER_WITHDRAWS) {
          tell(quorums[lastAsked()], new Release(ours.time()));
        }
      }
      enter(group);
    }

    private void giveWay(int group) {
      Ints quorum = quorums[group];
      boolean hasFailed = false;
      for (int i = 0; i < quorum.size(); i++) {
        hasFailed |= failed.contains(quorum.get(i));
      }
      for (int i = 0; hasFailed && wrong != Wrong.NEVER_GIVES_WAY && i < quorum.size(); i++) {
        int member = quorum.get(i);
        if (inquirers.contains(member) && locked.contains(member)) {
          if (wrong != Wrong.COUNTS_RELINQUISHED) {
            locked.remove(member);
          }
          inquirers.remove(member);
          failed.add(member);
          tell(member, new Relinquish(ours.time()));
        }
      }
    }

    private void lockOrQueue(Timestamp request) {
      if (lock == null) {
        lock = request;
        tell(request.node(), new Locked(request.time(), highest));
        return;
      }
      insert(request);
      if (wrong != Wrong.OLDER_NOT_FAILED || !request.isBefore(lock)) {
        tell(request.node(), new Failed(request.time()));
      }
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
      if (wrong == Wrong.YOUNGEST_FIRST) {
        lock = queue.isEmpty() ? null : queue.removeLast();
      } else {
        lock = queue.isEmpty() ? null : queue.removeFirst();
      }
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
}
