package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.SinghalHeuristic.Msg;
import dev.baton.algorithms.SinghalHeuristic.Request;
import dev.baton.algorithms.SinghalHeuristic.SiteState;
import dev.baton.algorithms.SinghalHeuristic.Token;
import dev.baton.algorithms.SinghalHeuristicListing.Reading;
import dev.baton.checker.Property;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Singhal's heuristic with one thing wrong, and the listings of the lecture notes. */
final class SinghalHeuristicMutants {

  /** What is wrong. */
  enum Wrong {
    /** The repair is missing: an outdated request is ignored. */
    IGNORES_OUTDATED_REQUESTS,
    /** The sender of an outdated request is asked from now on, but not answered. */
    NEVER_ANSWERS_OUTDATED_REQUESTS,
    /** The same, but only while requesting. */
    NO_ANSWER_WHILE_REQUESTING,
    /** The same, but only while executing. */
    NO_ANSWER_WHILE_EXECUTING,
    /** The same, but only while holding the idle token. */
    NO_ANSWER_WHILE_HOLDING,
    /** A request that has been served counts as new until SN shows it. */
    TSN_NOT_LOOKED_AT,
    /** The token goes to the requesting site with the lowest number. */
    LOWEST_NUMBER_FIRST,
    /** A request goes to one site only. */
    ASKS_ONE_SITE,
    /** Who releases the token for nobody does not note that it holds it. */
    H_NOT_KEPT,
    /** A requesting site does not ask those who have asked it. */
    NEVER_ASKS_BACK,
    /** At the start nobody asks anybody. */
    NO_STAIRCASE,
    /** The token does not learn which request it is sent for. */
    TSN_NOT_SET
  }

  static final List<Mutant> ALL =
      List.of(
          listing(Reading.AS_PRINTED, 3, 1, true, DEADLOCK, STARVATION),
          listing(Reading.LAST_CASE_MENDED, 3, 1, true, DEADLOCK, STARVATION),
          listing(Reading.AS_MEANT, 3, 2, true, DEADLOCK, STARVATION),
          mutant(Wrong.IGNORES_OUTDATED_REQUESTS, 3, 2, true, 2, DEADLOCK, STARVATION),
          mutant(Wrong.NEVER_ANSWERS_OUTDATED_REQUESTS, 3, 2, true, 2, DEADLOCK, STARVATION),
          mutant(Wrong.NO_ANSWER_WHILE_REQUESTING, 3, 2, false, 2, DEADLOCK, STARVATION),
          mutant(Wrong.NO_ANSWER_WHILE_EXECUTING, 3, 2, false, 2, DEADLOCK, STARVATION),
          mutant(Wrong.NO_ANSWER_WHILE_HOLDING, 3, 2, false, 2, DEADLOCK, STARVATION),
          mutant(Wrong.TSN_NOT_LOOKED_AT, 3, 2, true, 2, DEADLOCK, STARVATION),
          mutant(Wrong.LOWEST_NUMBER_FIRST, 3, 3, true, 2, BYPASS),
          mutant(Wrong.ASKS_ONE_SITE, 3, 1, true, 1, DEADLOCK, STARVATION),
          mutant(Wrong.H_NOT_KEPT, 3, 1, true, 1, DEADLOCK, STARVATION),
          mutant(Wrong.NEVER_ASKS_BACK, 3, 1, true, 1, DEADLOCK, STARVATION),
          mutant(Wrong.NO_STAIRCASE, 3, 1, true, 1, DEADLOCK, STARVATION),
          mutant(Wrong.TSN_NOT_SET, 3, 2, true, 2, SAFETY, DEADLOCK, STARVATION, BYPASS));

  private SinghalHeuristicMutants() {}

  static Mutant mutant(
      Wrong wrong, int n, int requests, boolean fifo, int bypassBound, Property... caughtBy) {
    return mutant(
        wrong, setup -> nodes(setup, wrong), n, requests, fifo, bypassBound, List.of(caughtBy));
  }

  static Mutant listing(Reading reading, int n, int requests, boolean fifo, Property... caughtBy) {
    Function<Setup, Node<?>[]> build = setup -> SinghalHeuristicListing.nodes(setup, reading);
    return mutant(reading, build, n, requests, fifo, 2, List.of(caughtBy));
  }

  private static Mutant mutant(
      Enum<?> wrong,
      Function<Setup, Node<?>[]> build,
      int n,
      int requests,
      boolean fifo,
      int bypassBound,
      List<Property> caughtBy) {
    String prefix = wrong instanceof Reading ? "singhal-heuristic/listing-" : "singhal-heuristic/";
    String id = prefix + wrong.name().toLowerCase().replace('_', '-');
    return new Mutant(id, build, Mutant.complete(n), requests, fifo, bypassBound, caughtBy);
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, setup, wrong);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong; it starts at site 0. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private final SiteState[] sv;
    private final int[] sn;
    private Token token;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      sv = new SiteState[n];
      sn = new int[n];
      for (int j = 0; j < n; j++) {
        sv[j] = j < self && wrong != Wrong.NO_STAIRCASE ? SiteState.R : SiteState.N;
      }
      if (self == 0) {
        sv[self] = SiteState.H;
        int[] tsv = new int[n];
        Arrays.fill(tsv, SiteState.N.ordinal());
        token = new Token(Ints.of(tsv), Ints.zeros(n));
      }
    }

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
          if (wrong == Wrong.ASKS_ONE_SITE) {
            break;
          }
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
        case Token arrived -> {
          token = arrived;
          sv[self] = SiteState.E;
          enter();
        }
      }
    }

    private void onRequestFrom(int i, int number) {
      boolean isServed =
          wrong != Wrong.TSN_NOT_LOOKED_AT && token != null && number <= token.tsn().get(i);
      boolean isOutdated = isServed || number <= sn[i];
      if (isOutdated && wrong == Wrong.IGNORES_OUTDATED_REQUESTS) {
        return;
      }
      boolean isAsked = sv[i] == SiteState.R || isOutdated && !answersOutdated();
      sn[i] = Math.max(sn[i], number);
      sv[i] = SiteState.R;
      switch (sv[self]) {
        case N -> {}
        case R -> {
          if (!isAsked && wrong != Wrong.NEVER_ASKS_BACK) {
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
            int[] tsv = token.tsv().toArray();
            int[] tsn = token.tsn().toArray();
            tsv[i] = SiteState.R.ordinal();
            if (wrong != Wrong.TSN_NOT_SET) {
              tsn[i] = number;
            }
            sv[self] = SiteState.N;
            pass(i, new Token(Ints.of(tsv), Ints.of(tsn)));
          } else if (!isAsked) {
            ask(i);
          }
        }
      }
    }

    private boolean answersOutdated() {
      return switch (wrong) {
        case NEVER_ANSWERS_OUTDATED_REQUESTS -> false;
        case NO_ANSWER_WHILE_REQUESTING -> sv[self] != SiteState.R;
        case NO_ANSWER_WHILE_EXECUTING -> sv[self] != SiteState.E;
        case NO_ANSWER_WHILE_HOLDING -> sv[self] != SiteState.H;
        default -> true;
      };
    }

    @Override
    public void onRelease() {
      int[] tsv = token.tsv().toArray();
      int[] tsn = token.tsn().toArray();
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
          sv[j] = SiteState.values()[tsv[j]];
          sn[j] = tsn[j];
        }
      }
      Token updated = new Token(Ints.of(tsv), Ints.of(tsn));
      int next = nextRequesting();
      if (next != NONE) {
        pass(next, updated);
        return;
      }
      token = updated;
      if (wrong != Wrong.H_NOT_KEPT) {
        sv[self] = SiteState.H;
      }
    }

    private int nextRequesting() {
      int first = wrong == Wrong.LOWEST_NUMBER_FIRST ? 0 : self + 1;
      for (int i = 0; i < n; i++) {
        int j = (first + i) % n;
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
      s.choices("SV", sv, SiteState.values());
      s.counters("SN", sn);
      token = s.message("token", token);
    }
  }
}
