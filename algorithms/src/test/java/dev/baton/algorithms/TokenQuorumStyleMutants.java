package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.TokenQuorumStyle.Acquired;
import dev.baton.algorithms.TokenQuorumStyle.Msg;
import dev.baton.algorithms.TokenQuorumStyle.Request;
import dev.baton.algorithms.TokenQuorumStyle.Token;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The token with quorums with one thing wrong. */
final class TokenQuorumStyleMutants {

  /** What is wrong. */
  enum Wrong {
    /** The column is not told. */
    TELLS_NOBODY,
    /** News of the token is not compared with the requests that came before it. */
    FORGETS_PENDING,
    /** A member of the row does not pass a request on that comes after the news. */
    PASSES_NOTHING_ON,
    /** Who gets the token does not look at the requests of its own row. */
    FORGETS_ITS_ROW,
    /** A request that is known to the token is queued again. */
    QUEUES_TWICE,
    /** The token is sent on while its node is inside. */
    PASSES_WHILE_INSIDE,
    /** The token goes to the last of its queue. */
    TAKES_LAST
  }

  private static final Graph SQUARE = Graph.torus(2, 2);
  private static final Graph ROW = Graph.torus(1, 3);

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.TELLS_NOBODY, SQUARE, 1, DEADLOCK, STARVATION),
          mutant(Wrong.FORGETS_PENDING, SQUARE, 1, DEADLOCK, STARVATION),
          mutant(Wrong.PASSES_NOTHING_ON, SQUARE, 1, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.FORGETS_ITS_ROW, SQUARE, 1, DEADLOCK, STARVATION),
          mutant(Wrong.QUEUES_TWICE, SQUARE, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.PASSES_WHILE_INSIDE, SQUARE, 1, SAFETY),
          mutant(Wrong.TAKES_LAST, ROW, 2, BYPASS));

  private TokenQuorumStyleMutants() {}

  static Mutant mutant(Wrong wrong, Graph array, int requests, Property... caughtBy) {
    String name = wrong.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Mutant(
        "token-quorum-style/" + name,
        setup -> nodes(setup, wrong),
        Setup.of(array),
        requests,
        true,
        array.size() - 2,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, setup, wrong);
    }
    return nodes;
  }

  /** The algorithm where all rows are full, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private final int v;
    private int sn;
    private final int[] pending;
    private final int[] known;
    private int holder;
    private int moves;
    private boolean hasToken;
    private boolean inside;
    private final Fifo q = new Fifo();

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      v = setup.structure().columns();
      pending = new int[n];
      known = new int[n];
      hasToken = self == setup.holder();
      holder = self % v == setup.holder() % v ? setup.holder() : NONE;
    }

    @Override
    public void onRequest() {
      if (hasToken) {
        inside = true;
        enter();
        return;
      }
      sn++;
      pending[self] = sn;
      for (int j = 0; j < n; j++) {
        if (j != self && j / v == self / v) {
          send(j, new Request(self, sn));
        }
      }
      passOn(self);
    }

    @Override
    public void onRelease() {
      inside = false;
      passToken();
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int origin, int number) -> {
          if (hasToken) {
            admit(origin, number);
            passToken();
          } else if (from == origin) {
            pending[origin] = Math.max(pending[origin], number);
            if (wrong != Wrong.PASSES_NOTHING_ON) {
              passOn(origin);
            }
          }
        }
        case Acquired(int itsMoves, Ints ofRow) -> {
          if (itsMoves >= moves) {
            holder = from;
            moves = itsMoves;
            for (int c = 0; c < v && wrong != Wrong.FORGETS_PENDING; c++) {
              int j = self / v * v + c;
              known[j] = Math.max(known[j], ofRow.get(c));
              passOn(j);
            }
          }
        }
        case Token token -> receive(token);
      }
    }

    private void receive(Token token) {
      hasToken = true;
      holder = self;
      moves = token.moves();
      for (int j = 0; j < n; j++) {
        known[j] = token.known().get(j);
      }
      for (int i = 0; i < token.q().size(); i++) {
        q.enqueue(token.q().get(i));
      }
      for (int j = 0; j < n; j++) {
        if (wrong != Wrong.FORGETS_ITS_ROW) {
          admit(j, pending[j]);
        }
        pending[j] = 0;
      }
      for (int j = self % v; j < n && wrong != Wrong.TELLS_NOBODY; j += v) {
        if (j != self) {
          int[] ofRow = Arrays.copyOfRange(known, j / v * v, j / v * v + v);
          send(j, new Acquired(moves, Ints.of(ofRow)));
        }
      }
      inside = true;
      enter();
    }

    private void passOn(int origin) {
      if (pending[origin] <= known[origin]) {
        pending[origin] = 0;
      } else if (holder != NONE && holder / v != self / v) {
        send(holder, new Request(origin, pending[origin]));
      }
    }

    private void admit(int origin, int number) {
      if (number > known[origin] || number > 0 && wrong == Wrong.QUEUES_TWICE) {
        known[origin] = Math.max(known[origin], number);
        q.enqueue(origin);
      }
    }

    private void passToken() {
      if (inside && wrong != Wrong.PASSES_WHILE_INSIDE || q.isEmpty()) {
        return;
      }
      for (int left = q.size() - 1; left > 0 && wrong == Wrong.TAKES_LAST; left--) {
        q.enqueue(q.dequeue());
      }
      hasToken = false;
      holder = q.dequeue();
      moves++;
      send(holder, new Token(moves, Ints.of(known.clone()), q.toInts()));
      q.clear();
      for (int j = 0; j < n; j++) {
        known[j] = j / v == self / v ? known[j] : 0;
      }
    }

    @Override
    public int idlePermits() {
      return hasToken && !inside ? 1 : 0;
    }

    @Override
    public void state(State s) {
      sn = s.counter("n", sn);
      s.counters("pending", pending);
      s.counters("known", known);
      holder = s.node("holder", holder);
      moves = s.counter("moves", moves);
      hasToken = s.flag("token", hasToken);
      inside = s.flag("inside", inside);
      s.nodes("Q", q);
    }
  }
}
