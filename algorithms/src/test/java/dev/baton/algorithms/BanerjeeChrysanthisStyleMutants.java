package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.BanerjeeChrysanthisStyle.Msg;
import dev.baton.algorithms.BanerjeeChrysanthisStyle.NewArbiter;
import dev.baton.algorithms.BanerjeeChrysanthisStyle.Request;
import dev.baton.algorithms.BanerjeeChrysanthisStyle.Token;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;
import java.util.Locale;

/** Banerjee-Chrysanthis with one thing wrong. */
final class BanerjeeChrysanthisStyleMutants {

  /** What is wrong. */
  enum Wrong {
    /** News of an arbiter is believed, however old. */
    BELIEVES_OLDER_NEWS,
    /** Who is not the arbiter drops requests. */
    DROPS_REQUESTS,
    /** The first of the list is named as arbiter, instead of the last. */
    NAMES_THE_FIRST,
    /** The arbiter names the next one, but goes on collecting. */
    STAYS_ARBITER,
    /** The arbiter does not wait for its own exit. */
    DISPATCHES_WHILE_INSIDE,
    /** What was collected stays. */
    COLLECTED_NOT_CLEARED,
    /** What was collected during the arbiter's own entry is not looked at. */
    FORGETS_ON_EXIT
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.BELIEVES_OLDER_NEWS, 1, false, DEADLOCK, STARVATION),
          mutant(Wrong.DROPS_REQUESTS, 2, true, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.NAMES_THE_FIRST, 2, true, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.STAYS_ARBITER, 2, true, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.DISPATCHES_WHILE_INSIDE, 1, true, SAFETY),
          mutant(Wrong.COLLECTED_NOT_CLEARED, 2, true, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.FORGETS_ON_EXIT, 2, true, DEADLOCK, STARVATION, BYPASS));

  private BanerjeeChrysanthisStyleMutants() {}

  static Mutant mutant(Wrong wrong, int requests, boolean fifo, Property... caughtBy) {
    String name = wrong.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Mutant(
        "banerjee-chrysanthis-style/" + name,
        setup -> nodes(setup, wrong),
        Mutant.complete(3),
        requests,
        fifo,
        1,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, setup, wrong);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private int arbiter;
    private int number;
    private final Fifo collected = new Fifo();
    private Token token;
    private boolean inside;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      arbiter = setup.holder();
      token = self == arbiter ? new Token(Ints.EMPTY, 0) : null;
    }

    @Override
    public void onRequest() {
      if (token != null) {
        inside = true;
        enter();
      } else {
        send(arbiter, new Request(self));
      }
    }

    @Override
    public void onRelease() {
      inside = false;
      if (token != null && !token.q().isEmpty()) {
        pass(token.q(), token.number());
      } else if (!collected.isEmpty() && wrong != Wrong.FORGETS_ON_EXIT) {
        dispatch();
      }
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int origin) -> {
          if (arbiter == self) {
            collected.enqueue(origin);
            if (token != null && (!inside || wrong == Wrong.DISPATCHES_WHILE_INSIDE)) {
              dispatch();
            }
          } else if (wrong != Wrong.DROPS_REQUESTS) {
            send(arbiter, message);
          }
        }
        case NewArbiter(int named, int its) -> {
          if (its > number || wrong == Wrong.BELIEVES_OLDER_NEWS) {
            arbiter = named;
            number = its;
          }
        }
        case Token arrived -> {
          token = arrived;
          if (token.number() > number) {
            number = token.number();
            arbiter = token.q().isEmpty() ? self : token.q().get(token.q().size() - 1);
          }
          inside = true;
          enter();
        }
      }
    }

    private void dispatch() {
      int last = collected.get(wrong == Wrong.NAMES_THE_FIRST ? 0 : collected.size() - 1);
      arbiter = wrong == Wrong.STAYS_ARBITER ? self : last;
      number++;
      broadcast(new NewArbiter(last, number));
      pass(collected.toInts(), number);
      if (wrong != Wrong.COLLECTED_NOT_CLEARED) {
        collected.clear();
      }
    }

    private void pass(Ints list, int its) {
      Fifo rest = new Fifo(list);
      int first = rest.dequeue();
      send(first, new Token(rest.toInts(), its));
      token = null;
    }

    @Override
    public int idlePermits() {
      return token != null && !inside ? 1 : 0;
    }

    @Override
    public void state(State s) {
      arbiter = s.node("arbiter", arbiter);
      number = s.counter("number", number);
      s.nodes("collected", collected);
      token = s.message("token", token);
      inside = s.flag("inside", inside);
    }
  }
}
