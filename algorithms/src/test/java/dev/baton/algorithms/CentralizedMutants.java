package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.Centralized.Grant;
import dev.baton.algorithms.Centralized.Msg;
import dev.baton.algorithms.Centralized.Release;
import dev.baton.algorithms.Centralized.Request;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;

/** A coordinator with one thing wrong. */
final class CentralizedMutants {

  /** What is wrong. */
  enum Wrong {
    /** Whoever asks is let in. */
    DOES_NOT_NOTE_THE_GRANT,
    /** Who asks while somebody is inside is not noted. */
    FORGETS_REQUESTS,
    /** An exit does not let the next one in. */
    GRANTS_ON_REQUESTS_ONLY,
    /** The free grant lies idle when the last one has left: the next to ask is only queued. */
    STAYS_BUSY,
    /** The last of the queue is served first. */
    TAKES_THE_LAST,
    /** The smallest number of the queue is served first. */
    TAKES_THE_SMALLEST
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.DOES_NOT_NOTE_THE_GRANT, 2, 1, SAFETY),
          mutant(Wrong.FORGETS_REQUESTS, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.GRANTS_ON_REQUESTS_ONLY, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.STAYS_BUSY, 2, 2, DEADLOCK, STARVATION),
          mutant(Wrong.TAKES_THE_LAST, 3, 2, BYPASS),
          mutant(Wrong.TAKES_THE_SMALLEST, 3, 2, BYPASS));

  private CentralizedMutants() {}

  private static Mutant mutant(Wrong wrong, int n, int requests, Property... caughtBy) {
    return new Mutant(
        "centralized/" + wrong.name().toLowerCase().replace('_', '-'),
        setup -> nodes(setup, wrong),
        Mutant.complete(n),
        requests,
        true,
        n - 2,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n() + 1];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, nodes.length, wrong);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private boolean busy;
    private final Fifo queue = new Fifo();

    Site(int self, int n, Wrong wrong) {
      super(self, n);
      this.wrong = wrong;
    }

    @Override
    public void onRequest() {
      send(n - 1, new Request());
    }

    @Override
    public void onRelease() {
      send(n - 1, new Release());
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request() -> {
          if (!busy || wrong != Wrong.FORGETS_REQUESTS) {
            enqueue(from);
          }
          grantIfFree();
        }
        case Release() -> {
          busy = wrong == Wrong.STAYS_BUSY && queue.isEmpty();
          if (wrong != Wrong.GRANTS_ON_REQUESTS_ONLY) {
            grantIfFree();
          }
        }
        case Grant() -> enter();
      }
    }

    private void enqueue(int j) {
      int place = wrong == Wrong.TAKES_THE_LAST ? 0 : queue.size();
      while (wrong == Wrong.TAKES_THE_SMALLEST && place > 0 && queue.get(place - 1) > j) {
        place--;
      }
      queue.insert(place, j);
    }

    private void grantIfFree() {
      if (!busy && !queue.isEmpty()) {
        busy = wrong != Wrong.DOES_NOT_NOTE_THE_GRANT;
        send(queue.dequeue(), new Grant());
      }
    }

    @Override
    public void state(State s) {
      busy = s.flag("busy", busy);
      s.nodes("queue", queue);
    }
  }
}
