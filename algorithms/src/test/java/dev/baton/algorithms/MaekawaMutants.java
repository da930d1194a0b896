package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.Maekawa.Failed;
import dev.baton.algorithms.Maekawa.Inquire;
import dev.baton.algorithms.Maekawa.Locked;
import dev.baton.algorithms.Maekawa.Msg;
import dev.baton.algorithms.Maekawa.Release;
import dev.baton.algorithms.Maekawa.Relinquish;
import dev.baton.algorithms.Maekawa.Request;
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
import java.util.function.Function;

/** Maekawa's algorithm with one thing wrong, or as it was published. */
final class MaekawaMutants {

  /** What is wrong. */
  enum Wrong {
    /** As published: a request that is no longer the best is not told. */
    DISPLACED_NOT_TOLD,
    /** LOCKED does not say what its sender knows. Not incorrect, but there is no bound. */
    NUMBERS_NOT_SHARED,
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
    YOUNGEST_FIRST
  }

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "maekawa/displaced-not-told",
              setup -> atTwoMembers(setup, Wrong.DISPLACED_NOT_TOLD),
              Mutant.complete(3),
              1,
              true,
              2,
              List.of(DEADLOCK, STARVATION)),
          mutant(Wrong.NEVER_GIVES_WAY, Graph.plane(3), 1, DEADLOCK, STARVATION),
          mutant(Wrong.GIVES_WAY_INSIDE, Graph.plane(3), 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.COUNTS_RELINQUISHED, Graph.plane(3), 1, SAFETY, DEADLOCK, STARVATION),
          mutant(Wrong.FORGETS_RELINQUISHED, Graph.plane(3), 1, DEADLOCK, STARVATION),
          mutant(Wrong.FORGETS_INQUIRE, Graph.plane(3), 1, DEADLOCK, STARVATION),
          mutant(Wrong.YOUNGEST_FIRST, Graph.plane(3), 2, DEADLOCK, STARVATION),
          quorums("rows-only", MaekawaMutants::row, Graph.grid(4), SAFETY),
          quorums("own-line-shifted", MaekawaMutants::shifted, Graph.plane(3), SAFETY));

  private MaekawaMutants() {}

  private static Mutant mutant(Wrong wrong, Graph structure, int requests, Property... caughtBy) {
    int n = structure.size();
    return new Mutant(
        "maekawa/" + wrong.name().toLowerCase().replace('_', '-'),
        setup -> nodes(setup, wrong),
        Setup.of(structure),
        requests,
        true,
        2 * (n - 2),
        List.of(caughtBy));
  }

  static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Quorums quorums = new Quorums(setup.structure());
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, setup.n(), quorums.of(i), wrong);
    }
    return nodes;
  }

  static Node<?> site(int self, int n, Ints quorum, Wrong wrong) {
    return new Site(self, n, quorum, wrong);
  }

  /** Three that ask, all of them the same two members, which do not ask. */
  static Node<?>[] atTwoMembers(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[5];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, nodes.length, Ints.of(3, 4), wrong);
    }
    return nodes;
  }

  // The algorithm as it should be, with quorums that do not meet.

  private static Mutant quorums(
      String name, Function<Integer, Ints> quorum, Graph structure, Property... caughtBy) {
    return new Mutant(
        "maekawa/" + name,
        setup -> {
          Node<?>[] nodes = new Node<?>[setup.n()];
          for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Maekawa(i, setup.n(), quorum.apply(i));
          }
          return nodes;
        },
        Setup.of(structure),
        1,
        true,
        2 * (structure.size() - 2),
        List.of(caughtBy));
  }

  private static Ints row(int i) {
    return Ints.of(i / 2 * 2, i / 2 * 2 + 1);
  }

  /** Node 2 asks only itself. */
  private static Ints shifted(int i) {
    return i == 2 ? Ints.of(2) : Ints.of(0, 1);
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private final Ints quorum;
    private int highest = 1;
    private Timestamp ours;
    private boolean inside;
    private final NodeSet locked;
    private final NodeSet failed;
    private final NodeSet inquirers;
    private Timestamp lock;
    private final List<Timestamp> queue = new ArrayList<>();
    private boolean inquiring;

    Site(int self, int n, Ints quorum, Wrong wrong) {
      super(self, n);
      this.quorum = quorum;
      this.wrong = wrong;
      locked = new NodeSet(n);
      failed = new NodeSet(n);
      inquirers = new NodeSet(n);
    }

    @Override
    public void onRequest() {
      ours = new Timestamp(++highest, self);
      tellQuorum(new Request(ours.time()));
    }

    @Override
    public void onRelease() {
      ours = null;
      inside = false;
      locked.clear();
      failed.clear();
      tellQuorum(new Release());
    }

    private void tellQuorum(Msg message) {
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
          lockOrQueue(new Timestamp(sequence, from));
        }
        case Relinquish() -> {
          if (wrong != Wrong.FORGETS_RELINQUISHED) {
            insert(lock);
          }
          lockForBest();
        }
        case Release() -> lockForBest();
        case Locked(int theirs) -> {
          highest = Math.max(highest, theirs);
          locked.add(from);
          failed.remove(from);
          if (locked.size() == quorum.size()) {
            inside = true;
            inquirers.clear();
            enter();
          } else {
            giveWay();
          }
        }
        case Failed() -> {
          if (ours != null && !locked.contains(from)) {
            failed.add(from);
            if (wrong != Wrong.FORGETS_INQUIRE) {
              giveWay();
            }
          }
        }
        case Inquire() -> {
          if (ours != null) {
            inquired(from);
          }
        }
      }
    }

    private void inquired(int from) {
      if (inside && wrong == Wrong.GIVES_WAY_INSIDE) {
        tell(from, new Relinquish());
      } else if (!inside) {
        inquirers.add(from);
        giveWay();
        if (wrong == Wrong.FORGETS_INQUIRE) {
          inquirers.clear();
        }
      }
    }

    private void giveWay() {
      if (failed.isEmpty() || wrong == Wrong.NEVER_GIVES_WAY) {
        return;
      }
      for (int j = inquirers.next(0); j != NONE; j = inquirers.next(j + 1)) {
        if (locked.contains(j)) {
          if (wrong != Wrong.COUNTS_RELINQUISHED) {
            locked.remove(j);
          }
          inquirers.remove(j);
          failed.add(j);
          tell(j, new Relinquish());
        }
      }
    }

    private void lockOrQueue(Timestamp request) {
      if (lock == null) {
        lock = request;
        tell(request.node(), new Locked(known()));
        return;
      }
      Timestamp best = queue.isEmpty() ? null : queue.getFirst();
      insert(request);
      if (!request.isBefore(lock) || queue.getFirst() != request) {
        tell(request.node(), new Failed());
        return;
      }
      if (best != null && best.isBefore(lock) && wrong != Wrong.DISPLACED_NOT_TOLD) {
        tell(best.node(), new Failed());
      }
      if (!inquiring) {
        inquiring = true;
        tell(lock.node(), new Inquire());
      }
    }

    private int known() {
      return wrong == Wrong.NUMBERS_NOT_SHARED ? 1 : highest;
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
        tell(lock.node(), new Locked(known()));
      }
    }

    @Override
    public void state(State s) {
      highest = s.clock("highest", highest);
      ours = s.timestamp("ours", ours);
      inside = s.flag("inside", inside);
      s.nodes("locked", locked);
      s.nodes("failed", failed);
      s.nodes("inquirers", inquirers);
      lock = s.timestamp("lock", lock);
      s.timestamps("queue", queue);
      inquiring = s.flag("inquiring", inquiring);
    }
  }
}
