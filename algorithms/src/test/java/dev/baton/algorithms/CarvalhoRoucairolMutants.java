package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.CarvalhoRoucairol.Msg;
import dev.baton.algorithms.CarvalhoRoucairol.Reply;
import dev.baton.algorithms.CarvalhoRoucairol.Request;
import dev.baton.checker.Property;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.List;

/** Carvalho-Roucairol with one thing wrong. */
final class CarvalhoRoucairolMutants {

  /** What is wrong. */
  enum Wrong {
    /** Nothing; for wrong ways to start. */
    NOTHING,
    /** The age of the requests decides also while the application is inside. */
    DEFERS_BY_AGE_INSIDE,
    /** Who gives a permission back while it waits asks again with the highest number it knows. */
    ASKS_AGAIN_AS_YOUNGER,
    /** Who gives a permission back while it waits does not ask again. */
    DOES_NOT_ASK_AGAIN,
    /** Who gives a permission back while it waits counts on it still. */
    KEEPS_PERMISSION_WHILE_WAITING,
    /** An idle site that gives a permission counts on the other's still. */
    KEEPS_PERMISSION_WHILE_IDLE,
    /** The deferred get their permission, and the one who leaves keeps theirs. */
    KEEPS_PERMISSION_ON_EXIT,
    /** Of two equal numbers neither defers. */
    TIES_REPLIED,
    /** Of two equal numbers both defer. */
    TIES_DEFERRED,
    HIGHEST_NOT_UPDATED,
    /** Only the first of the deferred gets its reply. */
    REPLIES_TO_ONE_DEFERRED
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.DEFERS_BY_AGE_INSIDE, 3, 2, SAFETY),
          mutant(Wrong.DOES_NOT_ASK_AGAIN, 3, 2, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.KEEPS_PERMISSION_WHILE_WAITING, 3, 2, SAFETY),
          mutant(Wrong.KEEPS_PERMISSION_WHILE_IDLE, 2, 2, SAFETY),
          mutant(Wrong.KEEPS_PERMISSION_ON_EXIT, 2, 2, SAFETY),
          mutant(Wrong.TIES_REPLIED, 2, 1, SAFETY),
          mutant(Wrong.TIES_DEFERRED, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.HIGHEST_NOT_UPDATED, 3, 2, BYPASS),
          mutant(Wrong.REPLIES_TO_ONE_DEFERRED, 3, 1, DEADLOCK, STARVATION));

  private CarvalhoRoucairolMutants() {}

  private static Mutant mutant(Wrong wrong, int n, int requests, Property... caughtBy) {
    return new Mutant(
        "carvalho-roucairol/" + wrong.name().toLowerCase().replace('_', '-'),
        setup -> nodes(setup, wrong, (i, j) -> true),
        Mutant.complete(n),
        requests,
        true,
        n - 2,
        List.of(caughtBy));
  }

  /** Whose permission is missing at the start. */
  interface Start {
    boolean isMissing(int site, int other);
  }

  static Node<?>[] nodes(Setup setup, Wrong wrong, Start start) {
    int n = setup.n();
    Node<?>[] nodes = new Node<?>[n];
    for (int i = 0; i < n; i++) {
      NodeSet missing = new NodeSet(n);
      for (int j = 0; j < n; j++) {
        if (j != i && start.isMissing(i, j)) {
          missing.add(j);
        }
      }
      nodes[i] = new Site(i, n, wrong, missing);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private int highest = 1;
    private Timestamp ours;
    private boolean inside;
    private final NodeSet missing;
    private final NodeSet deferred;

    Site(int self, int n, Wrong wrong, NodeSet missing) {
      super(self, n);
      this.wrong = wrong;
      this.missing = missing;
      deferred = new NodeSet(n);
    }

    @Override
    public void onRequest() {
      ours = new Timestamp(highest + 1, self);
      for (int j = missing.next(0); j != NONE; j = missing.next(j + 1)) {
        send(j, new Request(ours.time()));
      }
      enterIfPermitted();
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int sequence) -> {
          if (wrong != Wrong.HIGHEST_NOT_UPDATED) {
            highest = Math.max(highest, sequence);
          }
          if (defers(new Timestamp(sequence, from))) {
            deferred.add(from);
          } else {
            permit(from);
          }
        }
        case Reply() -> {
          missing.remove(from);
          enterIfPermitted();
        }
      }
    }

    private boolean defers(Timestamp theirs) {
      if (inside && wrong != Wrong.DEFERS_BY_AGE_INSIDE) {
        return true;
      }
      if (ours == null) {
        return false;
      }
      return switch (wrong) {
        case TIES_REPLIED -> ours.time() < theirs.time();
        case TIES_DEFERRED -> ours.time() <= theirs.time();
        default -> ours.isBefore(theirs);
      };
    }

    private void permit(int j) {
      send(j, new Reply());
      boolean keeps =
          wrong == Wrong.KEEPS_PERMISSION_WHILE_WAITING && ours != null
              || wrong == Wrong.KEEPS_PERMISSION_WHILE_IDLE && ours == null && deferred.isEmpty()
              || wrong == Wrong.KEEPS_PERMISSION_ON_EXIT && deferred.contains(j);
      if (!keeps && missing.add(j) && ours != null && wrong != Wrong.DOES_NOT_ASK_AGAIN) {
        boolean isYounger = wrong == Wrong.ASKS_AGAIN_AS_YOUNGER;
        send(j, new Request(isYounger ? highest + 1 : ours.time()));
      }
    }

    private void enterIfPermitted() {
      if (missing.isEmpty() && ours != null && !inside) {
        inside = true;
        enter();
      }
    }

    @Override
    public void onRelease() {
      ours = null;
      inside = false;
      for (int j = deferred.next(0); j != NONE; j = deferred.next(j + 1)) {
        permit(j);
        if (wrong == Wrong.REPLIES_TO_ONE_DEFERRED) {
          break;
        }
      }
      deferred.clear();
    }

    @Override
    public void state(State s) {
      highest = s.clock("highest", highest);
      ours = s.timestamp("ours", ours);
      inside = s.flag("inside", inside);
      s.nodes("R", missing);
      s.nodes("deferred", deferred);
    }
  }
}
