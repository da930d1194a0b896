package dev.baton.algorithms;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * One token that counts: a node that gets it takes one of the k entries, and passes it on while
 * another is free. Requests and releases go to everybody, and so find the token.
 *
 * <ul>
 *   <li>Paper: G. Ricart, A. K. Agrawala, "Authors' response to 'On mutual exclusion in computer
 *       networks' by Carvalho and Roucairol", Communications of the ACM 26(2), 1983, which has one
 *       entry; the counter for k of them is known from one sentence in another paper.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 where the token is, else N; and N − 1 for the release, if the token
 *       has gone on by then.
 *   <li>Departures: a reconstruction; releases are numbered like requests, and the counter is what
 *       these numbers leave of k.
 *   <li>Page: docs/algorithms/ricart-agrawala-k-style.md.
 * </ul>
 *
 * <p>Invariant: the node that has the token knows of every entry, and perhaps not yet of every
 * release, so that it never counts more as free than are. It was the last to enter: while nothing
 * is free, it is inside.
 */
public final class RicartAgrawalaKStyle extends Node<RicartAgrawalaKStyle.Msg> {

  public sealed interface Msg extends Message {}

  /** Its sender wants to enter for the n-th time. */
  public record Request(int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.counter("n", sn);
    }
  }

  /** Its sender has left for the n-th time. */
  public record Release(int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("RELEASE");
      s.counter("n", sn);
    }
  }

  /** By node: how often it has entered, and how often it has left, as far as the sender knows. */
  public record Token(Ints entries, Ints releases) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.counters("entries", entries);
      s.counters("releases", releases);
    }
  }

  private final int k;

  /** By node: the largest number of its requests that has been heard. */
  private final int[] requests;

  /** By node: the largest number of its releases that has been heard. */
  private final int[] releases;

  /** While the token is here, how often each node has entered; empty otherwise. */
  private Ints entries;

  public RicartAgrawalaKStyle(int self, Setup setup) {
    super(self, setup.n());
    k = setup.permits();
    requests = new int[n];
    releases = new int[n];
    entries = self == setup.holder() ? Ints.zeros(n) : Ints.EMPTY;
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new RicartAgrawalaKStyle(self, setup));
  }

  @Override
  public void onRequest() {
    requests[self]++;
    if (hasToken()) {
      takeOne();
    } else {
      broadcast(new Request(requests[self]));
    }
  }

  @Override
  public void onRelease() {
    releases[self] = requests[self];
    if (hasToken()) {
      passOn();
    } else {
      broadcast(new Release(releases[self]));
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int sn) -> requests[from] = Math.max(requests[from], sn);
      case Release(int sn) -> releases[from] = Math.max(releases[from], sn);
      case Token token -> {
        assert !hasToken() : "two tokens";
        entries = token.entries;
        for (int j = 0; j < n; j++) {
          releases[j] = Math.max(releases[j], token.releases.get(j));
        }
        takeOne();
      }
    }
    passOn();
  }

  private boolean hasToken() {
    return !entries.isEmpty();
  }

  private void takeOne() {
    int[] more = entries.toArray();
    more[self] = requests[self];
    entries = Ints.of(more);
    enter();
  }

  /** If an entry is free, the token goes to the next node that waits, beginning after this one. */
  private void passOn() {
    for (int i = 1; i < n && free() > 0; i++) {
      int j = (self + i) % n;
      if (requests[j] > entries.get(j)) {
        send(j, new Token(entries, Ints.of(releases.clone())));
        entries = Ints.EMPTY;
      }
    }
  }

  /** The counter: how many more may enter, as far as this node knows; none without the token. */
  private int free() {
    int free = hasToken() ? k : 0;
    for (int j = 0; j < entries.size(); j++) {
      free -= entries.get(j) - releases[j];
    }
    return free;
  }

  @Override
  public int idlePermits() {
    return Math.max(0, free());
  }

  @Override
  public void state(State s) {
    s.counters("requests", requests);
    s.counters("releases", releases);
    entries = s.counters("entries", entries);
  }
}
