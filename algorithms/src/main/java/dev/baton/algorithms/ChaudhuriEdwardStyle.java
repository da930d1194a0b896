package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Queue migration: one token, which travels along the queue of the groups that have asked; the last
 * of them collects the next queue.
 *
 * <ul>
 *   <li>Paper: P. Chaudhuri, T. Edward, "An O(√n) distributed mutual exclusion algorithm using
 *       queue migration", Journal of Universal Computer Science 12, 2006; a reconstruction.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 at the GRC, 3 in its group, √n + 1 at another LRC, else √n + 4; about
 *       2 when all request.
 *   <li>Departures: not the published text, which we have not read; the numbers of requests and of
 *       GRCs are ours, see the page.
 *   <li>Page: docs/algorithms/chaudhuri-edward-style.md.
 * </ul>
 *
 * <p>Invariant: the term-th GRC is one LRC, and the token's way ends there. The number of the last
 * request of each group that has been put into the token's way travels with the token.
 */
public final class ChaudhuriEdwardStyle extends Node<ChaudhuriEdwardStyle.Msg> {

  static final String ID = "chaudhuri-edward-style";

  public sealed interface Msg extends Message {}

  /** A node asks the LRC of its group. */
  public record NodeRequest() implements Msg {
    @Override
    public void show(State s) {
      s.type("NODEREQ");
    }
  }

  /** The rn-th request of a group, to the term-th GRC. */
  public record LrcRequest(int gid, int rn, int term) implements Msg {
    @Override
    public void show(State s) {
      s.type("LRCREQ");
      s.node("GID", gid);
      s.counter("RN", rn);
      s.counter("term", term);
    }
  }

  /** The term-th GRC is the LRC of this group. */
  public record NewGrc(int gid, int term) implements Msg {
    @Override
    public void show(State s) {
      s.type("NEWGRC");
      s.node("GID", gid);
      s.counter("term", term);
    }
  }

  /** The token with the groups that it visits after the receiver's; the term-th GRC is the last. */
  public record GroupToken(Ints way, Ints ln, int term) implements Msg {
    @Override
    public void show(State s) {
      s.type("GROUPTOKEN");
      s.nodes("way", way);
      s.counters("LN", ln);
      s.counter("term", term);
    }
  }

  /** The token with the nodes of the group that it visits after the receiver. */
  public record Token(Ints queue) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.nodes("queue", queue);
    }
  }

  /** The token has visited the last node of its queue and comes back to the LRC. */
  public record Back() implements Msg {
    @Override
    public void show(State s) {
      s.type("BACK");
    }
  }

  private final Groups groups;
  private final int group;
  private final int lrc;

  /** The nodes of the group that the token visits after this one, which is inside. */
  private Ints tokenQueue = Ints.EMPTY;

  // At an LRC.

  /** LRQ: nodes of the group that have asked and are not in the token's queue. */
  private final Fifo lrq = new Fifo();

  /** Whether the group has asked for the token, which has not come yet. */
  private boolean asked;

  /** The group of the GRC, the term-th, as far as is known here. */
  private int grc;

  private int term;

  /** GRQ: groups whose request came by here, as the GRC or on its way there. */
  private final Fifo grq = new Fifo();

  /** RN: the number of the last request of each group that is known here. */
  private final int[] rn;

  // While the token is in the group.

  /** Whether the token is here and nobody uses it; this is the GRC then. */
  private boolean idle;

  /** The groups that the token visits next. */
  private Ints way = Ints.EMPTY;

  /** LN: the number of the last request of each group that was put into the token's way. */
  private Ints ln = Ints.EMPTY;

  public ChaudhuriEdwardStyle(int self, Setup setup) {
    super(self, setup.n());
    groups = new Groups(ID, setup);
    group = groups.groupOf(self);
    lrc = groups.lrc(group);
    grc = groups.groupOf(groups.firstGrc());
    rn = new int[self == lrc ? groups.count() : 0];
    idle = self == groups.firstGrc();
    ln = idle ? Ints.zeros(rn.length) : ln;
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new ChaudhuriEdwardStyle(self, setup));
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
    Ints queue = tokenQueue;
    tokenQueue = Ints.EMPTY;
    forward(queue);
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case NodeRequest() -> collect(from);
      case LrcRequest(int g, int number, int newTerm) -> {
        learnGrc(group, newTerm);
        hear(g, number);
      }
      case NewGrc(int g, int newTerm) -> learnGrc(g, newTerm);
      case GroupToken(Ints next, Ints served, int newTerm) -> {
        learnGrc(next.isEmpty() ? group : next.get(next.size() - 1), newTerm);
        way = next;
        ln = served;
        serveGroup();
      }
      case Token(Ints queue) -> receive(queue);
      case Back() -> leaveGroup();
    }
  }

  // A node of a group.

  private void receive(Ints queue) {
    tokenQueue = queue;
    enter();
  }

  /** To the first node of the queue, or back to the LRC. */
  private void forward(Ints queue) {
    if (!queue.isEmpty()) {
      Fifo rest = new Fifo(queue);
      int next = rest.dequeue();
      if (next == self) {
        receive(rest.toInts());
      } else {
        send(next, new Token(rest.toInts()));
      }
    } else if (self == lrc) {
      leaveGroup();
    } else {
      send(lrc, new Back());
    }
  }

  // The LRC.

  private void collect(int node) {
    lrq.enqueue(node);
    if (!asked) {
      asked = true;
      hear(group, rn[group] + 1);
    }
  }

  /** The token visits all nodes that have asked by now; later ones wait for its next visit. */
  private void serveGroup() {
    assert !lrq.isEmpty() : "nobody here has asked";
    asked = false;
    Ints queue = lrq.toInts();
    lrq.clear();
    forward(queue);
  }

  /** On to the next group; at the end of its way the token is with the GRC. */
  private void leaveGroup() {
    if (way.isEmpty()) {
      idle = true;
      migrate();
    } else {
      Fifo rest = new Fifo(way);
      int next = rest.dequeue();
      Ints served = ln;
      way = Ints.EMPTY;
      ln = Ints.EMPTY;
      send(groups.lrc(next), new GroupToken(rest.toInts(), served, term));
    }
  }

  /** An LRC that is addressed as a later GRC than it knows of is that GRC. */
  private void learnGrc(int g, int newTerm) {
    if (newTerm > term) {
      term = newTerm;
      grc = g;
    }
  }

  // The GRC, and an LRC that is taken for it.

  /** Keeps a request, in case this is the GRC again before the request has caught up with it. */
  private void hear(int g, int number) {
    if (number > rn[g]) {
      rn[g] = number;
      if (!grq.contains(g)) {
        grq.enqueue(g);
      }
    }
    if (grc == group) {
      migrate();
    } else {
      send(groups.lrc(grc), new LrcRequest(g, number, term));
    }
  }

  /** The queue becomes the token's way, and its last group's LRC the GRC. */
  private void migrate() {
    if (!idle) {
      return;
    }
    int[] served = ln.toArray();
    Fifo asking = new Fifo();
    while (!grq.isEmpty()) {
      int g = grq.dequeue();
      if (rn[g] > served[g]) {
        served[g] = rn[g];
        asking.enqueue(g);
      }
    }
    if (asking.isEmpty()) {
      return;
    }
    idle = false;
    way = asking.toInts();
    ln = Ints.of(served);
    int last = way.get(way.size() - 1);
    if (last != group) {
      learnGrc(last, term + 1);
      announce();
    }
    if (way.get(0) == group) {
      asking.dequeue();
      way = asking.toInts();
      serveGroup();
    } else {
      leaveGroup();
    }
  }

  private void announce() {
    for (int g = 0; g < groups.count(); g++) {
      if (g != group) {
        send(groups.lrc(g), new NewGrc(grc, term));
      }
    }
  }

  @Override
  public int idlePermits() {
    return idle ? 1 : 0;
  }

  @Override
  public void state(State s) {
    tokenQueue = s.nodes("tokenQueue", tokenQueue);
    if (self != lrc) {
      return;
    }
    s.nodes("LRQ", lrq);
    asked = s.flag("asked", asked);
    grc = s.node("GRC", grc);
    term = s.counter("term", term);
    s.nodes("GRQ", grq);
    s.counters("RN", rn);
    idle = s.flag("idle", idle);
    way = s.nodes("way", way);
    ln = s.counters("LN", ln);
  }
}
