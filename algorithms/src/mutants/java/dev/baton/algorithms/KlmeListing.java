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
 * <p>Where the text is silent: "Enter CS" sets State to CS, and the lines below it are done when
 * the application leaves. Leader_info names the new leader. Node_req_list has an entry for each
 * node of the neighbourhood, and a newcomer knows who they are. Who leaves deletes all local
 * information, RN too, and is in its first request if it arrives waiting.
 */
final class KlmeListing extends Node<KlmeListing.Msg> {

  /** What the listing lacks, in the order in which the checker asks for it. */
  enum Repair {
    /** C: the token is sent before Leader_info, as in F and as section 7 takes for granted. */
    TOKEN_FIRST,
    /** F, G, H, I: who is served is taken out of R_Queue. */
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
    /** K: who finds nobody generates a token. */
    FIRST_GENERATES,
    /** I: a leader hands the token over in any state, and to anybody if all have permits. */
    LEADER_HANDS_OVER,
    /** J: a leader serves the requests and counts the releases of which the leaver tells. */
    LEADER_HEARS_LEAVER,
    /** H: tells those who came while the token was under way; passes it on as in F. */
    TELLS_NEWCOMERS,
    /** Section 7: the sender of a token keeps a copy until Token_ack. */
    SECTION_7
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
      if (name == Name.Req_CS || name == Name.Release || rn != 0) {
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

  /** Node_req_list of a node that is not here. */
  private static final int ABSENT = -1;

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

  /** M_T and the token. */
  private Token token;

  /** Section 7: the old copy, and to whom the token was sent. */
  private Token copy;

  private int sentTo = NONE;

  private KlmeListing(int self, Setup setup, Set<Repair> repairs) {
    super(self, setup.n());
    this.repairs = repairs;
    k = setup.permits();
    leadsFirst = setup.arrival(self) == 1;
    nodeReqList = new int[n];
    nodeReleaseList = new int[n];
    Arrays.fill(nodeReleaseList, -1);
    for (int j = 0; j < n; j++) {
      boolean isHere = setup.home(self) != NONE && setup.home(j) == setup.home(self);
      nodeReqList[j] = isHere ? 0 : ABSENT;
    }
  }

  static Function<Setup, Node<?>[]> with(Set<Repair> repairs) {
    return setup -> {
      Node<?>[] nodes = new Node<?>[setup.n()];
      Arrays.setAll(nodes, i -> new KlmeListing(i, setup, repairs));
      return nodes;
    };
  }

  /** Has the repairs that matter without joins and leaves, except for these. */
  static Function<Setup, Node<?>[]> atRestWithout(Repair... missing) {
    Set<Repair> repairs = EnumSet.range(Repair.TOKEN_FIRST, Repair.H_COMPARES_NUMBERS);
    repairs.removeAll(List.of(missing));
    return with(repairs);
  }

  private boolean has(Repair repair) {
    return repairs.contains(repair);
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
      token = token().with(token.tAllocId, token.kfree - 1);
      enterCs();
    } else if (leader != NONE) {
      send(leader, new Short(Name.Req_CS, rn));
    }
  }

  private void enterCs() {
    state = Phase.CS;
    enter();
  }

  /** C. On receiving Req_CS(j, RNj) from node j. */
  private void onReqCs(int j, int number) {
    // "if (Node_req_listi[j] < RNj)"
    if (nodeReqList[j] >= number) {
      return;
    }
    nodeReqList[j] = number;
    if (!leads()) {
      return;
    }
    // "if (j ∈ T_alloc_id) remove the corresponding entry; Kfree = Kfree + 1"
    free(j);
    token = token().withReq(j, number);
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

  /** "Kfree = Kfree – 1; Send Per_grant to node j; (j,RNj) is added in T_alloc_id". */
  private void grant(int j, int number) {
    send(j, new Short(Name.Per_grant, 0));
    int place = token.tAllocId.indexOf(NONE);
    token = token.with(token.tAllocId.set(place, j, 0, number), token.kfree - 1);
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
    LeaderInfo info = info();
    if (tokenFirst) {
      send(j, token);
      broadcast(info);
    } else {
      broadcast(info);
      send(j, token);
    }
    copy = has(Repair.SECTION_7) ? token : null;
    sentTo = copy == null ? NONE : j;
    token = null;
  }

  /** F. Node i exits from CS. */
  @Override
  public void onRelease() {
    state = Phase.R;
    if (!leads()) {
      if (leader != NONE) {
        send(leader, new Short(Name.Release, rn));
      }
      return;
    }
    token = token().with(token.tAllocId, token.kfree + 1);
    if (!token.rQueue.isEmpty()) {
      sendToken(front(), true);
    }
  }

  /** G. On receiving release (j,RNj) from node j. */
  private void onRelease(int j, int number) {
    if (!leads()) {
      nodeReleaseList[j] = number;
      return;
    }
    boolean isStale = has(Repair.G_COMPARES_NUMBERS) && token().tAllocId.last(j) > number;
    if (!isStale && free(j)) {
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
      send(from, new Short(Name.Token_ack, 0));
    }
    if (has(Repair.TELLS_NEWCOMERS)) {
      broadcast(info());
    }
    goOn();
  }

  private void goOn() {
    // "Compare Node_req_listi with T_req_list and if any pending … add it to R_Queue"
    for (int j = 0; j < n; j++) {
      if (j != self && nodeReqList[j] > token.tReqList.get(j)) {
        token = token.withReq(j, nodeReqList[j]);
        token = token.with(token.rQueue.with(j, 0, nodeReqList[j]));
      } else if (nodeReqList[j] != ABSENT) {
        nodeReqList[j] = max(nodeReqList[j], token.tReqList.get(j));
      }
      // "for each j ∈ T_alloc_id if (j ∈ Node_release_listi)"
      boolean isReleased =
          has(Repair.H_COMPARES_NUMBERS)
              ? nodeReleaseList[j] >= token.tAllocId.last(j)
              : nodeReleaseList[j] != -1;
      if (token.tAllocId.indexOf(j) != NONE && isReleased) {
        free(j);
        nodeReleaseList[j] = -1;
      }
    }
    if (state == Phase.W) {
      token = token.with(token.tAllocId, token.kfree - 1);
      enterCs();
      // "if (Kfree > 0) allocate the remaining resources to the nodes in token queue"
      while (token.kfree > 0 && !token.rQueue.isEmpty()) {
        grant(token.rQueue.id(0), token.rQueue.number(0));
        token = token.with(token.rQueue.without(0));
      }
    } else if (!token.rQueue.isEmpty()) {
      sendToken(front(), true);
    }
  }

  /** I. Node i is about to leave the neighborhood area. */
  @Override
  public void onLeave() {
    if (leads() && (state == Phase.CS || has(Repair.LEADER_HANDS_OVER))) {
      if (state == Phase.CS) {
        token = token().with(token.tAllocId, token.kfree + 1);
      }
      int successor = token().rQueue.isEmpty() ? successor() : front();
      if (successor != NONE) {
        sendToken(successor, true);
      }
    } else if (state == Phase.CS && leader != NONE) {
      send(leader, new Short(Name.Release, rn));
    }
    state = state == Phase.CS ? Phase.W : state;
    broadcast(new Leaving(Ints.of(nodeReqList.clone()), Ints.of(nodeReleaseList.clone())));
    forget();
  }

  /** "that lowest id which is neither in T_alloc_id and also present inside neighborhood". */
  private int successor() {
    int anybody = NONE;
    for (int j = n - 1; j >= 0; j--) {
      boolean isFree = token.tAllocId.indexOf(j) == NONE;
      boolean isBetter = isFree || anybody == NONE && has(Repair.LEADER_HANDS_OVER);
      if (j != self && nodeReqList[j] != ABSENT && isBetter) {
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
    token = null;
    copy = null;
    sentTo = NONE;
  }

  /** J. Node i receives I_am_leaving (j, node_req_list, node_release_list). */
  private void onLeaving(int j, Leaving message) {
    nodeReqList[j] = ABSENT;
    nodeReleaseList[j] = -1;
    if (leads()) {
      token = token().withReq(j, 0);
      token = token.with(token.rQueue.withoutOf(j));
      if (free(j)) {
        grantFront();
      }
    }
    for (int m = 0; m < n; m++) {
      if (nodeReqList[m] != ABSENT && m != self) {
        learn(m, message.nodeReqList.get(m), message.nodeReleaseList.get(m));
      }
    }
    if (sentTo == j) {
      // Section 7: "it generates new token from the old copy"
      token = copy.with(copy.rQueue.withoutOf(j));
      restore();
    }
  }

  /** "Update the node_req_listi and node_release_listi". */
  private void learn(int m, int request, int release) {
    if (!leads() || !has(Repair.LEADER_HEARS_LEAVER)) {
      nodeReqList[m] = max(nodeReqList[m], request);
      nodeReleaseList[m] = max(nodeReleaseList[m], release);
      return;
    }
    if (release != -1) {
      onRelease(m, release);
    }
    onReqCs(m, request);
  }

  /** "node i will hold the idle token, … otherwise, it will transfer the token". */
  private void restore() {
    sentTo = NONE;
    copy = null;
    token = token.next();
    nodeLeaderNo = token.no;
    leader = self;
    broadcast(info());
    goOn();
  }

  /** K. New node i entering the neighbourhood. */
  @Override
  public void onJoin(int neighbourhood, int arrival, int[] present) {
    boolean isAlone = true;
    for (int j = 0; j < n; j++) {
      nodeReqList[j] = present[j] > 0 ? 0 : ABSENT;
      isAlone &= present[j] == 0;
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
      case Per_grant -> enterCs();
      case Release -> onRelease(from, number);
      case Token_ack -> {
        copy = null;
        sentTo = NONE;
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
    s.counters("Node_req_list", nodeReqList);
    s.counters("Node_release_list", nodeReleaseList);
    token = s.message("token", token);
    copy = s.message("copy", copy);
    sentTo = s.node("sent_to", sentTo);
  }
}
