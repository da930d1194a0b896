package dev.baton.algorithms;

import static java.lang.Math.abs;
import static java.lang.Math.max;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * k-local mutual exclusion for nodes that roam: in each neighbourhood a leader with a token lets k
 * in at once, and the leadership goes with the token to one of those who wait.
 *
 * <ul>
 *   <li>Paper: "k-local mutual exclusion in mobile ad hoc networks" (KLME), a leader with a token,
 *       sections 3 and 7.
 *   <li>Network: every node of a neighbourhood reaches every other one, FIFO; nodes leave and join
 *       at any moment, and what is under way to a leaver is lost.
 *   <li>Messages per entry: 0 for the leader, 3 while a permit is free, n + 2 if the request comes
 *       too late at every leader; a token that moves is announced to the n − 1 others as well.
 *   <li>Departures: see docs/algorithms/klme.md. The most important: the eldest node of a
 *       neighbourhood knows of every token that was sent, and replaces one that is lost.
 *   <li>Page: docs/algorithms/klme.md.
 * </ul>
 */
public final class Klme extends Node<Klme.Msg> {

  public sealed interface Msg extends Message {}

  /** Leader_info(i, T_alloc_id, Token_leader_no), with the leader's arrival and R_Queue. */
  public record LeaderInfo(int leader, int arrival, Tickets tAllocId, Tickets rQueue, int no)
      implements Msg {
    @Override
    public void show(State s) {
      s.type("Leader_info");
      s.node("i", leader);
      s.counter("arrival", arrival);
      tAllocId.show("T_alloc_id", s);
      rQueue.show("R_Queue", s);
      s.counter("Token_leader_no", no);
    }
  }

  /** I_am_here(i, state_i): the number of the arrival, and of the request if there is one. */
  public record IAmHere(int arrival, boolean isWaiting, int rn) implements Msg {
    @Override
    public void show(State s) {
      s.type("I_am_here");
      s.counter("arrival", arrival);
      s.flag("W", isWaiting);
      s.counter("RN", rn);
    }
  }

  /** Req_CS(i, RN_i). */
  public record ReqCs(int rn) implements Msg {
    @Override
    public void show(State s) {
      s.type("Req_CS");
      s.counter("RN", rn);
    }
  }

  /**
   * Token(i, T_alloc_id, T_req_list, Kfree, R_Queue) with Token_leader_no: makes its receiver the
   * leader, if it has been there since that arrival. Kfree is the number of free places in
   * T_alloc_id.
   */
  public record Token(int arrival, Tickets tAllocId, Tickets tReqList, Tickets rQueue, int no)
      implements Msg {
    @Override
    public void show(State s) {
      s.type("Token");
      s.counter("arrival", arrival);
      tAllocId.show("T_alloc_id", s);
      tReqList.show("T_req_list", s);
      rQueue.show("R_Queue", s);
      s.counter("Token_leader_no", no);
    }

    Token tAllocId(Tickets changed) {
      return new Token(arrival, changed, tReqList, rQueue, no);
    }

    Token tReqList(Tickets changed) {
      return new Token(arrival, tAllocId, changed, rQueue, no);
    }

    Token rQueue(Tickets changed) {
      return new Token(arrival, tAllocId, tReqList, changed, no);
    }
  }

  /** Req_ack() for this request. */
  public record ReqAck(int rn) implements Msg {
    @Override
    public void show(State s) {
      s.type("Req_ack");
      s.counter("RN", rn);
    }
  }

  /** Per_grant() for this request, with the place in T_alloc_id as the permit. */
  public record PerGrant(int rn, int permit) implements Msg {
    @Override
    public void show(State s) {
      s.type("Per_grant");
      s.counter("RN", rn);
      s.counter("permit", permit);
    }
  }

  /** Release(i, RN_i). */
  public record Release(int rn) implements Msg {
    @Override
    public void show(State s) {
      s.type("Release");
      s.counter("RN", rn);
    }
  }

  /** I_am_leaving(i, node_req_list_i, node_release_list_i). */
  public record IAmLeaving(int arrival, Tickets nodeReqList, Tickets nodeReleaseList)
      implements Msg {
    @Override
    public void show(State s) {
      s.type("I_am_leaving");
      s.counter("arrival", arrival);
      nodeReqList.show("node_req_list", s);
      nodeReleaseList.show("node_release_list", s);
    }
  }

  /** State: remainder, waiting, critical section. */
  private enum Phase {
    R,
    W,
    CS
  }

  private final int k;
  private Phase state = Phase.R;

  /** RN: grows with every request, in whatever neighbourhood. */
  private int rn;

  /** By node: the number of its arrival, negative once it has left, 0 as long as unheard of. */
  private final int[] arrival;

  /** M_Th_id: the leader, to this node's knowledge. */
  private int leader = NONE;

  /** Node_leader_no: the number of the newest token heard of. */
  private int nodeLeaderNo;

  /** How the newest token was announced, as long as another leads; null if nobody has said. */
  private LeaderInfo info;

  /** The token while it is here (M_T), else null. */
  private Token token;

  private boolean reqAck;

  /** The node that granted the permit used here, if it was not the leader that this node knows. */
  private int granter = NONE;

  /** Node_req_list: by node, the last request of this stay that came while another led. */
  private final int[] nodeReqList;

  /** Node_release_list: by node, the last of its requests whose release came here. */
  private final int[] nodeReleaseList;

  public Klme(int self, Setup setup) {
    super(self, setup.n());
    k = setup.permits();
    arrival = new int[n];
    nodeReqList = new int[n];
    nodeReleaseList = new int[n];
    for (int j = 0; j < n; j++) {
      boolean isHere = setup.home(self) != NONE && setup.home(j) == setup.home(self);
      arrival[j] = isHere ? setup.arrival(j) : 0;
    }
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new Klme(self, setup));
  }

  // Who is here.

  private boolean isOutside() {
    return arrival[self] == 0;
  }

  /** Whether everybody who was here at this node's arrival is known to have left. */
  private boolean isEldest() {
    for (int j = 0; j < n; j++) {
      if (0 < arrival[j] && arrival[j] < arrival[self]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a node has ended the stay that began with an arrival. One that arrived later than this
   * node, and is unheard of, has its I_am_here still under way.
   */
  private boolean hasLeft(int j, int since) {
    int known = abs(arrival[j]);
    if (since == known) {
      return arrival[j] < 0;
    }
    return since < known || since < arrival[self];
  }

  private Tickets stillHere(Tickets tickets, boolean keepsPlaces) {
    Tickets kept = tickets;
    for (int i = tickets.size() - 1; i >= 0; i--) {
      if (tickets.id(i) != NONE && hasLeft(tickets.id(i), tickets.arrival(i))) {
        kept = keepsPlaces ? kept.free(i) : kept.without(i);
      }
    }
    return kept;
  }

  // Initialization, and whenever there is no token any more.

  @Override
  public void onStart() {
    generateToken();
  }

  /**
   * GenerateToken: the eldest generates a token if there is none: nobody has said that there is
   * one, or the last leader it heard of has left without the token. A node that sends a token on
   * tells all that are there; so the eldest, which has been there longest, has heard of every
   * token, and of everybody's leaving after what they sent. Those who had a permit when a lost
   * token was sent have it still.
   */
  private void generateToken() {
    if (isOutside() || leader != NONE || !isEldest()) {
      return;
    }
    Tickets allocated = info == null ? Tickets.allFree(k) : info.tAllocId;
    Tickets queue = info == null ? Tickets.EMPTY : info.rQueue;
    Tickets heard = Tickets.EMPTY;
    for (int j = 0; j < n; j++) {
      if (arrival[j] > 0) {
        int last = max(allocated.last(j), queue.last(j));
        heard = heard.with(j, arrival[j], max(0, last));
      }
    }
    lead(new Token(arrival[self], allocated, heard, queue, nodeLeaderNo + 1));
    if (token != null) {
      broadcast(announcement());
    }
  }

  private LeaderInfo announcement() {
    return new LeaderInfo(self, arrival[self], token.tAllocId, token.rQueue, token.no);
  }

  /** A. On receiving Leader_info. */
  private void onLeaderInfo(LeaderInfo message) {
    if (message.no <= nodeLeaderNo) {
      return;
    }
    assert token == null : "two tokens";
    nodeLeaderNo = message.no;
    info = message;
    leader = hasLeft(message.leader, message.arrival) ? NONE : message.leader;
    if (leader == NONE) {
      generateToken();
      return;
    }
    int allocated = message.tAllocId.last(self);
    boolean isMine = state != Phase.R && allocated == rn;
    if (allocated > 0 && !isMine) {
      send(leader, new Release(allocated));
    }
    reqAck |= state == Phase.W && message.rQueue.last(self) == rn;
    if (state == Phase.W && !reqAck && !isMine) {
      send(leader, new ReqCs(rn));
    }
  }

  /** B. Node i is requesting. */
  @Override
  public void onRequest() {
    state = Phase.W;
    rn++;
    if (token != null) {
      serve();
    } else if (leader != NONE) {
      send(leader, new ReqCs(rn));
    }
  }

  /** C. On receiving Req_CS(j, RN_j) from node j. */
  private void onReqCs(int j, int number) {
    if (token == null) {
      nodeReqList[j] = max(nodeReqList[j], number);
    } else if (number > token.tReqList.last(j)) {
      enqueue(j, number);
      serve();
      if (token != null && token.rQueue.last(j) == number) {
        send(j, new ReqAck(number));
      }
    }
  }

  /** The request of j is known to the token; those before it must be over. */
  private void enqueue(int j, int number) {
    token =
        new Token(
            arrival[self],
            token.tAllocId.freeOf(j),
            token.tReqList.withLast(j, arrival[j], number),
            token.rQueue.withoutOf(j).with(j, arrival[j], number),
            token.no);
  }

  /** E. On receiving Per_grant() from node j; one that is not needed any more is given back. */
  private void onPerGrant(int j, PerGrant grant) {
    if (state == Phase.W && grant.rn == rn) {
      state = Phase.CS;
      reqAck = false;
      granter = j == leader ? NONE : j;
      enter(grant.permit);
    } else if (state != Phase.CS || grant.rn != rn) {
      send(j, new Release(grant.rn));
    }
  }

  /** F. Node i exits from CS. */
  @Override
  public void onRelease() {
    state = Phase.R;
    if (token != null) {
      token = token.tAllocId(token.tAllocId.freeOf(self));
      serve();
    } else {
      giveBack();
    }
    granter = NONE;
  }

  /**
   * To the leader, and to the granter, which may already lead, or lead again, unknown to this node.
   */
  private void giveBack() {
    if (leader != NONE) {
      send(leader, new Release(rn));
    }
    if (granter != NONE && granter != leader && arrival[granter] > 0) {
      send(granter, new Release(rn));
    }
  }

  /** G. On receiving Release(j, RN_j) from node j. */
  private void onRelease(int j, int number) {
    if (token == null) {
      nodeReleaseList[j] = max(nodeReleaseList[j], number);
      return;
    }
    int slot = token.tAllocId.indexOf(j);
    if (slot != NONE && token.tAllocId.number(slot) <= number) {
      token = token.tAllocId(token.tAllocId.free(slot));
      serve();
    }
  }

  /**
   * H. On receiving Token; one for an earlier stay is lost. Those who came while it was under way
   * do not know the leader yet.
   */
  private void onToken(Token arrived) {
    if (arrived.arrival != arrival[self]) {
      return;
    }
    Tickets told = arrived.tReqList;
    lead(arrived);
    for (int j = 0; j < n && token != null; j++) {
      if (arrival[j] > 0 && j != self && !told.lists(j, arrival[j])) {
        send(j, announcement());
      }
    }
  }

  /** Leads with a token from which those are missing who have left. */
  private void lead(Token generated) {
    leader = self;
    info = null;
    nodeLeaderNo = generated.no;
    token =
        new Token(
            arrival[self],
            stillHere(generated.tAllocId, true),
            stillHere(generated.tReqList, false),
            stillHere(generated.rQueue, false),
            generated.no);
    compareLists();
    token = token.rQueue(token.rQueue.withoutOf(self));
    if (state != Phase.CS) {
      token = token.tAllocId(token.tAllocId.freeOf(self));
    }
    serve();
  }

  /** Compares Node_req_list with T_req_list, and Node_release_list with T_alloc_id. */
  private void compareLists() {
    for (int j = 0; j < n; j++) {
      if (arrival[j] <= 0 || j == self) {
        continue;
      }
      int slot = token.tAllocId.indexOf(j);
      if (slot != NONE && token.tAllocId.number(slot) <= nodeReleaseList[j]) {
        token = token.tAllocId(token.tAllocId.free(slot));
      }
      int last = token.tReqList.last(j);
      if (nodeReqList[j] > max(0, last)) {
        enqueue(j, nodeReqList[j]);
      } else if (last == NONE) {
        token = token.tReqList(token.tReqList.with(j, arrival[j], 0));
      }
      nodeReqList[j] = 0;
      nodeReleaseList[j] = 0;
    }
  }

  /** Gives out what is free: to this node first, then in the order of R_Queue. */
  private void serve() {
    int slot = token.tAllocId.indexOf(NONE);
    if (state == Phase.W) {
      assert slot != NONE : "the leader finds no permit";
      token =
          token
              .tAllocId(token.tAllocId.set(slot, self, arrival[self], rn))
              .tReqList(token.tReqList.withLast(self, arrival[self], rn));
      state = Phase.CS;
      reqAck = false;
      enter(slot);
      slot = token.tAllocId.indexOf(NONE);
    }
    if (state == Phase.R && !token.rQueue.isEmpty()) {
      passToFirst();
      return;
    }
    while (slot != NONE && !token.rQueue.isEmpty()) {
      int j = token.rQueue.id(0);
      int number = token.rQueue.number(0);
      send(j, new PerGrant(number, slot));
      token =
          token
              .tAllocId(token.tAllocId.set(slot, j, token.rQueue.arrival(0), number))
              .rQueue(token.rQueue.without(0));
      slot = token.tAllocId.indexOf(NONE);
    }
  }

  private void passToFirst() {
    Tickets queue = token.rQueue;
    token = token.rQueue(queue.without(0));
    pass(queue.id(0), queue.arrival(0));
  }

  /** Makes j the leader, and tells all who are here. */
  private void pass(int j, int since) {
    nodeLeaderNo = token.no + 1;
    info = new LeaderInfo(j, since, token.tAllocId, token.rQueue, nodeLeaderNo);
    send(j, new Token(since, token.tAllocId, token.tReqList, token.rQueue, nodeLeaderNo));
    broadcast(info);
    leader = j;
    token = null;
  }

  /** I. Node i is about to leave the neighbourhood. */
  @Override
  public void onLeave() {
    if (token != null) {
      handOver();
    } else if (state == Phase.CS) {
      giveBack();
    }
    broadcast(
        new IAmLeaving(
            arrival[self], Tickets.of(nodeReqList, arrival), Tickets.of(nodeReleaseList, arrival)));
    state = state == Phase.CS ? Phase.W : state;
    forget();
  }

  /** The token goes to the first of R_Queue, or to the lowest id, if possible without a permit. */
  private void handOver() {
    token = token.tAllocId(token.tAllocId.freeOf(self));
    if (!token.rQueue.isEmpty()) {
      passToFirst();
      return;
    }
    int successor = NONE;
    for (int j = n - 1; j >= 0; j--) {
      boolean isBetter = successor == NONE || token.tAllocId.indexOf(j) == NONE;
      if (j != self && arrival[j] > 0 && isBetter) {
        successor = j;
      }
    }
    if (successor != NONE) {
      pass(successor, arrival[successor]);
    }
  }

  private void forget() {
    Arrays.fill(arrival, 0);
    Arrays.fill(nodeReqList, 0);
    Arrays.fill(nodeReleaseList, 0);
    leader = NONE;
    nodeLeaderNo = 0;
    info = null;
    token = null;
    reqAck = false;
    granter = NONE;
  }

  /** J. Node i receives I_am_leaving(j, node_req_list, node_release_list). */
  private void onLeaving(int j, IAmLeaving message) {
    arrival[j] = -message.arrival;
    nodeReqList[j] = 0;
    nodeReleaseList[j] = 0;
    learn(message.nodeReqList, nodeReqList);
    learn(message.nodeReleaseList, nodeReleaseList);
    if (token != null) {
      lead(token);
    } else {
      leader = leader == NONE || hasLeft(leader, info.arrival) ? NONE : leader;
      generateToken();
    }
  }

  private void learn(Tickets from, int[] list) {
    for (int i = 0; i < from.size(); i++) {
      int j = from.id(i);
      if (arrival[j] == from.arrival(i)) {
        list[j] = max(list[j], from.number(i));
      }
    }
  }

  /** K. New node i entering the neighbourhood. */
  @Override
  public void onJoin(int neighbourhood, int number, int[] present) {
    System.arraycopy(present, 0, arrival, 0, n);
    arrival[self] = number;
    rn += state == Phase.W ? 1 : 0;
    broadcast(new IAmHere(number, state == Phase.W, rn));
    generateToken();
  }

  /** L. Node i receives I_am_here(j, state_j). */
  private void onHere(int j, IAmHere message) {
    arrival[j] = message.arrival;
    nodeReqList[j] = 0;
    nodeReleaseList[j] = 0;
    if (token != null) {
      int last = max(token.tReqList.last(j), message.isWaiting ? message.rn - 1 : message.rn);
      token = token.tReqList(token.tReqList.withLast(j, message.arrival, last));
      send(j, announcement());
      if (message.isWaiting) {
        onReqCs(j, message.rn);
      }
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case LeaderInfo told -> onLeaderInfo(told);
      case ReqCs(int number) -> onReqCs(from, number);
      // D. On receiving Req_ack() from leader.
      case ReqAck(int number) -> reqAck |= state == Phase.W && number == rn;
      case PerGrant grant -> onPerGrant(from, grant);
      case Release(int number) -> onRelease(from, number);
      case Token arrived -> onToken(arrived);
      case IAmLeaving leaving -> onLeaving(from, leaving);
      case IAmHere here -> onHere(from, here);
    }
  }

  @Override
  public int idlePermits() {
    return unusedPermits().size();
  }

  @Override
  public Ints unusedPermits() {
    return token == null ? Ints.EMPTY : token.tAllocId.placesOf(NONE);
  }

  @Override
  public void state(State s) {
    state = s.choice("State", state, Phase.values());
    rn = s.counter("RN", rn);
    leader = s.node("M_Th_id", leader);
    nodeLeaderNo = s.counter("Node_leader_no", nodeLeaderNo);
    reqAck = s.flag("Req_ack", reqAck);
    granter = s.node("granter", granter);
    s.counters("Node_req_list", nodeReqList);
    s.counters("Node_release_list", nodeReleaseList);
    s.counters("arrival", arrival);
    token = s.message("token", token);
    info = s.message("info", info);
  }
}
