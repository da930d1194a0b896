package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.RicartAgrawala.Msg;
import dev.baton.algorithms.RicartAgrawala.Reply;
import dev.baton.algorithms.RicartAgrawala.Request;
import dev.baton.checker.Property;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.List;

/** Ricart-Agrawala with one thing wrong. */
final class RicartAgrawalaMutants {

  /** What is wrong. */
  enum Wrong {
    REPLIES_WHILE_INSIDE,
    /** Of two equal numbers neither defers. */
    TIES_REPLIED,
    /** Of two equal numbers both defer. */
    TIES_DEFERRED,
    /** The younger request goes first. */
    YOUNGER_FIRST,
    HIGHEST_NOT_UPDATED,
    /** Only the first of the deferred gets its reply. */
    REPLIES_TO_ONE_DEFERRED,
    /** The deferred get a reply again at the next exit. */
    DEFERRED_NOT_CLEARED,
    /** One reply less is awaited. */
    ENTERS_ONE_REPLY_EARLY,
    /** A waiting site always defers. */
    DEFERS_ALL_WHILE_WAITING,
    /** A waiting site replies to those with smaller numbers, whoever asked first. */
    SMALLER_NUMBER_FIRST
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.REPLIES_WHILE_INSIDE, 3, 1, true, SAFETY),
          mutant(Wrong.TIES_REPLIED, 3, 1, true, SAFETY),
          mutant(Wrong.TIES_DEFERRED, 3, 1, true, DEADLOCK, STARVATION),
          mutant(Wrong.YOUNGER_FIRST, 3, 1, true, SAFETY),
          mutant(Wrong.HIGHEST_NOT_UPDATED, 3, 2, true, SAFETY, BYPASS),
          mutant(Wrong.REPLIES_TO_ONE_DEFERRED, 3, 1, true, DEADLOCK, STARVATION),
          mutant(Wrong.DEFERRED_NOT_CLEARED, 3, 2, true, SAFETY, BYPASS),
          mutant(Wrong.ENTERS_ONE_REPLY_EARLY, 3, 1, true, SAFETY),
          mutant(Wrong.DEFERS_ALL_WHILE_WAITING, 3, 1, true, DEADLOCK, STARVATION),
          mutant(Wrong.SMALLER_NUMBER_FIRST, 3, 1, true, SAFETY));

  private RicartAgrawalaMutants() {}

  static Mutant mutant(Wrong wrong, int n, int requests, boolean fifo, Property... caughtBy) {
    String name = wrong.name().toLowerCase().replace('_', '-');
    return new Mutant(
        "ricart-agrawala/" + name,
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

    private final Wrong wrong;
    private int highest = 1;
    private Timestamp ours;
    private boolean inside;
    private int outstandingReplies;
    private final NodeSet replyDeferred;

    Site(int self, int n, Wrong wrong) {
      super(self, n);
      this.wrong = wrong;
      replyDeferred = new NodeSet(n);
    }

    @Override
    public void onRequest() {
      ours = new Timestamp(highest + 1, self);
      outstandingReplies = wrong == Wrong.ENTERS_ONE_REPLY_EARLY ? n - 2 : n - 1;
      broadcast(new Request(ours.time()));
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int sequence) -> {
          if (wrong != Wrong.HIGHEST_NOT_UPDATED) {
            highest = Math.max(highest, sequence);
          }
          if (defers(new Timestamp(sequence, from))) {
            replyDeferred.add(from);
          } else {
            send(from, new Reply());
          }
        }
        case Reply() -> {
          outstandingReplies--;
          if (outstandingReplies == 0) {
            inside = true;
            enter();
          }
        }
      }
    }

    private boolean defers(Timestamp theirs) {
      if (ours == null) {
        return false;
      }
      return switch (wrong) {
        case REPLIES_WHILE_INSIDE -> !inside && ours.isBefore(theirs);
        case TIES_REPLIED -> ours.time() < theirs.time();
        case TIES_DEFERRED -> inside || ours.time() <= theirs.time();
        case YOUNGER_FIRST -> inside || theirs.isBefore(ours);
        case DEFERS_ALL_WHILE_WAITING -> true;
        case SMALLER_NUMBER_FIRST -> inside || self < theirs.node();
        default -> ours.isBefore(theirs);
      };
    }

    @Override
    public void onRelease() {
      ours = null;
      inside = false;
      for (int j = replyDeferred.next(0); j != NONE; j = replyDeferred.next(j + 1)) {
        send(j, new Reply());
        if (wrong == Wrong.REPLIES_TO_ONE_DEFERRED) {
          break;
        }
      }
      if (wrong != Wrong.DEFERRED_NOT_CLEARED) {
        replyDeferred.clear();
      }
    }

    @Override
    public void state(State s) {
      highest = s.clock("highest", highest);
      ours = s.timestamp("ours", ours);
      inside = s.flag("inside", inside);
      outstandingReplies = s.counter("outstanding", outstandingReplies);
      s.nodes("deferred", replyDeferred);
    }
  }
}
