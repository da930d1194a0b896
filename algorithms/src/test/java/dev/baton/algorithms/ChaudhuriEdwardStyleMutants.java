package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.ChaudhuriEdwardStyle.Back;
import dev.baton.algorithms.ChaudhuriEdwardStyle.GroupToken;
import dev.baton.algorithms.ChaudhuriEdwardStyle.LrcRequest;
import dev.baton.algorithms.ChaudhuriEdwardStyle.Msg;
import dev.baton.algorithms.ChaudhuriEdwardStyle.NewGrc;
import dev.baton.algorithms.ChaudhuriEdwardStyle.NodeRequest;
import dev.baton.algorithms.ChaudhuriEdwardStyle.Token;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;

/** Queue migration with one thing wrong. */
final class ChaudhuriEdwardStyleMutants {

  /** What is wrong. */
  enum Wrong {
    /** A former GRC drops the requests that still come to it. */
    FORMER_GRC_DROPS,
    /** What an older GRC says replaces what a later one said. */
    BELIEVES_OLDER_NEWS,
    /** A request that was kept is served though the token has been there; it finds nobody. */
    SERVES_OUTDATED,
    /** The first group on the token's way collects the next queue, not the last one. */
    NAMES_THE_FIRST,
    /** An LRC that has asked once never asks again. */
    ASKS_ONCE,
    /** The token stays in a group as long as there are new requests. */
    NEW_REQUESTS_NEED_NO_TURN,
    /** The GRC keeps the token that it sends. */
    COPIES_THE_TOKEN
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.FORMER_GRC_DROPS, 3, 3, 1, true, 2, DEADLOCK, STARVATION),
          mutant(Wrong.BELIEVES_OLDER_NEWS, 3, 3, 2, true, 2, DEADLOCK, STARVATION),
          mutant(Wrong.SERVES_OUTDATED, 3, 3, 2, true, 2, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.NAMES_THE_FIRST, 3, 3, 2, true, 2, DEADLOCK, STARVATION),
          mutant(Wrong.ASKS_ONCE, 3, 2, 2, true, 2, DEADLOCK, STARVATION),
          mutant(Wrong.NEW_REQUESTS_NEED_NO_TURN, 4, 2, 2, true, 3, BYPASS),
          mutant(Wrong.COPIES_THE_TOKEN, 3, 2, 1, true, 2, SAFETY, DEADLOCK, STARVATION, BYPASS));

  private ChaudhuriEdwardStyleMutants() {}

  private static Mutant mutant(
      Wrong wrong,
      int n,
      int groups,
      int requests,
      boolean fifo,
      int bypassBound,
      Property... caughtBy) {
    String id = ChaudhuriEdwardStyle.ID + "/" + wrong.name().toLowerCase().replace('_', '-');
    Setup setup = new Setup(n, 0, 1, Graph.complete(n), groups);
    List<Property> by = List.of(caughtBy);
    return new Mutant(id, s -> nodes(s, wrong), setup, requests, fifo, bypassBound, by);
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
    private final Groups groups;
    private final int group;
    private final int lrc;

    private Ints tokenQueue = Ints.EMPTY;

    private final Fifo lrq = new Fifo();

    private boolean asked;

    private int grc;

    private int term;

    private final Fifo grq = new Fifo();

    private final int[] rn;

    private boolean idle;

    private Ints way = Ints.EMPTY;

    private Ints ln = Ints.EMPTY;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      groups = new Groups(ChaudhuriEdwardStyle.ID, setup);
      group = groups.groupOf(self);
      lrc = groups.lrc(group);
      grc = groups.groupOf(groups.firstGrc());
      rn = new int[self == lrc ? groups.count() : 0];
      idle = self == groups.firstGrc();
      ln = idle ? Ints.zeros(rn.length) : ln;
    }

    @Override
    public void onRequest() {
      if (self == lrc) {
        collect(self);
      } else {
        send(lrc, new NodeRequest());
      }
    }

    @Override
    public void onRelease() {
      Ints queue = tokenQueue;
      tokenQueue = Ints.EMPTY;
      forward(queue);
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case NodeRequest() -> collect(from);
        case LrcRequest(int g, int number, int newTerm) -> {
          learnGrc(group, newTerm);
          hear(g, number);
        }
        case NewGrc(int g, int newTerm) -> {
          term = wrong == Wrong.BELIEVES_OLDER_NEWS ? 0 : term;
          learnGrc(g, newTerm);
        }
        case GroupToken(Ints next, Ints served, int newTerm) -> {
          learnGrc(next.isEmpty() ? group : next.get(next.size() - 1), newTerm);
          way = next;
          ln = served;
          serveGroup();
        }
        case Token(Ints queue) -> receive(queue);
        case Back() -> leaveGroup();
      }
    }

    private void receive(Ints queue) {
      tokenQueue = queue;
      enter();
    }

    private void forward(Ints queue) {
      if (!queue.isEmpty()) {
        Fifo rest = new Fifo(queue);
        int next = rest.dequeue();
        if (next == self) {
          receive(rest.toInts());
        } else {
          send(next, new Token(rest.toInts()));
        }
      } else if (self == lrc) {
        leaveGroup();
      } else {
        send(lrc, new Back());
      }
    }

    private void collect(int node) {
      lrq.enqueue(node);
      if (!asked) {
        asked = true;
        hear(group, rn[group] + 1);
      }
    }

    private void serveGroup() {
      assert !lrq.isEmpty() || wrong == Wrong.NEW_REQUESTS_NEED_NO_TURN : "nobody here has asked";
      asked = wrong == Wrong.ASKS_ONCE;
      Ints queue = lrq.toInts();
      lrq.clear();
      forward(queue);
    }

    private void leaveGroup() {
      if (wrong == Wrong.NEW_REQUESTS_NEED_NO_TURN && !lrq.isEmpty()) {
        serveGroup();
      } else if (way.isEmpty()) {
        idle = true;
        migrate();
      } else {
        Fifo rest = new Fifo(way);
        int next = rest.dequeue();
        Ints served = ln;
        way = Ints.EMPTY;
        ln = Ints.EMPTY;
        send(groups.lrc(next), new GroupToken(rest.toInts(), served, term));
      }
    }

    private void learnGrc(int g, int newTerm) {
      if (newTerm > term) {
        term = newTerm;
        grc = g;
      }
    }

    private void hear(int g, int number) {
      if (number > rn[g]) {
        rn[g] = number;
        if (!grq.contains(g)) {
          grq.enqueue(g);
        }
      }
      if (grc == group) {
        migrate();
      } else if (wrong != Wrong.FORMER_GRC_DROPS || g == group) {
        send(groups.lrc(grc), new LrcRequest(g, number, term));
      }
    }

    private void migrate() {
      if (!idle) {
        return;
      }
      int[] served = ln.toArray();
      Fifo asking = new Fifo();
      while (!grq.isEmpty()) {
        int g = grq.dequeue();
        if (rn[g] > served[g] || wrong == Wrong.SERVES_OUTDATED) {
          served[g] = rn[g];
          asking.enqueue(g);
        }
      }
      if (asking.isEmpty()) {
        return;
      }
      idle = wrong == Wrong.COPIES_THE_TOKEN;
      way = asking.toInts();
      ln = Ints.of(served);
      int last = way.get(wrong == Wrong.NAMES_THE_FIRST ? 0 : way.size() - 1);
      if (last != group) {
        learnGrc(last, term + 1);
        announce();
      }
      if (way.get(0) == group) {
        asking.dequeue();
        way = asking.toInts();
        serveGroup();
      } else {
        leaveGroup();
      }
    }

    private void announce() {
      for (int g = 0; g < groups.count(); g++) {
        if (g != group) {
          send(groups.lrc(g), new NewGrc(grc, term));
        }
      }
    }

    @Override
    public int idlePermits() {
      return idle ? 1 : 0;
    }

    @Override
    public void state(State s) {
      tokenQueue = s.nodes("tokenQueue", tokenQueue);
      if (self != lrc) {
        return;
      }
      s.nodes("LRQ", lrq);
      asked = s.flag("asked", asked);
      grc = s.node("GRC", grc);
      term = s.counter("term", term);
      s.nodes("GRQ", grq);
      s.counters("RN", rn);
      idle = s.flag("idle", idle);
      way = s.nodes("way", way);
      ln = s.counters("LN", ln);
    }
  }
}
