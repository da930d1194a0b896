package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * A token on a graph whose links come and go: every node has a height, requests go down to lower
 * neighbours, and whoever has the token is the lowest.
 *
 * <ul>
 *   <li>Paper: J. E. Walter, J. L. Welch, N. H. Vaidya, "A mutual exclusion algorithm for ad hoc
 *       mobile networks", Wireless Networks 7(6), 2001 (Reverse Link, RL).
 *   <li>Network: any connected graph, FIFO; links come up and go down, and lose nothing.
 *   <li>Messages per entry: a request and the token over every link of the way, and LinkInfo to all
 *       neighbours of every node that the token reaches.
 *   <li>Departures: see docs/algorithms/reverse-link.md.
 *   <li>Page: docs/algorithms/reverse-link.md.
 * </ul>
 */
public final class ReverseLink extends Node<ReverseLink.Msg> {

  public sealed interface Msg extends Message {}

  /** Request(h): the sender's height without its id, which comes last. */
  public record Request(int h1, int h2) implements Msg {
    @Override
    public void show(State s) {
      s.type("Request");
      s.counter("h1", h1);
      s.counter("h2", h2);
    }
  }

  /** Token(h). */
  public record Token(int h1, int h2) implements Msg {
    @Override
    public void show(State s) {
      s.type("Token");
      s.counter("h1", h1);
      s.counter("h2", h2);
    }
  }

  /** LinkInfo(h). */
  public record LinkInfo(int h1, int h2) implements Msg {
    @Override
    public void show(State s) {
      s.type("LinkInfo");
      s.counter("h1", h1);
      s.counter("h2", h2);
    }
  }

  private enum Status {
    REMAINDER,
    WAITING,
    CRITICAL
  }

  private Status status = Status.REMAINDER;

  /** To whom there is a link. */
  private final NodeSet links;

  /** N: those of them whose height is known; the other links are forming. */
  private final NodeSet neighbours;

  /** By node, height[j] as far as it is known: (h1, h2, j); the own one is myHeight. */
  private final int[] h1;

  private final int[] h2;
  private boolean tokenHolder;

  /** To whom the last request, or the token, was sent. */
  private int next;

  /** Q: neighbours, and perhaps self, that have asked. */
  private final Fifo q = new Fifo();

  /** receivedLI[j]: false from sending the token to j until j has told its new height. */
  private final boolean[] receivedLi;

  /**
   * @param distance by node: how many links away the first holder is
   */
  public ReverseLink(int self, Setup setup, int[] distance) {
    super(self, setup.n());
    links = new NodeSet(n);
    neighbours = new NodeSet(n);
    h1 = new int[n];
    h2 = distance.clone();
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

  static Node<?>[] nodes(Setup setup) {
    int[] distance = distances(setup);
    return setup.nodes(self -> new ReverseLink(self, setup, distance));
  }

  /** By node: how many links away the first holder is; n if it cannot be reached. */
  static int[] distances(Setup setup) {
    int[] distance = new int[setup.n()];
    Arrays.fill(distance, setup.n());
    Fifo reached = new Fifo();
    distance[setup.holder()] = 0;
    reached.enqueue(setup.holder());
    while (!reached.isEmpty()) {
      int i = reached.dequeue();
      for (int j = 0; j < distance.length; j++) {
        if (distance[j] == setup.n() && setup.areLinked(i, j)) {
          distance[j] = distance[i] + 1;
          reached.enqueue(j);
        }
      }
    }
    return distance;
  }

  // Heights.

  private boolean isLower(int i, int j) {
    if (h1[i] != h1[j]) {
      return h1[i] < h1[j];
    }
    return h2[i] != h2[j] ? h2[i] < h2[j] : i < j;
  }

  /** The neighbour with the least height, or nobody. */
  private int lowest() {
    int lowest = NONE;
    for (int j = neighbours.next(0); j != NONE; j = neighbours.next(j + 1)) {
      lowest = lowest == NONE || isLower(j, lowest) ? j : lowest;
    }
    return lowest;
  }

  /** Whether no neighbour is lower. */
  private boolean isSink() {
    int lowest = lowest();
    return lowest != NONE && isLower(self, lowest);
  }

  /** Whether a node is a lower neighbour. */
  private boolean isBelow(int j) {
    return j != NONE && neighbours.contains(j) && isLower(j, self);
  }

  private void announce() {
    for (int j = links.next(0); j != NONE; j = links.next(j + 1)) {
      send(j, new LinkInfo(h1[self], h2[self]));
    }
  }

  /** RaiseHeight(): links to the lowest neighbours are reversed. */
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

  // The critical section.

  @Override
  public void onRequest() {
    status = Status.WAITING;
    q.enqueue(self);
    if (tokenHolder) {
      giveTokenToNext();
    } else if (q.size() == 1) {
      forwardRequest();
    }
  }

  @Override
  public void onRelease() {
    status = Status.REMAINDER;
    if (!q.isEmpty()) {
      giveTokenToNext();
    }
  }

  /** ForwardRequest(). */
  private void forwardRequest() {
    next = lowest();
    if (next != NONE) {
      send(next, new Request(h1[self], h2[self]));
    }
  }

  /** GiveTokenToNext(). */
  private void giveTokenToNext() {
    next = q.dequeue();
    if (next == self) {
      status = Status.CRITICAL;
      enter();
      return;
    }
    tokenHolder = false;
    h1[next] = h1[self];
    h2[next] = h2[self] - 1;
    receivedLi[next] = false;
    send(next, new Token(h1[self], h2[self]));
    if (!q.isEmpty()) {
      send(next, new Request(h1[self], h2[self]));
    }
  }

  // Messages.

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
    h1[j] = request.h1;
    h2[j] = request.h2;
    if (isLower(self, j) && !q.contains(j)) {
      q.enqueue(j);
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
    h1[j] = token.h1;
    h2[j] = token.h2;
    h1[self] = token.h1;
    h2[self] = token.h2 - 1;
    announce();
    if (q.isEmpty()) {
      next = self;
    } else {
      giveTokenToNext();
    }
  }

  private void onLinkInfo(int j, LinkInfo info) {
    neighbours.add(j);
    if (receivedLi[j]) {
      h1[j] = info.h1;
      h2[j] = info.h2;
    } else if (h1[j] == info.h1 && h2[j] == info.h2) {
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

  // Links.

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
