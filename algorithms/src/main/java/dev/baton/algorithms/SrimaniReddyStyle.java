package dev.baton.algorithms;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Suzuki-Kasami with k tokens: a request goes to everybody, and whoever has a token unused sends
 * it.
 *
 * <ul>
 *   <li>Paper: P. K. Srimani, R. L. Reddy, "Another distributed algorithm for multiple entries to a
 *       critical section", Information Processing Letters 41(1), 1992; reconstructed from what is
 *       said of it; the paper was not available.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 where an unused token is, else N to N + k − 1.
 *   <li>Departures: a reconstruction; tokens carry no queue, each goes round to the next node that
 *       waits; what is granted is remembered by the nodes and carried by every token.
 *   <li>Page: docs/algorithms/srimani-reddy-style.md.
 * </ul>
 *
 * <p>Several tokens may be sent for one request: the first lets the node in, the others lie there
 * unused. Invariant: LN[j] names a request for which a token is or was on its way to j, so that no
 * node grants what it knows to be granted.
 */
public final class SrimaniReddyStyle extends Node<SrimaniReddyStyle.Msg> {

  public sealed interface Msg extends Message {}

  /** Its sender wants to enter, and has broadcast n requests. */
  public record Request(int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.counter("n", sn);
    }
  }

  /** One of the tokens, and which requests its sender knows to be granted. */
  public record Token(int name, Ints ln) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.counter("name", name);
      s.counters("LN", ln);
    }
  }

  /** RN: the largest request number heard from each node. */
  private final int[] rn;

  /** LN: the last request of each node that is known to be granted. */
  private final int[] ln;

  /** The tokens that lie here unused. */
  private final NodeSet unused;

  /** The token with which this node is inside, else NONE. */
  private int using = NONE;

  /** Has asked, and is not inside yet. */
  private boolean waiting;

  public SrimaniReddyStyle(int self, Setup setup) {
    super(self, setup.n());
    rn = new int[n];
    ln = new int[n];
    unused = new NodeSet(setup.permits());
    for (int t = 0; t < setup.permits() && self == setup.holder(); t++) {
      unused.add(t);
    }
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new SrimaniReddyStyle(self, setup));
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
    unused.add(using);
    using = NONE;
    grant();
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int sn) -> rn[from] = Math.max(rn[from], sn);
      case Token(int name, Ints known) -> {
        for (int j = 0; j < n; j++) {
          ln[j] = Math.max(ln[j], known.get(j));
        }
        if (waiting) {
          waiting = false;
          ln[self] = rn[self];
          letIn(name);
        } else {
          unused.add(name);
        }
      }
    }
    grant();
  }

  /** Sends every unused token to a node that waits, beginning after this one. */
  private void grant() {
    for (int i = 1; i < n && !unused.isEmpty(); i++) {
      int j = (self + i) % n;
      if (rn[j] > ln[j]) {
        ln[j] = rn[j];
        send(j, new Token(take(), Ints.of(ln.clone())));
      }
    }
  }

  private int take() {
    int name = unused.next(0);
    unused.remove(name);
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
  public Ints unusedPermits() {
    int[] names = new int[unused.size()];
    int size = 0;
    for (int t = unused.next(0); t != NONE; t = unused.next(t + 1)) {
      names[size++] = t;
    }
    return Ints.of(names);
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
