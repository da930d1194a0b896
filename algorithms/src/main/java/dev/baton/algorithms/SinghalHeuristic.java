package dev.baton.algorithms;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * Heuristically aided algorithm: a request goes only to the sites that are likely to have the token
 * or to get it soon, because they are known to want it.
 *
 * <ul>
 *   <li>Paper: M. Singhal, "A heuristically-aided algorithm for mutual exclusion in distributed
 *       systems", IEEE Trans. Computers 38(5), 1989.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: about N/2 when few request, N when all do.
 *   <li>Departures: the token goes to the next requesting site in cyclic order, an arbitration rule
 *       that the paper leaves open; an outdated REQUEST is not ignored, see {@code onRequestFrom}.
 *   <li>Page: docs/algorithms/singhal-heuristic.md.
 * </ul>
 *
 * <p>Invariant: of any two sites one will ask the other when it requests (it has R for it in SV),
 * or a REQUEST is under way between them, whose arrival makes it so. Two sites that do not ask each
 * other would never hear of each other again.
 */
public final class SinghalHeuristic extends Node<SinghalHeuristic.Msg> {

  /** What a site is doing, as far as another one knows. */
  enum SiteState {
    /** Requesting. */
    R,
    /** Executing. */
    E,
    /** Holding the idle token. */
    H,
    /** None of these. */
    N
  }

  private static final SiteState[] STATES = SiteState.values();

  public sealed interface Msg extends Message {}

  /** REQUEST(i, sn). */
  public record Request(int sn) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.counter("sn", sn);
    }
  }

  /** The token: TSV, the states of the sites, and TSN, their request numbers. */
  public record Token(Ints tsv, Ints tsn) implements Msg {
    @Override
    public void show(State s) {
      s.type("TOKEN");
      s.choices("TSV", tsv, STATES);
      s.counters("TSN", tsn);
    }
  }

  /** SV: the state of each site, as known here. */
  private final SiteState[] sv;

  /** SN: the highest request number known of each site. */
  private final int[] sn;

  /** The token while it is here, else null. */
  private Token token;

  /** Initialization. */
  public SinghalHeuristic(int self, Setup setup) {
    super(self, setup.n());
    sv = new SiteState[n];
    sn = new int[n];
    // The staircase, turned so that it begins at the first holder: of any two sites one asks the
    // other.
    for (int j = 0; j < n; j++) {
      boolean below = rank(j, setup.holder()) < rank(self, setup.holder());
      sv[j] = below ? SiteState.R : SiteState.N;
    }
    if (self == setup.holder()) {
      sv[self] = SiteState.H;
      int[] tsv = new int[n];
      Arrays.fill(tsv, SiteState.N.ordinal());
      token = new Token(Ints.of(tsv), Ints.zeros(n));
    }
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new SinghalHeuristic(self, setup));
  }

  private int rank(int j, int holder) {
    return (j - holder + n) % n;
  }

  /** Requesting CS. */
  @Override
  public void onRequest() {
    if (sv[self] == SiteState.H) {
      sv[self] = SiteState.E;
      enter();
      return;
    }
    sv[self] = SiteState.R;
    sn[self]++;
    for (int j = 0; j < n; j++) {
      if (j != self && sv[j] == SiteState.R) {
        ask(j);
      }
    }
  }

  private void ask(int j) {
    send(j, new Request(sn[self]));
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int number) -> onRequestFrom(from, number);
      // Executing CS.
      case Token arrived -> {
        assert token == null : "two tokens";
        token = arrived;
        sv[self] = SiteState.E;
        enter();
      }
    }
  }

  /**
   * Receiving REQUEST. The notes ignore an outdated REQUEST: one that has been heard of already, or
   * that has been served. But its sender, when it released, may have taken us for a site that does
   * not request, and asks us no more. So we ask it from now on; and where our own REQUEST has gone
   * out already, or none will because we have the token, it gets one now, so that it asks us if it
   * waits.
   */
  private void onRequestFrom(int i, int number) {
    boolean isServed = token != null && number <= token.tsn.get(i);
    boolean isOutdated = isServed || number <= sn[i];
    boolean isAsked = sv[i] == SiteState.R;
    sn[i] = Math.max(sn[i], number);
    sv[i] = SiteState.R;
    switch (sv[self]) {
      case N -> {}
      case R -> {
        if (!isAsked) {
          ask(i);
        }
      }
      case E -> {
        if (isOutdated && !isAsked) {
          ask(i);
        }
      }
      case H -> {
        if (!isOutdated) {
          int[] tsv = token.tsv.toArray();
          int[] tsn = token.tsn.toArray();
          tsv[i] = SiteState.R.ordinal();
          tsn[i] = number;
          sv[self] = SiteState.N;
          pass(i, new Token(Ints.of(tsv), Ints.of(tsn)));
        } else if (!isAsked) {
          ask(i);
        }
      }
    }
  }

  /** Releasing CS. */
  @Override
  public void onRelease() {
    int[] tsv = token.tsv.toArray();
    int[] tsn = token.tsn.toArray();
    sv[self] = SiteState.N;
    tsv[self] = SiteState.N.ordinal();
    for (int j = 0; j < n; j++) {
      if (j == self) {
        continue;
      }
      if (sn[j] > tsn[j]) {
        tsv[j] = sv[j].ordinal();
        tsn[j] = sn[j];
      } else {
        sv[j] = STATES[tsv[j]];
        sn[j] = tsn[j];
      }
    }
    Token updated = new Token(Ints.of(tsv), Ints.of(tsn));
    int next = nextRequesting();
    if (next == NONE) {
      sv[self] = SiteState.H;
      token = updated;
    } else {
      pass(next, updated);
    }
  }

  /** The arbitration rule: the first requesting site after this one, in cyclic order. */
  private int nextRequesting() {
    for (int i = 1; i < n; i++) {
      int j = (self + i) % n;
      if (sv[j] == SiteState.R) {
        return j;
      }
    }
    return NONE;
  }

  private void pass(int to, Token t) {
    send(to, t);
    token = null;
  }

  @Override
  public int idlePermits() {
    return sv[self] == SiteState.H ? 1 : 0;
  }

  @Override
  public void state(State s) {
    s.choices("SV", sv, STATES);
    s.counters("SN", sn);
    token = s.message("token", token);
  }
}
