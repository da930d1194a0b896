package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * {@link ReverseLink} with k tokens: a request goes down to one of the holders, which answers with
 * as many tokens as it has and the asker needs.
 *
 * <ul>
 *   <li>Paper: in the style of J. E. Walter, G. Cao, M. Mohanty, "A k-mutual exclusion algorithm
 *       for wireless ad hoc networks", POMC 2001 (KRL), of which only the abstract was known here.
 *   <li>Network: any connected graph, FIFO; links come up and go down, and lose nothing.
 *   <li>Messages per entry: 0 where an unused token is, else as Reverse Link.
 *   <li>Departures: everything but the idea is ours; see docs/algorithms/reverse-link-k-style.md.
 *   <li>Page: docs/algorithms/reverse-link-k-style.md.
 * </ul>
 *
 * <p>A request can wait at one holder while the token of another is unused.
 */
public final class ReverseLinkKStyle extends Node<ReverseLinkKStyle.Msg> {

  public sealed interface Msg extends Message {}

  /** The sender's height, and how many tokens it needs. */
  public record Request(int h1, int h2, int wanted) implements Msg {
    @Override
    public void show(State s) {
      s.type("Request");
      s.counter("h1", h1);
      s.counter("h2", h2);
      s.counter("wanted", wanted);
    }
  }

  /** One token, and the sender's height. */
  public record Token(int h1, int h2, int permit) implements Msg {
    @Override
    public void show(State s) {
      s.type("Token");
      s.counter("h1", h1);
      s.counter("h2", h2);
      s.counter("permit", permit);
    }
  }

  /** The sender's height; whether it answers a token. */
  public record LinkInfo(int h1, int h2, boolean answers) implements Msg {
    @Override
    public void show(State s) {
      s.type("LinkInfo");
      s.counter("h1", h1);
      s.counter("h2", h2);
      s.flag("answers", answers);
    }
  }

  private final int k;

  /** To whom there is a link. */
  private final NodeSet links;

  /** Those of them whose height is known; the other links are forming. */
  private final NodeSet neighbours;

  /** By node, its height as far as it is known: (h1, h2, node). */
  private final int[] h1;

  private final int[] h2;

  /** The tokens that are here and not in use. */
  private final Fifo unused = new Fifo();

  /** The token in use, or NONE. */
  private int using = NONE;

  /** To whom the last request, or the last token, was sent. */
  private int next;

  /** Neighbours, and perhaps self, that have asked. */
  private final Fifo q = new Fifo();

  /** By node: how many tokens it needs, if it is in the queue. */
  private final int[] wanted;

  /** By node: how many tokens sent to it have not been answered yet. */
  private final int[] unanswered;

  /**
   * @param distance by node: how many links away the first holder is
   */
  public ReverseLinkKStyle(int self, Setup setup, int[] distance) {
    super(self, setup.n());
    k = setup.permits();
    links = new NodeSet(n);
    neighbours = new NodeSet(n);
    h1 = new int[n];
    h2 = distance.clone();
    wanted = new int[n];
    unanswered = new int[n];
    for (int j = 0; j < n; j++) {
      if (setup.areLinked(self, j)) {
        links.add(j);
        neighbours.add(j);
      }
    }
    for (int permit = 0; permit < k && self == setup.holder(); permit++) {
      unused.enqueue(permit);
    }
    next = self;
  }

  static Node<?>[] nodes(Setup setup) {
    int[] distance = ReverseLink.distances(setup);
    return setup.nodes(self -> new ReverseLinkKStyle(self, setup, distance));
  }

  private boolean isHolder() {
    return using != NONE || !unused.isEmpty();
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

  /** Tells all neighbours the own height; one of them, or nobody, has sent a token. */
  private void announce(int answered) {
    for (int j = links.next(0); j != NONE; j = links.next(j + 1)) {
      send(j, new LinkInfo(h1[self], h2[self], j == answered));
    }
  }

  /** Reverses the links to the lowest neighbours. */
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
    announce(NONE);
    for (int j = neighbours.next(0); j != NONE; j = neighbours.next(j + 1)) {
      if (isLower(j, self)) {
        forget(j);
      }
    }
    forwardRequest();
  }

  private void forget(int j) {
    q.remove(j);
    wanted[j] = 0;
  }

  // Requests and tokens.

  @Override
  public void onRequest() {
    enqueue(self, 1);
    if (isHolder()) {
      serve();
    } else if (q.size() <= k) {
      forwardRequest();
    }
  }

  @Override
  public void onRelease() {
    unused.enqueue(using);
    using = NONE;
    serve();
  }

  private void enqueue(int j, int count) {
    if (!q.contains(j)) {
      q.enqueue(j);
    }
    wanted[j] = count;
  }

  /** Asks the lowest neighbour for what is needed here, if anything is. */
  private void forwardRequest() {
    if (q.isEmpty()) {
      return;
    }
    next = lowest();
    if (next != NONE) {
      request(next);
    }
  }

  private void request(int to) {
    int sum = 0;
    for (int i = 0; i < q.size(); i++) {
      sum += wanted[q.get(i)];
    }
    send(to, new Request(h1[self], h2[self], Math.min(k, sum)));
  }

  /** Gives out the unused tokens in the order of the queue; if none is left, asks for more. */
  private void serve() {
    while (!unused.isEmpty() && !q.isEmpty()) {
      next = q.dequeue();
      if (next == self) {
        using = unused.dequeue();
        enter(using);
      } else {
        h1[next] = h1[self];
        h2[next] = h2[self] - 1;
        for (int i = 0; i < wanted[next] && !unused.isEmpty(); i++) {
          unanswered[next]++;
          send(next, new Token(h1[self], h2[self], unused.dequeue()));
        }
      }
      wanted[next] = 0;
    }
    if (!isHolder() && !q.isEmpty()) {
      request(next);
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
    if (unanswered[j] > 0) {
      return;
    }
    h1[j] = request.h1;
    h2[j] = request.h2;
    boolean isMore = false;
    if (isLower(self, j)) {
      isMore = request.wanted > wanted[j];
      enqueue(j, request.wanted);
    }
    if (isHolder()) {
      serve();
    } else if (isSink()) {
      raiseHeight();
    } else if (isMore && q.size() <= k || !isBelow(next)) {
      forwardRequest();
    }
  }

  /** A node that gets a token is lower than its sender. */
  private void onToken(int j, Token token) {
    h1[j] = token.h1;
    h2[j] = token.h2;
    if (isLower(j, self)) {
      h1[self] = token.h1;
      h2[self] = token.h2 - 1;
      announce(j);
    } else {
      send(j, new LinkInfo(h1[self], h2[self], true));
    }
    unused.enqueue(token.permit);
    serve();
  }

  private void onLinkInfo(int j, LinkInfo info) {
    neighbours.add(j);
    unanswered[j] -= info.answers ? 1 : 0;
    if (unanswered[j] == 0) {
      h1[j] = info.h1;
      h2[j] = info.h2;
    }
    if (isLower(j, self)) {
      forget(j);
    }
    route();
  }

  /** Somebody without a token needs a lower neighbour, and has asked it if others wait here. */
  private void route() {
    if (isHolder()) {
      return;
    }
    if (isSink()) {
      raiseHeight();
    } else if (!isBelow(next)) {
      forwardRequest();
    }
  }

  // Links.

  @Override
  public void onLinkUp(int j) {
    links.add(j);
    send(j, new LinkInfo(h1[self], h2[self], false));
  }

  @Override
  public void onLinkDown(int j) {
    links.remove(j);
    neighbours.remove(j);
    forget(j);
    route();
  }

  @Override
  public int idlePermits() {
    return unused.size();
  }

  @Override
  public Ints unusedPermits() {
    return unused.toInts();
  }

  @Override
  public void state(State s) {
    s.nodes("links", links);
    s.nodes("N", neighbours);
    s.counters("h1", h1);
    s.counters("h2", h2);
    s.counters("unused", unused);
    using = s.counter("using", using);
    next = s.node("next", next);
    s.nodes("Q", q);
    s.counters("wanted", wanted);
    s.counters("unanswered", unanswered);
  }
}
