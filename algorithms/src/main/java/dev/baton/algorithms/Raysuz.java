package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * Hybrid of two algorithms: Suzuki-Kasami's among the members of a cluster, Raymond's among the
 * leaders of the clusters, which fetch the token from outside and steal it from their own cluster
 * for others.
 *
 * <ul>
 *   <li>Paper: the Raysuz paper, "Raysuz's algorithm" in 3.1 to 3.3, Algorithms 1 and 2.
 *   <li>Network: any connected graph, divided by {@link Dsta}; messages may overtake each other.
 *   <li>Messages per entry: 0 to M inside a cluster of M; else two broadcasts in a cluster and
 *       twice the way between the leaders.
 *   <li>Departures: many, see the page; the listings of the paper do not work.
 *   <li>Page: docs/algorithms/raysuz.md.
 * </ul>
 */
public class Raysuz extends Node<Raysuz.Msg> {

  public sealed interface Msg extends Message {}

  /** InReq: {@code j}, or the leader on behalf of {@link #OUTSIDE}, asks for the n-th time. */
  public record InReq(int j, int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("INREQ");
      s.node("j", j);
      s.counter("n", sn);
    }
  }

  /** InTok: LastArray, and SuzQ with the recipient at its head. */
  public record InTok(Ints last, Ints suzQ) implements Msg {
    @Override
    public void show(State s) {
      s.type("INTOK");
      s.counters("last", last);
      s.nodes("SuzQ", suzQ);
    }
  }

  /** ExReq: the side of its sender needs the token. */
  public sealed interface ExReq extends Msg permits PlainExReq, RaysuzFairStyle.AgedExReq {
    /** The number of the oldest request there, if the message says it. */
    default int number() {
      return 0;
    }
  }

  public record PlainExReq() implements ExReq {
    @Override
    public void show(State s) {
      s.type("EXREQ");
    }
  }

  /** ExTok: the token between clusters. */
  public sealed interface ExTok extends Msg permits PlainExTok, RaysuzFairStyle.AgedExTok {}

  public record PlainExTok() implements ExTok {
    @Override
    public void show(State s) {
      s.type("EXTOK");
    }
  }

  private static final ExReq EXREQ = new PlainExReq();
  private static final ExTok EXTOK = new PlainExTok();

  /** The other clusters, for which a leader takes part in its own cluster as one member more. */
  static final int OUTSIDE = NONE;

  final int leader;

  /** The cluster in increasing order; the last place of an array over it belongs to OUTSIDE. */
  private final int[] members;

  /** Dir: the next node on the tree towards the leader whose cluster has the token, or self. */
  private int dir;

  /** Asked: an ExReq to Dir has not been answered yet. */
  private boolean asked;

  /** RaymQ: neighbours on the tree, and the leader itself for its cluster, that wait. */
  final Fifo raymQ = new Fifo();

  /** RequestArray: the largest request number heard from each member, and from OUTSIDE. */
  final int[] request;

  /** The internal token while it is here. A leader keeps it while the token is outside. */
  private InTok token;

  private boolean executing;

  Raysuz(int self, Setup setup, Dsta.Clusters clusters) {
    super(self, setup.n());
    leader = clusters.leader()[self];
    members = clusters.members()[self];
    dir = clusters.dir()[self];
    request = new int[members.length + 1];
    boolean isInside = leader == clusters.leader()[setup.holder()];
    if (self == (isInside ? setup.holder() : leader)) {
      token = new InTok(Ints.zeros(request.length), Ints.EMPTY);
    }
  }

  static Node<?>[] nodes(Setup setup) {
    Dsta.Clusters clusters = Dsta.divide(setup);
    return setup.nodes(self -> new Raysuz(self, setup, clusters));
  }

  /** Pulse: Ordinary step 3, and with the token here Ordinary step 7. */
  @Override
  public void onRequest() {
    if (token != null && isTokInside()) {
      enterCs();
      return;
    }
    int number = ask(self);
    if (token == null) {
      tellMembers(new InReq(self, number));
    } else {
      needToken(number);
    }
  }

  /** Ordinary step 4, Ordinary step 5: what follows "enter CS". */
  @Override
  public void onRelease() {
    executing = false;
    passOn(self);
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case InReq(int j, int sn) -> onInReq(j, sn);
      case InTok arrived -> onInTok(arrived);
      case ExReq exReq -> onExReq(from, exReq);
      case ExTok exTok -> onExTok(exTok);
    }
  }

  /**
   * A request from the cluster. Ordinary step 1, Leader step 2, Leader step 4: it is only noted.
   * Ordinary step 6: the token goes to it. Leader step 1, Leader step 5: the token is outside.
   */
  void onInReq(int j, int sn) {
    int place = place(j);
    request[place] = Math.max(request[place], sn);
    if (token == null || executing || request[place] <= token.last.get(place)) {
      return;
    }
    if (isTokInside()) {
      send(hostOf(j), new InTok(token.last, Ints.of(j)));
      token = null;
    } else {
      needToken(request[place]);
    }
  }

  /** Ordinary step 4, Ordinary step 5; Leader step 3 if it was stolen. */
  void onInTok(InTok arrived) {
    assert token == null : "two tokens in a cluster";
    Fifo suzQ = new Fifo(arrived.suzQ);
    int j = suzQ.dequeue();
    token = new InTok(arrived.last, suzQ.toInts());
    if (j == OUTSIDE) {
      sendOut();
    } else {
      enterCs();
    }
  }

  /**
   * A request from outside. Ordinary step 1, Ordinary step 6: relays it. Leader step 1: asks
   * outside; Leader step 2: steals the token; Leader step 4, Leader step 5: has asked already.
   */
  void onExReq(int from, ExReq message) {
    enqueue(from, message.number());
    if (dir != self) {
      makeRequest();
    } else if (raymQ.size() == 1) {
      steal();
    }
  }

  /** Ordinary step 2: relays it. Leader step 6: it goes into the cluster. */
  void onExTok(ExTok message) {
    dir = dequeue();
    asked = false;
    if (dir != self) {
      send(dir, exTok());
      makeRequest();
    } else {
      passOn(OUTSIDE);
      if (!raymQ.isEmpty()) {
        steal();
      }
    }
  }

  // The leader, between its cluster and the others.

  /**
   * Leader step 1, Leader step 5: a member waits, by the request of that number, and the token is
   * outside.
   */
  private void needToken(int number) {
    if (!raymQ.contains(self)) {
      enqueue(self, number);
    }
    makeRequest();
  }

  /** Raymond's MAKE_REQUEST. */
  private void makeRequest() {
    if (!raymQ.isEmpty() && !asked) {
      send(dir, exReq());
      asked = true;
    }
  }

  /** Leader step 2: another cluster waits and the token is inside; asks like any member. */
  private void steal() {
    int number = ask(OUTSIDE);
    if (token == null) {
      tellMembers(new InReq(OUTSIDE, number));
    } else if (!executing) {
      sendOut();
    }
  }

  /** Leader step 3: gives the stolen token to the first of RaymQ. */
  private void sendOut() {
    token = update(OUTSIDE);
    dir = dequeue();
    send(dir, exTok());
    if (!token.suzQ.isEmpty()) {
      enqueue(self, request[place(token.suzQ.get(0))]);
    }
    makeRequest();
  }

  // What a variant decides in another way: numbers, and the order of both queues.

  /** The number of the next request of {@code j}. */
  int nextNumber(int j) {
    return request[place(j)] + 1;
  }

  ExReq exReq() {
    return EXREQ;
  }

  ExTok exTok() {
    return EXTOK;
  }

  /** Puts {@code j} into RaymQ, for a request of that number. */
  void enqueue(int j, int number) {
    raymQ.enqueue(j);
  }

  int dequeue() {
    return raymQ.dequeue();
  }

  void enqueue(Fifo suzQ, int j) {
    suzQ.enqueue(j);
  }

  // Suzuki and Kasami's algorithm in the cluster.

  private void enterCs() {
    executing = true;
    enter();
  }

  /** {@code j}, which is served here, hands the token to the head of SuzQ, or keeps it. */
  private void passOn(int j) {
    token = update(j);
    if (!token.suzQ.isEmpty()) {
      int head = token.suzQ.get(0);
      InTok passed = token;
      token = null;
      if (hostOf(head) == self) {
        onInTok(passed);
      } else {
        send(hostOf(head), passed);
      }
    }
  }

  /** "Update SuzQ" and LastArray: {@code j} is served, and all who wait are in the queue. */
  private InTok update(int j) {
    int served = place(j);
    int[] last = token.last.toArray();
    last[served] = request[served];
    Fifo suzQ = new Fifo(token.suzQ);
    for (int i = 1; i < request.length; i++) {
      int place = (served + i) % request.length;
      int k = place == members.length ? OUTSIDE : members[place];
      if (request[place] > last[place] && !suzQ.contains(k)) {
        enqueue(suzQ, k);
      }
    }
    return new InTok(Ints.of(last), suzQ.toInts());
  }

  private int ask(int j) {
    int place = place(j);
    request[place] = nextNumber(j);
    return request[place];
  }

  private void tellMembers(InReq message) {
    for (int j : members) {
      if (j != self) {
        send(j, message);
      }
    }
  }

  /** The node that takes part as {@code j}. */
  private int hostOf(int j) {
    return j == OUTSIDE ? leader : j;
  }

  /** TokInside, where the internal token is: a leader whose Dir points away only keeps it. */
  private boolean isTokInside() {
    return self != leader || dir == self;
  }

  /** Where a member, or OUTSIDE, stands in an array over the cluster. */
  final int place(int j) {
    return j == OUTSIDE ? members.length : Arrays.binarySearch(members, j);
  }

  @Override
  public int idlePermits() {
    return token != null && isTokInside() && !executing ? 1 : 0;
  }

  @Override
  public void state(State s) {
    dir = s.node("Dir", dir);
    asked = s.flag("Asked", asked);
    s.nodes("RaymQ", raymQ);
    s.counters("request", request);
    token = s.message("InTok", token);
    executing = s.flag("executing", executing);
  }
}
