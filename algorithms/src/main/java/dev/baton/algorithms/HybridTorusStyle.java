package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * On an array whose rows and columns are rings: a request runs round its row and leaves a note at
 * every node, and the token always moves down a column, until it meets a note.
 *
 * <ul>
 *   <li>Paper: H. Taheri, P. Neamatollahi, M. Naghibzadeh, "A hybrid token-based distributed mutual
 *       exclusion algorithm using wraparound two-dimensional array logical topology", Information
 *       Processing Letters 111(17), 2011; reconstructed from its abstract.
 *   <li>Network: complete, with an array laid over it; messages may overtake each other.
 *   <li>Messages per entry: V − 1 for the request in a row of V, and the way of the token.
 *   <li>Departures: a reconstruction. The token goes straight to the first of the notes that it
 *       finds, then on down that column; it knows which requests were served.
 *   <li>Page: docs/algorithms/hybrid-torus-style.md.
 * </ul>
 *
 * <p>The only row has no row below it: there the token rests.
 */
public final class HybridTorusStyle extends Node<HybridTorusStyle.Msg> {

  public sealed interface Msg extends Message {}

  /** To the right: the origin wants to enter for the n-th time. */
  public record Request(int origin, int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.node("origin", origin);
      s.counter("n", sn);
    }
  }

  /** Down: the token, which moves also if nobody wants it, and the last request served of each. */
  public record Token(Ints ln) implements Msg {
    @Override
    public boolean isPerpetual() {
      return true;
    }

    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.counters("LN", ln);
    }
  }

  /** Along the row: the token, for a node that waits. */
  public record Grant(Ints ln) implements Msg {
    @Override
    public void show(State s) {
      s.type("GRANT");
      s.counters("LN", ln);
    }
  }

  private final int right;
  private final int below;
  private final boolean isFirst;

  /** RN: the last request of each node of the row. */
  private final int[] rn;

  /** The notes, by origin, in the order in which they came. */
  private final Fifo notes = new Fifo();

  /** LN of the token while it is here, else null. */
  private Grant token;

  private boolean inside;

  public HybridTorusStyle(int self, Setup setup) {
    super(self, setup.n());
    int v = setup.structure().columns();
    int start = self / v * v;
    int next = start + v < n ? start + v : 0;
    right = self + 1 < Math.min(start + v, n) ? self + 1 : start;
    below = next + self % v % Math.min(v, n - next);
    isFirst = self == setup.holder();
    rn = new int[n];
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new HybridTorusStyle(self, setup));
  }

  @Override
  public void onStart() {
    if (isFirst) {
      arrive(Ints.zeros(n));
    }
  }

  @Override
  public void onRequest() {
    note(self, rn[self] + 1);
    if (right != self) {
      send(right, new Request(self, rn[self]));
    }
    serve();
  }

  @Override
  public void onRelease() {
    inside = false;
    int[] ln = token.ln.toArray();
    ln[self] = rn[self];
    token = new Grant(Ints.of(ln));
    if (below == self) {
      serve();
    } else {
      moveDown();
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int origin, int sn) -> {
        note(origin, sn);
        if (right != origin) {
          send(right, message);
        }
        serve();
      }
      case Token(Ints ln) -> arrive(ln);
      case Grant grant -> {
        token = grant;
        inside = true;
        enter();
      }
    }
  }

  private void note(int origin, int sn) {
    if (sn > rn[origin]) {
      rn[origin] = sn;
      // An older note has been served, if it is still here: the new one takes the last place.
      for (int left = notes.size(); left > 0; left--) {
        int noted = notes.dequeue();
        if (noted != origin) {
          notes.enqueue(noted);
        }
      }
      notes.enqueue(origin);
    }
  }

  private void arrive(Ints ln) {
    token = new Grant(ln);
    serve();
    if (token != null && !inside && below != self) {
      moveDown();
    }
  }

  /** Gives the token to the first of the notes that has not been served. */
  private void serve() {
    if (token == null || inside) {
      return;
    }
    while (!notes.isEmpty() && rn[notes.get(0)] <= token.ln.get(notes.get(0))) {
      notes.dequeue();
    }
    if (notes.isEmpty()) {
      return;
    }
    int first = notes.dequeue();
    if (first == self) {
      inside = true;
      enter();
    } else {
      send(first, token);
      token = null;
    }
  }

  private void moveDown() {
    send(below, new Token(token.ln));
    token = null;
  }

  @Override
  public int idlePermits() {
    return token != null && !inside ? 1 : 0;
  }

  @Override
  public void state(State s) {
    s.counters("RN", rn);
    s.nodes("notes", notes);
    token = s.message("token", token);
    inside = s.flag("inside", inside);
  }
}
