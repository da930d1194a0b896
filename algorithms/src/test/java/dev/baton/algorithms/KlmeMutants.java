package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;
import static java.lang.Math.abs;
import static java.lang.Math.max;

import dev.baton.algorithms.KlmeListing.Repair;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Known-wrong variants of {@link Klme}, among them the listing of the paper. */
final class KlmeMutants extends Node<Klme.Msg> {

  /** What is wrong. */
  enum Mutation {
    /** A node that has left is taken for the leader. */
    BELIEVES_IN_LEAVERS,
    /** A token that was sent to an earlier stay is taken. */
    TOKEN_FOR_ANY_STAY,
    /** Those who came while the token was under way are not told who leads. */
    DOES_NOT_TELL_NEWCOMERS,
    /** A lost token is replaced by the lowest id instead of the eldest. */
    LOWEST_ID_GENERATES,
    /** A request has the same number in the next neighbourhood. */
    SAME_NUMBER_AFTER_JOIN,
    /** Leader_info is believed whatever its number. */
    BELIEVES_STALE_INFO,
    /** A request is not sent to the next leader. */
    DOES_NOT_ASK_AGAIN,
    /** A release frees a permit that was given later. */
    ANY_RELEASE_FREES,
    /** A release goes to the leader that the node knows, not to another who granted the permit. */
    RELEASES_TO_KNOWN_LEADER,
    /** Req_ack of an earlier request is taken for this one. */
    ANY_ACK_WILL_DO,
    /** R_Queue is a stack. */
    TAKES_LAST
  }

  /** More than anybody can be passed by in these systems. */
  private static final int BYPASS_BOUND = 9;

  private static final Set<Repair> ALL_REPAIRS = EnumSet.allOf(Repair.class);

  /** Those that matter without joins and leaves. */
  static final Set<Repair> REPAIRS_AT_REST =
      EnumSet.range(Repair.TOKEN_FIRST, Repair.H_COMPARES_NUMBERS);

  // Which properties notice.
  private static final List<Property> UNSAFE = List.of(SAFETY);
  private static final List<Property> STARVED = List.of(STARVATION);
  private static final List<Property> UNSAFE_AND_STARVED = List.of(SAFETY, STARVATION);
  private static final List<Property> UNFAIR = List.of(BYPASS);
  private static final List<Property> STUCK = List.of(DEADLOCK, STARVATION);
  private static final List<Property> UNSAFE_AND_STUCK = List.of(SAFETY, DEADLOCK, STARVATION);
  private static final List<Property> EVERYTHING = List.of(SAFETY, DEADLOCK, STARVATION, BYPASS);

  static final List<Mutant> ALL =
      List.of(
          mutant(Mutation.BELIEVES_IN_LEAVERS, setup(3, 1, 0), 0, 1, 1, 9, STUCK),
          mutant(Mutation.TOKEN_FOR_ANY_STAY, setup(2, 1, 0), 1, 1, 1, 9, EVERYTHING),
          mutant(Mutation.DOES_NOT_TELL_NEWCOMERS, setup(3, 1, 1), 1, 0, 1, 9, STUCK),
          mutant(Mutation.LOWEST_ID_GENERATES, setup(2, 1, 0), 1, 1, 1, 9, EVERYTHING),
          mutant(Mutation.SAME_NUMBER_AFTER_JOIN, setup(3, 1, 0), 1, 1, 1, 9, STUCK),
          mutant(Mutation.BELIEVES_STALE_INFO, setup(2, 1, 0), 1, 1, 1, 9, EVERYTHING),
          mutant(Mutation.DOES_NOT_ASK_AGAIN, setup(2, 1, 0), 1, 1, 1, 9, STUCK),
          mutant(Mutation.ANY_RELEASE_FREES, setup(3, 2, 0), 0, 0, 2, 9, UNSAFE),
          mutant(Mutation.RELEASES_TO_KNOWN_LEADER, setup(3, 2, 0), 0, 0, 2, 9, STARVED),
          mutant(Mutation.ANY_ACK_WILL_DO, setup(3, 1, 0), 1, 1, 1, 9, STUCK),
          mutant(Mutation.TAKES_LAST, setup(3, 1, 0), 0, 0, 2, 1, UNFAIR),
          without(Repair.TOKEN_FIRST, setup(3, 1, 0), 0, 0, 1, UNSAFE_AND_STUCK),
          without(Repair.DEQUEUES, setup(2, 1, 0), 0, 0, 2, EVERYTHING),
          without(Repair.GRANT_COUNTS, setup(3, 2, 0), 0, 0, 2, UNSAFE_AND_STARVED),
          without(Repair.STALE_CHANGES_NOTHING, setup(3, 1, 0), 0, 0, 1, EVERYTHING),
          without(Repair.TOKEN_SETS_NUMBER, setup(3, 1, 0), 0, 0, 1, EVERYTHING),
          without(Repair.ACK_NAMES_REQUEST, setup(3, 1, 0), 0, 0, 2, STUCK),
          without(Repair.G_COMPARES_NUMBERS, setup(3, 2, 0), 0, 0, 2, UNSAFE_AND_STARVED),
          without(Repair.H_COMPARES_NUMBERS, setup(3, 2, 0), 0, 0, 2, UNSAFE_AND_STARVED),
          without(Repair.FIRST_GENERATES, setup(2, 1, 2), 1, 0, 1, STARVED),
          without(Repair.LEADER_HANDS_OVER, setup(2, 1, 0), 0, 1, 1, STUCK),
          without(Repair.LEADER_HEARS_LEAVER, setup(3, 1, 0), 0, 1, 1, STUCK),
          without(Repair.TELLS_NEWCOMERS, setup(3, 1, 1), 1, 0, 1, STUCK),
          without(Repair.SECTION_7, setup(2, 1, 0), 0, 1, 1, STUCK),
          listing("as-printed", Set.of(), setup(3, 1, 0), 0, 0, 1, EVERYTHING),
          listing("with-section-7", Set.of(Repair.SECTION_7), setup(3, 1, 0), 0, 0, 1, EVERYTHING),
          listing("both-leave", ALL_REPAIRS, setup(3, 1, 0), 0, 2, 1, STUCK),
          listing("comes-back", ALL_REPAIRS, setup(2, 1, 0), 1, 1, 1, EVERYTHING));

  private static Setup setup(int n, int k, int outside) {
    return new Setup(n, 0, k, Graph.complete(n)).roaming(1, outside);
  }

  private static Mutant mutant(
      Mutation mutation,
      Setup setup,
      int joins,
      int leaves,
      int requests,
      int bypassBound,
      List<Property> caughtBy) {
    return new Mutant(
        "klme/" + mutation.name().toLowerCase().replace('_', '-'),
        s -> nodes(s, mutation),
        setup,
        requests,
        joins,
        leaves,
        true,
        bypassBound,
        caughtBy);
  }

  /** The listing as printed in this place, and repaired in the others as far as they matter. */
  private static Mutant without(
      Repair missing, Setup setup, int joins, int leaves, int requests, List<Property> caughtBy) {
    Set<Repair> repairs = EnumSet.copyOf(joins + leaves > 0 ? ALL_REPAIRS : REPAIRS_AT_REST);
    repairs.remove(missing);
    String name = "without-" + missing.name().toLowerCase().replace('_', '-');
    return listing(name, repairs, setup, joins, leaves, requests, caughtBy);
  }

  private static Mutant listing(
      String name,
      Set<Repair> repairs,
      Setup setup,
      int joins,
      int leaves,
      int requests,
      List<Property> caughtBy) {
    return new Mutant(
        "klme/listing-" + name,
        KlmeListing.with(repairs),
        setup,
        requests,
        joins,
        leaves,
        true,
        BYPASS_BOUND,
        caughtBy);
  }

  private final Mutation mutation;

  static Node<?>[] nodes(Setup setup, Mutation mutation) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    Arrays.setAll(nodes, i -> new KlmeMutants(i, setup, mutation));
    return nodes;
  }

  private enum Phase {
    R,
    W,
    CS
  }

  private final int k;
  private Phase state = Phase.R;

  private int rn;

  private final int[] arrival;

  private int leader = NONE;

  private int nodeLeaderNo;

  private Klme.LeaderInfo info;

  private Klme.Token token;

  private boolean reqAck;
  private int granter = NONE;

  private final int[] nodeReqList;

  private final int[] nodeReleaseList;

  private KlmeMutants(int self, Setup setup, Mutation mutation) {
    super(self, setup.n());
    this.mutation = mutation;
    k = setup.permits();
    arrival = new int[n];
    nodeReqList = new int[n];
    nodeReleaseList = new int[n];
    for (int j = 0; j < n; j++) {
      boolean isHere = setup.home(self) != NONE && setup.home(j) == setup.home(self);
      arrival[j] = isHere ? setup.arrival(j) : 0;
    }
  }

  private boolean isOutside() {
    return arrival[self] == 0;
  }

  private boolean isEldest() {
    for (int j = 0; j < n; j++) {
      boolean isBefore =
          mutation == Mutation.LOWEST_ID_GENERATES ? j < self : arrival[j] < arrival[self];
      if (0 < arrival[j] && isBefore) {
        return false;
      }
    }
    return true;
  }

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

  @Override
  public void onStart() {
    generateToken();
  }

  private void generateToken() {
    if (isOutside() || leader != NONE || !isEldest()) {
      return;
    }
    Tickets allocated = info == null ? Tickets.allFree(k) : info.tAllocId();
    Tickets queue = info == null ? Tickets.EMPTY : info.rQueue();
    Tickets heard = Tickets.EMPTY;
    for (int j = 0; j < n; j++) {
      if (arrival[j] > 0) {
        int last = max(allocated.last(j), queue.last(j));
        heard = heard.with(j, arrival[j], max(0, last));
      }
    }
    lead(new Klme.Token(arrival[self], allocated, heard, queue, nodeLeaderNo + 1));
    if (token != null) {
      broadcast(announcement());
    }
  }

  private Klme.LeaderInfo announcement() {
    return new Klme.LeaderInfo(self, arrival[self], token.tAllocId(), token.rQueue(), token.no());
  }

  private void onLeaderInfo(Klme.LeaderInfo message) {
    if (message.no() <= nodeLeaderNo && mutation != Mutation.BELIEVES_STALE_INFO) {
      return;
    }
    assert token == null : "two tokens";
    nodeLeaderNo = message.no();
    info = message;
    boolean isGone =
        mutation != Mutation.BELIEVES_IN_LEAVERS && hasLeft(message.leader(), message.arrival());
    leader = isGone ? NONE : message.leader();
    if (leader == NONE) {
      generateToken();
      return;
    }
    int allocated = message.tAllocId().last(self);
    boolean isMine = state != Phase.R && allocated == rn;
    if (allocated > 0 && !isMine) {
      send(leader, new Klme.Release(allocated));
    }
    reqAck |= state == Phase.W && message.rQueue().last(self) == rn;
    boolean asks = mutation != Mutation.DOES_NOT_ASK_AGAIN;
    if (asks && state == Phase.W && !reqAck && !isMine) {
      send(leader, new Klme.ReqCs(rn));
    }
  }

  @Override
  public void onRequest() {
    state = Phase.W;
    rn++;
    if (token != null) {
      serve();
    } else if (leader != NONE) {
      send(leader, new Klme.ReqCs(rn));
    }
  }

  private void onReqCs(int j, int number) {
    if (token == null) {
      nodeReqList[j] = max(nodeReqList[j], number);
    } else if (number > token.tReqList().last(j)) {
      enqueue(j, number);
      serve();
      if (token != null && token.rQueue().last(j) == number) {
        send(j, new Klme.ReqAck(number));
      }
    }
  }

  private void enqueue(int j, int number) {
    token =
        new Klme.Token(
            arrival[self],
            token.tAllocId().freeOf(j),
            token.tReqList().withLast(j, arrival[j], number),
            queued(token.rQueue().withoutOf(j), j, number),
            token.no());
  }

  private Tickets queued(Tickets queue, int j, int number) {
    if (mutation != Mutation.TAKES_LAST) {
      return queue.with(j, arrival[j], number);
    }
    Tickets reversed = Tickets.EMPTY.with(j, arrival[j], number);
    for (int i = 0; i < queue.size(); i++) {
      reversed = reversed.with(queue.id(i), queue.arrival(i), queue.number(i));
    }
    return reversed;
  }

  private void onPerGrant(int j, Klme.PerGrant grant) {
    if (state == Phase.W && grant.rn() == rn) {
      state = Phase.CS;
      reqAck = false;
      boolean isKnown = j == leader || mutation == Mutation.RELEASES_TO_KNOWN_LEADER;
      granter = isKnown ? NONE : j;
      enter(grant.permit());
    } else if (state != Phase.CS || grant.rn() != rn) {
      send(j, new Klme.Release(grant.rn()));
    }
  }

  @Override
  public void onRelease() {
    state = Phase.R;
    if (token != null) {
      token = token.tAllocId(token.tAllocId().freeOf(self));
      serve();
    } else {
      giveBack();
    }
    granter = NONE;
  }

  private void giveBack() {
    if (leader != NONE) {
      send(leader, new Klme.Release(rn));
    }
    if (granter != NONE && granter != leader && arrival[granter] > 0) {
      send(granter, new Klme.Release(rn));
    }
  }

  private void onRelease(int j, int number) {
    if (token == null) {
      nodeReleaseList[j] = max(nodeReleaseList[j], number);
      return;
    }
    int slot = token.tAllocId().indexOf(j);
    boolean isStale = slot == NONE || token.tAllocId().number(slot) > number;
    if (slot != NONE && (!isStale || mutation == Mutation.ANY_RELEASE_FREES)) {
      token = token.tAllocId(token.tAllocId().free(slot));
      serve();
    }
  }

  private void onToken(Klme.Token arrived) {
    if (arrived.arrival() != arrival[self] && mutation != Mutation.TOKEN_FOR_ANY_STAY) {
      return;
    }
    Tickets told = arrived.tReqList();
    boolean tells = mutation != Mutation.DOES_NOT_TELL_NEWCOMERS;
    lead(arrived);
    for (int j = 0; j < n && token != null && tells; j++) {
      if (arrival[j] > 0 && j != self && !told.lists(j, arrival[j])) {
        send(j, announcement());
      }
    }
  }

  private void lead(Klme.Token generated) {
    leader = self;
    info = null;
    nodeLeaderNo = generated.no();
    token =
        new Klme.Token(
            arrival[self],
            stillHere(generated.tAllocId(), true),
            stillHere(generated.tReqList(), false),
            stillHere(generated.rQueue(), false),
            generated.no());
    compareLists();
    token = token.rQueue(token.rQueue().withoutOf(self));
    if (state != Phase.CS) {
      token = token.tAllocId(token.tAllocId().freeOf(self));
    }
    serve();
  }

  private void compareLists() {
    for (int j = 0; j < n; j++) {
      if (arrival[j] <= 0 || j == self) {
        continue;
      }
      int slot = token.tAllocId().indexOf(j);
      if (slot != NONE && token.tAllocId().number(slot) <= nodeReleaseList[j]) {
        token = token.tAllocId(token.tAllocId().free(slot));
      }
      int last = token.tReqList().last(j);
      if (nodeReqList[j] > max(0, last)) {
        enqueue(j, nodeReqList[j]);
      } else if (last == NONE) {
        token = token.tReqList(token.tReqList().with(j, arrival[j], 0));
      }
      nodeReqList[j] = 0;
      nodeReleaseList[j] = 0;
    }
  }

  private void serve() {
    int slot = token.tAllocId().indexOf(NONE);
    if (state == Phase.W) {
      assert slot != NONE : "the leader finds no permit";
      token =
          token
              .tAllocId(token.tAllocId().set(slot, self, arrival[self], rn))
              .tReqList(token.tReqList().withLast(self, arrival[self], rn));
      state = Phase.CS;
      reqAck = false;
      enter(slot);
      slot = token.tAllocId().indexOf(NONE);
    }
    if (state == Phase.R && !token.rQueue().isEmpty()) {
      int j = token.rQueue().id(0);
      int since = token.rQueue().arrival(0);
      token = token.rQueue(token.rQueue().without(0));
      pass(j, since);
      return;
    }
    while (slot != NONE && !token.rQueue().isEmpty()) {
      int j = token.rQueue().id(0);
      int number = token.rQueue().number(0);
      send(j, new Klme.PerGrant(number, slot));
      token =
          token
              .tAllocId(token.tAllocId().set(slot, j, token.rQueue().arrival(0), number))
              .rQueue(token.rQueue().without(0));
      slot = token.tAllocId().indexOf(NONE);
    }
  }

  private void pass(int j, int since) {
    nodeLeaderNo = token.no() + 1;
    info = new Klme.LeaderInfo(j, since, token.tAllocId(), token.rQueue(), nodeLeaderNo);
    send(
        j, new Klme.Token(since, token.tAllocId(), token.tReqList(), token.rQueue(), nodeLeaderNo));
    broadcast(info);
    leader = j;
    token = null;
  }

  @Override
  public void onLeave() {
    if (token != null) {
      handOver();
    } else if (state == Phase.CS) {
      giveBack();
    }
    broadcast(
        new Klme.IAmLeaving(
            arrival[self], Tickets.of(nodeReqList, arrival), Tickets.of(nodeReleaseList, arrival)));
    state = state == Phase.CS ? Phase.W : state;
    forget();
  }

  private void handOver() {
    token = token.tAllocId(token.tAllocId().freeOf(self));
    if (!token.rQueue().isEmpty()) {
      int j = token.rQueue().id(0);
      int since = token.rQueue().arrival(0);
      token = token.rQueue(token.rQueue().without(0));
      pass(j, since);
      return;
    }
    int successor = NONE;
    for (int j = n - 1; j >= 0; j--) {
      boolean isBetter = successor == NONE || token.tAllocId().indexOf(j) == NONE;
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

  private void onLeaving(int j, Klme.IAmLeaving message) {
    arrival[j] = -message.arrival();
    nodeReqList[j] = 0;
    nodeReleaseList[j] = 0;
    learn(message.nodeReqList(), nodeReqList);
    learn(message.nodeReleaseList(), nodeReleaseList);
    if (token != null) {
      lead(token);
    } else {
      leader = leader == NONE || hasLeft(leader, info.arrival()) ? NONE : leader;
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

  @Override
  public void onJoin(int neighbourhood, int number, int[] present) {
    System.arraycopy(present, 0, arrival, 0, n);
    arrival[self] = number;
    rn += state == Phase.W && mutation != Mutation.SAME_NUMBER_AFTER_JOIN ? 1 : 0;
    broadcast(new Klme.IAmHere(number, state == Phase.W, rn));
    generateToken();
  }

  private void onHere(int j, Klme.IAmHere message) {
    arrival[j] = message.arrival();
    nodeReqList[j] = 0;
    nodeReleaseList[j] = 0;
    if (token != null) {
      int last =
          max(token.tReqList().last(j), message.isWaiting() ? message.rn() - 1 : message.rn());
      token = token.tReqList(token.tReqList().withLast(j, message.arrival(), last));
      send(j, announcement());
      if (message.isWaiting()) {
        onReqCs(j, message.rn());
      }
    }
  }

  @Override
  public void onMessage(int from, Klme.Msg message) {
    switch (message) {
      case Klme.LeaderInfo told -> onLeaderInfo(told);
      case Klme.ReqCs(int number) -> onReqCs(from, number);
      case Klme.ReqAck(int number) ->
          reqAck |= state == Phase.W && (number == rn || mutation == Mutation.ANY_ACK_WILL_DO);
      case Klme.PerGrant grant -> onPerGrant(from, grant);
      case Klme.Release(int number) -> onRelease(from, number);
      case Klme.Token arrived -> onToken(arrived);
      case Klme.IAmLeaving leaving -> onLeaving(from, leaving);
      case Klme.IAmHere here -> onHere(from, here);
    }
  }

  @Override
  public int idlePermits() {
    return token == null ? 0 : token.tAllocId().placesOf(NONE).size();
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
