package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.NeilsenMizuno.Msg;
import dev.baton.algorithms.NeilsenMizuno.Privilege;
import dev.baton.algorithms.NeilsenMizuno.Request;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;

/** Neilsen-Mizuno with one thing wrong. */
final class NeilsenMizunoMutants {

  /** What is wrong. */
  enum Wrong {
    /** LAST becomes the requester instead of the neighbour: Naimi-Trehel, on a tree's edges. */
    POINTS_TO_THE_ORIGIN,
    /** A sink that waits stays a sink after it has been given a next. */
    WAITING_SINK_STAYS_SINK,
    /** The idle holder stays a sink after it has sent the token away. */
    IDLE_HOLDER_STAYS_SINK,
    /** Who asks keeps its LAST. */
    REQUESTER_KEEPS_LAST,
    /** HOLDING stays set while the application is inside. */
    HOLDS_WHILE_INSIDE,
    /** NEXT stays set when the token has gone there. */
    NEXT_NOT_CLEARED,
    /** NEXT is not looked at on exit. */
    KEEPS_THE_TOKEN
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.WAITING_SINK_STAYS_SINK, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.IDLE_HOLDER_STAYS_SINK, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.REQUESTER_KEEPS_LAST, STARVATION),
          mutant(Wrong.HOLDS_WHILE_INSIDE, SAFETY, STARVATION),
          mutant(Wrong.NEXT_NOT_CLEARED, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.KEEPS_THE_TOKEN, DEADLOCK, STARVATION));

  private NeilsenMizunoMutants() {}

  static Mutant mutant(Wrong wrong, Property... caughtBy) {
    String name = wrong.name().toLowerCase().replace('_', '-');
    return new Mutant(
        "neilsen-mizuno/" + name,
        setup -> nodes(setup, wrong),
        Setup.of(Graph.line(3)),
        2,
        true,
        1,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    int[] last = setup.structure().towards(setup.holder());
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, setup, last[i], wrong);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private int last;
    private int next = NONE;
    private boolean holding;

    Site(int self, Setup setup, int last, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      holding = self == setup.holder();
      this.last = holding ? NONE : last;
    }

    @Override
    public void onRequest() {
      if (holding) {
        holding = wrong == Wrong.HOLDS_WHILE_INSIDE;
        enter();
        return;
      }
      send(last, new Request(self));
      last = wrong == Wrong.REQUESTER_KEEPS_LAST ? last : NONE;
    }

    @Override
    public void onRelease() {
      if (next == NONE || wrong == Wrong.KEEPS_THE_TOKEN) {
        holding = true;
      } else {
        send(next, new Privilege());
        next = wrong == Wrong.NEXT_NOT_CLEARED ? next : NONE;
      }
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int origin) -> receive(from, origin);
        case Privilege() -> enter();
      }
    }

    private void receive(int from, int origin) {
      int turned = wrong == Wrong.POINTS_TO_THE_ORIGIN ? origin : from;
      if (last != NONE) {
        send(last, new Request(origin));
        last = turned;
      } else if (holding) {
        holding = false;
        send(origin, new Privilege());
        last = wrong == Wrong.IDLE_HOLDER_STAYS_SINK ? NONE : turned;
      } else {
        next = origin;
        last = wrong == Wrong.WAITING_SINK_STAYS_SINK ? NONE : turned;
      }
    }

    @Override
    public int idlePermits() {
      return holding ? 1 : 0;
    }

    @Override
    public void state(State s) {
      last = s.node("LAST", last);
      next = s.node("NEXT", next);
      holding = s.flag("HOLDING", holding);
    }
  }
}
