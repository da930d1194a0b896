package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.LodhaKshemkalyani.Flush;
import dev.baton.algorithms.LodhaKshemkalyani.Msg;
import dev.baton.algorithms.LodhaKshemkalyani.Reply;
import dev.baton.algorithms.LodhaKshemkalyani.Request;
import dev.baton.checker.Property;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lodha and Kshemkalyani's algorithm with one thing wrong, or as it is described. */
final class LodhaKshemkalyaniMutants {

  /** What is wrong. */
  enum Wrong {
    /** Nothing; for channels that do not keep the order. */
    NOTHING,
    /** A late request is queued although it was served, and a request says nothing of the last. */
    AS_DESCRIBED,
    /** A late request is queued although it is known to have been served. */
    QUEUES_SERVED,
    /** A request that answers another does not say what a REPLY would have said. */
    REQUEST_SAYS_NOTHING,
    /** A FLUSH for an earlier request counts for the present one. */
    BELIEVES_LATE_FLUSH,
    /** Nobody is told of an exit by FLUSH. */
    DOES_NOT_FLUSH,
    /** Who asks again gets no reply. */
    FORGETS_TO_DEFER,
    /** All have been heard: that is enough. */
    IGNORES_ORDER,
    ENTERS_ONE_ANSWER_EARLY,
    HIGHEST_NOT_UPDATED
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.AS_DESCRIBED, 3, 1, true, DEADLOCK, STARVATION),
          mutant(Wrong.QUEUES_SERVED, 3, 1, true, DEADLOCK, STARVATION),
          mutant(Wrong.REQUEST_SAYS_NOTHING, 3, 2, true, DEADLOCK, STARVATION),
          mutant(Wrong.BELIEVES_LATE_FLUSH, 3, 2, true, SAFETY, DEADLOCK, STARVATION),
          mutant(Wrong.DOES_NOT_FLUSH, 2, 1, true, DEADLOCK, STARVATION),
          mutant(Wrong.FORGETS_TO_DEFER, 2, 2, true, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.IGNORES_ORDER, 2, 1, true, SAFETY),
          mutant(Wrong.ENTERS_ONE_ANSWER_EARLY, 3, 1, true, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.HIGHEST_NOT_UPDATED, 3, 2, true, SAFETY, DEADLOCK, STARVATION),
          mutant(Wrong.NOTHING, 2, 2, false, SAFETY, DEADLOCK, STARVATION));

  private LodhaKshemkalyaniMutants() {}

  private static Mutant mutant(
      Wrong wrong, int n, int requests, boolean fifo, Property... caughtBy) {
    String name = fifo ? wrong.name().toLowerCase().replace('_', '-') : "overtaking";
    return new Mutant(
        "lodha-kshemkalyani/" + name,
        setup -> nodes(setup, wrong),
        Mutant.complete(n),
        requests,
        fifo,
        n - 2,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, setup.n(), wrong);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private static final Timestamp NOTHING = new Timestamp(1, 0);

    private final Wrong wrong;
    private int highest = 1;

    private Timestamp ours;

    private boolean inside;

    private int last = 1;

    private final List<Timestamp> lrq = new ArrayList<>();

    private final NodeSet rv;

    private final NodeSet deferred;

    private Timestamp served = NOTHING;

    Site(int self, int n, Wrong wrong) {
      super(self, n);
      this.wrong = wrong;
      rv = new NodeSet(n);
      deferred = new NodeSet(n);
    }

    @Override
    public void onRequest() {
      ours = new Timestamp(++highest, self);
      lrq.add(ours);
      rv.add(self);
      boolean says = wrong != Wrong.REQUEST_SAYS_NOTHING && wrong != Wrong.AS_DESCRIBED;
      broadcast(new Request(ours.time(), says ? last : 1));
      enterIfFirst();
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int sequence, int theirLast) -> {
          if (wrong != Wrong.HIGHEST_NOT_UPDATED) {
            highest = Math.max(highest, sequence);
          }
          receive(new Timestamp(sequence, from), theirLast);
        }
        case Reply(int sequence) -> hear(from, sequence);
        case Flush(int sequence) -> {
          if (!isLate(new Timestamp(sequence, from))) {
            hear(from, sequence);
          }
        }
      }
    }

    private void receive(Timestamp request, int theirLast) {
      int j = request.node();
      if (ours == null) {
        send(j, new Reply(last));
      } else if (rv.contains(j)) {
        if (wrong != Wrong.FORGETS_TO_DEFER) {
          deferred.add(j);
        }
      } else {
        serve(new Timestamp(theirLast, j));
        if (served.isBefore(request)
            || wrong == Wrong.QUEUES_SERVED
            || wrong == Wrong.AS_DESCRIBED) {
          lrq.add(-1 - Collections.binarySearch(lrq, request), request);
        }
        rv.add(j);
        enterIfFirst();
      }
    }

    private boolean isLate(Timestamp request) {
      boolean isOld = request.isBefore(new Timestamp(last, self));
      return ours == null || inside || isOld && wrong != Wrong.BELIEVES_LATE_FLUSH;
    }

    private void hear(int from, int sequence) {
      serve(new Timestamp(sequence, from));
      rv.add(from);
      enterIfFirst();
    }

    private void serve(Timestamp request) {
      if (served.isBefore(request)) {
        served = request;
        lrq.removeIf(waiting -> !served.isBefore(waiting) && !waiting.equals(ours));
      }
    }

    private void enterIfFirst() {
      boolean isFirst = lrq.getFirst().equals(ours) || wrong == Wrong.IGNORES_ORDER;
      boolean isEnough = rv.size() >= (wrong == Wrong.ENTERS_ONE_ANSWER_EARLY ? n - 1 : n);
      if (isFirst && isEnough && !inside) {
        inside = true;
        enter();
      }
    }

    @Override
    public void onRelease() {
      last = ours.time();
      if (lrq.size() > 1 && wrong != Wrong.DOES_NOT_FLUSH) {
        send(lrq.get(1).node(), new Flush(last));
      }
      for (int j = deferred.next(0); j != NONE; j = deferred.next(j + 1)) {
        send(j, new Reply(last));
      }
      ours = null;
      inside = false;
      served = NOTHING;
      lrq.clear();
      rv.clear();
      deferred.clear();
    }

    @Override
    public void state(State s) {
      highest = s.clock("highest", highest);
      ours = s.timestamp("ours", ours);
      inside = s.flag("inside", inside);
      last = s.clock("last", last);
      s.timestamps("LRQ", lrq);
      s.nodes("RV", rv);
      s.nodes("deferred", deferred);
      served = s.timestamp("served", served);
    }
  }
}
