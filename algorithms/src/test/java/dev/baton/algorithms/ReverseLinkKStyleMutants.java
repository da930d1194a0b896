package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.ReverseLinkKStyle.LinkInfo;
import dev.baton.algorithms.ReverseLinkKStyle.Msg;
import dev.baton.algorithms.ReverseLinkKStyle.Request;
import dev.baton.algorithms.ReverseLinkKStyle.Token;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;

/** Known-wrong variants of {@link ReverseLinkKStyle}. */
final class ReverseLinkKStyleMutants extends Node<ReverseLinkKStyle.Msg> {

  /** What is wrong. */
  enum Wrong {
    /** A node without a lower neighbour stays as it is. */
    NEVER_RAISES,
    /** A request is not sent again when its receiver has risen. */
    STAYS_WITH_ITS_CHOICE,
    /** The token is copied instead of sent. */
    KEEPS_THE_TOKEN,
    /** The last token is passed on, and no request after it. */
    DOES_NOT_ASK_FOR_THE_TOKEN_BACK,
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
        "reverse-link-k-style/" + wrong.name().toLowerCase().replace('_', '-'),
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
      nodes[i] = new ReverseLinkKStyleMutants(i, setup, wrong);
    }
    return nodes;
  }

  private final Wrong wrong;

  private final int k;

  private final NodeSet links;

  private final NodeSet neighbours;

  private final int[] h1;

  private final int[] h2;

  private final Fifo unused = new Fifo();

  private int using = NONE;

  private int next;

  private final Fifo q = new Fifo();

  private final int[] wanted;

  private final int[] unanswered;

  private ReverseLinkKStyleMutants(int self, Setup setup, Wrong wrong) {
    super(self, setup.n());
    this.wrong = wrong;
    k = setup.permits();
    links = new NodeSet(n);
    neighbours = new NodeSet(n);
    h1 = new int[n];
    h2 = ReverseLink.distances(setup);
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

  private boolean isHolder() {
    return using != NONE || !unused.isEmpty();
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

  private void announce(int answered) {
    for (int j = links.next(0); j != NONE; j = links.next(j + 1)) {
      send(j, new LinkInfo(h1[self], h2[self], j == answered));
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
    if (wrong != Wrong.KEEPS_IT_AT_EXIT) {
      serve();
    }
  }

  private void enqueue(int j, int count) {
    if (!q.contains(j)) {
      boolean isFirst = wrong == Wrong.PUTS_ITSELF_FIRST && j == self;
      q.insert(wrong == Wrong.TAKES_LAST || isFirst ? 0 : q.size(), j);
    }
    wanted[j] = count;
  }

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
          send(next, new Token(h1[self], h2[self], unused.get(0)));
          if (wrong != Wrong.KEEPS_THE_TOKEN) {
            unused.dequeue();
          }
        }
      }
      wanted[next] = 0;
    }
    boolean asks = wrong != Wrong.DOES_NOT_ASK_FOR_THE_TOKEN_BACK;
    if (!isHolder() && !q.isEmpty() && asks) {
      request(next);
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
    if (unanswered[j] > 0) {
      return;
    }
    h1[j] = request.h1();
    h2[j] = request.h2();
    boolean isMore = false;
    if (isLower(self, j)) {
      isMore = request.wanted() > wanted[j];
      enqueue(j, request.wanted());
    }
    if (isHolder()) {
      serve();
    } else if (isSink()) {
      raiseHeight();
    } else if (isMore && q.size() <= k || !isBelow(next)) {
      forwardRequest();
    }
  }

  private void onToken(int j, Token token) {
    h1[j] = token.h1();
    h2[j] = token.h2();
    if (isLower(j, self)) {
      h1[self] = token.h1();
      h2[self] = token.h2() - 1;
      announce(j);
    } else {
      send(j, new LinkInfo(h1[self], h2[self], true));
    }
    unused.enqueue(token.permit());
    serve();
  }

  private void onLinkInfo(int j, LinkInfo info) {
    neighbours.add(j);
    unanswered[j] -= info.answers() ? 1 : 0;
    if (unanswered[j] == 0) {
      h1[j] = info.h1();
      h2[j] = info.h2();
    }
    if (isLower(j, self)) {
      forget(j);
    }
    route();
  }

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
