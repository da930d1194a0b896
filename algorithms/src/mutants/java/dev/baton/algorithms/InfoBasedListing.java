package dev.baton.algorithms;

import dev.baton.algorithms.InfoBased.Ack;
import dev.baton.algorithms.InfoBased.Finished;
import dev.baton.algorithms.InfoBased.InfoMsg;
import dev.baton.algorithms.InfoBased.Msg;
import dev.baton.algorithms.InfoBased.RelMsg;
import dev.baton.algorithms.InfoBased.ReqMsg;
import dev.baton.algorithms.InfoBased.RowRel;
import dev.baton.algorithms.InfoBased.Token;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;

/**
 * The info-based algorithm as the paper's Figs. 4 to 7 list it, line by line. Repairs can be added
 * one at a time, so that each defect can be seen on its own.
 *
 * <p>Where the text is damaged or open we read it so:
 *
 * <ul>
 *   <li>At the start P_k is inside (4.1): {@link #FIRST_CS} runs out when it leaves. If it requests
 *       before that, it has left; SN is still 0.
 *   <li>Fig. 4: "token.seqnum{1...N} ≠ 0" is a damaged arrow, so seqnum starts with 0.
 *   <li>INSERT leaves out what is in the queue now; a queue does not remember what has left it.
 *   <li>A WAIT or a WHILE that waits lets the node receive messages, and goes on as soon as its
 *       condition allows. Everything between two of them is one step. The three WAITs of REQUEST
 *       are one condition.
 *   <li>A process may request while RELEASE still waits for a request.
 *   <li>sqrt(N) in the WHILE of RelMsg is v, as in 8.1; so arrays need not be squares.
 *   <li>Finished(Waiting_i) carries a copy, since Q is emptied by lines of its own.
 *   <li>RELEASE removes one copy of the request, first that in head(token.next).
 *   <li>The end of Fig. 7 is "IF (head(token.next) is not ReqMsg(i,SN_i)) THEN EXTRACT
 *       (head(token.next)), which is ReqMsg(f,SN_f); SEND (token) to f" (5.2, case 3).
 *   <li>A node that gets the token without having asked does what the listing says and never comes
 *       to release it. What a node does to a token that has gone has no effect; the head of an
 *       empty queue is nobody.
 * </ul>
 */
final class InfoBasedListing extends Node<Msg> {

  /** What the listing lacks, in the order in which the checker finds it. */
  enum Repair {
    /** REQUEST: a holder that requests keeps CL_token, which it is about to wait for. */
    HOLDER_ENTERS,
    /** RELEASE: CL_token becomes 0 only when the token is sent away, not at the exit. */
    HOLDER_KEEPS_CL,
    /** Finished(Waiting): the queue goes with the message; the sender keeps its own request. */
    WAITING_HANDED_OVER,
    /** An implicit holder leaves CL_token as it is, and so an informed node stays informed. */
    STAYS_INFORMED,
    /** What token.seqnum knows as served is not appended to token.next. */
    SERVED_LEFT_OUT,
    /** Finished: seqnum counts entries only, so a request found in testreq is not yet served. */
    SEQNUM_COUNTS_ENTRIES,
    /** An explicit holder that gets the token back has nobody to inform or to release. */
    EXPLICIT_STILL,
    /** RELEASE removes the node's request from both heads: "it removes them" (4.3). */
    REMOVES_BOTH
  }

  /** Other ways to read a place that is damaged or open. */
  enum Reading {
    /** Fig. 7 ends without an IF: the token goes to head(token.next), whoever that is. */
    NO_LAST_IF,
    /** Finished(Waiting_i) takes the queue away, as APPEND does. */
    FINISHED_MOVES
  }

  /** The timer that ends the critical section in which P_k starts. */
  private static final int FIRST_CS = 0;

  private final Set<Repair> repairs;
  private final Set<Reading> readings;
  private final int v;
  private final int row;

  private int sn;
  private Requests waiting = Requests.EMPTY;
  private Requests pWaiting = Requests.EMPTY;

  /** CL_token; NONE for 0. */
  private int clToken = NONE;

  /** SL_token; NONE for 0. */
  private int slToken = NONE;

  private Token token;
  private int numAck;

  /** In the critical section in which P_k starts. */
  private boolean inFirstCs;

  /** In the WAITs of REQUEST THE CS. */
  private boolean requesting;

  /** In the WHILE of RELEASE THE CS. */
  private boolean releasing;

  /** The sender of the RelMsg in whose WHILE the node is; NONE if in none. */
  private int successor = NONE;

  private boolean sameRow;

  private InfoBasedListing(int self, Setup setup, Set<Repair> repairs, Set<Reading> readings) {
    super(self, setup.n());
    this.repairs = repairs;
    this.readings = readings;
    v = setup.structure().columns();
    row = self / v;
    int k = setup.holder();
    // "token.idexp <- k, token.rowexp <- a, token.seqnum{1...N} != 0, token.next and
    // token.testreq are empty."
    if (self == k) {
      token = new Token(Ints.zeros(n), Requests.EMPTY, Requests.EMPTY, k, row);
      inFirstCs = true;
      // "For process P_k: CL_token_k <- k, SL_token_k <- k."
      slToken = k;
    }
    // "For each node in row a except process P_k: CL_token <- k."
    if (row == k / v) {
      clToken = k;
    }
  }

  static Function<Setup, Node<?>[]> with(Set<Repair> repairs, Reading... readings) {
    return setup -> setup.nodes(i -> new InfoBasedListing(i, setup, repairs, Set.of(readings)));
  }

  private boolean has(Repair repair) {
    return repairs.contains(repair);
  }

  private int right() {
    return row * v + (self + 1) % v;
  }

  private int down() {
    return (self + v) % n;
  }

  /** "INSERT: entering elements in a queue that have not entered already." */
  private static Requests insert(Requests queue, int j, int number) {
    for (int i = 0; i < queue.size(); i++) {
      if (queue.nodes().get(i) == j && queue.numbers().get(i) == number) {
        return queue;
      }
    }
    int size = queue.size();
    int[] nodes = Arrays.copyOf(queue.nodes().toArray(), size + 1);
    int[] numbers = Arrays.copyOf(queue.numbers().toArray(), size + 1);
    nodes[size] = j;
    numbers[size] = number;
    return new Requests(Ints.of(nodes), Ints.of(numbers));
  }

  /** "APPEND: removing elements from one queue and then inserting them in another queue." */
  private static Requests append(Requests queue, Requests other) {
    Requests all = queue;
    for (int i = 0; i < other.size(); i++) {
      all = insert(all, other.nodes().get(i), other.numbers().get(i));
    }
    return all;
  }

  private static Requests removeHead(Requests queue) {
    int[] nodes = queue.nodes().toArray();
    int[] numbers = queue.numbers().toArray();
    return new Requests(
        Ints.of(Arrays.copyOfRange(nodes, 1, nodes.length)),
        Ints.of(Arrays.copyOfRange(numbers, 1, numbers.length)));
  }

  private boolean isOwn(Requests queue) {
    return !queue.isEmpty() && queue.head() == self && queue.numbers().get(0) == sn;
  }

  private void appendToNext(Requests queue) {
    Requests added = has(Repair.SERVED_LEFT_OUT) ? queue.unserved(token.seqnum()) : queue;
    setToken(append(token.next(), added), token.testreq());
  }

  private void setToken(Requests next, Requests testreq) {
    token = new Token(token.seqnum(), next, testreq, token.idexp(), token.rowexp());
  }

  private void setSeqnum(int j, int number) {
    int[] seqnum = token.seqnum().toArray();
    seqnum[j] = number;
    token =
        new Token(Ints.of(seqnum), token.next(), token.testreq(), token.idexp(), token.rowexp());
  }

  /** 4.1: P_k "is executing its CS". */
  @Override
  public void onStart() {
    if (inFirstCs) {
      setTimer(FIRST_CS, 1);
    }
  }

  @Override
  public void onTimer(int timer) {
    onRelease();
  }

  /** "REQUEST THE CS". */
  @Override
  public void onRequest() {
    if (inFirstCs) {
      cancelTimer(FIRST_CS);
      onRelease();
    }
    // "SN_i <- SN_i + 1; CREATE ReqMsg(i,SN_i); INSERT (Waiting_i,ReqMsg(i,SN_i));"
    sn++;
    waiting = insert(waiting, self, sn);
    requesting = true;
    if (clToken != NONE && clToken != self) {
      // "IF (CL_token_i != 0 and CL_token_i != i) THEN SEND ReqMsg(i,SN_i) to CL_token_i;"
      send(clToken, new ReqMsg(self, sn));
    } else if (clToken == NONE) {
      // "ELSE IF (CL_token_i = 0) THEN INSERT (P_waiting_i,ReqMsg(i,SN_i));
      // SEND ReqMsg(i,SN_i) to Down;"
      pWaiting = insert(pWaiting, self, sn);
      send(down(), new ReqMsg(self, sn));
    } else {
      // "ELSE INSERT (token.next,ReqMsg(i,SN_i)); SL_token_i <- i; CL_token_i <- 0;"
      if (token != null) {
        setToken(insert(token.next(), self, sn), token.testreq());
      }
      slToken = self;
      if (!has(Repair.HOLDER_ENTERS)) {
        clToken = NONE;
      }
    }
    goOn();
  }

  /** Leaves the WAITs and WHILEs whose conditions allow it. */
  private void goOn() {
    // "WHILE (NumAck != sqrt(N) - 1);", v - 1 in 8.1
    if (successor != NONE && numAck == v - 1) {
      endRelMsg();
    }
    // "WHILE (Waiting_i and token.next are empty);"
    if (releasing && token != null && !(waiting.isEmpty() && token.next().isEmpty())) {
      endRelease();
    }
    // "WAIT (token); WAIT (head(token.next) = ReqMsg(i,SN_i)); WAIT (CL_token_i = i);"
    if (requesting && token != null && isOwn(token.next()) && mayEnter()) {
      // "SL_token_i <- i;"
      slToken = self;
      requesting = false;
      enter();
    }
  }

  /** "CL_token_i = i", or an implicit holder, if that does not show in CL_token. */
  private boolean mayEnter() {
    return clToken == self || has(Repair.STAYS_INFORMED) && token.next().size() > 1;
  }

  private boolean isExplicitStill() {
    return has(Repair.EXPLICIT_STILL) && token.idexp() == self;
  }

  /** "RECEIVE A MESSAGE BY PROCESS P_i". */
  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case ReqMsg(int j, int number) -> {
        if (slToken == self || clToken == self) {
          // "IF (SL_token_i = i or CL_token_i = i) THEN INSERT (Waiting_i,ReqMsg(j,SN_j));"
          waiting = insert(waiting, j, number);
        } else if (!waiting.isEmpty()) {
          // "ELSE IF (Waiting_i is not empty) THEN INSERT (Waiting_i,ReqMsg(j,SN_j));"
          waiting = insert(waiting, j, number);
        } else if (clToken != NONE) {
          // "ELSE IF (CL_token_i != 0) THEN SEND ReqMsg(j,SN_j) to CL_token_i;"
          send(clToken, message);
        } else if (j != self) {
          // "ELSE IF (j != i) THEN INSERT (P_waiting_i,ReqMsg(j,SN_j));
          // SEND ReqMsg(j,SN_j) to Down;"
          pWaiting = insert(pWaiting, j, number);
          send(down(), message);
        }
      }
      case Token arrived -> onToken(arrived);
      case InfoMsg(int j, Requests q) -> onInfoMsg(j, q);
      case RelMsg(boolean sw) -> {
        // "NumAck <- 0;"
        numAck = 0;
        successor = from;
        sameRow = sw;
        // "IF (sw = false) THEN SEND RowRel(i,0) to all nodes in Row m except process P_i;
        // ELSE SEND RowRel(i,j) to all nodes in Row m except process P_i;"
        for (int i = row * v; i < row * v + v; i++) {
          if (i != self) {
            send(i, new RowRel(sw ? from : NONE));
          }
        }
      }
      case RowRel(int l) -> {
        // "IF (i != l) CL_token_i <- l; SEND Ack(i) to j;"
        if (self != l) {
          clToken = l;
        }
        send(from, new Ack());
      }
      // "NumAck <- NumAck + 1;"
      case Ack() -> numAck++;
      case Finished(Requests others) -> onFinished(others);
    }
    goOn();
  }

  /** "CASE token". */
  private void onToken(Token arrived) {
    token = arrived;
    // "APPEND (token.next,Waiting_i);"
    appendToNext(waiting);
    waiting = Requests.EMPTY;
    if (isExplicitStill()) {
      clToken = self;
    } else if (token.next().size() == 1) {
      // "IF (there is only one element in token.next) THEN SL_token_i <- i; CREATE Q; EMPTY Q;
      // APPEND (Q,P_waiting_i); CREATE InfoMsg(i,Q); SEND InfoMsg(i,Q) to Right;"
      slToken = self;
      send(right(), new InfoMsg(self, pWaiting));
      pWaiting = Requests.EMPTY;
    } else if (!has(Repair.STAYS_INFORMED) || token.idexp() == self) {
      // "ELSE CL_token_i <- i;"
      clToken = self;
    }
  }

  /** "CASE InfoMsg(j,Q)". */
  private void onInfoMsg(int j, Requests q) {
    if (j != self) {
      // "IF (j != i) THEN CL_token_i <- j; APPEND (Q,P_waiting_i); SEND InfoMsg(j,Q) to Right;"
      clToken = j;
      send(right(), new InfoMsg(j, append(q, pWaiting)));
      pWaiting = Requests.EMPTY;
    } else if (token != null) {
      // "ELSE APPEND (token.testreq,Q); FREE Q; IF (token.rowexp = m) THEN sw <- true; ELSE
      // sw <- false; SEND RelMsg(i,sw) to token.idexp;"
      setToken(token.next(), append(token.testreq(), q));
      send(token.idexp(), new RelMsg(token.rowexp() == row));
    }
  }

  /** The end of "CASE RelMsg(j,sw)". */
  private void endRelMsg() {
    // "IF (sw = false) THEN CL_token_i <- 0; ELSE CL_token_i <- j; SL_token_i <- 0;
    // SEND Finished(Waiting_i) to j;"
    clToken = sameRow ? successor : NONE;
    slToken = NONE;
    send(successor, new Finished(waiting));
    if (readings.contains(Reading.FINISHED_MOVES)) {
      waiting = Requests.EMPTY;
    } else if (has(Repair.WAITING_HANDED_OVER)) {
      waiting = requesting ? insert(Requests.EMPTY, self, sn) : Requests.EMPTY;
    }
    successor = NONE;
    sameRow = false;
  }

  /** "CASE Finished(Waiting_i)", by the text Waiting_j: the queue that comes. */
  private void onFinished(Requests others) {
    if (token != null) {
      // "APPEND (token.next,Waiting_j);"
      appendToNext(others);
      sortTestreq();
      // "token.rowexp <- m; token.idexp <- i;"
      token = new Token(token.seqnum(), token.next(), token.testreq(), self, row);
    }
    // "CL_token_i <- i;"
    clToken = self;
  }

  /** "WHILE (token.testreq is not empty)". */
  private void sortTestreq() {
    // "EXTRACT head(token.testreq) which is ReqMsg(f,SN_f); IF (token.seqnum[f] < SN_f) THEN
    // token.seqnum[f] <- token.seqnum[f] + 1; INSERT (token.next,ReqMsg(f,SN_f));
    // REMOVE ReqMsg(f,SN_f) from head(token.testreq);"
    while (!token.testreq().isEmpty()) {
      int f = token.testreq().head();
      int number = token.testreq().numbers().get(0);
      Requests next = token.next();
      if (token.seqnum().get(f) < number) {
        if (!has(Repair.SEQNUM_COUNTS_ENTRIES)) {
          setSeqnum(f, token.seqnum().get(f) + 1);
        }
        next = insert(next, f, number);
      }
      setToken(next, removeHead(token.testreq()));
    }
  }

  /** "RELEASE THE CS". */
  @Override
  public void onRelease() {
    inFirstCs = false;
    // "CL_token_i <- 0;"
    if (!has(Repair.HOLDER_KEEPS_CL)
        || clToken == self && token.idexp() != self && !has(Repair.STAYS_INFORMED)) {
      clToken = NONE;
    }
    // "IF (ReqMsg(i,SN_i) exists in head(token.next) or head(Waiting_i)) THEN REMOVE it;"
    boolean isNext = isOwn(token.next());
    if (isNext) {
      setToken(removeHead(token.next()), token.testreq());
    }
    if (isOwn(waiting) && (!isNext || has(Repair.REMOVES_BOTH))) {
      waiting = removeHead(waiting);
    }
    // "token.seqnum[i] <- SN_i;"
    setSeqnum(self, sn);
    // "IF (token.idexp = i) THEN WHILE (Waiting_i and token.next are empty); ELSE
    // SL_token_i <- 0;"
    if (token.idexp() == self) {
      releasing = true;
    } else {
      slToken = NONE;
      endRelease();
    }
    goOn();
  }

  private void endRelease() {
    releasing = false;
    // "APPEND (token.next,Waiting_i);"
    appendToNext(waiting);
    waiting = Requests.EMPTY;
    if (token.next().isEmpty()) {
      // With this repair what had ended the WHILE is left out.
      releasing = has(Repair.SERVED_LEFT_OUT) && token.idexp() == self;
      return;
    }
    if (!isOwn(token.next()) || readings.contains(Reading.NO_LAST_IF)) {
      // "EXTRACT (head(token.next)), which is ReqMsg(f,SN_f); SEND (token) to f;"
      send(token.next().head(), token);
      token = null;
      if (has(Repair.HOLDER_KEEPS_CL) && clToken == self) {
        clToken = NONE;
      }
    }
  }

  @Override
  public int idlePermits() {
    return token != null && releasing ? 1 : 0;
  }

  @Override
  public void state(State s) {
    sn = s.counter("SN", sn);
    waiting = waiting.walk(s, "Waiting");
    pWaiting = pWaiting.walk(s, "P_waiting");
    clToken = s.node("CL_token", clToken);
    slToken = s.node("SL_token", slToken);
    token = s.message("token", token);
    numAck = s.counter("NumAck", numAck);
    inFirstCs = s.flag("inFirstCs", inFirstCs);
    requesting = s.flag("requesting", requesting);
    releasing = s.flag("releasing", releasing);
    successor = s.node("RelMsg", successor);
    sameRow = s.flag("sw", sameRow);
  }
}
