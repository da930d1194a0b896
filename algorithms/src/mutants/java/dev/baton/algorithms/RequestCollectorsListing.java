package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The "Code Snippets" of the paper, line by line. Repairs can be added one at a time, so that each
 * defect can be seen on its own.
 *
 * <p>Where the text is silent: {@code id[1] = 1} is the LRC of a group, {@code (0, 1)} the first
 * GRC. {@code LRQ} and {@code GRQ}, which nothing initializes, are empty queues of each node, and a
 * number that is not set is 0. Each {@code Msg <-} is sent, to the LRC or to the GRC, and {@code
 * fromNode} is its sender. {@code run_CS()} ends when the application leaves; messages that come
 * meanwhile are handled, and the lines below it are done then. A token has no name, and each comes
 * in a message of its own, as {@code Recieve_Token} takes one. {@code sameLocalGroup} says that it
 * comes from a node of the same group. {@code mutex}, {@code tokens}, {@code totalTokenSent}, which
 * nothing reads, and {@code Broadcast_New_GRC}, which nothing calls, are left out.
 *
 * <p>Two functions that the snippets call are not printed. {@code release_CS} is {@code
 * send_token}. {@code send_token} sends a token to the head of its queue, who takes itself off when
 * it enters; "if the token queue is empty" back to the LRC. The LRC gives it a queue of those that
 * stand before the MARKER, or sends it on to the next LRC of its route (2A, 3A), or to the GRC. The
 * GRC sends the tokens that it has as the cases 1A to 3B of section III-B say, k/q rounded down;
 * "create p tokens" and "initiate k tokens" take them from these.
 */
final class RequestCollectorsListing extends Node<RequestCollectorsListing.Msg> {

  /** What the snippets lack, in the order of their lines. */
  enum Repair {
    /** Init: the ELSE that makes a node NORMAL belongs to the outer IF. */
    ELSE_OF_OUTER_IF,
    /** Request_CS: a collector that enters with a token at hand is no longer in its LRQ. */
    ENTERS_AND_LEAVES_LRQ,
    /** Request_CS: the token is counted again and then there is a send_token. */
    RELEASE_SENDS,
    /** Request_CS: an LRC that has asked does not ask again. */
    ASKS_ONCE,
    /** Recieve_request: the GRC puts the LRC that asks into the GRQ, not itself. */
    GRQ_GETS_SENDER,
    /** Recieve_request: the LRQ of the GRC is for its own group. */
    LRQ_GETS_MEMBERS,
    /** Recieve_Token: what comes with a token does not replace what came with another one. */
    QUEUE_OF_ITS_OWN,
    /** Recieve_Token: who enters has no longer requested. */
    REQUESTED_ENDS,
    /** Recieve_Token: the ELSE of the second IF is for the GRC only. */
    ELSE_IS_GRC,
    /** Recieve_Token: the MARKER leaves the LRQ with those who stand before it. */
    MARKER_LEAVES,
    /** Recieve_Token: an LRC to which a token comes along its queue enters. */
    LRC_ENTERS,
    /** Recieve_Token: so does the GRC. */
    GRC_ENTERS,
    /** send_token: a token that only passes a collector is not counted there any more. */
    COUNTS_DOWN,
    /** Case 3A: if k - 1 is 0, the one token visits the other groups after the GRC's own. */
    NOBODY_IS_LEFT_OUT,
    /** III-B: the GRC "won't wait to collect all tokens", not "when the GRC has all tokens". */
    DOES_NOT_WAIT
  }

  private enum Type {
    NONE,
    NORMAL,
    LRC,
    GRC
  }

  sealed interface Msg extends Message {}

  /** NODE_LRC_REQ_CS or LRC_GRC_REQ_CS. */
  record Request() implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
    }
  }

  /** A token with its queue, whose head is the receiver, and the LRCs that it visits afterwards. */
  record Token(Ints queue, Ints route) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.nodes("queue", queue);
      s.nodes("route", route);
    }

    Token withoutHead() {
      return new Token(rest(queue), route);
    }
  }

  private static final int MARKER = NONE;

  private final Set<Repair> repairs;
  private final int totalTokensNum;
  private final Groups groups;
  private final int lrc;
  private final int grc;
  private final Type type;

  private boolean requested;
  private boolean requestSent;
  private int numOfTokens;

  /** That of the token with which this node is inside. */
  private Token tokenQueue;

  /** Entered by Request_CS. */
  private boolean isByRequest;

  private final Fifo lrq = new Fifo();
  private final Fifo grq = new Fifo();

  private RequestCollectorsListing(int self, Setup setup, Set<Repair> repairs) {
    super(self, setup.n());
    this.repairs = repairs;
    totalTokensNum = setup.permits();
    groups = new Groups(RequestCollectors.ID, setup);
    lrc = groups.lrc(groups.groupOf(self));
    grc = groups.firstGrc();
    // "IF(id[1] = 1) type <- LRC … IF(id = (0, 1)): type <- GRC, numOfTokens <- TOTAL_TOKENS_NUM
    // ELSE: type <- NORMAL, numOfTokens <- 0 ENDIF ENDIF"
    if (self == grc) {
      type = Type.GRC;
      numOfTokens = totalTokensNum;
    } else if (has(Repair.ELSE_OF_OUTER_IF)) {
      type = self == lrc ? Type.LRC : Type.NORMAL;
    } else {
      type = self == lrc ? Type.NORMAL : Type.NONE;
    }
  }

  /**
   * The snippets with these repairs. Where {@code send_token} can be read in two ways and where
   * III-B contradicts itself, the better one is taken.
   */
  static Function<Setup, Node<?>[]> with(Repair... repairs) {
    Set<Repair> all = EnumSet.of(Repair.COUNTS_DOWN, Repair.DOES_NOT_WAIT);
    all.addAll(List.of(repairs));
    return setup -> setup.nodes(self -> new RequestCollectorsListing(self, setup, all));
  }

  /** The snippets with all repairs but these. */
  static Function<Setup, Node<?>[]> without(Repair... repairs) {
    Set<Repair> rest = EnumSet.allOf(Repair.class);
    rest.removeAll(List.of(repairs));
    return setup -> setup.nodes(self -> new RequestCollectorsListing(self, setup, rest));
  }

  private boolean has(Repair repair) {
    return repairs.contains(repair);
  }

  @Override
  public void onRequest() {
    // "requested <- True; IF(type = NORMAL) Msg <- NODE_LRC_REQ_CS"
    requested = true;
    if (type == Type.NORMAL) {
      send(lrc, new Request());
      return;
    }
    // "ELSE: LRQ.enqueue(id); IF (numOfTokens > 0) numOfTokens -= 1, run_CS()"
    lrq.enqueue(self);
    if (numOfTokens > 0) {
      if (has(Repair.ENTERS_AND_LEAVES_LRQ)) {
        lrq.remove(self);
      }
      numOfTokens--;
      isByRequest = true;
      run();
    } else if (type == Type.LRC && !(requestSent && has(Repair.ASKS_ONCE))) {
      // "ELSEIF (type = LRC) Msg <- LRC_GRC_REQ_CS; requestSent <- True"
      send(grc, new Request());
      requestSent = true;
    }
  }

  private void run() {
    if (has(Repair.REQUESTED_ENDS)) {
      requested = false;
    }
    enter();
  }

  private void run(Token t) {
    tokenQueue = t;
    run();
  }

  @Override
  public void onRelease() {
    if (isByRequest) {
      // "release_CS(); numOfTokens += 1"
      isByRequest = false;
      numOfTokens++;
      if (type == Type.GRC && has(Repair.RELEASE_SENDS)) {
        sendToken();
      }
      return;
    }
    Token left = tokenQueue;
    tokenQueue = null;
    if (type == Type.GRC) {
      numOfTokens++;
    }
    sendToken(left);
    if (type == Type.NORMAL) {
      fallThrough(left);
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request() -> onRequestFrom(from);
      case Token token -> onToken(from, token);
    }
  }

  private void onRequestFrom(int from) {
    if (type == Type.LRC) {
      // "LRQ.enqueue(fromNode); IF (not requestSent) Msg <- LRC_GRC_REQ_CS; requestSent <- True"
      lrq.enqueue(from);
      if (!requestSent) {
        send(grc, new Request());
        requestSent = true;
      }
    } else if (type == Type.GRC) {
      // "IF (fromNode[1] = 1) GRQ.enqueue(id) LRQ.enqueue(fromNode) ENDIF; send_token()"
      boolean isCollector = groups.lrc(groups.groupOf(from)) == from;
      if (isCollector) {
        grq.enqueue(has(Repair.GRQ_GETS_SENDER) ? from : self);
      }
      if (isCollector != has(Repair.LRQ_GETS_MEMBERS)) {
        lrq.enqueue(from);
      }
      sendToken();
    }
  }

  private void onToken(int from, Token t) {
    // "tokenQueue <- tokenQueue.copy()"
    if (tokenQueue != null && !has(Repair.QUEUE_OF_ITS_OWN)) {
      tokenQueue = t;
    }
    boolean isHead = requested && !t.queue.isEmpty() && t.queue.get(0) == self;
    if (type == Type.NORMAL) {
      // "IF (requested): tokenQueue.dequeue(), run_CS(), release_CS() ELSE: send_token() ENDIF"
      if (requested) {
        run(t.withoutHead());
      } else {
        sendToken(t);
        fallThrough(t);
      }
    } else if (type == Type.LRC) {
      // "numOfTokens += 1"
      numOfTokens++;
      if (groups.groupOf(from) != groups.groupOf(self)) {
        // "IF (not sameLocalGroup): LRQ.enqueue(MARKER), requestSent <- False, IF (requested AND
        // LRQ.front == id) LRQ.dequeue(), run_CS(), release_CS() ELSE: send_token()"
        lrq.enqueue(MARKER);
        requestSent = false;
        if (requested && lrq.get(0) == self) {
          lrq.dequeue();
          run(t);
        } else {
          sendToken(t);
        }
      } else if (isHead && has(Repair.LRC_ENTERS)) {
        run(t.withoutHead());
      } else {
        // "ELSE: send_token()"
        sendToken(t);
      }
    } else if (isHead && has(Repair.GRC_ENTERS)) {
      run(t.withoutHead());
    } else {
      onTokenElse(t);
    }
  }

  /** The IF of a NORMAL node is closed before that of an LRC, which has an ELSE. */
  private void fallThrough(Token t) {
    if (!has(Repair.ELSE_IS_GRC)) {
      onTokenElse(t);
    }
  }

  /** "ELSE: numOfTokens += 1, totalTokenSent -= 1, send_token(tokenQueue)". */
  private void onTokenElse(Token t) {
    if (type != Type.NORMAL) { // Which never looks at it.
      numOfTokens++;
    }
    sendToken(t);
  }

  /** "Pass the token with its queue to the next node"; "if empty, returned to the LRC". */
  private void sendToken(Token t) {
    Ints queue = t.queue.isEmpty() && type == Type.LRC ? beforeMarker() : t.queue;
    if (!queue.isEmpty()) {
      pass(queue.get(0), new Token(queue, t.route));
    } else if (self != lrc) {
      pass(lrc, t);
    } else if (!t.route.isEmpty()) {
      pass(t.route.get(0), new Token(Ints.EMPTY, rest(t.route)));
    } else if (self != grc) {
      // "When LRC receives the tokens back, it sends them back directly to the GRC."
      pass(grc, t);
    } else {
      sendToken();
    }
  }

  private void pass(int to, Token t) {
    send(to, t);
    if (self == lrc && has(Repair.COUNTS_DOWN)) {
      numOfTokens--;
    }
  }

  private Ints beforeMarker() {
    Fifo nodes = new Fifo();
    if (lrq.contains(MARKER)) {
      while (lrq.get(0) != MARKER) {
        nodes.enqueue(lrq.dequeue());
      }
      if (has(Repair.MARKER_LEAVES)) {
        lrq.dequeue();
      }
    }
    return nodes.toInts();
  }

  /** Section III-B. */
  private void sendToken() {
    int p = lrq.size();
    int q = grq.size();
    int k = numOfTokens;
    if (k == 0 || p + q == 0 || k < totalTokensNum && !has(Repair.DOES_NOT_WAIT)) {
      return;
    }
    if (q == 0) {
      // 1A: "send a token to each requesting node"; 1B: "all the available tokens", with queues.
      sendOwn(Math.min(p, k), Ints.EMPTY);
    } else if (p == 0 ? q >= k : q >= k - 1) {
      // 2A: k tokens, "for each token queue add a requesting node from the GRQ"; 3A: k − 1.
      for (Fifo route : deal(grq, p == 0 ? k : k - 1)) {
        sendOut(route.dequeue(), route.toInts());
      }
      if (p > 0) {
        Ints route = has(Repair.NOBODY_IS_LEFT_OUT) ? grq.toInts() : Ints.EMPTY;
        if (has(Repair.NOBODY_IS_LEFT_OUT)) {
          grq.clear();
        }
        sendOwn(1, route);
      }
    } else {
      // 2B: "each LRC gets k/q tokens"; 3B: k/(q + 1), and as many are kept for this group.
      int share = k / (p == 0 ? q : q + 1);
      while (!grq.isEmpty()) {
        int to = grq.dequeue();
        for (int i = 0; i < share; i++) {
          sendOut(to, Ints.EMPTY);
        }
      }
      if (p > 0) {
        sendOwn(Math.min(p, share), Ints.EMPTY);
      }
    }
  }

  private void sendOut(int to, Ints route) {
    numOfTokens--;
    send(to, new Token(Ints.EMPTY, route));
  }

  /** "For each token queue add a requesting node from LRQ and dequeue. Do this until empty." */
  private void sendOwn(int count, Ints route) {
    for (Fifo queue : deal(lrq, count)) {
      numOfTokens--;
      send(queue.get(0), new Token(queue.toInts(), route));
    }
  }

  private static Fifo[] deal(Fifo nodes, int count) {
    Fifo[] queues = new Fifo[count];
    for (int i = 0; i < count; i++) {
      queues[i] = new Fifo();
    }
    for (int i = 0; count > 0 && !nodes.isEmpty(); i++) {
      queues[i % count].enqueue(nodes.dequeue());
    }
    return queues;
  }

  private static Ints rest(Ints nodes) {
    Fifo rest = new Fifo(nodes);
    rest.dequeue();
    return rest.toInts();
  }

  /** Whether a token is at the GRC although somebody is in one of its queues. */
  boolean isKeptBack() {
    return type == Type.GRC && numOfTokens > 0 && lrq.size() + grq.size() > 0;
  }

  @Override
  public int idlePermits() {
    return type == Type.GRC ? numOfTokens : 0;
  }

  @Override
  public void state(State s) {
    requested = s.flag("requested", requested);
    requestSent = s.flag("requestSent", requestSent);
    numOfTokens = s.counter("numOfTokens", numOfTokens);
    tokenQueue = s.message("tokenQueue", tokenQueue);
    isByRequest = s.flag("isByRequest", isByRequest);
    s.nodes("LRQ", lrq);
    s.nodes("GRQ", grq);
  }
}
