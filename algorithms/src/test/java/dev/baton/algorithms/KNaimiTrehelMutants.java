package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.KNaimiTrehel.Msg;
import dev.baton.algorithms.KNaimiTrehel.Request;
import dev.baton.algorithms.KNaimiTrehel.Token;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;
import java.util.Locale;

/**
 * k trees of Naimi-Trehel with one thing wrong. With two trees also the right algorithm lets a
 * permit be unused while somebody waits, which counts as starvation, and has no bound on bypasses
 * but the number of requests; deadlock and safety tell the difference.
 */
final class KNaimiTrehelMutants {

  /** What is wrong. */
  enum Wrong {
    /** On exit the NEXT of another tree is looked at. */
    LOOKS_AT_ANOTHER_NEXT,
    /** The fathers of all trees change with a request of one. */
    REVERSES_ALL_TREES,
    /** A waiting root stays a root after it was given a next. */
    WAITING_ROOT_STAYS_ROOT,
    /** NEXT is not looked at on exit. */
    KEEPS_THE_TOKEN,
    /** NEXT is not cleared. */
    NEXT_NOT_CLEARED
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.LOOKS_AT_ANOTHER_NEXT, 2, DEADLOCK, STARVATION),
          mutant(Wrong.REVERSES_ALL_TREES, 2, DEADLOCK, STARVATION),
          mutant(Wrong.WAITING_ROOT_STAYS_ROOT, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.KEEPS_THE_TOKEN, 1, DEADLOCK, STARVATION),
          mutant(Wrong.NEXT_NOT_CLEARED, 1, SAFETY, DEADLOCK, STARVATION, BYPASS));

  private KNaimiTrehelMutants() {}

  static Mutant mutant(Wrong wrong, int k, Property... caughtBy) {
    String name = wrong.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Mutant(
        "k-naimi-trehel/" + name,
        setup -> nodes(setup, wrong),
        new Setup(3, 0, k, Graph.complete(3)),
        2,
        true,
        k == 1 ? 1 : 9,
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
    private final int[] father;
    private final int[] next;
    private final boolean[] tokenPresent;
    private int chosen = NONE;
    private int turn;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      int k = setup.permits();
      father = new int[k];
      next = new int[k];
      tokenPresent = new boolean[k];
      for (int t = 0; t < k; t++) {
        int first = (setup.holder() + t) % n;
        tokenPresent[t] = self == first;
        father[t] = self == first ? NONE : first;
        next[t] = NONE;
      }
      turn = self % k;
    }

    @Override
    public void onRequest() {
      chosen = NONE;
      for (int t = tokenPresent.length - 1; t >= 0; t--) {
        chosen = tokenPresent[t] ? t : chosen;
      }
      if (chosen != NONE) {
        enter(chosen);
        return;
      }
      chosen = turn;
      turn = (turn + 1) % tokenPresent.length;
      send(father[chosen], new Request(chosen, self));
      father[chosen] = NONE;
    }

    @Override
    public void onRelease() {
      int tree = wrong == Wrong.LOOKS_AT_ANOTHER_NEXT ? (chosen + 1) % father.length : chosen;
      chosen = NONE;
      if (next[tree] != NONE && wrong != Wrong.KEEPS_THE_TOKEN) {
        pass(tree, next[tree]);
        next[tree] = wrong == Wrong.NEXT_NOT_CLEARED ? next[tree] : NONE;
      }
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int t, int k) -> receive(t, k);
        case Token(int t) -> {
          tokenPresent[t] = true;
          chosen = t;
          enter(t);
        }
      }
    }

    private void receive(int t, int k) {
      boolean staysRoot = false;
      if (father[t] != NONE) {
        send(father[t], new Request(t, k));
      } else if (chosen == t) {
        next[t] = k;
        staysRoot = wrong == Wrong.WAITING_ROOT_STAYS_ROOT;
      } else {
        pass(t, k);
      }
      if (!staysRoot) {
        father[t] = k;
      }
      for (int u = 0; u < father.length && wrong == Wrong.REVERSES_ALL_TREES; u++) {
        father[u] = k;
      }
    }

    private void pass(int tree, int to) {
      tokenPresent[tree] = false;
      send(to, new Token(tree));
    }

    @Override
    public int idlePermits() {
      int idle = 0;
      for (int t = 0; t < tokenPresent.length; t++) {
        idle += tokenPresent[t] && t != chosen ? 1 : 0;
      }
      return idle;
    }

    @Override
    public void state(State s) {
      s.nodes("FATHER", father);
      s.nodes("NEXT", next);
      s.flags("TOKEN_PRESENT", tokenPresent);
      chosen = s.node("chosen", chosen);
      turn = s.counter("turn", turn);
    }
  }
}
