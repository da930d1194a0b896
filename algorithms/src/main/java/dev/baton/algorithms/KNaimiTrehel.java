package dev.baton.algorithms;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * k tokens, each with a Naimi-Trehel tree of its own; a request chooses one of the trees and stays
 * with it.
 *
 * <ul>
 *   <li>Paper: M. Naimi, M. Trehel, A. Arnold, "A log (N) distributed mutual exclusion algorithm
 *       based on path reversal", 1996, k times; a forest per token is the idea of S. Bulgannawar,
 *       N. H. Vaidya, "A distributed k-mutual exclusion algorithm", ICDCS 1995.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 where an unused token is, else as Naimi-Trehel.
 *   <li>Departures: not the algorithm of 1995, which is known by its abstract only. A request takes
 *       an unused token of its own node, else the trees in turn.
 *   <li>Page: docs/algorithms/k-naimi-trehel.md.
 * </ul>
 *
 * <p>A request can wait in one tree while the token of another is unused. Invariant: every tree is
 * one of {@link NaimiTrehel}.
 */
public final class KNaimiTrehel extends Node<KNaimiTrehel.Msg> {

  public sealed interface Msg extends Message {}

  /** Req(k) in one of the trees. */
  public record Request(int tree, int origin) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.counter("tree", tree);
      s.node("k", origin);
    }
  }

  public record Token(int tree) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.counter("tree", tree);
    }
  }

  // By tree.

  /** FATHER: where a request goes; nobody at a root. */
  private final int[] father;

  /** NEXT: the node that gets the token after this one. */
  private final int[] next;

  /** TOKEN_PRESENT. */
  private final boolean[] tokenPresent;

  /** The tree in which this node waits or is inside; NONE otherwise. */
  private int chosen = NONE;

  /** The tree that is chosen next, if there is no unused token here. */
  private int turn;

  public KNaimiTrehel(int self, Setup setup) {
    super(self, setup.n());
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

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new KNaimiTrehel(self, setup));
  }

  @Override
  public void onRequest() {
    chosen = choose();
    if (tokenPresent[chosen]) {
      enter(chosen);
    } else {
      send(father[chosen], new Request(chosen, self));
      father[chosen] = NONE;
    }
  }

  private int choose() {
    for (int t = 0; t < tokenPresent.length; t++) {
      if (tokenPresent[t]) {
        return t;
      }
    }
    int tree = turn;
    turn = (turn + 1) % tokenPresent.length;
    return tree;
  }

  @Override
  public void onRelease() {
    int tree = chosen;
    chosen = NONE;
    if (next[tree] != NONE) {
      pass(tree, next[tree]);
      next[tree] = NONE;
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int t, int k) -> {
        if (father[t] != NONE) {
          send(father[t], message);
        } else if (chosen == t) {
          assert next[t] == NONE : "two are next";
          next[t] = k;
        } else {
          pass(t, k);
        }
        father[t] = k;
      }
      case Token(int t) -> {
        assert chosen == t && !tokenPresent[t];
        tokenPresent[t] = true;
        enter(t);
      }
    }
  }

  private void pass(int tree, int to) {
    assert tokenPresent[tree];
    tokenPresent[tree] = false;
    send(to, new Token(tree));
  }

  @Override
  public int idlePermits() {
    return unusedPermits().size();
  }

  @Override
  public Ints unusedPermits() {
    int[] unused = new int[tokenPresent.length];
    int size = 0;
    for (int t = 0; t < unused.length; t++) {
      if (tokenPresent[t] && t != chosen) {
        unused[size++] = t;
      }
    }
    return Ints.of(Arrays.copyOf(unused, size));
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
