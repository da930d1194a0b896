package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Request collectors with one token for each group that asks, while the rest circulates in the
 * group of the global collector.
 *
 * <ul>
 *   <li>Paper: P. Chaudhuri, T. Edward, "An algorithm for k-mutual exclusion in decentralized
 *       systems", as described by Abd El-Monaem et al., 2020.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 at the GRC, 3 in its group and at another LRC, else 6; about 2 when
 *       all request.
 *   <li>Departures: a reconstruction from that description; the GRC's own group waits for its turn
 *       with its first token.
 *   <li>Page: docs/algorithms/chaudhuri-edward-k-style.md.
 * </ul>
 *
 * <p>A token can lie idle at the GRC while nodes of a group wait for the one token they have: this
 * is what {@link RequestCollectors} improves on.
 */
public final class ChaudhuriEdwardKStyle extends Node<ChaudhuriEdwardKStyle.Msg> {

  static final String ID = "chaudhuri-edward-k-style";

  public sealed interface Msg extends Message {}

  /** A node asks the LRC of its group. */
  public record NodeRequest() implements Msg {
    @Override
    public void show(State s) {
      s.type("NODEREQ");
    }
  }

  /** An LRC asks the GRC. */
  public record LrcRequest() implements Msg {
    @Override
    public void show(State s) {
      s.type("LRCREQ");
    }
  }

  /** The token of a group. */
  public record GroupToken(int token) implements Msg {
    @Override
    public void show(State s) {
      s.type("GROUPTOKEN");
      s.node("token", token);
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

  /** A token whose queue is empty comes back to the LRC. */
  public record Back(int token) implements Msg {
    @Override
    public void show(State s) {
      s.type("BACK");
      s.node("token", token);
    }
  }

  /** A token comes back to the GRC; perhaps the group asks for one again. */
  public record Return(int token, boolean again) implements Msg {
    @Override
    public void show(State s) {
      s.type("RETURN");
      s.node("token", token);
      s.flag("again", again);
    }
  }

  private final Groups groups;
  private final int group;
  private final int lrc;
  private final int grc;

  /** The token with which this node is inside, and the rest of its queue. */
  private int token = NONE;

  private Ints tokenQueue = Ints.EMPTY;

  // At an LRC.

  /** LRQ: nodes of the group that have asked and are in no token's queue. */
  private final Fifo lrq = new Fifo();

  /** Whether the group has asked for a token that has not returned yet. */
  private boolean asked;

  // At the GRC.

  /** Tokens that nobody uses. */
  private final Fifo tokens = new Fifo();

  /** GRQ: groups that wait for a token, its own among them. */
  private final Fifo grq = new Fifo();

  public ChaudhuriEdwardKStyle(int self, Setup setup) {
    super(self, setup.n());
    groups = new Groups(ID, setup);
    group = groups.groupOf(self);
    lrc = groups.lrc(group);
    grc = groups.firstGrc();
    for (int t = 0; self == grc && t < setup.permits(); t++) {
      tokens.enqueue(t);
    }
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new ChaudhuriEdwardKStyle(self, setup));
  }

  @Override
  public void onRequest() {
    if (self == lrc) {
      collect(self);
    } else {
      send(lrc, new NodeRequest());
    }
  }

  @Override
  public void onRelease() {
    int t = token;
    Ints queue = tokenQueue;
    token = NONE;
    tokenQueue = Ints.EMPTY;
    forward(t, queue);
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case NodeRequest() -> collect(from);
      case LrcRequest() -> {
        grq.enqueue(groups.groupOf(from));
        divide();
      }
      case GroupToken(int t) -> {
        Ints queue = lrq.toInts();
        lrq.clear();
        forward(t, queue);
      }
      case Token(int t, Ints queue) -> receive(t, queue);
      case Back(int t) -> back(t);
      case Return(int t, boolean again) -> {
        tokens.enqueue(t);
        if (again) {
          grq.enqueue(groups.groupOf(from));
        }
        divide();
      }
    }
  }

  private void receive(int t, Ints queue) {
    assert token == NONE : "two tokens";
    token = t;
    tokenQueue = queue;
    enter(t);
  }

  /** To the first node of the token's queue, or back to the LRC. */
  private void forward(int t, Ints queue) {
    if (!queue.isEmpty()) {
      Fifo rest = new Fifo(queue);
      int next = rest.dequeue();
      if (next == self) {
        receive(t, rest.toInts());
      } else {
        send(next, new Token(t, rest.toInts()));
      }
    } else if (self == lrc) {
      back(t);
    } else {
      send(lrc, new Back(t));
    }
  }

  private void collect(int node) {
    lrq.enqueue(node);
    if (self == grc) {
      divide();
    } else if (!asked) {
      asked = true;
      send(grc, new LrcRequest());
    }
  }

  private void back(int t) {
    if (self == grc) {
      tokens.enqueue(t);
      divide();
    } else {
      asked = !lrq.isEmpty();
      send(grc, new Return(t, asked));
    }
  }

  /** One token to each group in turn; what remains circulates in the GRC's own group. */
  private void divide() {
    if (!lrq.isEmpty() && !grq.contains(group)) {
      grq.enqueue(group);
    }
    Fifo own = new Fifo();
    while (!tokens.isEmpty() && !grq.isEmpty()) {
      int g = grq.dequeue();
      if (g == group) {
        own.enqueue(tokens.dequeue());
      } else {
        send(groups.lrc(g), new GroupToken(tokens.dequeue()));
      }
    }
    while (!tokens.isEmpty() && own.size() < lrq.size()) {
      own.enqueue(tokens.dequeue());
    }
    Fifo[] queues = new Fifo[own.size()];
    for (int i = 0; !own.isEmpty() && !lrq.isEmpty(); i++) {
      int q = i % queues.length;
      queues[q] = queues[q] == null ? new Fifo() : queues[q];
      queues[q].enqueue(lrq.dequeue());
    }
    for (Fifo queue : queues) {
      forward(own.dequeue(), queue.toInts());
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
    token = s.node("token", token);
    tokenQueue = s.nodes("tokenQueue", tokenQueue);
    if (self != lrc) {
      return;
    }
    s.nodes("LRQ", lrq);
    asked = s.flag("asked", asked);
    s.nodes("tokens", tokens);
    s.nodes("GRQ", grq);
  }
}
