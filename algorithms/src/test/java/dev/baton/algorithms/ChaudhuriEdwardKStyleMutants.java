package dev.baton.algorithms;

import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.ChaudhuriEdwardKStyle.Back;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.GroupToken;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.LrcRequest;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.Msg;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.NodeRequest;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.Return;
import dev.baton.algorithms.ChaudhuriEdwardKStyle.Token;
import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;

/** The algorithm of Chaudhuri and Edward with one thing wrong; one token, so that none can idle. */
final class ChaudhuriEdwardKStyleMutants {

  /** What is wrong. */
  enum Wrong {
    /** The GRC serves its own group before all others. */
    OWN_GROUP_FIRST,
    /** A token stays in a group as long as there are new requests. */
    NEW_REQUESTS_NEED_NO_TURN,
    /** An LRC that returns the token does not ask for those who came later. */
    FORGETS_WHO_CAME_LATER,
    /** An LRC that has asked once never asks again. */
    ASKS_ONCE,
    /** The GRC serves the group first that asked last. */
    LAST_GROUP_FIRST,
    /** The GRC keeps the token that it sends. */
    COPIES_A_TOKEN
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(Wrong.OWN_GROUP_FIRST, 3, 2, Check.UNBOUNDED, STARVATION),
          mutant(Wrong.NEW_REQUESTS_NEED_NO_TURN, 4, 2, Check.UNBOUNDED, STARVATION),
          mutant(Wrong.FORGETS_WHO_CAME_LATER, 4, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.ASKS_ONCE, 3, 2, 2, DEADLOCK, STARVATION),
          mutant(Wrong.LAST_GROUP_FIRST, 3, 3, Check.UNBOUNDED, STARVATION),
          mutant(Wrong.COPIES_A_TOKEN, 3, 2, 1, SAFETY));

  private ChaudhuriEdwardKStyleMutants() {}

  private static Mutant mutant(Wrong wrong, int n, int groups, int requests, Property... caughtBy) {
    String id = ChaudhuriEdwardKStyle.ID + "/" + wrong.name().toLowerCase().replace('_', '-');
    Setup setup = new Setup(n, 0, 1, Graph.complete(n), groups);
    return new Mutant(id, s -> nodes(s, wrong), setup, requests, true, 4, List.of(caughtBy));
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
    private final int grc;
    private int token = NONE;

    private Ints tokenQueue = Ints.EMPTY;
    private final Fifo lrq = new Fifo();
    private boolean asked;
    private final Fifo tokens = new Fifo();
    private final Fifo grq = new Fifo();

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      groups = new Groups(ChaudhuriEdwardKStyle.ID, setup);
      group = groups.groupOf(self);
      lrc = groups.lrc(group);
      grc = groups.firstGrc();
      for (int t = 0; self == grc && t < setup.permits(); t++) {
        tokens.enqueue(t);
      }
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
      int t = token;
      Ints queue = tokenQueue;
      token = NONE;
      tokenQueue = Ints.EMPTY;
      forward(t, queue);
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case NodeRequest() -> collect(from);
        case LrcRequest() -> {
          grq.enqueue(groups.groupOf(from));
          divide();
        }
        case GroupToken(int t) -> {
          Ints queue = lrq.toInts();
          lrq.clear();
          forward(t, queue);
        }
        case Token(int t, Ints queue) -> receive(t, queue);
        case Back(int t) -> back(t);
        case Return(int t, boolean again) -> {
          tokens.enqueue(t);
          if (again) {
            grq.enqueue(groups.groupOf(from));
          }
          divide();
        }
      }
    }

    private void receive(int t, Ints queue) {
      assert token == NONE : "two tokens";
      token = t;
      tokenQueue = queue;
      enter(t);
    }

    private void forward(int t, Ints queue) {
      if (!queue.isEmpty()) {
        Fifo rest = new Fifo(queue);
        int next = rest.dequeue();
        if (next == self) {
          receive(t, rest.toInts());
        } else {
          send(next, new Token(t, rest.toInts()));
        }
      } else if (self == lrc) {
        back(t);
      } else {
        send(lrc, new Back(t));
      }
    }

    private void collect(int node) {
      lrq.enqueue(node);
      if (self == grc) {
        divide();
      } else if (!asked) {
        asked = true;
        send(grc, new LrcRequest());
      }
    }

    private void back(int t) {
      if (self == grc) {
        tokens.enqueue(t);
        divide();
      } else if (wrong == Wrong.NEW_REQUESTS_NEED_NO_TURN && !lrq.isEmpty()) {
        Ints queue = lrq.toInts();
        lrq.clear();
        forward(t, queue);
      } else {
        asked = !lrq.isEmpty() && wrong != Wrong.FORGETS_WHO_CAME_LATER;
        send(grc, new Return(t, asked));
        asked |= wrong == Wrong.ASKS_ONCE;
      }
    }

    private void divide() {
      if (!lrq.isEmpty() && !grq.contains(group)) {
        grq.enqueue(group);
      }
      while (wrong == Wrong.OWN_GROUP_FIRST && grq.contains(group) && grq.get(0) != group) {
        grq.enqueue(grq.dequeue());
      }
      Fifo own = new Fifo();
      while (!tokens.isEmpty() && !grq.isEmpty()) {
        for (int i = 1; wrong == Wrong.LAST_GROUP_FIRST && i < grq.size(); i++) {
          grq.enqueue(grq.dequeue());
        }
        int g = grq.dequeue();
        if (g == group) {
          own.enqueue(tokens.dequeue());
        } else {
          int t = wrong == Wrong.COPIES_A_TOKEN ? tokens.get(0) : tokens.dequeue();
          send(groups.lrc(g), new GroupToken(t));
        }
      }
      while (!tokens.isEmpty() && own.size() < lrq.size()) {
        own.enqueue(tokens.dequeue());
      }
      Fifo[] queues = new Fifo[own.size()];
      for (int i = 0; !own.isEmpty() && !lrq.isEmpty(); i++) {
        int q = i % queues.length;
        queues[q] = queues[q] == null ? new Fifo() : queues[q];
        queues[q].enqueue(lrq.dequeue());
      }
      for (Fifo queue : queues) {
        forward(own.dequeue(), queue.toInts());
      }
    }

    @Override
    public int idlePermits() {
      return tokens.size();
    }

    @Override
    public void state(State s) {
      token = s.node("token", token);
      tokenQueue = s.nodes("tokenQueue", tokenQueue);
      if (self != lrc) {
        return;
      }
      s.nodes("LRQ", lrq);
      asked = s.flag("asked", asked);
      s.nodes("tokens", tokens);
      s.nodes("GRQ", grq);
    }
  }
}
