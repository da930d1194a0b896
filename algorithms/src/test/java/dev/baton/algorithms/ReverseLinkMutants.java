package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.ReverseLink.LinkInfo;
import dev.baton.algorithms.ReverseLink.Msg;
import dev.baton.algorithms.ReverseLink.Request;
import dev.baton.algorithms.ReverseLink.Token;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;

/** Known-wrong variants of {@link ReverseLink}. */
final class ReverseLinkMutants extends Node<ReverseLink.Msg> {

  /** What is wrong. */
  enum Wrong {
    /** A node without a lower neighbour stays as it is. */
    NEVER_RAISES,
    /** A request is not sent again when its receiver has risen. */
    STAYS_WITH_ITS_CHOICE,
    /** The token is copied instead of sent. */
    KEEPS_THE_TOKEN,
    /** The token is passed on, and no request after it, though others wait. */
    DOES_NOT_ASK_FOR_THE_TOKEN_BACK,
    /** Who gets the token does not tell its neighbours. */
    DOES_NOT_TELL_ITS_HEIGHT,
    /** Who leaves does not pass the token on. */
    KEEPS_IT_AT_EXIT,
    /** The own request goes before those of others. */
    PUTS_ITSELF_FIRST,
    /** The queue is a stack. */
    TAKES_LAST
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.NEVER_RAISES, on(Graph.complete(3), 1), 1, 1, 9, DEADLOCK, STARVATION),
          mutant(
              Wrong.STAYS_WITH_ITS_CHOICE, on(Graph.complete(3), 1), 2, 1, 9, DEADLOCK, STARVATION),
          mutant(Wrong.KEEPS_THE_TOKEN, on(Graph.line(3), 1), 0, 1, 9, SAFETY, STARVATION),
          mutant(
              Wrong.DOES_NOT_ASK_FOR_THE_TOKEN_BACK,
              on(Graph.line(3), 1),
              0,
              1,
              9,
              DEADLOCK,
              STARVATION),
          mutant(
              Wrong.DOES_NOT_TELL_ITS_HEIGHT,
              on(Graph.complete(3), 1),
              0,
              2,
              9,
              DEADLOCK,
              STARVATION),
          mutant(Wrong.KEEPS_IT_AT_EXIT, on(Graph.line(3), 1), 0, 1, 9, DEADLOCK, STARVATION),
          mutant(Wrong.PUTS_ITSELF_FIRST, on(Graph.line(3), 1), 0, 2, 1, BYPASS),
          mutant(Wrong.TAKES_LAST, on(Graph.star(3), 1), 0, 2, 1, BYPASS));

  private static Setup on(Graph graph, int k) {
    return new Setup(graph.size(), 0, k, graph);
  }

  private static Mutant mutant(
      Wrong wrong,
      Setup setup,
      int linkChanges,
      int requests,
      int bypassBound,
      Property... caughtBy) {
    return new Mutant(
        "reverse-link/" + wrong.name().toLowerCase().replace('_', '-'),
        s -> nodes(s, wrong),
        setup,
        requests,
        0,
        0,
        linkChanges,
        true,
        bypassBound,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new ReverseLinkMutants(i, setup, wrong);
    }
    return nodes;
  }

  private final Wrong wrong;

  private enum Status {
    REMAINDER,
    WAITING,
    CRITICAL
  }

  private Status status = Status.REMAINDER;

  private final NodeSet links;

  private final NodeSet neighbours;

  private final int[] h1;

  private final int[] h2;
  private boolean tokenHolder;

  private int next;

  private final Fifo q = new Fifo();

  private final boolean[] receivedLi;

  private ReverseLinkMutants(int self, Setup setup, Wrong wrong) {
    super(self, setup.n());
    this.wrong = wrong;
    links = new NodeSet(n);
    neighbours = new NodeSet(n);
    h1 = new int[n];
    h2 = ReverseLink.distances(setup);
    receivedLi = new boolean[n];
    for (int j = 0; j < n; j++) {
      receivedLi[j] = true;
      if (setup.areLinked(self, j)) {
        links.add(j);
        neighbours.add(j);
      }
    }
    tokenHolder = self == setup.holder();
    next = self;
  }

  private boolean isLower(int i, int j) {
    if (h1[i] != h1[j]) {
      return h1[i] < h1[j];
    }
    return h2[i] != h2[j] ? h2[i] < h2[j] : i < j;
  }

  private int lowest() {
    int lowest = NONE;
    for (int j = neighbours.next(0); j != NONE; j = neighbours.next(j + 1)) {
      lowest = lowest == NONE || isLower(j, lowest) ? j : lowest;
    }
    return lowest;
  }

  private boolean isSink() {
    int lowest = lowest();
    return wrong != Wrong.NEVER_RAISES && lowest != NONE && isLower(self, lowest);
  }

  private boolean isBelow(int j) {
    boolean isLost = j == NONE || !neighbours.contains(j);
    return !isLost && (isLower(j, self) || wrong == Wrong.STAYS_WITH_ITS_CHOICE);
  }

  private void announce() {
    for (int j = links.next(0); j != NONE; j = links.next(j + 1)) {
      send(j, new LinkInfo(h1[self], h2[self]));
    }
  }

  private void raiseHeight() {
    int least = Integer.MAX_VALUE;
    for (int j = neighbours.next(0); j != NONE; j = neighbours.next(j + 1)) {
      least = Math.min(least, h1[j]);
    }
    h1[self] = least + 1;
    int lowestPeer = Integer.MAX_VALUE;
    for (int j = neighbours.next(0); j != NONE; j = neighbours.next(j + 1)) {
      lowestPeer = h1[j] == h1[self] ? Math.min(lowestPeer, h2[j]) : lowestPeer;
    }
    if (lowestPeer != Integer.MAX_VALUE) {
      h2[self] = lowestPeer - 1;
    }
    announce();
    for (int j = neighbours.next(0); j != NONE; j = neighbours.next(j + 1)) {
      if (isLower(j, self)) {
        q.remove(j);
      }
    }
    if (!q.isEmpty()) {
      forwardRequest();
    }
  }

  @Override
  public void onRequest() {
    status = Status.WAITING;
    q.insert(wrong == Wrong.PUTS_ITSELF_FIRST ? 0 : q.size(), self);
    if (tokenHolder) {
      giveTokenToNext();
    } else if (q.size() == 1) {
      forwardRequest();
    }
  }

  @Override
  public void onRelease() {
    status = Status.REMAINDER;
    if (!q.isEmpty() && wrong != Wrong.KEEPS_IT_AT_EXIT) {
      giveTokenToNext();
    }
  }

  private void forwardRequest() {
    next = lowest();
    if (next != NONE) {
      send(next, new Request(h1[self], h2[self]));
    }
  }

  private void giveTokenToNext() {
    next = q.dequeue();
    if (next == self) {
      status = Status.CRITICAL;
      enter();
      return;
    }
    tokenHolder = wrong == Wrong.KEEPS_THE_TOKEN;
    h1[next] = h1[self];
    h2[next] = h2[self] - 1;
    receivedLi[next] = false;
    send(next, new Token(h1[self], h2[self]));
    if (!q.isEmpty() && wrong != Wrong.DOES_NOT_ASK_FOR_THE_TOKEN_BACK) {
      send(next, new Request(h1[self], h2[self]));
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request request -> onRequest(from, request);
      case Token token -> onToken(from, token);
      case LinkInfo info -> onLinkInfo(from, info);
    }
  }

  private void onRequest(int j, Request request) {
    if (!receivedLi[j]) {
      return;
    }
    h1[j] = request.h1();
    h2[j] = request.h2();
    if (isLower(self, j) && !q.contains(j)) {
      q.insert(wrong == Wrong.TAKES_LAST ? 0 : q.size(), j);
    }
    if (tokenHolder) {
      if (status == Status.REMAINDER && !q.isEmpty()) {
        giveTokenToNext();
      }
    } else if (isSink()) {
      raiseHeight();
    } else if (!q.isEmpty() && (q.size() == 1 && q.get(0) == j || !isBelow(next))) {
      forwardRequest();
    }
  }

  private void onToken(int j, Token token) {
    tokenHolder = true;
    h1[j] = token.h1();
    h2[j] = token.h2();
    h1[self] = token.h1();
    h2[self] = token.h2() - 1;
    if (wrong != Wrong.DOES_NOT_TELL_ITS_HEIGHT) {
      announce();
    }
    if (q.isEmpty()) {
      next = self;
    } else {
      giveTokenToNext();
    }
  }

  private void onLinkInfo(int j, LinkInfo info) {
    neighbours.add(j);
    if (receivedLi[j]) {
      h1[j] = info.h1();
      h2[j] = info.h2();
    } else if (h1[j] == info.h1() && h2[j] == info.h2()) {
      receivedLi[j] = true;
    }
    if (isLower(j, self)) {
      q.remove(j);
    }
    if (tokenHolder) {
      return;
    }
    if (isSink()) {
      raiseHeight();
    } else if (!q.isEmpty() && !isBelow(next)) {
      forwardRequest();
    }
  }

  @Override
  public void onLinkUp(int j) {
    links.add(j);
    send(j, new LinkInfo(h1[self], h2[self]));
  }

  @Override
  public void onLinkDown(int j) {
    links.remove(j);
    neighbours.remove(j);
    q.remove(j);
    receivedLi[j] = true;
    if (tokenHolder) {
      return;
    }
    if (isSink()) {
      raiseHeight();
    } else if (!q.isEmpty() && !isBelow(next)) {
      forwardRequest();
    }
  }

  @Override
  public int idlePermits() {
    return tokenHolder && status != Status.CRITICAL ? 1 : 0;
  }

  @Override
  public void state(State s) {
    status = s.choice("status", status, Status.values());
    s.nodes("links", links);
    s.nodes("N", neighbours);
    s.counters("h1", h1);
    s.counters("h2", h2);
    tokenHolder = s.flag("tokenHolder", tokenHolder);
    next = s.node("next", next);
    s.nodes("Q", q);
    s.flags("receivedLI", receivedLi);
  }
}
