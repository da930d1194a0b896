package dev.baton.algorithms;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Info-based algorithm: on a wraparound array of u rows and v columns the nodes of one row know who
 * answers for the token; a request goes down its column until it meets that row.
 *
 * <ul>
 *   <li>Paper: P. Neamatollahi, H. Taheri, M. Naghibzadeh, "Info-based approach in distributed
 *       mutual exclusion algorithms", J. Parallel Distrib. Comput. 72, 2012.
 *   <li>Network: complete; messages may overtake each other. The array is a logical structure, its
 *       last row may be short.
 *   <li>Messages per entry: at most u + 3v + 1 when few request, 2 when all do.
 *   <li>Departures: many, because the published listing does not work; see the algorithm's page.
 *   <li>Page: docs/algorithms/info-based.md.
 * </ul>
 *
 * <p>The explicit holder is told of requests by the informed nodes of its row, from the arrival of
 * their InfoMsg until its own Finished, also while the token is away with implicit holders.
 *
 * <p>Invariant: some row is informed, and a request that has passed a node of it is in the token,
 * at the explicit holder, on its way there, or kept by a node that waits.
 */
public final class InfoBased extends Node<InfoBased.Msg> {

  public sealed interface Msg extends Message {}

  /** ReqMsg(j, SN_j): node {@code j} wants to enter for the {@code sn}-th time. */
  public record ReqMsg(int j, int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("ReqMsg");
      s.node("j", j);
      s.counter("SN", sn);
    }
  }

  /** InfoMsg(j, Q): {@code j} is becoming the explicit holder; collects what has passed. */
  public record InfoMsg(int j, Requests q) implements Msg {
    @Override
    public void show(State s) {
      s.type("InfoMsg");
      s.node("j", j);
      q.walk(s, "Q");
    }
  }

  /** RelMsg(j, sw): the sender takes over from the receiver; {@code sw}: in the same row. */
  public record RelMsg(boolean sw) implements Msg {
    @Override
    public void show(State s) {
      s.type("RelMsg");
      s.flag("sw", sw);
    }
  }

  /** RowRel(j, l): the sender is the explicit holder no more; {@code l} is, if in this row. */
  public record RowRel(int l) implements Msg {
    @Override
    public void show(State s) {
      s.type("RowRel");
      s.node("l", l);
    }
  }

  /** Ack(j). */
  public record Ack() implements Msg {
    @Override
    public void show(State s) {
      s.type("Ack");
    }
  }

  /** Finished(Waiting_j): the old explicit holder hands over what it has been told. */
  public record Finished(Requests waiting) implements Msg {
    @Override
    public void show(State s) {
      s.type("Finished");
      waiting.walk(s, "Waiting");
    }
  }

  /**
   * The token.
   *
   * @param seqnum how often each node has entered
   * @param next requests not yet served, the receiver's first
   * @param testreq requests that InfoMsg has found, perhaps served
   * @param idexp the explicit holder
   * @param rowexp its row
   */
  public record Token(Ints seqnum, Requests next, Requests testreq, int idexp, int rowexp)
      implements Msg {
    @Override
    public void show(State s) {
      s.type("token");
      s.counters("seqnum", seqnum);
      next.walk(s, "next");
      testreq.walk(s, "testreq");
      s.node("idexp", idexp);
      s.counter("rowexp", rowexp);
    }

    /** APPEND (token.next, queue), without what has been served. */
    Token append(Requests queue) {
      return withNext(next.append(queue.unserved(seqnum)));
    }

    private Token withNext(Requests queue) {
      return new Token(seqnum, queue, testreq, idexp, rowexp);
    }
  }

  /** What the node's application is doing. */
  private enum Phase {
    IDLE,
    WAITING,
    INSIDE
  }

  private static final Phase[] PHASES = Phase.values();

  /** u and v: rows and columns. */
  private final int u;

  private final int v;
  private final int row;

  /** Nodes in this row: v, or fewer in the last one. */
  private final int length;

  private Phase phase = Phase.IDLE;

  /** SN: the number of the node's last request. */
  private int sn;

  /** Waiting: requests that this node has to bring to the token, its own among them. */
  private Requests waiting = Requests.EMPTY;

  /** P_waiting: requests that have passed here, perhaps served. */
  private Requests pWaiting = Requests.EMPTY;

  /** CL_token: the explicit holder, if its row is this one and knows it; else NONE. */
  private int clToken;

  /** SL_token = self: the node is told of requests, from its InfoMsg to its Finished. */
  private boolean slToken;

  /** Acks still to come before this node can send Finished. */
  private int numAck;

  /** Whom to send Finished to; NONE unless RelMsg has come. */
  private int successor = NONE;

  /** The token while it is here, else null. */
  private Token token;

  /** Fig. 4: initialization. */
  public InfoBased(int self, Setup setup) {
    super(self, setup.n());
    v = setup.structure().columns();
    u = (n + v - 1) / v;
    row = self / v;
    length = Math.min(v, n - row * v);
    int k = setup.holder();
    clToken = row == k / v ? k : NONE;
    if (self == k) {
      slToken = true;
      token = new Token(Ints.zeros(n), Requests.EMPTY, Requests.EMPTY, k, row);
    }
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new InfoBased(self, setup));
  }

  /** Right: the next node of this row. */
  private int right() {
    return row * v + (self - row * v + 1) % length;
  }

  /** Down: where the column of node j crosses the next row. */
  private int down(int j) {
    int first = (row + 1) % u * v;
    return first + j % v % Math.min(v, n - first);
  }

  /** Fig. 5: REQUEST THE CS. */
  @Override
  public void onRequest() {
    sn++;
    phase = Phase.WAITING;
    waiting = waiting.insert(self, sn);
    if (token != null) {
      takeWaiting();
      enterCs();
    } else if (clToken != NONE && clToken != self) {
      send(clToken, new ReqMsg(self, sn));
    } else {
      pWaiting = pWaiting.insert(self, sn);
      if (u > 1) {
        send(down(self), new ReqMsg(self, sn));
      }
    }
  }

  /** Fig. 6: RECEIVE A MESSAGE. */
  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case ReqMsg request -> onReqMsg(request);
      case Token arrived -> onToken(arrived);
      case InfoMsg(int j, Requests q) -> onInfoMsg(j, q);
      case RelMsg(boolean sw) -> onRelMsg(from, sw);
      // Case 5.
      case RowRel(int l) -> {
        clToken = l == self ? clToken : l;
        send(from, new Ack());
      }
      // Case 6.
      case Ack() -> {
        numAck--;
        finishIfAcknowledged();
      }
      case Finished(Requests others) -> onFinished(others);
    }
  }

  /** Case 1. */
  private void onReqMsg(ReqMsg request) {
    int j = request.j;
    if (token != null || slToken) {
      waiting = waiting.insert(j, request.sn);
      if (token != null && phase == Phase.IDLE) {
        passToken();
      }
    } else if (phase == Phase.WAITING) {
      waiting = waiting.insert(j, request.sn); // PCL-1
    } else if (clToken != NONE) {
      send(clToken, request);
    } else if (j != self) {
      pWaiting = pWaiting.insert(j, request.sn);
      send(down(j), request);
    }
  }

  /** Case 2. */
  private void onToken(Token arrived) {
    assert phase == Phase.WAITING && arrived.next.head() == self : "the token comes unasked";
    token = arrived;
    takeWaiting();
    if (token.next.size() > 1 || token.idexp == self) {
      enterCs(); // PCL-2: an implicit holder, or the explicit one still.
      return;
    }
    slToken = true;
    Requests q = pWaiting;
    pWaiting = Requests.EMPTY;
    if (length > 1) {
      send(right(), new InfoMsg(self, q));
    } else {
      onInfoMsg(self, q);
    }
  }

  /** Case 3. */
  private void onInfoMsg(int j, Requests q) {
    if (j != self) {
      clToken = j;
      send(right(), new InfoMsg(j, q.append(pWaiting)));
      pWaiting = Requests.EMPTY;
      return;
    }
    token = new Token(token.seqnum, token.next, q, token.idexp, token.rowexp);
    send(token.idexp, new RelMsg(token.rowexp == row));
  }

  /** Case 4. */
  private void onRelMsg(int from, boolean sw) {
    assert slToken && token == null : "released by " + from;
    successor = from;
    clToken = sw ? from : NONE;
    numAck = length - 1;
    for (int i = row * v; i < row * v + length; i++) {
      if (i != self) {
        send(i, new RowRel(clToken));
      }
    }
    finishIfAcknowledged();
  }

  /** Case 6, once all have answered. */
  private void finishIfAcknowledged() {
    if (numAck == 0) {
      slToken = false;
      send(successor, new Finished(waiting));
      waiting = Requests.EMPTY;
      if (phase == Phase.WAITING) {
        waiting = waiting.insert(self, sn);
      }
      successor = NONE;
    }
  }

  /** Case 7. */
  private void onFinished(Requests others) {
    Requests next = token.append(others).append(token.testreq).next;
    token = new Token(token.seqnum, next, Requests.EMPTY, self, row);
    clToken = self;
    enterCs();
  }

  private void enterCs() {
    phase = Phase.INSIDE;
    enter();
  }

  /** Fig. 7: RELEASE THE CS. */
  @Override
  public void onRelease() {
    phase = Phase.IDLE;
    int[] seqnum = token.seqnum.toArray();
    seqnum[self] = sn;
    Requests next = token.next.without(self);
    token = new Token(Ints.of(seqnum), next, token.testreq, token.idexp, token.rowexp);
    passToken();
  }

  /** Fig. 7: sends the token to head(token.next); an explicit holder keeps it if there is none. */
  private void passToken() {
    takeWaiting();
    assert !token.next.isEmpty() || token.idexp == self : "an implicit holder with nobody next";
    if (!token.next.isEmpty()) {
      send(token.next.head(), token);
      token = null;
    }
  }

  private void takeWaiting() {
    token = token.append(waiting);
    waiting = Requests.EMPTY;
  }

  @Override
  public int idlePermits() {
    return token != null && phase == Phase.IDLE ? 1 : 0;
  }

  @Override
  public void state(State s) {
    phase = s.choice("phase", phase, PHASES);
    sn = s.counter("SN", sn);
    waiting = waiting.walk(s, "Waiting");
    pWaiting = pWaiting.walk(s, "P_waiting");
    clToken = s.node("CL_token", clToken);
    slToken = s.flag("SL_token", slToken);
    numAck = s.counter("NumAck", numAck);
    successor = s.node("successor", successor);
    token = s.message("token", token);
  }
}
