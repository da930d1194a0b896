package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Broadcast algorithm: a request goes to everybody, and the token carries the queue of those who
 * wait for it.
 *
 * <ul>
 *   <li>Paper: I. Suzuki, T. Kasami, "A distributed mutual exclusion algorithm", ACM TOCS 3(4),
 *       1985.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 where the token is, else N.
 *   <li>Departures: none; sites are appended to the queue beginning after the releasing one, an
 *       order that the paper leaves open.
 *   <li>Page: docs/algorithms/suzuki-kasami.md.
 * </ul>
 */
public final class SuzukiKasami extends Node<SuzukiKasami.Msg> {

  public sealed interface Msg extends Message {}

  /** REQUEST(j, n): its sender j wants to enter for the n-th time. */
  public record Request(int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.counter("n", sn);
    }
  }

  /** The token: LN, the last request of each site that was served, and Q, the waiting sites. */
  public record Token(Ints ln, Ints q) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.counters("LN", ln);
      s.nodes("Q", q);
    }
  }

  /** RN: the largest request number heard from each site. */
  private final int[] rn;

  /** The token while it is here, else null. */
  private Token token;

  private boolean executing;

  public SuzukiKasami(int self, Setup setup) {
    super(self, setup.n());
    rn = new int[n];
    if (self == setup.holder()) {
      token = new Token(Ints.zeros(n), Ints.EMPTY);
    }
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new SuzukiKasami(self, setup));
  }

  /** Step 1: requesting the critical section. */
  @Override
  public void onRequest() {
    if (token == null) {
      rn[self]++;
      broadcast(new Request(rn[self]));
    } else {
      executing = true;
      enter();
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      // Step 1, at the others.
      case Request(int sn) -> {
        rn[from] = Math.max(rn[from], sn);
        if (token != null && !executing && isOutstanding(from, token.ln.get(from))) {
          pass(from, token);
        }
      }
      // Step 2: executing the critical section.
      case Token arrived -> {
        assert token == null : "two tokens";
        token = arrived;
        executing = true;
        enter();
      }
    }
  }

  /** Step 3: releasing the critical section. */
  @Override
  public void onRelease() {
    executing = false;
    int[] ln = token.ln.toArray();
    ln[self] = rn[self];
    Fifo q = new Fifo(token.q);
    NodeSet queued = new NodeSet(n, token.q);
    for (int i = 1; i < n; i++) {
      int j = (self + i) % n;
      if (isOutstanding(j, ln[j]) && queued.add(j)) {
        q.enqueue(j);
      }
    }
    if (q.isEmpty()) {
      token = new Token(Ints.of(ln), Ints.EMPTY);
    } else {
      int next = q.dequeue();
      pass(next, new Token(Ints.of(ln), q.toInts()));
    }
  }

  /** A site whose last request has not been served; an outdated request is not outstanding. */
  private boolean isOutstanding(int j, int served) {
    return rn[j] == served + 1;
  }

  private void pass(int to, Token t) {
    send(to, t);
    token = null;
  }

  @Override
  public int idlePermits() {
    return token != null && !executing ? 1 : 0;
  }

  @Override
  public void state(State s) {
    s.counters("RN", rn);
    token = s.message("token", token);
    executing = s.flag("executing", executing);
  }
}
