package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * A token found by quorums: its new holder tells its column of an array, a node that wants it asks
 * its row, and where the two meet the request is passed on to the holder.
 *
 * <ul>
 *   <li>Paper: M. Mizuno, M. L. Neilsen, R. Rao, "A token based distributed mutual exclusion
 *       algorithm based on quorum agreements", ICDCS 1991; reconstructed from its abstract. It
 *       stands for S. Paydar, M. Naghibzadeh, A. Yavari 2006, of which too little is known.
 *   <li>Network: complete, with an array of rows and columns laid over it; messages may overtake
 *       each other.
 *   <li>Messages per entry: 0 where the token is, else U + V − 1 or more in U rows and V columns;
 *       more when out-of-date members of the row pass the request on to former holders.
 *   <li>Departures: a reconstruction.
 *   <li>Page: docs/algorithms/token-quorum-style.md.
 * </ul>
 *
 * <p>Invariant: the token's column has been told of it, or is being told; every row crosses every
 * column. So of the request and the news of the token's last place the later one to arrive where
 * they meet brings the request to the token.
 */
public final class TokenQuorumStyle extends Node<TokenQuorumStyle.Msg> {

  public sealed interface Msg extends Message {}

  /** The origin wants to enter for the n-th time; its sender may be one who passes it on. */
  public record Request(int origin, int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.node("origin", origin);
      s.counter("n", sn);
    }
  }

  /**
   * Its sender has the token after so many moves of it; of the receiver's row these requests are
   * known to the token.
   */
  public record Acquired(int moves, Ints known) implements Msg {
    @Override
    public void show(State s) {
      s.type("ACQUIRED");
      s.counter("moves", moves);
      s.counters("known", known);
    }
  }

  /** The token: its moves, the requests known to it, and Q, the waiting nodes. */
  public record Token(int moves, Ints known, Ints q) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.counter("moves", moves);
      s.counters("known", known);
      s.nodes("Q", q);
    }
  }

  private final int v;

  /** How often this node has asked. */
  private int sn;

  /** The requests of this row of which this node does not know that they reached the token. */
  private final int[] pending;

  /** The last requests known to the token, of all nodes while it is here, else of this row. */
  private final int[] known;

  /** The last holder that is known, and after how many moves it got the token. */
  private int holder;

  private int moves;

  private boolean hasToken;
  private boolean inside;

  /** Q, while the token is here. */
  private final Fifo q = new Fifo();

  public TokenQuorumStyle(int self, Setup setup) {
    super(self, setup.n());
    v = setup.structure().columns();
    pending = new int[n];
    known = new int[n];
    hasToken = self == setup.holder();
    holder = crossing(setup.holder(), rowOf(self)) == self ? setup.holder() : NONE;
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new TokenQuorumStyle(self, setup));
  }

  // Rows are counted from 0; the last may be short.

  private int rowOf(int node) {
    return node / v;
  }

  private int rows() {
    return (n + v - 1) / v;
  }

  private int length(int row) {
    return Math.min(v, n - row * v);
  }

  /** Where a node's column crosses a row; a short row is counted round. */
  private int crossing(int node, int row) {
    return row * v + node % v % length(row);
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
    int first = rowOf(self) * v;
    for (int j = first; j < first + length(rowOf(self)); j++) {
      if (j != self) {
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
          passOn(origin);
        }
      }
      case Acquired(int itsMoves, Ints ofRow) -> {
        // The former holder may know of the move before the new one does.
        if (itsMoves >= moves) {
          holder = from;
          moves = itsMoves;
          for (int c = 0; c < ofRow.size(); c++) {
            int j = rowOf(self) * v + c;
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
    moves = token.moves;
    for (int j = 0; j < n; j++) {
      known[j] = token.known.get(j);
    }
    for (int i = 0; i < token.q.size(); i++) {
      q.enqueue(token.q.get(i));
    }
    for (int j = 0; j < n; j++) {
      admit(j, pending[j]);
      pending[j] = 0;
    }
    for (int r = 0; r < rows(); r++) {
      int member = crossing(self, r);
      if (member != self) {
        int[] ofRow = Arrays.copyOfRange(known, r * v, r * v + length(r));
        send(member, new Acquired(moves, Ints.of(ofRow)));
      }
    }
    inside = true;
    enter();
  }

  /**
   * Where the row meets the column: the holder hears of a request that it does not know. A holder
   * in the same row has been asked by the origin itself.
   */
  private void passOn(int origin) {
    if (pending[origin] <= known[origin]) {
      pending[origin] = 0;
    } else if (holder != NONE && rowOf(holder) != rowOf(self)) {
      send(holder, new Request(origin, pending[origin]));
    }
  }

  private void admit(int origin, int number) {
    if (number > known[origin]) {
      known[origin] = number;
      q.enqueue(origin);
    }
  }

  private void passToken() {
    if (inside || q.isEmpty()) {
      return;
    }
    hasToken = false;
    holder = q.dequeue();
    moves++;
    send(holder, new Token(moves, Ints.of(known.clone()), q.toInts()));
    q.clear();
    for (int j = 0; j < n; j++) {
      known[j] = rowOf(j) == rowOf(self) ? known[j] : 0;
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
