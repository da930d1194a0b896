package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Raysuz as its paper lists it, Algorithms 1 and 2 line by line. Repairs can be added one at a
 * time, so that each defect can be seen on its own.
 *
 * <p>Where the text is silent: the first holder is in HAVETOKEN, all leaders are IDLE, and each of
 * the others keeps an internal token that is empty. A leader's application uses the ordinary
 * machine of the same node, and each of the two machines hears the requests of the other; what
 * comes from other clusters reaches the leader's machine only. A node is at the head of SuzQ when
 * it receives the internal token, since a SuzQ of size one "is the leader itself". "Enter CS" ends
 * when the application leaves, messages that come meanwhile are handled, and the lines below it are
 * done then. The number in an InReq is not read: the listing counts.
 */
final class RaysuzListing extends Node<Raysuz.Msg> {

  /** What the listings lack, in the order in which the checker asks for it. */
  enum Repair {
    /** Steps 4 and 5 exchange their conditions, as in Fig. 3. */
    STEPS_4_AND_5_EXCHANGED,
    /** Steps 4 and 5 look at SuzQ after the update, as 3.3.2 says, not when the token comes. */
    STEPS_4_AND_5_LOOK_LATER,
    /** Steps 4 and 5: who receives the token is no longer in SuzQ. */
    RECEIVER_LEAVES_SUZQ,
    /** Step 4 ends in IDLE, as in Fig. 3: Step 3 has nothing for a pulse in HAVEREQUEST. */
    STEP_4_ENDS_IN_IDLE,
    /** Step 6 goes on as 3.3.1 says under WAITEXTOKEN. */
    STEP_6_GOES_ON,
    /** Whether a request is external is seen from its type, not from its sender. */
    TYPE_TELLS,
    /** Step 7 leaves HAVETOKEN while the application is inside. */
    STEP_7_KEEPS_TOKEN,
    /** After Step 7 the application leaves as after Steps 4 and 5. */
    STEP_7_GOES_ON,
    /** What the two machines of a leader hear is counted once. */
    COUNTS_ONCE,
    /** Step 2 is for a leader that does not steal already. */
    STEP_2_SEES_STATE,
    /** A leader that steals has a place of its own in the arrays, apart from its application's. */
    LEADER_HAS_ITS_OWN_ELEMENT,
    /** Step 4.4 is left out: Dir points along the tree only. */
    DIR_STAYS_ON_TREE,
    /** A leader that forwards the token asks for it again if others wait. */
    ASKS_AFTER_FORWARDING,
    /** Step 5: the leader queues itself for its cluster. */
    STEP_5_QUEUES_LEADER,
    /** Step 3: the leader is no longer in SuzQ. */
    STEP_3_LEAVES_SUZQ,
    /** Step 3 counts the leader's request as served, not Step 6 when the token is back. */
    STEP_3_COUNTS_AS_SERVED,
    /** Step 4: the request of a member is counted as the member's, not as the leader's. */
    STEP_4_COUNTS_FOR_MEMBER,
    /** Step 6: the leader that has got the token is no longer in its RaymQ, and Dir is itself. */
    STEP_6_LEAVES_RAYMQ,
    /** Step 3: SuzQ is updated before its size is looked at. */
    STEP_3_UPDATES_FIRST,
    /** Step 3: the leader queues itself only for its cluster. */
    STEP_3_QUEUES_FOR_CLUSTER,
    /** LastArray holds the number of the last request served: an entry by Step 7 has none. */
    LAST_IS_A_NUMBER,
    /** Step 6.2: a request that has been served meanwhile is not served again. */
    STEP_6_SEES_OUTDATED,
    /** Steps 1.2 and 5.2: neither is it a reason to ask for the token. */
    LEADER_SEES_OUTDATED
  }

  /**
   * What Fig. 3, the ordinary node's state machine, prints otherwise than Algorithm 2: the
   * conditions of steps 4 and 5, the state after step 4, requests that are told apart by their
   * type, and a Dir that the internal token leaves alone. Its other lines are those of Algorithm 2.
   */
  static final Set<Repair> FIGURE_3 =
      EnumSet.of(
          Repair.STEPS_4_AND_5_EXCHANGED,
          Repair.STEP_4_ENDS_IN_IDLE,
          Repair.TYPE_TELLS,
          Repair.DIR_STAYS_ON_TREE);

  /** What Fig. 3 lacks of the repairs of the ordinary node. */
  static final Set<Repair> NOT_IN_FIGURE_3 =
      EnumSet.of(
          Repair.STEPS_4_AND_5_LOOK_LATER,
          Repair.RECEIVER_LEAVES_SUZQ,
          Repair.STEP_7_KEEPS_TOKEN,
          Repair.STEP_7_GOES_ON,
          Repair.LAST_IS_A_NUMBER,
          Repair.STEP_6_SEES_OUTDATED);

  enum Leader {
    IDLE,
    WAITEXTOKEN,
    INTOKENSTEAL
  }

  enum Ordinary {
    IDLE,
    HAVEREQUEST,
    HAVETOKEN
  }

  private static final Raysuz.ExReq EXREQ = new Raysuz.PlainExReq();
  private static final Raysuz.ExTok EXTOK = new Raysuz.PlainExTok();

  private final Set<Repair> repairs;

  /** 3.2: a leader's application uses the machine of an ordinary node; not so by 3.1. */
  private final boolean leadersHavePulses;

  private final int leader;
  private final int[] members;

  private Leader leaderState = Leader.IDLE;
  private Ordinary state = Ordinary.IDLE;
  private boolean tokInside;
  private int dir;
  private boolean asked;
  private final Fifo raymQ = new Fifo();
  private final int[] request;

  /** LastArray and SuzQ, while they are here. */
  private Raysuz.InTok token;

  /** Entered by Step 7; not looked at if everything is repaired. */
  private boolean byStep7;

  private RaysuzListing(
      int self,
      Setup setup,
      Dsta.Clusters clusters,
      Set<Repair> repairs,
      boolean leadersHavePulses) {
    super(self, setup.n());
    this.repairs = repairs;
    this.leadersHavePulses = leadersHavePulses;
    dir = clusters.dir()[self];
    leader = clusters.leader()[self];
    members = clusters.members()[self];
    request = new int[members.length + (has(Repair.LEADER_HAS_ITS_OWN_ELEMENT) ? 1 : 0)];
    tokInside = leader == clusters.leader()[setup.holder()];
    if (self == (tokInside ? setup.holder() : leader)) {
      token = new Raysuz.InTok(Ints.zeros(request.length), Ints.EMPTY);
      state = tokInside ? Ordinary.HAVETOKEN : Ordinary.IDLE;
    }
  }

  static Function<Setup, Node<?>[]> with(Set<Repair> repairs) {
    return with(repairs, true);
  }

  /**
   * By 3.1, "only ordinary nodes can have pulse": what a leader's application asks for is nothing.
   */
  static Function<Setup, Node<?>[]> ordinaryWith(Set<Repair> repairs) {
    return with(repairs, false);
  }

  private static Function<Setup, Node<?>[]> with(Set<Repair> repairs, boolean leadersHavePulses) {
    return setup -> {
      Dsta.Clusters clusters = Dsta.divide(setup);
      return setup.nodes(i -> new RaysuzListing(i, setup, clusters, repairs, leadersHavePulses));
    };
  }

  private boolean has(Repair repair) {
    return repairs.contains(repair);
  }

  /** Whether it is in HAVETOKEN. */
  boolean hasToken() {
    return state == Ordinary.HAVETOKEN;
  }

  /** Whether it is a leader in INTOKENSTEAL. */
  boolean isStealing() {
    return leaderState == Leader.INTOKENSTEAL;
  }

  /**
   * Whether its application, which the checker lets ask all the same, has nothing to do with it.
   */
  boolean isWithoutPulse() {
    return isLeader() && !leadersHavePulses;
  }

  private boolean isLeader() {
    return leader == self;
  }

  // Events.

  /** Pulse. */
  @Override
  public void onRequest() {
    if (isWithoutPulse()) {
      enter();
      return;
    }
    if (state == Ordinary.HAVETOKEN) {
      // "Step 7. Upon Oj = OhaveToken and receives Pulse. 7.1 enter CS"
      if (has(Repair.STEP_7_KEEPS_TOKEN)) {
        state = Ordinary.HAVEREQUEST;
      }
      byStep7 = repairs.size() < Repair.values().length;
      enter();
      return;
    }
    assert state == Ordinary.IDLE : "no step for a pulse in " + state;
    // "Step 3. 3.1 increase corresponding request array element by 1 and broadcast request"
    request[place(self)]++;
    tellMembers(self);
    // "3.2 Oj = OhaveRequest"
    state = Ordinary.HAVEREQUEST;
    if (isLeader()) {
      leaderHearsMember();
    }
  }

  @Override
  public void onMessage(int from, Raysuz.Msg message) {
    switch (message) {
      case Raysuz.InReq(int j, int sn) -> onRequestFrom(j, false);
      case Raysuz.ExReq exReq -> onRequestFrom(from, true);
      case Raysuz.InTok arrived -> onInToken(arrived);
      case Raysuz.ExTok exTok -> {
        if (isLeader()) {
          leaderReceivesExToken();
        } else {
          ordinaryReceivesExToken();
        }
      }
    }
  }

  private void onRequestFrom(int i, boolean isExReq) {
    // "if Pi ∩ Cj = Ø"
    boolean isExternal = has(Repair.TYPE_TELLS) ? isExReq : place(i) < 0;
    if (isExternal) {
      if (isLeader()) {
        leaderHearsOutside(i);
      } else {
        // Ordinary steps 1.1 and 6.1: "enqueue Pi to RaymQ; if !Asked send own request to Dir,
        // set Asked True"
        raymQ.enqueue(i);
        ask();
      }
      return;
    }
    // "increase corresponding request array element by 1", "4.2.1 increase jth element"
    boolean isStealing = isLeader() && leaderState == Leader.INTOKENSTEAL;
    int counted = isStealing && !has(Repair.STEP_4_COUNTS_FOR_MEMBER) ? stealer() : i;
    request[place(counted)] += isLeader() && !has(Repair.COUNTS_ONCE) ? 2 : 1;
    if (state == Ordinary.HAVETOKEN) {
      ordinaryStep6(i);
    } else if (isLeader()) {
      leaderHearsMember();
    }
  }

  private void onInToken(Raysuz.InTok arrived) {
    token = arrived;
    boolean isForLeader =
        !has(Repair.LEADER_HAS_ITS_OWN_ELEMENT) || token.suzQ().get(0) == Raysuz.OUTSIDE;
    if (leaderState == Leader.INTOKENSTEAL && isForLeader) {
      leaderStep3();
      return;
    }
    // "Steps 4 and 5. Upon Oj = OhaveRequest receives InToken for Oj"
    assert state == Ordinary.HAVEREQUEST : "no step for an internal token in IDLE";
    if (has(Repair.RECEIVER_LEAVES_SUZQ)) {
      token = withoutHead();
    }
    // "4.1, 5.1 enter CS"
    enter();
  }

  @Override
  public void onRelease() {
    if (isWithoutPulse()) {
      return;
    }
    boolean wasByStep7 = byStep7;
    byStep7 = false;
    if (token == null || wasByStep7 && !has(Repair.STEP_7_GOES_ON)) {
      // Nothing is printed after 7.1.
      state = token == null ? state : Ordinary.HAVETOKEN;
      return;
    }
    boolean wasEmpty = token.suzQ().isEmpty();
    served(self);
    // "4.2, 5.2 update SuzQ"
    token = update();
    boolean isEmpty =
        has(Repair.STEPS_4_AND_5_LOOK_LATER) || wasByStep7 ? token.suzQ().isEmpty() : wasEmpty;
    // "Step 4. … and SuzQ.length = 0"
    boolean sendsOn = has(Repair.STEPS_4_AND_5_EXCHANGED) || wasByStep7 ? !isEmpty : isEmpty;
    if (!sendsOn) {
      // "5.3 Oj = OhaveToken"
      state = Ordinary.HAVETOKEN;
      return;
    }
    // "4.3 send InToken to head of SuzQ"
    assert !token.suzQ().isEmpty() : "the head of an empty SuzQ";
    int head = token.suzQ().get(0);
    sendInToken();
    // "4.4 set Dir as head"
    if (!has(Repair.DIR_STAYS_ON_TREE)) {
      dir = head == Raysuz.OUTSIDE ? leader : head;
    }
    if (has(Repair.STEP_4_ENDS_IN_IDLE)) {
      state = Ordinary.IDLE;
    }
  }

  // Algorithm 1, the leader.

  /** Steps 1.1, 2.1, 4.1 and 5.1. */
  private void leaderHearsOutside(int i) {
    switch (leaderState) {
      case IDLE -> {
        if (tokInside) {
          stealFor(i);
        } else {
          // "1.1.1 add Pi to RaymQ; 1.1.2 send Lj's request to Dir; 1.4 Lj = LwaitExToken"
          raymQ.enqueue(i);
          send(dir, EXREQ);
          leaderState = Leader.WAITEXTOKEN;
        }
      }
      // "Step 2. Upon a Lj = Lhold receive request from Pi"; "4.1.1 add Pj to RaymQ"
      case INTOKENSTEAL -> {
        if (has(Repair.STEP_2_SEES_STATE)) {
          raymQ.enqueue(i);
        } else {
          stealFor(i);
        }
      }
      // "5.1.1 enqueue Pi to RaymQ"
      case WAITEXTOKEN -> raymQ.enqueue(i);
    }
  }

  /** Steps 1.2, 2.2, 4.2 and 5.2, after the request array has been increased. */
  private void leaderHearsMember() {
    if (tokInside || has(Repair.LEADER_SEES_OUTDATED) && update().suzQ().isEmpty()) {
      return;
    }
    if (leaderState == Leader.IDLE) {
      // "1.2.2 enqueue RaymQ with Lj; 1.2.3 send ExReq to Dir; 1.4 Lj = LwaitExToken"
      raymQ.enqueue(self);
      send(dir, EXREQ);
      leaderState = Leader.WAITEXTOKEN;
    } else {
      // "5.2.2 Update SuzQ"
      token = update();
      if (has(Repair.STEP_5_QUEUES_LEADER) && !raymQ.contains(self)) {
        raymQ.enqueue(self);
      }
    }
  }

  /** "2.1.1 … and broadcast request; 2.1.2 enqueue Pi to RaymQ; 2.1.3 Lj = LinTokenSteal". */
  private void stealFor(int i) {
    raymQ.enqueue(i);
    steal();
  }

  private void steal() {
    int j = stealer();
    request[place(j)]++;
    tellMembers(j);
    leaderState = Leader.INTOKENSTEAL;
    if (state == Ordinary.HAVETOKEN) {
      ordinaryStep6(j);
    }
  }

  /** "Step 3. Upon a Lj = LinTokenSteal receive InToken for Lj". */
  private void leaderStep3() {
    if (has(Repair.STEP_3_COUNTS_AS_SERVED)) {
      served(stealer());
    }
    int waiting = (has(Repair.STEP_3_UPDATES_FIRST) ? update() : token).suzQ().size();
    // "3.1 if RaymQ.length > 1 or SuzQ.length > 1 then"
    boolean isNeededBack = raymQ.size() > 1 || waiting > 1;
    // "3.1.1, 3.2.1 update SuzQ"
    token = update();
    if (has(Repair.STEP_3_LEAVES_SUZQ)) {
      token = withoutHead();
    }
    // "3.1.2, 3.2.2 dequeue RaymQ and set Dir with dequeued node"
    dir = raymQ.dequeue();
    // "3.1.3 send ExToken and ExReq to Dir", "3.2.3 send ExToken to Dir"
    send(dir, EXTOK);
    tokInside = false;
    if (isNeededBack) {
      send(dir, EXREQ);
      // "3.1.4 enqueue RaymQ with Lj"
      if (!has(Repair.STEP_3_QUEUES_FOR_CLUSTER) || !token.suzQ().isEmpty()) {
        raymQ.enqueue(self);
      }
      // "3.1.5 Lj = LwaitExToken"
      leaderState = Leader.WAITEXTOKEN;
    } else {
      // "3.2.4 Lj = Lidle"
      leaderState = Leader.IDLE;
    }
  }

  private void leaderReceivesExToken() {
    assert leaderState == Leader.WAITEXTOKEN : "no step for an external token in " + leaderState;
    boolean isForItself = raymQ.get(0) == self;
    if (!isForItself || has(Repair.STEP_6_LEAVES_RAYMQ)) {
      dir = raymQ.dequeue();
    }
    if (!isForItself) {
      // 3.3.1: "it just forwards the token to head of RaymQ, changes direction, and transits its
      // state to IDLE."
      send(dir, EXTOK);
      leaderState = Leader.IDLE;
      if (has(Repair.ASKS_AFTER_FORWARDING) && !raymQ.isEmpty()) {
        send(dir, EXREQ);
        leaderState = Leader.WAITEXTOKEN;
      }
      return;
    }
    // "6.1 update SuzQ and last and add them in InToken": the end of the listing.
    token = update();
    if (!has(Repair.STEP_3_COUNTS_AS_SERVED)) {
      served(stealer());
    }
    tokInside = true;
    if (!has(Repair.STEP_6_GOES_ON)) {
      return;
    }
    // 3.3.1: "it creates and sends the internal token to its cluster and goes to IDLE state. If it
    // is greater than one, … it makes a Suzuki-Kasami's algorithm request just after sending the
    // token into its cluster and goes to INTOKENSTEAL state."
    leaderState = Leader.IDLE;
    assert !token.suzQ().isEmpty() : "the head of an empty SuzQ";
    sendInToken();
    // "in case the size of its RaymQ is one": itself.
    if (raymQ.size() > (has(Repair.STEP_6_LEAVES_RAYMQ) ? 0 : 1)) {
      steal();
    }
  }

  // Algorithm 2, the ordinary node.

  /** "Step 2. … receives ExToken". */
  private void ordinaryReceivesExToken() {
    // "2.1 set Asked False; 2.2 dequeue RaymQ and set Dir with dequeued node; 2.3 send ExToken"
    asked = false;
    dir = raymQ.dequeue();
    send(dir, EXTOK);
    // "2.4 if RaymQ.length ≥ 1 then send ExReq to Dir, set Asked True"
    if (!raymQ.isEmpty()) {
      ask();
    }
  }

  /** "6.2.2 update SuzQ; 6.2.3 send InToken to Pi; 6.2.4 Oj = Oidle". */
  private void ordinaryStep6(int i) {
    token = update();
    if (has(Repair.STEP_6_SEES_OUTDATED) && token.suzQ().isEmpty()) {
      return;
    }
    token = new Raysuz.InTok(token.last(), Ints.of(i));
    sendInToken();
    state = Ordinary.IDLE;
  }

  private void ask() {
    if (!asked) {
      send(dir, EXREQ);
      asked = true;
    }
  }

  // Arrays and queue.

  /** "Update SuzQ": appends each v with request[v] = last[v] + 1 that is not in it. */
  private Raysuz.InTok update() {
    int[] last = token.last().toArray();
    Fifo suzQ = new Fifo(token.suzQ());
    for (int v = 0; v < request.length; v++) {
      int id = v == members.length ? Raysuz.OUTSIDE : members[v];
      if (request[v] == last[v] + 1 && !suzQ.contains(id)) {
        suzQ.enqueue(id);
      }
    }
    return new Raysuz.InTok(Ints.of(last), suzQ.toInts());
  }

  /** "Nodes increment their array element after finishing critical section." */
  private void served(int j) {
    int[] last = token.last().toArray();
    last[place(j)] = has(Repair.LAST_IS_A_NUMBER) ? request[place(j)] : last[place(j)] + 1;
    token = new Raysuz.InTok(Ints.of(last), token.suzQ());
  }

  private Raysuz.InTok withoutHead() {
    Fifo suzQ = new Fifo(token.suzQ());
    suzQ.dequeue();
    return new Raysuz.InTok(token.last(), suzQ.toInts());
  }

  private void sendInToken() {
    int head = token.suzQ().get(0);
    send(head == Raysuz.OUTSIDE ? leader : head, token);
    token = null;
  }

  private void tellMembers(int j) {
    for (int k : members) {
      if (k != self) {
        send(k, new Raysuz.InReq(j, request[place(j)]));
      }
    }
  }

  /** As whom a leader asks its cluster for another. */
  private int stealer() {
    return has(Repair.LEADER_HAS_ITS_OWN_ELEMENT) ? Raysuz.OUTSIDE : self;
  }

  /** Negative for a node of another cluster. */
  private int place(int j) {
    return j == Raysuz.OUTSIDE ? members.length : Arrays.binarySearch(members, j);
  }

  @Override
  public int idlePermits() {
    return state == Ordinary.HAVETOKEN ? 1 : 0;
  }

  @Override
  public void state(State s) {
    leaderState = s.choice("leader", leaderState, Leader.values());
    state = s.choice("ordinary", state, Ordinary.values());
    tokInside = s.flag("TokInside", tokInside);
    dir = s.node("Dir", dir);
    asked = s.flag("Asked", asked);
    s.nodes("RaymQ", raymQ);
    s.counters("request", request);
    token = s.message("InTok", token);
    byStep7 = s.flag("byStep7", byStep7);
  }
}
