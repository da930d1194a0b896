package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.RaymondK.Msg;
import dev.baton.algorithms.RaymondK.Reply;
import dev.baton.algorithms.RaymondK.Request;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.List;
import java.util.Locale;

/** Raymond's k entries with one thing wrong; three nodes, two may be inside. */
final class RaymondKMutants {

  /** What is wrong. */
  enum Wrong {
    /** Not wrong: inside, an older request that comes late gets its reply. */
    REPLIES_TO_OLDER_INSIDE,
    /** Replies are counted together, whoever sends them. */
    COUNTS_TOGETHER,
    /** A request forgets what is still owed for the one before. */
    FORGETS_WHAT_IS_OWED,
    /** A reply after the exit answers one request, however many were deferred. */
    REPLIES_ONCE,
    /** One reply less is awaited. */
    ENTERS_ONE_REPLY_EARLY,
    /** A waiting node always defers. */
    DEFERS_ALL_WHILE_WAITING,
    /** The younger request goes first. */
    YOUNGER_FIRST
  }

  /** Caught by safety; the searches that find nothing else would take too long. */
  static final Mutant FORGETFUL = mutant(Wrong.FORGETS_WHAT_IS_OWED, 2, SAFETY);

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.COUNTS_TOGETHER, 2, STARVATION, BYPASS),
          mutant(Wrong.REPLIES_ONCE, 2, STARVATION, BYPASS),
          mutant(Wrong.ENTERS_ONE_REPLY_EARLY, 1, SAFETY),
          mutant(Wrong.DEFERS_ALL_WHILE_WAITING, 1, DEADLOCK, STARVATION),
          mutant(Wrong.YOUNGER_FIRST, 1, SAFETY));

  private RaymondKMutants() {}

  static Mutant mutant(Wrong wrong, int requests, Property... caughtBy) {
    String name = wrong.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Mutant(
        "raymond-k/" + name,
        setup -> nodes(setup, wrong),
        new Setup(3, 0, 2, Graph.complete(3)),
        requests,
        true,
        0,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, setup, wrong);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private final int k;
    private int highest = 1;
    private Timestamp ours;
    private boolean inside;
    private final int[] outstanding;
    private final int[] deferred;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      k = setup.permits();
      outstanding = new int[n];
      deferred = new int[n];
    }

    @Override
    public void onRequest() {
      ours = new Timestamp(highest + 1, self);
      for (int j = 0; j < n; j++) {
        int owed = wrong == Wrong.FORGETS_WHAT_IS_OWED ? 0 : outstanding[j];
        outstanding[j] = j == self ? 0 : owed + 1;
      }
      broadcast(new Request(ours.time()));
      enterIfPermitted();
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int sequence) -> {
          highest = Math.max(highest, sequence);
          if (ours != null && defers(new Timestamp(sequence, from))) {
            deferred[from]++;
          } else {
            send(from, new Reply(1));
          }
        }
        case Reply(int count) -> {
          outstanding[from] -= count;
          enterIfPermitted();
        }
      }
    }

    private void enterIfPermitted() {
      if (ours != null && !inside && mayEnter()) {
        inside = true;
        enter();
      }
    }

    private boolean defers(Timestamp theirs) {
      return switch (wrong) {
        case REPLIES_TO_OLDER_INSIDE -> ours.isBefore(theirs);
        case DEFERS_ALL_WHILE_WAITING -> true;
        case YOUNGER_FIRST -> inside || theirs.isBefore(ours);
        default -> inside || ours.isBefore(theirs);
      };
    }

    private boolean mayEnter() {
      int nodes = 0;
      int replies = 0;
      for (int count : outstanding) {
        nodes += count > 0 ? 1 : 0;
        replies += count;
      }
      return switch (wrong) {
        case COUNTS_TOGETHER -> replies < k;
        case ENTERS_ONE_REPLY_EARLY -> nodes <= k;
        default -> nodes < k;
      };
    }

    @Override
    public void onRelease() {
      ours = null;
      inside = false;
      for (int j = 0; j < n; j++) {
        if (deferred[j] > 0) {
          send(j, new Reply(wrong == Wrong.REPLIES_ONCE ? 1 : deferred[j]));
          deferred[j] = 0;
        }
      }
    }

    @Override
    public void state(State s) {
      highest = s.clock("highest", highest);
      ours = s.timestamp("ours", ours);
      inside = s.flag("inside", inside);
      s.counters("outstanding", outstanding);
      s.counters("deferred", deferred);
    }
  }
}
