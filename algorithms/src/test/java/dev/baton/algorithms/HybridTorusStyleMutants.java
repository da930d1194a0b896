package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.HybridTorusStyle.Grant;
import dev.baton.algorithms.HybridTorusStyle.Msg;
import dev.baton.algorithms.HybridTorusStyle.Request;
import dev.baton.algorithms.HybridTorusStyle.Token;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;
import java.util.Locale;

/** The hybrid on a torus with one thing wrong, on two rows of two. */
final class HybridTorusStyleMutants {

  /** What is wrong. */
  enum Wrong {
    /** Notes of requests that were served elsewhere are believed. */
    BELIEVES_OLD_NOTES,
    /** The token does not remember who was served. */
    TOKEN_FORGETS,
    /** A note that was served keeps its place for the next request. */
    NOTE_KEEPS_ITS_PLACE,
    /** A request does not leave its node. */
    TELLS_NOBODY,
    /** The token moves on although its node is inside. */
    MOVES_WHILE_INSIDE,
    /** The token stays where somebody has left. */
    STAYS_AFTER_EXIT,
    /** Of the notes the last comes first. */
    LAST_NOTE_FIRST
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.BELIEVES_OLD_NOTES, 2, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.TOKEN_FORGETS, 2, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.NOTE_KEEPS_ITS_PLACE, 2, BYPASS),
          mutant(Wrong.TELLS_NOBODY, 2, STARVATION, BYPASS),
          mutant(Wrong.MOVES_WHILE_INSIDE, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.STAYS_AFTER_EXIT, 1, DEADLOCK, STARVATION),
          mutant(Wrong.LAST_NOTE_FIRST, 2, BYPASS));

  private HybridTorusStyleMutants() {}

  static Mutant mutant(Wrong wrong, int requests, Property... caughtBy) {
    String name = wrong.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Mutant(
        "hybrid-torus-style/" + name,
        setup -> nodes(setup, wrong),
        Setup.of(Graph.torus(2, 2)),
        requests,
        true,
        3,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Site(i, setup, wrong);
    }
    return nodes;
  }

  /** The algorithm where there are several rows, with the places at which it can go wrong. */
  private static final class Site extends Node<Msg> {

    private final Wrong wrong;
    private final int right;
    private final int below;
    private final boolean isFirst;
    private final int[] rn;
    private final Fifo notes = new Fifo();
    private Grant token;
    private boolean inside;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      int v = setup.structure().columns();
      int start = self / v * v;
      int next = start + v < n ? start + v : 0;
      right = self + 1 < Math.min(start + v, n) ? self + 1 : start;
      below = next + self % v % Math.min(v, n - next);
      isFirst = self == setup.holder();
      rn = new int[n];
    }

    @Override
    public void onStart() {
      if (isFirst) {
        send(below, new Token(Ints.zeros(n)));
      }
    }

    @Override
    public void onRequest() {
      note(self, rn[self] + 1);
      if (right != self && wrong != Wrong.TELLS_NOBODY) {
        send(right, new Request(self, rn[self]));
      }
      serve();
    }

    @Override
    public void onRelease() {
      inside = false;
      if (token == null) {
        return;
      }
      int[] ln = token.ln().toArray();
      ln[self] = wrong == Wrong.TOKEN_FORGETS ? ln[self] : rn[self];
      token = new Grant(Ints.of(ln));
      if (wrong != Wrong.STAYS_AFTER_EXIT) {
        moveDown();
      }
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case Request(int origin, int sn) -> {
          note(origin, sn);
          if (right != origin) {
            send(right, message);
          }
        }
        case Token(Ints ln) -> {
          token = new Grant(ln);
          serve();
          if (token != null && (!inside || wrong == Wrong.MOVES_WHILE_INSIDE)) {
            moveDown();
          }
        }
        case Grant grant -> {
          token = grant;
          inside = true;
          enter();
        }
      }
    }

    private void note(int origin, int sn) {
      if (sn <= rn[origin]) {
        return;
      }
      rn[origin] = sn;
      boolean stays = notes.contains(origin) && wrong == Wrong.NOTE_KEEPS_ITS_PLACE;
      for (int left = notes.size(); left > 0 && !stays; left--) {
        int noted = notes.dequeue();
        if (noted != origin) {
          notes.enqueue(noted);
        }
      }
      if (!stays) {
        notes.enqueue(origin);
      }
    }

    private void serve() {
      if (token == null || inside) {
        return;
      }
      for (int left = notes.size() - 1; left > 0 && wrong == Wrong.LAST_NOTE_FIRST; left--) {
        notes.enqueue(notes.dequeue());
      }
      while (!notes.isEmpty()
          && rn[notes.get(0)] <= token.ln().get(notes.get(0))
          && wrong != Wrong.BELIEVES_OLD_NOTES) {
        notes.dequeue();
      }
      if (notes.isEmpty()) {
        return;
      }
      int first = notes.dequeue();
      if (first == self) {
        inside = true;
        enter();
      } else {
        send(first, token);
        token = null;
      }
    }

    private void moveDown() {
      send(below, new Token(token.ln()));
      token = null;
    }

    @Override
    public int idlePermits() {
      return token != null && !inside ? 1 : 0;
    }

    @Override
    public void state(State s) {
      s.counters("RN", rn);
      s.nodes("notes", notes);
      token = s.message("token", token);
      inside = s.flag("inside", inside);
    }
  }
}
