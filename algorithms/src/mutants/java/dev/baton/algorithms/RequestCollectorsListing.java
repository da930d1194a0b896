package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * The "Code Snippets" of the paper, line by line, in four readings, each with one more defect
 * mended. Two functions that the snippets call are not printed: {@code release_CS}, read as "pass
 * the token with its queue to the next node in the queue", and {@code send_token}, read as the
 * cases 1A to 3B of section III-B with the tokens that are at hand.
 */
final class RequestCollectorsListing extends Node<RequestCollectorsListing.Msg> {

  /** What is mended; each reading mends what those before it do. */
  enum Reading {
    /** Nothing. */
    AS_PRINTED,
    /** In Init the ELSE that makes a node NORMAL belongs to the outer IF. */
    INIT_MENDED,
    /** The GRC enqueues the sender, an LRC in the GRQ and a node of its group in the LRQ. */
    QUEUES_MENDED,
    /** A collector to which a token comes along its queue enters. */
    COLLECTORS_ENTER
  }

  private enum Type {
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

  /** Tokens from the GRC, each with the LRCs that it visits afterwards. */
  record Tokens(Ints tokens, Ints route) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKENS");
      s.nodes("tokens", tokens);
      s.nodes("route", route);
    }
  }

  /** A token inside a group, with the nodes that it visits next, then the LRCs. */
  record Token(int token, Ints queue, Ints route) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.node("token", token);
      s.nodes("queue", queue);
      s.nodes("route", route);
    }
  }

  private final Reading reading;
  private final Groups groups;
  private final int lrc;
  private final int grc;
  private final Type type;

  private boolean requested;
  private boolean requestSent;
  private Token token;
  private final Fifo lrq = new Fifo();
  private final Fifo grq = new Fifo();
  private final Fifo tokens = new Fifo();

  RequestCollectorsListing(int self, Setup setup, Reading reading) {
    super(self, setup.n());
    this.reading = reading;
    groups = new Groups(RequestCollectors.ID, setup);
    lrc = groups.lrc(groups.groupOf(self));
    grc = groups.firstGrc();
    // "IF(id[1] = 1) type <- LRC … IF(id = (0, 1)): type <- GRC, numOfTokens <- TOTAL_TOKENS_NUM
    // ELSE: type <- NORMAL"
    if (self == grc) {
      type = Type.GRC;
      for (int t = 0; t < setup.permits(); t++) {
        tokens.enqueue(t);
      }
    } else {
      type = self == lrc && mends(Reading.INIT_MENDED) ? Type.LRC : Type.NORMAL;
    }
  }

  static Node<?>[] nodes(Setup setup, Reading reading) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new RequestCollectorsListing(i, setup, reading);
    }
    return nodes;
  }

  private boolean mends(Reading defect) {
    return reading.compareTo(defect) >= 0;
  }

  @Override
  public void onRequest() {
    // "requested <- True; IF(type = NORMAL) Msg <- NODE_LRC_REQ_CS"
    requested = true;
    if (type == Type.NORMAL) {
      send(lrc, new Request());
      return;
    }
    // "ELSE: LRQ.enqueue(id); IF (numOfTokens > 0) numOfTokens -= 1, run_CS() …"
    lrq.enqueue(self);
    if (!tokens.isEmpty()) {
      lrq.clear(); // Printed nowhere; otherwise a second token would come for this request.
      run(new Token(tokens.dequeue(), Ints.EMPTY, Ints.EMPTY));
    } else if (type == Type.LRC) {
      // "ELSEIF (type = LRC) Msg <- LRC_GRC_REQ_CS; requestSent <- True", sent or not.
      requestSent = true;
      send(grc, new Request());
    }
  }

  private void run(Token t) {
    requested = false;
    token = t;
    enter(t.token);
  }

  @Override
  public void onRelease() {
    Token left = token;
    token = null;
    pass(left);
  }

  /** "Pass the token with its queue to the next node"; "if empty, returned to the LRC". */
  private void pass(Token t) {
    if (!t.queue.isEmpty()) {
      Fifo rest = new Fifo(t.queue);
      send(rest.dequeue(), new Token(t.token, rest.toInts(), t.route));
    } else if (self != lrc) {
      send(lrc, t);
    } else if (self == grc) {
      // "numOfTokens += 1; totalTokenSent -= 1; send_token(tokenQueue)"
      tokens.enqueue(t.token);
      sendToken();
    } else if (t.route.isEmpty()) {
      // "When LRC receives the tokens back, it sends them back directly to the GRC."
      send(grc, new Tokens(Ints.of(t.token), Ints.EMPTY));
    } else {
      Fifo rest = new Fifo(t.route);
      send(rest.dequeue(), new Tokens(Ints.of(t.token), rest.toInts()));
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request() -> onRequestFrom(from);
      case Token t -> {
        boolean isCollector = type != Type.NORMAL && !mends(Reading.COLLECTORS_ENTER);
        // NORMAL: "IF (requested): … run_CS() … ELSE: send_token()"; LRC of the same group and GRC:
        // "send_token()" alone.
        if (requested && !isCollector && isForMe(t)) {
          run(t);
        } else {
          pass(t);
        }
      }
      case Tokens(Ints granted, Ints route) -> {
        if (self == grc) {
          for (int i = 0; i < granted.size(); i++) {
            tokens.enqueue(granted.get(i));
          }
          sendToken();
        } else {
          // "LRQ.enqueue(MARKER); requestSent <- False": who comes later asks anew.
          requestSent = false;
          distribute(granted, route);
        }
      }
    }
  }

  /** A token that comes back to its LRC, and one that visits the LRC, look the same. */
  private boolean isForMe(Token t) {
    return self != lrc || !lrq.contains(self);
  }

  private void onRequestFrom(int from) {
    if (type == Type.LRC) {
      // "LRQ.enqueue(fromNode); IF (not requestSent) Msg <- LRC_GRC_REQ_CS; requestSent <- True"
      lrq.enqueue(from);
      if (!requestSent) {
        requestSent = true;
        send(grc, new Request());
      }
    } else if (type == Type.GRC) {
      // "IF (fromNode[1] = 1) GRQ.enqueue(id) LRQ.enqueue(fromNode) ENDIF; send_token()"
      boolean isCollector = groups.lrc(groups.groupOf(from)) == from;
      if (mends(Reading.QUEUES_MENDED)) {
        (isCollector ? grq : lrq).enqueue(from);
      } else if (isCollector) {
        grq.enqueue(self);
        lrq.enqueue(from);
      }
      sendToken();
    }
  }

  /** "LRC distributes those tokens among those queues." */
  private void distribute(Ints granted, Ints route) {
    Fifo[] queues = deal(lrq, granted.size());
    for (int i = 0; i < queues.length; i++) {
      Ints queue = queues[i].toInts();
      if (!queue.isEmpty() && queue.get(0) == self && requested) {
        queues[i].dequeue();
        run(new Token(granted.get(i), queues[i].toInts(), route));
      } else {
        pass(new Token(granted.get(i), queue, route));
      }
    }
  }

  /** "For each token queue add a requesting node and dequeue. Do this until empty." */
  private static Fifo[] deal(Fifo queue, int count) {
    Fifo[] queues = new Fifo[count];
    for (int i = 0; i < count; i++) {
      queues[i] = new Fifo();
    }
    for (int i = 0; count > 0 && !queue.isEmpty(); i++) {
      queues[i % count].enqueue(queue.dequeue());
    }
    return queues;
  }

  /** Section III-B. */
  private void sendToken() {
    int p = lrq.size();
    int q = grq.size();
    int k = tokens.size();
    if (k == 0 || p + q == 0) {
      return;
    }
    if (q == 0) {
      // 1A: "send a token to each requesting node"; 1B: "all the available tokens", with queues.
      distribute(take(Math.min(p, k)), Ints.EMPTY);
    } else if (p == 0 ? q >= k : q >= k - 1) {
      // 2A: k tokens, "for each token queue add a requesting node from the GRQ"; 3A: k − 1.
      int forwarded = p == 0 ? k : k - 1;
      Fifo[] routes = deal(grq, forwarded);
      for (Fifo route : routes) {
        int first = route.dequeue();
        send(first, new Tokens(take(1), route.toInts()));
      }
      if (p > 0) {
        distribute(take(1), Ints.EMPTY);
      }
    } else {
      // 2B: "each LRC gets k/q tokens"; 3B: k/(q + 1), and as many are kept for this group.
      int share = k / (p == 0 ? q : q + 1);
      while (!grq.isEmpty()) {
        send(grq.dequeue(), new Tokens(take(share), Ints.EMPTY));
      }
      if (p > 0) {
        distribute(take(Math.min(p, share)), Ints.EMPTY);
      }
    }
  }

  private Ints take(int count) {
    Fifo taken = new Fifo();
    for (int i = 0; i < count; i++) {
      taken.enqueue(tokens.dequeue());
    }
    return taken.toInts();
  }

  @Override
  public int idlePermits() {
    return tokens.size();
  }

  @Override
  public void state(State s) {
    requested = s.flag("requested", requested);
    requestSent = s.flag("requestSent", requestSent);
    token = s.message("token", token);
    s.nodes("LRQ", lrq);
    s.nodes("GRQ", grq);
    s.nodes("tokens", tokens);
  }
}
