package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.SrimaniReddyStyle.Msg;
import dev.baton.algorithms.SrimaniReddyStyle.Request;
import dev.baton.algorithms.SrimaniReddyStyle.Token;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;
import java.util.Locale;

/** Srimani-Reddy-style with one thing wrong. */
final class SrimaniReddyStyleMutants {

  /** What is wrong. */
  enum Wrong {
    /** A token that comes to one who does not wait lies there, whoever does wait. */
    EXTRA_TOKEN_STAYS,
    /** RN is the number heard last, not the largest. */
    RN_OVERWRITTEN,
    /** The smallest number is looked at first, instead of the next one. */
    SMALLEST_NUMBER_FIRST,
    /** A token that is in use is sent, too. */
    SENDS_WHILE_INSIDE,
    /** On exit nobody is looked for. */
    KEEPS_THE_TOKEN,
    /** A token in use is also kept as unused. */
    USED_STAYS_UNUSED
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.EXTRA_TOKEN_STAYS, 2, 2, true, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.RN_OVERWRITTEN, 1, 2, false, DEADLOCK, STARVATION),
          mutant(Wrong.SMALLEST_NUMBER_FIRST, 1, 3, true, BYPASS),
          mutant(Wrong.SENDS_WHILE_INSIDE, 1, 1, true, SAFETY),
          mutant(Wrong.KEEPS_THE_TOKEN, 2, 1, true, DEADLOCK, STARVATION),
          mutant(Wrong.USED_STAYS_UNUSED, 2, 1, true, SAFETY));

  private SrimaniReddyStyleMutants() {}

  static Mutant mutant(Wrong wrong, int k, int requests, boolean fifo, Property... caughtBy) {
    String name = wrong.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Mutant(
        "srimani-reddy-style/" + name,
        setup -> nodes(setup, wrong),
        new Setup(3, 0, k, Graph.complete(3)),
        requests,
        fifo,
        k == 1 ? 2 : 0,
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
    private final int[] rn;
    private final int[] ln;
    private final NodeSet unused;
    private int using = NONE;
    private boolean waiting;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      rn = new int[n];
      ln = new int[n];
      unused = new NodeSet(setup.permits());
      for (int t = 0; t < setup.permits() && self == setup.holder(); t++) {
        unused.add(t);
      }
    }

    @Override
    public void onRequest() {
      if (unused.isEmpty()) {
        waiting = true;
        rn[self]++;
        broadcast(new Request(rn[self]));
      } else {
        letIn(take());
      }
    }

    @Override
    public void onRelease() {
      if (using != NONE) {
        unused.add(using);
      }
      using = NONE;
      if (wrong != Wrong.KEEPS_THE_TOKEN) {
        grant();
      }
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int sn) -> {
          rn[from] = wrong == Wrong.RN_OVERWRITTEN ? sn : Math.max(rn[from], sn);
          if (wrong == Wrong.SENDS_WHILE_INSIDE && using != NONE) {
            unused.add(using);
            using = NONE;
          }
          grant();
        }
        case Token(int name, Ints known) -> {
          for (int j = 0; j < n; j++) {
            ln[j] = Math.max(ln[j], known.get(j));
          }
          if (waiting) {
            waiting = false;
            ln[self] = rn[self];
            letIn(name);
            grant();
          } else {
            unused.add(name);
            if (wrong != Wrong.EXTRA_TOKEN_STAYS) {
              grant();
            }
          }
        }
      }
    }

    private void grant() {
      for (int i = 1; i < n && !unused.isEmpty(); i++) {
        int j = (self + i) % n;
        if (wrong == Wrong.SMALLEST_NUMBER_FIRST) {
          j = i <= self ? i - 1 : i;
        }
        if (rn[j] > ln[j]) {
          ln[j] = rn[j];
          send(j, new Token(take(), Ints.of(ln.clone())));
        }
      }
    }

    private int take() {
      int name = unused.next(0);
      if (wrong != Wrong.USED_STAYS_UNUSED) {
        unused.remove(name);
      }
      return name;
    }

    private void letIn(int name) {
      using = name;
      enter(name);
    }

    @Override
    public int idlePermits() {
      return unused.size();
    }

    @Override
    public void state(State s) {
      s.counters("RN", rn);
      s.counters("LN", ln);
      s.nodes("unused", unused);
      using = s.node("using", using);
      waiting = s.flag("waiting", waiting);
    }
  }
}
