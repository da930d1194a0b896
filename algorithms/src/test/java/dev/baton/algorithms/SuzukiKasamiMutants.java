package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.SuzukiKasami.Msg;
import dev.baton.algorithms.SuzukiKasami.Request;
import dev.baton.algorithms.SuzukiKasami.Token;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;

/** Suzuki-Kasami with one thing wrong. */
final class SuzukiKasamiMutants {

  /** What is wrong. */
  enum Wrong {
    /** The token goes to the youngest of its queue. */
    TAKES_THE_LAST_OF_THE_QUEUE,
    /** Every request counts as new. */
    SERVES_OUTDATED_REQUESTS,
    /** The same, but a site that does not want the token lets it go on. Slow, not incorrect. */
    SENDS_THE_TOKEN_IN_VAIN,
    /** Who has the idle token keeps it. */
    IDLE_HOLDER_KEEPS_THE_TOKEN,
    LN_NOT_UPDATED,
    /** RN[j] is the number that came last, not the largest. */
    RN_OVERWRITTEN,
    /** The sender of the token goes on as if it had it. */
    TOKEN_COPIED,
    /** Q is not searched for those who are in it already. */
    ENQUEUES_TWICE,
    /** A request goes to the sites with larger numbers only. */
    ASKS_ONLY_UPWARDS
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.TAKES_THE_LAST_OF_THE_QUEUE, 3, 3, true, BYPASS),
          // A site that enters without having asked is a handler that fails: it ends every search.
          mutant(Wrong.SERVES_OUTDATED_REQUESTS, 3, 2, true, SAFETY, DEADLOCK, STARVATION),
          mutant(Wrong.LN_NOT_UPDATED, 3, 1, true, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.TOKEN_COPIED, 3, 1, true, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.ENQUEUES_TWICE, 3, 1, true, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.IDLE_HOLDER_KEEPS_THE_TOKEN, 3, 1, true, DEADLOCK, STARVATION),
          mutant(Wrong.RN_OVERWRITTEN, 3, 2, false, DEADLOCK, STARVATION),
          mutant(Wrong.ASKS_ONLY_UPWARDS, 3, 1, true, DEADLOCK, STARVATION));

  private SuzukiKasamiMutants() {}

  static Mutant mutant(Wrong wrong, int n, int requests, boolean fifo, Property... caughtBy) {
    String name = wrong.name().toLowerCase().replace('_', '-');
    return new Mutant(
        "suzuki-kasami/" + name,
        setup -> nodes(setup, wrong),
        Mutant.complete(n),
        requests,
        fifo,
        2 * (n - 2),
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
    private Token token;
    private boolean waiting;
    private boolean executing;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      rn = new int[n];
      if (self == setup.holder()) {
        token = new Token(Ints.zeros(n), Ints.EMPTY);
      }
    }

    @Override
    public void onRequest() {
      if (token != null) {
        executing = true;
        enter();
        return;
      }
      waiting = true;
      rn[self]++;
      for (int j = wrong == Wrong.ASKS_ONLY_UPWARDS ? self : 0; j < n; j++) {
        if (j != self) {
          send(j, new Request(rn[self]));
        }
      }
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int sn) -> {
          rn[from] = wrong == Wrong.RN_OVERWRITTEN ? sn : Math.max(rn[from], sn);
          boolean isWanted =
              wrong == Wrong.SERVES_OUTDATED_REQUESTS
                  || wrong == Wrong.SENDS_THE_TOKEN_IN_VAIN
                  || token != null && rn[from] == token.ln().get(from) + 1;
          boolean isIdle = token != null && !executing;
          if (isIdle && isWanted && wrong != Wrong.IDLE_HOLDER_KEEPS_THE_TOKEN) {
            pass(from, token);
          }
        }
        case Token arrived -> {
          token = arrived;
          if (waiting || wrong != Wrong.SENDS_THE_TOKEN_IN_VAIN) {
            waiting = false;
            executing = true;
            enter();
          } else {
            passToTheNext(arrived.ln().toArray());
          }
        }
      }
    }

    @Override
    public void onRelease() {
      executing = false;
      int[] ln = token.ln().toArray();
      if (wrong != Wrong.LN_NOT_UPDATED) {
        ln[self] = rn[self];
      }
      passToTheNext(ln);
    }

    private void passToTheNext(int[] ln) {
      Fifo q = new Fifo(token.q());
      for (int i = 1; i < n; i++) {
        int j = (self + i) % n;
        if (rn[j] == ln[j] + 1 && (wrong == Wrong.ENQUEUES_TWICE || !q.contains(j))) {
          q.enqueue(j);
        }
      }
      if (q.isEmpty()) {
        token = new Token(Ints.of(ln), Ints.EMPTY);
        return;
      }
      if (wrong == Wrong.TAKES_THE_LAST_OF_THE_QUEUE) {
        for (int k = q.size(); k > 1; k--) {
          q.enqueue(q.dequeue());
        }
      }
      int next = q.dequeue();
      pass(next, new Token(Ints.of(ln), q.toInts()));
    }

    private void pass(int to, Token t) {
      send(to, t);
      token = wrong == Wrong.TOKEN_COPIED ? t : null;
    }

    @Override
    public int idlePermits() {
      return token != null && !executing ? 1 : 0;
    }

    @Override
    public void state(State s) {
      s.counters("RN", rn);
      token = s.message("token", token);
      waiting = s.flag("waiting", waiting);
      executing = s.flag("executing", executing);
    }
  }
}
