package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Request collectors: each group has a node that collects its requests, and one of these collectors
 * divides k tokens equally among the groups that ask.
 *
 * <ul>
 *   <li>Paper: A. M. Abd El-Monaem, S. F. Abd El-Hafez, A. K. Hassan, H. A. Mahmoud, "K-Mutual
 *       Exclusion in Decentralized Systems", Cairo University, 2020.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 at the GRC, 3 in its group and at another LRC, else 6; fewer when
 *       many of a group request.
 *   <li>Departures: many, since the paper prints half of its handlers; see the page.
 *   <li>Page: docs/algorithms/request-collectors.md.
 * </ul>
 *
 * <p>Invariant: each of the k tokens is in one place: unused at the GRC, under way, or with a node
 * that is inside. An LRC whose nodes could use another token has asked for it (asked > 0), and when
 * no message is under way the GRC knows (want ≥ asked).
 */
public final class RequestCollectors extends Node<RequestCollectors.Msg> {

  static final String ID = "request-collectors";

  public sealed interface Msg extends Message {}

  /** NODE_LRC_REQ_CS: a node asks the LRC of its group. */
  public record NodeRequest() implements Msg {
    @Override
    public void show(State s) {
      s.type("NODEREQ");
    }
  }

  /** LRC_GRC_REQ_CS: the sn-th word of this group's LRC, which could use p tokens. */
  public record LrcRequest(int gid, int p, int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("LRCREQ");
      s.node("GID", gid);
      s.counter("p", p);
      s.counter("sn", sn);
    }
  }

  /** Tokens for a group; the GRC has more of them, if the group asks again. */
  public record Tokens(Ints tokens, boolean more) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKENS");
      s.nodes("tokens", tokens);
      s.flag("more", more);
    }
  }

  /** A token with the rest of its queue: the nodes that it visits after the receiver. */
  public record Token(int token, Ints queue) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.node("token", token);
      s.nodes("queue", queue);
    }
  }

  /** A token comes back to the LRC: its queue is empty, or a node of it had been served before. */
  public record Back(int token, Ints rest) implements Msg {
    @Override
    public void show(State s) {
      s.type("BACK");
      s.node("token", token);
      s.nodes("rest", rest);
    }
  }

  /** A token comes back to the GRC, with the sn-th word of the group's LRC. */
  public record Return(int token, int gid, int p, int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("RETURN");
      s.node("token", token);
      s.node("GID", gid);
      s.counter("p", p);
      s.counter("sn", sn);
    }
  }

  /** The receiver is the GRC from now on, the term-th, with all that the last one knew. */
  public record Grc(int term, Ints tokens, Ints grq, Ints want, Ints sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("GRC");
      s.counter("term", term);
      s.nodes("tokens", tokens);
      s.nodes("GRQ", grq);
      s.counters("want", want);
      s.counters("sn", sn);
    }
  }

  /** NEW_GRC: the sender is the term-th GRC. */
  public record NewGrc(int term) implements Msg {
    @Override
    public void show(State s) {
      s.type("NEWGRC");
      s.counter("term", term);
    }
  }

  private static final NodeRequest NODE_REQUEST = new NodeRequest();

  private final int k;
  private final Groups groups;
  private final int group;
  private final int lrc;

  private boolean requested;

  /** The token with which this node is inside, and the rest of its queue. */
  private int token = NONE;

  private Ints tokenQueue = Ints.EMPTY;

  // At an LRC.

  /** LRQ: nodes of the group that have asked and are in no token's queue. */
  private final Fifo lrq = new Fifo();

  /** MARKER: so many of the LRQ are served before a token returns to the GRC. */
  private int marker;

  private final TokenQueues queues;

  /** Tokens at the LRC; none between events. */
  private final Fifo spare = new Fifo();

  /** How many tokens the GRC was last asked for, less those that have come since. */
  private int asked;

  /** How often this LRC has told the GRC what it wants. */
  private int sent;

  private int grc;
  private int term;

  // At the GRC; an LRC that forwards a message for the GRC keeps what it says.

  /** Tokens that nobody uses. */
  private final Fifo tokens = new Fifo();

  /** GRQ: groups that can use a token, in the order of their turns. */
  private final Fifo grq = new Fifo();

  /** How many more tokens each group can use, and the number of the message that said so. */
  private final int[] want;

  private final int[] sn;

  /** The group that asked last. */
  private int lastAsking;

  /** Init. */
  public RequestCollectors(int self, Setup setup) {
    super(self, setup.n());
    groups = new Groups(ID, setup);
    group = groups.groupOf(self);
    lrc = groups.lrc(group);
    grc = groups.firstGrc();
    boolean collects = self == lrc;
    k = setup.permits();
    queues = new TokenQueues(collects ? k : 0, groups.count());
    for (int t = 0; self == grc && t < k; t++) {
      tokens.enqueue(t);
    }
    want = new int[collects ? groups.count() : 0];
    sn = new int[want.length];
    lastAsking = groups.groupOf(grc);
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new RequestCollectors(self, setup));
  }

  /** Request_CS. */
  @Override
  public void onRequest() {
    requested = true;
    if (self == lrc) {
      collect(self);
      settle();
    } else {
      send(lrc, NODE_REQUEST);
    }
  }

  @Override
  public void onRelease() {
    int t = token;
    token = NONE;
    forward(t, tokenQueue);
    tokenQueue = Ints.EMPTY;
    settle();
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case NodeRequest() -> collect(from);
      case Token(int t, Ints queue) -> receive(t, queue);
      case Back(int t, Ints rest) -> back(t, rest);
      case Tokens(Ints granted, boolean more) -> {
        asked = more ? 0 : asked - granted.size();
        marker = lrq.size();
        distribute(granted);
      }
      case LrcRequest(int g, int p, int number) -> {
        boolean isNews = hear(g, p, number);
        if (self != grc) {
          send(grc, message);
        } else if (isNews) {
          changeGrc(g);
        }
      }
      case Return(int t, int g, int p, int number) -> {
        hear(g, p, number);
        if (self != grc) {
          send(grc, message);
        } else {
          tokens.enqueue(t);
        }
      }
      case Grc last -> becomeGrc(from, last);
      case NewGrc(int number) -> {
        if (number > term) {
          term = number;
          grc = from;
        }
      }
    }
    settle();
  }

  // A node of a group.

  /**
   * Receive_Token. Another token has served a node that does not request, and perhaps all that
   * follow.
   */
  private void receive(int t, Ints queue) {
    if (requested) {
      requested = false;
      token = t;
      tokenQueue = queue;
      enter(t);
    } else {
      toLrc(t, queue);
    }
  }

  /** To the first node of the token's queue, or back to the LRC. */
  private void forward(int t, Ints queue) {
    Fifo rest = new Fifo(queue);
    int next = rest.isEmpty() ? NONE : rest.dequeue();
    if (next == NONE) {
      toLrc(t, Ints.EMPTY);
    } else if (next == self) {
      receive(t, rest.toInts());
    } else {
      send(next, new Token(t, rest.toInts()));
    }
  }

  private void toLrc(int t, Ints rest) {
    if (self == lrc) {
      back(t, rest);
    } else {
      send(lrc, new Back(t, rest));
    }
  }

  // The LRC.

  /** Receive_request, at an LRC. */
  private void collect(int node) {
    if (!lrq.contains(node)) {
      lrq.enqueue(node);
    }
    if (self == grc) {
      lastAsking = group;
    }
  }

  /** Each token gets a queue of its own; one for which nobody is left helps another token. */
  private void distribute(Ints granted) {
    int share = queues.share(marker, granted.size());
    for (int i = 0; i < share * granted.size() && marker > 0; i++, marker--) {
      queues.of(granted.get(i % granted.size())).enqueue(lrq.dequeue());
    }
    for (int i = 0; i < granted.size(); i++) {
      int t = granted.get(i);
      if (queues.of(t).isEmpty()) {
        queues.help(t);
      }
      forward(t, queues.of(t).toInts());
    }
  }

  /** A token has nothing left to do, or goes on to those whom no other has taken over. */
  private void back(int t, Ints rest) {
    queues.keep(t, rest);
    if (queues.of(t).isEmpty()) {
      spare.enqueue(t);
    } else {
      forward(t, queues.of(t).toInts());
    }
  }

  /** How many tokens could be used here besides those that are. */
  private int demand() {
    return lrq.size() + queues.behind();
  }

  /** The last step of every event: no token stays at an LRC, and none that is wanted at the GRC. */
  private void settle() {
    if (self != lrc) {
      return;
    }
    do {
      while (!spare.isEmpty()) {
        giveBack(spare.dequeue());
      }
      if (self == grc) {
        divide();
      }
    } while (!spare.isEmpty());
    if (self != grc && asked <= 0 && demand() > 0) {
      asked = demand();
      send(grc, new LrcRequest(group, asked, ++sent));
    }
  }

  private void giveBack(int t) {
    if (marker > 0) {
      distribute(Ints.of(t));
    } else if (self == grc) {
      tokens.enqueue(t);
    } else {
      asked = demand();
      send(grc, new Return(t, group, asked, ++sent));
    }
  }

  // The GRC.

  /** Receive_request, at the GRC: notes what a group wants, unless something newer is known. */
  private boolean hear(int g, int p, int number) {
    if (number <= sn[g] || self == grc && g == group) {
      return false;
    }
    sn[g] = number;
    want[g] = p;
    enlist(g);
    return true;
  }

  private void enlist(int g) {
    if (self == grc && want[g] > 0 && !grq.contains(g)) {
      grq.enqueue(g);
    }
  }

  /**
   * The token forwarding phase: one token to each group in turn, its own among them, up to k/G for
   * each other group. Case 1A, Case 1B: only the own group asks. Case 2A, Case 2B: only others do.
   * Case 3A, Case 3B: both.
   */
  private void divide() {
    want[group] = demand();
    enlist(group);
    Fifo[] shares = new Fifo[want.length];
    Fifo receivers = new Fifo();
    while (!tokens.isEmpty() && !grq.isEmpty()) {
      int g = grq.dequeue();
      if (want[g] > 0) {
        if (shares[g] == null) {
          shares[g] = new Fifo();
          receivers.enqueue(g);
        }
        shares[g].enqueue(tokens.dequeue());
        want[g]--;
        if (g == group || shares[g].size() < k / want.length) {
          enlist(g);
        }
      }
    }
    while (!receivers.isEmpty()) {
      int g = receivers.dequeue();
      if (g == group) {
        marker = lrq.size();
        distribute(shares[g].toInts());
      } else {
        boolean more = want[g] > 0 && !tokens.isEmpty();
        want[g] = more ? 0 : want[g];
        enlist(g);
        send(groups.lrc(g), new Tokens(shares[g].toInts(), more));
      }
    }
    want[group] = 0;
  }

  /**
   * Broadcast_New_GRC: the GRC changes to a group that asks twice in a row while nobody waits here.
   */
  private void changeGrc(int g) {
    if (lastAsking != g || demand() > 0) {
      lastAsking = g;
      return;
    }
    sn[group] = sent;
    asked = 0;
    grc = groups.lrc(g);
    term++;
    Ints known = Ints.of(want.clone());
    send(grc, new Grc(term, tokens.toInts(), grq.toInts(), known, Ints.of(sn.clone())));
    tokens.clear();
    grq.clear();
  }

  private void becomeGrc(int from, Grc last) {
    term = last.term;
    grc = self;
    lastAsking = group;
    for (int i = 0; i < last.tokens.size(); i++) {
      tokens.enqueue(last.tokens.get(i));
    }
    for (int g = 0; g < want.length; g++) {
      if (last.sn.get(g) >= sn[g]) {
        sn[g] = last.sn.get(g);
        want[g] = last.want.get(g);
      }
    }
    for (int i = 0; i < last.grq.size(); i++) {
      enlist(last.grq.get(i));
    }
    for (int g = 0; g < want.length; g++) {
      enlist(g);
      int other = groups.lrc(g);
      if (other != self && other != from) {
        send(other, new NewGrc(term));
      }
    }
  }

  /** The tokens that are here, used or not. */
  Ints heldTokens() {
    Fifo held = new Fifo(tokens.toInts());
    if (token != NONE) {
      held.enqueue(token);
    }
    return held.toInts();
  }

  @Override
  public int idlePermits() {
    return tokens.size();
  }

  @Override
  public Ints unusedPermits() {
    return tokens.toInts();
  }

  @Override
  public void state(State s) {
    requested = s.flag("requested", requested);
    token = s.node("token", token);
    tokenQueue = s.nodes("tokenQueue", tokenQueue);
    if (self != lrc) {
      return;
    }
    s.nodes("LRQ", lrq);
    marker = s.counter("MARKER", marker);
    queues.state(s);
    asked = s.counter("asked", asked);
    sent = s.counter("sent", sent);
    grc = s.node("GRC", grc);
    term = s.counter("term", term);
    s.nodes("tokens", tokens);
    s.nodes("GRQ", grq);
    s.counters("want", want);
    s.counters("sn", sn);
    lastAsking = s.node("lastAsking", lastAsking);
  }
}
