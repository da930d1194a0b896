package dev.baton.algorithms;

import static java.lang.Math.max;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * KLME as its paper lists it, handlers A to L of section 3.4, and the recovery of section 7.
 * Repairs can be added one at a time, so that each defect can be seen on its own.
 *
 * <p>Where the text is silent or speaks twice, these are our readings; docs/algorithms/klme.md has
 * the reasons. RN begins with 0. An application that has entered leaves when it likes, and handler
 * F is done then. Leader_info names the new leader. The token has the Token_leader_no of 3.2.2.
 * What is sent to Ø or -1 reaches nobody. Lists are updated to the larger number. Node_req_list has
 * an entry for each node of which i knows that it is there. In I, "neither … and" is "not in
 * T_alloc_id and present", and if there is none the token goes with the leaver; I_am_leaving has
 * the lists that J reads. In J, who leaves is deleted from T_req_list, R_Queue and T_alloc_id, and
 * a permit that becomes free goes to the next of R_Queue. Who leaves deletes all local information,
 * RN too, and is in its first request if it arrives waiting. In section 7, a token made from a copy
 * has the next number and is announced, and who sends token_lost does nothing else.
 */
final class KlmeListing extends Node<KlmeListing.Msg> {

  /** What the listing lacks: first what matters without joins and leaves. */
  enum Repair {
    /** C: the token is sent before Leader_info, as in F and as section 7 takes for granted. */
    TOKEN_FIRST,
    /** F, G, H, I: who is sent the token, or in G a permit, is taken out of R_Queue. */
    DEQUEUES,
    /** G: a permit that is granted is counted in Kfree and noted in T_alloc_id. */
    GRANT_COUNTS,
    /** A: a stale message does not change M_Th_id. */
    STALE_CHANGES_NOTHING,
    /** H: Node_leader_no becomes the token's number. */
    TOKEN_SETS_NUMBER,
    /** D: Req_ack says which request it is for. */
    ACK_NAMES_REQUEST,
    /** G: a release counts only for the request that it names, or for an earlier one. */
    G_COMPARES_NUMBERS,
    /** H: the same of the releases in Node_release_list. */
    H_COMPARES_NUMBERS,
    /** C: the leader notes a request in its own Node_req_list. */
    C_NOTES_REQUEST,
    /** H: who is given one of the remaining resources is taken out of R_Queue. */
    H_DEQUEUES,
    /** H: the remaining resources are given out upon entry, not after the exit. */
    H_GRANTS_AT_ENTRY,
    /** H: a request that is found frees an earlier permit of its node, as in C. */
    H_FREES_AS_IN_C,
    /** G, H: a release strikes the node out of T_alloc_id whatever number stands there. */
    RELEASE_STRIKES_NODE,
    /** F: who was granted a permit by another than the leader it knows tells both. */
    TELLS_GRANTER,
    /** B, H: a leader that enters is in state CS. */
    ENTRY_SETS_STATE,
    /** F: a leader strikes itself out of T_alloc_id also if R_Queue is empty. */
    F_STRIKES_ALWAYS,
    /** H: a node's own request is not added to R_Queue. */
    H_EXCEPTS_ITSELF,
    /** H: the token is passed on as in F. */
    H_PASSES_AS_IN_F,
    /** I: Leader_info is broadcast also if R_Queue is not empty. */
    I_TELLS_WHO_LEADS,
    /** I: Token_leader_no is raised. */
    I_RAISES_NUMBER,
    /** I: a leader hands the token over in any state, and to anybody if all have permits. */
    LEADER_HANDS_OVER,
    /** J: "remove the node i" is the leaver. */
    J_MEANS_LEAVER,
    /** J: a leader serves the requests and counts the releases of which the leaver tells. */
    LEADER_HEARS_LEAVER,
    /** J, H: who is known to have left is struck out of a token that arrives later. */
    REMEMBERS_LEAVERS,
    /** K: a newcomer is told who is there, which the paper does not say. */
    KNOWS_WHO_IS_THERE,
    /** K: who finds nobody generates a token. */
    FIRST_GENERATES,
    /** H: tells those who came while the token was under way. */
    TELLS_NEWCOMERS,
    /** Section 7: the sender of a token keeps a copy until Token_ack. */
    SECTION_7,
    /** Section 7: Token_ack says which token it is for. */
    ACK_NAMES_TOKEN,
    /** Section 7: who makes a token of its copy goes on as in H, and enters if it waits. */
    RESTORED_AS_IN_H,
    /** No repair, but what Table 1 does: T_alloc_id has the leader, and Leader_info is noted. */
    TABLE_1
  }

  sealed interface Msg extends Message {}

  record LeaderInfo(int leader, Tickets tAllocId, int no) implements Msg {
    @Override
    public void show(State s) {
      s.type("Leader_info");
      s.node("i", leader);
      s.nodes("T_alloc_id", tAllocId.ids());
      s.counters("RN", tAllocId.numbers());
      s.counter("Token_leader_no", no);
    }
  }

  record Token(Tickets tAllocId, Ints tReqList, int kfree, Tickets rQueue, int no) implements Msg {
    @Override
    public void show(State s) {
      s.type("Token");
      s.nodes("T_alloc_id", tAllocId.ids());
      s.counters("RN", tAllocId.numbers());
      s.counters("T_req_list", tReqList);
      s.counter("Kfree", kfree);
      s.nodes("R_Queue", rQueue.ids());
      s.counters("RN", rQueue.numbers());
      s.counter("Token_leader_no", no);
    }

    Token with(Tickets alloc, int free) {
      return new Token(alloc, tReqList, free, rQueue, no);
    }

    Token with(Tickets queue) {
      return new Token(tAllocId, tReqList, kfree, queue, no);
    }

    Token withReq(int j, int rn) {
      int[] list = tReqList.toArray();
      list[j] = rn;
      return new Token(tAllocId, Ints.of(list), kfree, rQueue, no);
    }

    Token next() {
      return new Token(tAllocId, tReqList, kfree, rQueue, no + 1);
    }
  }

  record Here(boolean isWaiting) implements Msg {
    @Override
    public void show(State s) {
      s.type("I_am_here");
      s.flag("W", isWaiting);
    }
  }

  record Leaving(Ints nodeReqList, Ints nodeReleaseList) implements Msg {
    @Override
    public void show(State s) {
      s.type("I_am_leaving");
      s.counters("node_req_list", nodeReqList);
      s.counters("node_release_list", nodeReleaseList);
    }
  }

  /** The messages that are a name and at most a number. */
  record Short(Name name, int rn) implements Msg {
    @Override
    public void show(State s) {
      s.type(name.toString());
      if (name == Name.Token_ack && rn != 0) {
        s.counter("Token_leader_no", rn);
      } else if (name == Name.Req_CS || name == Name.Release || rn != 0) {
        s.counter("RN", rn);
      }
    }
  }

  /** As the paper writes them. */
  enum Name {
    Req_CS,
    Req_ack,
    Per_grant,
    Release,
    Token_ack,
    token_lost
  }

  private enum Phase {
    R,
    W,
    CS
  }

  /** Node_req_list of a node of which nothing is known. */
  private static final int ABSENT = -1;

  /** Node_req_list of a node that has left. */
  private static final int LEFT = -2;

  private final Set<Repair> repairs;
  private final int k;
  private final boolean leadsFirst;
  private Phase state = Phase.R;
  private int rn;
  private final int[] nodeReqList;
  private final int[] nodeReleaseList;
  private int leader = NONE;
  private boolean reqAck;
  private int nodeLeaderNo;

  /** Who granted the permit used here, if it was not the leader that this node knows. */
  private int granter = NONE;

  /** M_T and the token. */
  private Token token;

  /** Section 7: the old copy, and to whom the token was sent. */
  private Token copy;

  private int sentTo = NONE;

  private KlmeListing(int self, Setup setup, Set<Repair> repairs) {
    super(self, setup.n());
    this.repairs = repairs;
    k = setup.permits();
    nodeReqList = new int[n];
    nodeReleaseList = new int[n];
    Arrays.fill(nodeReleaseList, -1);
    boolean isFirst = setup.home(self) != NONE;
    for (int j = 0; j < n; j++) {
      boolean isHere = setup.home(self) != NONE && setup.home(j) == setup.home(self);
      nodeReqList[j] = isHere ? 0 : ABSENT;
      isFirst &= !isHere || setup.arrival(self) <= setup.arrival(j);
    }
    leadsFirst = isFirst;
  }

  static Function<Setup, Node<?>[]> with(Set<Repair> repairs) {
    return setup -> {
      Node<?>[] nodes = new Node<?>[setup.n()];
      Arrays.setAll(nodes, i -> new KlmeListing(i, setup, repairs));
      return nodes;
    };
  }

  /** Has all repairs except for these. */
  static Function<Setup, Node<?>[]> without(Repair... missing) {
    Set<Repair> repairs = EnumSet.range(Repair.TOKEN_FIRST, Repair.RESTORED_AS_IN_H);
    repairs.removeAll(List.of(missing));
    return with(repairs);
  }

  /** Has the repairs that matter without joins and leaves, except for these. */
  static Function<Setup, Node<?>[]> atRestWithout(Repair... missing) {
    Set<Repair> repairs = EnumSet.range(Repair.TOKEN_FIRST, Repair.TELLS_GRANTER);
    repairs.removeAll(List.of(missing));
    return with(repairs);
  }

  private boolean has(Repair repair) {
    return repairs.contains(repair);
  }

  /** Whether the token is here. */
  boolean hasToken() {
    return token != null;
  }

  /** Kfree of the token that is here. */
  int kfree() {
    return token.kfree;
  }

  /** How many are in T_alloc_id of the token that is here. */
  int allocated() {
    return token.tAllocId.size() - token.tAllocId.placesOf(NONE).size();
  }

  private boolean leads() {
    return leader == self;
  }

  private Token token() {
    assert token != null : "the leader has no token";
    return token;
  }

  /** "Initialization … call GenerateToken()". */
  @Override
  public void onStart() {
    if (leadsFirst) {
      generateToken();
    }
  }

  private void generateToken() {
    token = new Token(Tickets.allFree(k), Ints.zeros(n), k, Tickets.EMPTY, 1);
    leader = self;
    broadcast(info());
  }

  private LeaderInfo info() {
    return new LeaderInfo(leader, token.tAllocId, token.no);
  }

  /** A. On receiving Leader_info(j, T_alloc_id, Token_leader_no). */
  private void onLeaderInfo(int from, LeaderInfo message) {
    if (has(Repair.SECTION_7) && message.leader == self && message.no > nodeLeaderNo) {
      if (token == null) {
        // "if node j receives leader_info before token, node j detects that token is lost"
        send(from, new Short(Name.token_lost, 0));
        return;
      }
    }
    // "M_Th_idi = j"
    if (!has(Repair.STALE_CHANGES_NOTHING)) {
      leader = message.leader;
    }
    // "if (Token_leader_no > node_leader_noi)"
    if (message.no <= nodeLeaderNo) {
      return;
    }
    leader = message.leader;
    nodeLeaderNo = message.no;
    for (int i = 0; i < message.tAllocId.size() && has(Repair.TABLE_1); i++) {
      int j = message.tAllocId.id(i);
      if (j != NONE) {
        nodeReqList[j] = max(nodeReqList[j], message.tAllocId.number(i));
      }
    }
    // "if (Statei = R && i ∈ T_alloc_id) send release to j"
    if (state == Phase.R && message.tAllocId.indexOf(self) != NONE) {
      send(leader, new Short(Name.Release, rn));
    }
    // "if (Statei = W && Req_acki ≠ 1) send Req_CS to M_Th_id"
    if (state == Phase.W && !reqAck) {
      send(leader, new Short(Name.Req_CS, rn));
    }
  }

  /** B. Node i is requesting. */
  @Override
  public void onRequest() {
    state = Phase.W;
    reqAck = false;
    rn++;
    nodeReqList[self]++;
    if (leads()) {
      reqAck = true;
      enterAsLeader();
    } else if (leader != NONE) {
      send(leader, new Short(Name.Req_CS, rn));
    }
  }

  /** "Kfree = Kfree – 1; Enter CS": State is set in E only. */
  private void enterAsLeader() {
    token = token().with(token.tAllocId, token.kfree - 1);
    state = has(Repair.ENTRY_SETS_STATE) ? Phase.CS : state;
    enter();
  }

  /** C. On receiving Req_CS(j, RNj) from node j. */
  private void onReqCs(int j, int number) {
    // "if (Node_req_listi[j] < RNj)"
    if (nodeReqList[j] >= number) {
      return;
    }
    if (!leads()) {
      nodeReqList[j] = number;
      return;
    }
    // "if (j ∈ T_alloc_id) remove the corresponding entry; Kfree = Kfree + 1"
    free(j);
    // "T_req_list[j] = RNj; Node_req_listj[j] = RNj": the list of j, which has it already
    token = token.withReq(j, number);
    if (has(Repair.C_NOTES_REQUEST)) {
      nodeReqList[j] = number;
    }
    send(j, new Short(Name.Req_ack, has(Repair.ACK_NAMES_REQUEST) ? number : 0));
    if (state == Phase.R) {
      sendToken(j, has(Repair.TOKEN_FIRST));
    } else if (token.kfree > 0) {
      grant(j, number);
    } else {
      token = token.with(token.rQueue.with(j, 0, number));
    }
  }

  private boolean free(int j) {
    if (token().tAllocId.indexOf(j) == NONE) {
      return false;
    }
    token = token.with(token.tAllocId.freeOf(j), token.kfree + 1);
    return true;
  }

  /** "T_alloc_id = T_alloc_id - {j,RNj}; Kfree = Kfree + 1", if there is an entry of j. */
  private boolean freeReleased(int j, int number) {
    if (token().tAllocId.indexOf(j) != NONE && !has(Repair.RELEASE_STRIKES_NODE)) {
      token = token.with(without(j, number), token.kfree + 1);
      return true;
    }
    return free(j);
  }

  /** "T_alloc_id - {j,RNj}". */
  private Tickets without(int j, int number) {
    return token.tAllocId.last(j) == number ? token.tAllocId.freeOf(j) : token.tAllocId;
  }

  /** "Kfree = Kfree – 1; Send Per_grant to node j; (j,RNj) is added in T_alloc_id". */
  private void grant(int j, int number) {
    send(j, new Short(Name.Per_grant, 0));
    token = token.with(allocated(j, number), token.kfree - 1);
  }

  /** "(j,RNj) is added in T_alloc_id". */
  private Tickets allocated(int j, int number) {
    int place = token.tAllocId.indexOf(NONE);
    return place == NONE
        ? token.tAllocId.with(j, 0, number)
        : token.tAllocId.set(place, j, 0, number);
  }

  private int front() {
    int j = token.rQueue.id(0);
    if (has(Repair.DEQUEUES)) {
      token = token.with(token.rQueue.without(0));
    }
    return j;
  }

  /** "Token_leader_no = Token_leader_no + 1; Send Token …; Broadcast Leader_info; M_Th_idi = j". */
  private void sendToken(int j, boolean tokenFirst) {
    token = token.next();
    leader = j;
    if (has(Repair.TABLE_1)) {
      token = token.with(allocated(j, token.tReqList.get(j)), token.kfree);
    }
    LeaderInfo info = info();
    if (tokenFirst) {
      send(j, token);
      broadcast(info);
    } else {
      broadcast(info);
      send(j, token);
    }
    keepCopy(j);
    token = null;
  }

  private void keepCopy(int j) {
    copy = has(Repair.SECTION_7) ? token : null;
    sentTo = copy == null ? NONE : j;
  }

  /** F. Node i exits from CS. */
  @Override
  public void onRelease() {
    state = Phase.R;
    if (leads()) {
      boolean passes = !token().rQueue.isEmpty();
      // "Kfree = Kfree+1", and only "if (R_Queue ≠ Ø) … T_alloc_id = T_alloc_id - {i,RNi}"
      boolean strikes = passes || has(Repair.F_STRIKES_ALWAYS);
      token = token.with(strikes ? without(self, rn) : token.tAllocId, token.kfree + 1);
      if (passes) {
        sendToken(front(), true);
      }
    } else {
      giveBack();
    }
    granter = NONE;
  }

  /** "Send Release to M_Th_idi". */
  private void giveBack() {
    if (leader != NONE) {
      send(leader, new Short(Name.Release, rn));
    }
    if (granter != NONE && granter != leader && isHere(granter)) {
      send(granter, new Short(Name.Release, rn));
    }
  }

  private boolean isHere(int j) {
    return nodeReqList[j] >= 0;
  }

  /** G. On receiving release (j,RNj) from node j. */
  private void onRelease(int j, int number) {
    if (!leads()) {
      nodeReleaseList[j] = number;
      return;
    }
    boolean isStale = has(Repair.G_COMPARES_NUMBERS) && token().tAllocId.last(j) > number;
    if (!isStale && freeReleased(j, number)) {
      grantFront();
    }
  }

  private void grantFront() {
    if (token.rQueue.isEmpty()) {
      return;
    }
    int number = token.rQueue.number(0);
    int j = front();
    if (has(Repair.GRANT_COUNTS)) {
      grant(j, number);
    } else {
      send(j, new Short(Name.Per_grant, 0));
    }
  }

  /** H. On receiving Token(i, T_alloc_id, T_req_list, Kfree, R_Queue). */
  private void onToken(int from, Token arrived) {
    assert token == null : "two tokens";
    token = arrived;
    leader = self;
    if (has(Repair.TOKEN_SETS_NUMBER)) {
      nodeLeaderNo = token.no;
    }
    if (has(Repair.SECTION_7)) {
      send(from, new Short(Name.Token_ack, has(Repair.ACK_NAMES_TOKEN) ? token.no : 0));
    }
    if (has(Repair.TELLS_NEWCOMERS)) {
      broadcast(info());
    }
    goOn();
  }

  private void goOn() {
    compareLists();
    if (state == Phase.W) {
      enterAsLeader();
      // "Exit CS; if (Kfree > 0) allocate": then R_Queue is empty or the token is gone
      if (has(Repair.H_GRANTS_AT_ENTRY)) {
        allocate();
      }
    } else if (!token.rQueue.isEmpty()) {
      int j = front();
      if (has(Repair.H_PASSES_AS_IN_F)) {
        sendToken(j, true);
      } else {
        // "send Token to node at front of R_Queue": M_T and M_Th_id stay as they are
        send(j, token);
        keepCopy(j);
      }
    }
  }

  private void compareLists() {
    for (int j = 0; j < n; j++) {
      if (nodeReqList[j] == LEFT && has(Repair.REMEMBERS_LEAVERS)) {
        strike(j);
      }
      // "Compare Node_req_listi with T_req_list and if any pending … add it to R_Queue"
      if (nodeReqList[j] > token.tReqList.get(j)) {
        if (has(Repair.H_FREES_AS_IN_C)) {
          free(j);
        }
        token = token.withReq(j, nodeReqList[j]);
        if (j != self || !has(Repair.H_EXCEPTS_ITSELF)) {
          token = token.with(token.rQueue.with(j, 0, nodeReqList[j]));
        }
      } else if (isHere(j)) {
        nodeReqList[j] = max(nodeReqList[j], token.tReqList.get(j));
      }
      // "for each j ∈ T_alloc_id if (j ∈ Node_release_listi)"
      boolean isReleased =
          has(Repair.H_COMPARES_NUMBERS)
              ? nodeReleaseList[j] >= token.tAllocId.last(j)
              : nodeReleaseList[j] != -1;
      if (token.tAllocId.indexOf(j) != NONE && isReleased) {
        freeReleased(j, nodeReleaseList[j]);
        nodeReleaseList[j] = -1;
      }
    }
  }

  /** "allocate the remaining resources to the nodes in token queue". */
  private void allocate() {
    int next = 0;
    while (token.kfree > 0 && next < token.rQueue.size()) {
      grant(token.rQueue.id(next), token.rQueue.number(next));
      if (has(Repair.H_DEQUEUES)) {
        token = token.with(token.rQueue.without(next));
      } else {
        next++;
      }
    }
  }

  /** I. Node i is about to leave the neighborhood area. */
  @Override
  public void onLeave() {
    if (leads() && (state == Phase.CS || has(Repair.LEADER_HANDS_OVER))) {
      if (state == Phase.CS) {
        // "Kfree = Kfree+1; remove i from T_alloc_id", as in F
        token = token().with(without(self, rn), token.kfree + 1);
      }
      boolean isAwaited = !token().rQueue.isEmpty();
      int successor = isAwaited ? front() : successor();
      if (successor != NONE) {
        handOver(successor, isAwaited);
      }
    } else if (state == Phase.CS && leader != NONE) {
      send(leader, new Short(Name.Release, rn));
    }
    state = state == Phase.CS ? Phase.W : state;
    broadcast(new Leaving(Ints.of(nodeReqList.clone()), Ints.of(nodeReleaseList.clone())));
    forget();
  }

  /** "send Token …", and only "else … Broadcast leader info message". */
  private void handOver(int j, boolean isAwaited) {
    token = has(Repair.I_RAISES_NUMBER) ? token.next() : token;
    leader = j;
    send(j, token);
    if (!isAwaited || has(Repair.I_TELLS_WHO_LEADS)) {
      broadcast(info());
    }
  }

  /** "that lowest id which is neither in T_alloc_id and also present inside neighborhood". */
  private int successor() {
    int anybody = NONE;
    for (int j = n - 1; j >= 0; j--) {
      boolean isFree = token.tAllocId.indexOf(j) == NONE;
      boolean isBetter = isFree || anybody == NONE && has(Repair.LEADER_HANDS_OVER);
      if (j != self && isHere(j) && isBetter) {
        anybody = j;
      }
    }
    return anybody;
  }

  private void forget() {
    Arrays.fill(nodeReqList, ABSENT);
    Arrays.fill(nodeReleaseList, -1);
    rn = 0;
    leader = NONE;
    reqAck = false;
    nodeLeaderNo = 0;
    granter = NONE;
    token = null;
    copy = null;
    sentTo = NONE;
  }

  /** J. Node i receives I_am_leaving (j, node_req_list, node_release_list). */
  private void onLeaving(int j, Leaving message) {
    boolean serves = leads() && has(Repair.LEADER_HEARS_LEAVER);
    // "Update the node_req_listi and node_release_listi"
    for (int m = 0; m < n && !serves; m++) {
      note(m, message);
    }
    // "Delete its entry from all lists at node i"
    nodeReqList[j] = LEFT;
    nodeReleaseList[j] = -1;
    if (leads()) {
      // "Delete j from all lists on Token and take corresponding actions"
      if (strike(j)) {
        grantFront();
      }
      // "if (i ∈ T_alloc_id) remove the node i from the T_alloc_id"
      if (!has(Repair.J_MEANS_LEAVER)) {
        token = token.with(token.tAllocId.freeOf(self), token.kfree);
      }
    }
    for (int m = 0; m < n && serves; m++) {
      learn(m, message);
    }
    if (sentTo == j) {
      restore(j);
    }
  }

  private void note(int m, Leaving message) {
    if (isHere(m)) {
      nodeReqList[m] = max(nodeReqList[m], message.nodeReqList.get(m));
      nodeReleaseList[m] = max(nodeReleaseList[m], message.nodeReleaseList.get(m));
    }
  }

  /** What a leader is told of; it may pass the token on meanwhile. */
  private void learn(int m, Leaving message) {
    if (!leads()) {
      note(m, message);
    } else if (isHere(m) && m != self) {
      if (message.nodeReleaseList.get(m) != -1) {
        onRelease(m, message.nodeReleaseList.get(m));
      }
      onReqCs(m, message.nodeReqList.get(m));
    }
  }

  /** Says whether j had a permit. */
  private boolean strike(int j) {
    token = token().withReq(j, 0);
    while (token.rQueue.indexOf(j) != NONE) {
      token = token.with(token.rQueue.withoutOf(j));
    }
    return free(j);
  }

  /** Section 7: "it generates new token from the old copy". */
  private void restore(int j) {
    token = copy.next();
    sentTo = NONE;
    copy = null;
    nodeLeaderNo = token.no;
    leader = self;
    strike(j);
    broadcast(info());
    if (has(Repair.RESTORED_AS_IN_H)) {
      goOn();
    } else if (!token.rQueue.isEmpty()) {
      // "hold the idle token, in case, the token queue is empty; otherwise, … transfer"
      sendToken(front(), true);
    }
  }

  /** K. New node i entering the neighbourhood. */
  @Override
  public void onJoin(int neighbourhood, int arrival, int[] present) {
    boolean isAlone = true;
    for (int j = 0; j < n; j++) {
      boolean isKnown = present[j] > 0 && has(Repair.KNOWS_WHO_IS_THERE);
      nodeReqList[j] = isKnown ? 0 : ABSENT;
      isAlone &= !isKnown;
    }
    nodeReqList[self] = 0;
    rn = state == Phase.W ? 1 : 0;
    broadcast(new Here(state == Phase.W));
    if (isAlone && has(Repair.FIRST_GENERATES)) {
      generateToken();
      if (state == Phase.W) {
        goOn();
      }
    }
  }

  /** L. Node i receives I_am_here(j, statej). */
  private void onHere(int j, Here message) {
    nodeReqList[j] = 0;
    if (leads()) {
      send(j, new LeaderInfo(self, token().tAllocId, token.no));
      if (message.isWaiting) {
        onReqCs(j, 1);
      }
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    if (nodeReqList[from] == ABSENT) {
      nodeReqList[from] = 0;
    }
    switch (message) {
      case LeaderInfo info -> onLeaderInfo(from, info);
      case Token arrived -> onToken(from, arrived);
      case Here here -> onHere(from, here);
      case Leaving leaving -> onLeaving(from, leaving);
      case Short(Name name, int number) -> onShort(from, name, number);
    }
  }

  private void onShort(int from, Name name, int number) {
    switch (name) {
      case Req_CS -> onReqCs(from, number);
      // D. "Req_acki = 1"
      case Req_ack -> reqAck |= !has(Repair.ACK_NAMES_REQUEST) || number == rn;
      // E. "Statei = CS; Enter CS"
      case Per_grant -> {
        state = Phase.CS;
        granter = has(Repair.TELLS_GRANTER) && from != leader ? from : NONE;
        enter();
      }
      case Release -> onRelease(from, number);
      case Token_ack -> {
        if (number == 0 || copy != null && number == copy.no) {
          copy = null;
          sentTo = NONE;
        }
      }
      // Section 7: "node i will regenerate the token from its old copy and forward the same"
      case token_lost -> {
        if (sentTo == from) {
          send(from, copy);
        }
      }
    }
  }

  @Override
  public int idlePermits() {
    return token == null ? 0 : max(0, token.kfree);
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
    token = s.message("token", token);
    copy = s.message("copy", copy);
    sentTo = s.node("sent_to", sentTo);
  }
}
