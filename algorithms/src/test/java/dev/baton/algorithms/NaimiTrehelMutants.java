package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.NaimiTrehel.Msg;
import dev.baton.algorithms.NaimiTrehel.Request;
import dev.baton.algorithms.NaimiTrehel.Token;
import dev.baton.checker.Property;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;

/** Naimi-Trehel with one thing wrong. */
final class NaimiTrehelMutants {

  /** What is wrong. */
  enum Wrong {
    /** Who forwards a request keeps its father. Slow, not incorrect. */
    NO_REVERSAL_ON_THE_WAY,
    /** A root that waits stays a root after it has been given a next. */
    WAITING_ROOT_STAYS_ROOT,
    /** The idle holder stays a root after it has sent the token away. */
    IDLE_HOLDER_STAYS_ROOT,
    /** Who asks keeps its father. */
    REQUESTER_KEEPS_FATHER,
    /** The token is sent away while the application is inside. */
    SENDS_THE_TOKEN_WHILE_INSIDE,
    /** NEXT stays set when the token has gone there. */
    NEXT_NOT_CLEARED,
    /** Who forwards a request asks for itself. */
    FORWARDS_IN_ITS_OWN_NAME,
    /** NEXT is not looked at on exit. */
    KEEPS_THE_TOKEN
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.WAITING_ROOT_STAYS_ROOT, 3, 1, SAFETY, DEADLOCK, STARVATION),
          mutant(Wrong.IDLE_HOLDER_STAYS_ROOT, 3, 1, SAFETY, STARVATION),
          mutant(Wrong.REQUESTER_KEEPS_FATHER, 3, 2, STARVATION),
          mutant(Wrong.SENDS_THE_TOKEN_WHILE_INSIDE, 3, 1, SAFETY),
          mutant(Wrong.NEXT_NOT_CLEARED, 3, 2, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.FORWARDS_IN_ITS_OWN_NAME, 3, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.KEEPS_THE_TOKEN, 3, 1, DEADLOCK, STARVATION));

  private NaimiTrehelMutants() {}

  static Mutant mutant(Wrong wrong, int n, int requests, Property... caughtBy) {
    String name = wrong.name().toLowerCase().replace('_', '-');
    return new Mutant(
        "naimi-trehel/" + name,
        setup -> nodes(setup, wrong),
        Mutant.complete(n),
        requests,
        true,
        n - 2,
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
    private int father;
    private int next = NONE;
    private boolean tokenPresent;
    private boolean requesting;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      tokenPresent = self == setup.holder();
      father = tokenPresent ? NONE : setup.holder();
    }

    @Override
    public void onRequest() {
      requesting = true;
      if (father == NONE || tokenPresent) {
        enter();
        return;
      }
      send(father, new Request(self));
      if (wrong != Wrong.REQUESTER_KEEPS_FATHER) {
        father = NONE;
      }
    }

    @Override
    public void onRelease() {
      requesting = false;
      if (next != NONE && wrong != Wrong.KEEPS_THE_TOKEN) {
        pass(next);
        next = wrong == Wrong.NEXT_NOT_CLEARED ? next : NONE;
      }
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int k) -> receive(k);
        case Token() -> {
          tokenPresent = true;
          enter();
        }
      }
    }

    private void receive(int k) {
      boolean isWaiting = requesting && !tokenPresent;
      if (father != NONE) {
        send(father, new Request(wrong == Wrong.FORWARDS_IN_ITS_OWN_NAME ? self : k));
        father = wrong == Wrong.NO_REVERSAL_ON_THE_WAY ? father : k;
      } else if (isWaiting || requesting && wrong != Wrong.SENDS_THE_TOKEN_WHILE_INSIDE) {
        next = k;
        father = wrong == Wrong.WAITING_ROOT_STAYS_ROOT ? NONE : k;
      } else {
        pass(k);
        father = wrong == Wrong.IDLE_HOLDER_STAYS_ROOT ? NONE : k;
      }
    }

    private void pass(int to) {
      tokenPresent = false;
      send(to, new Token());
    }

    @Override
    public int idlePermits() {
      return tokenPresent && !requesting ? 1 : 0;
    }

    @Override
    public void state(State s) {
      father = s.node("FATHER", father);
      next = s.node("NEXT", next);
      tokenPresent = s.flag("TOKEN_PRESENT", tokenPresent);
      requesting = s.flag("REQUESTING", requesting);
    }
  }
}
