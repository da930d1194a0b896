package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.RequestCollectors.Back;
import dev.baton.algorithms.RequestCollectors.Grc;
import dev.baton.algorithms.RequestCollectors.LrcRequest;
import dev.baton.algorithms.RequestCollectors.Msg;
import dev.baton.algorithms.RequestCollectors.NewGrc;
import dev.baton.algorithms.RequestCollectors.NodeRequest;
import dev.baton.algorithms.RequestCollectors.Return;
import dev.baton.algorithms.RequestCollectors.Token;
import dev.baton.algorithms.RequestCollectors.Tokens;
import dev.baton.algorithms.RequestCollectorsListing.Reading;
import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.List;

/** Request collectors with one thing wrong, and the readings of the paper's snippets. */
final class RequestCollectorsMutants {

  /** What is wrong. */
  enum Wrong {
    /** The GRC serves its own group before all others. */
    OWN_GROUP_FIRST,
    /** The GRC divides only when all k tokens are back. */
    WAITS_FOR_ALL_TOKENS,
    /** Of an equal division the GRC keeps what remains. */
    KEEPS_WHAT_REMAINS,
    /** A node stays in the queue that it was put into, though another token has nothing to do. */
    QUEUES_ARE_FIXED,
    /** No MARKER: a token stays in a group as long as there are new requests. */
    NEW_REQUESTS_NEED_NO_TURN,
    /** A node that was served by another token keeps the one that comes too late. */
    KEEPS_A_TOKEN_THAT_IT_DOES_NOT_NEED,
    /** An LRC does not note that what it asked for has come. */
    NEVER_ASKS_AGAIN,
    /** A former GRC drops the requests that still come to it. */
    OLD_GRC_DOES_NOT_FORWARD,
    /** A former GRC keeps a copy of the unused tokens. */
    OLD_GRC_KEEPS_TOKENS,
    /** What an LRC said earlier replaces what it said later. */
    OLD_WORDS_COUNT,
    /** An LRC believes each NEWGRC, also an older one. */
    OLD_NEWS_OF_THE_GRC
  }

  static final List<Mutant> ALL =
      List.of(
          listing(Reading.AS_PRINTED, 1, DEADLOCK, STARVATION),
          listing(Reading.INIT_MENDED, 1, DEADLOCK, STARVATION),
          listing(Reading.QUEUES_MENDED, 1, DEADLOCK, STARVATION),
          listing(Reading.COLLECTORS_ENTER, 2, STARVATION),
          mutant(Wrong.OWN_GROUP_FIRST, setup(3, 2, 1), 3, true, 2, BYPASS),
          mutant(Wrong.WAITS_FOR_ALL_TOKENS, setup(3, 2, 2), 1, true, 2, STARVATION),
          mutant(Wrong.KEEPS_WHAT_REMAINS, setup(4, 2, 3), 1, true, 2, STARVATION),
          mutant(Wrong.QUEUES_ARE_FIXED, setup(4, 2, 2), 1, true, 2, STARVATION),
          mutant(Wrong.NEW_REQUESTS_NEED_NO_TURN, setup(3, 2, 1), 3, true, 2, BYPASS),
          mutant(
              Wrong.KEEPS_A_TOKEN_THAT_IT_DOES_NOT_NEED,
              setup(4, 1, 2),
              2,
              true,
              4,
              DEADLOCK,
              STARVATION),
          mutant(Wrong.NEVER_ASKS_AGAIN, setup(4, 2, 2), 1, true, 2, STARVATION),
          mutant(Wrong.OLD_GRC_DOES_NOT_FORWARD, setup(3, 3, 1), 2, true, 2, DEADLOCK, STARVATION),
          mutant(Wrong.OLD_GRC_KEEPS_TOKENS, setup(3, 3, 2), 2, true, 2, SAFETY, STARVATION),
          mutant(Wrong.OLD_WORDS_COUNT, setup(3, 2, 1), 2, false, 2, DEADLOCK, STARVATION),
          mutant(Wrong.OLD_NEWS_OF_THE_GRC, setup(3, 3, 1), 2, false, 2, STARVATION));

  private RequestCollectorsMutants() {}

  private static Mutant mutant(
      Wrong wrong, Setup setup, int requests, boolean fifo, int bypassBound, Property... caughtBy) {
    String id = RequestCollectors.ID + "/" + wrong.name().toLowerCase().replace('_', '-');
    return new Mutant(
        id, s -> nodes(s, wrong), setup, requests, fifo, bypassBound, List.of(caughtBy));
  }

  static Mutant listing(Reading reading, int k, Property... caughtBy) {
    String name = reading.name().toLowerCase().replace('_', '-');
    return new Mutant(
        RequestCollectors.ID + "/listing-" + name,
        s -> RequestCollectorsListing.nodes(s, reading),
        setup(4, 2, k),
        1,
        true,
        2,
        List.of(caughtBy));
  }

  /** So many nodes and groups; the first GRC is node 0. */
  private static Setup setup(int n, int groups, int k) {
    return new Setup(n, 0, k, Graph.complete(n), groups);
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

    private boolean requested;
    private int token = NONE;

    private Ints tokenQueue = Ints.EMPTY;
    private final Fifo lrq = new Fifo();
    private final Fifo[] queues;
    private final Fifo spare = new Fifo();
    private int asked;
    private int sent;

    private int grc;
    private int term;
    private final Fifo tokens = new Fifo();
    private final Fifo grq = new Fifo();
    private final int[] want;

    private final int[] sn;
    private int lastAsking;

    Site(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      groups = new Groups(RequestCollectors.ID, setup);
      group = groups.groupOf(self);
      lrc = groups.lrc(group);
      grc = groups.firstGrc();
      boolean collects = self == lrc;
      queues = new Fifo[collects ? setup.permits() : 0];
      for (int t = 0; t < queues.length; t++) {
        queues[t] = new Fifo();
        if (self == grc) {
          tokens.enqueue(t);
        }
      }
      want = new int[collects ? groups.count() : 0];
      sn = new int[want.length];
      lastAsking = groups.groupOf(grc);
    }

    @Override
    public void onRequest() {
      requested = true;
      if (self == lrc) {
        collect(self);
        settle();
      } else {
        send(lrc, new NodeRequest());
      }
    }

    @Override
    public void onRelease() {
      int t = token;
      token = NONE;
      forward(t, tokenQueue);
      tokenQueue = Ints.EMPTY;
      settle();
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case NodeRequest() -> collect(from);
        case Token(int t, Ints queue) -> receive(t, queue);
        case Back(int t) -> back(t);
        case Tokens(Ints granted) -> {
          asked -= wrong == Wrong.NEVER_ASKS_AGAIN ? 0 : granted.size();
          distribute(granted);
        }
        case LrcRequest(int g, int p, int number) -> {
          boolean isNews = hear(g, p, number);
          if (self != grc) {
            if (wrong != Wrong.OLD_GRC_DOES_NOT_FORWARD) {
              send(grc, message);
            }
          } else if (isNews) {
            changeGrc(g);
          }
        }
        case Return(int t, int g, int p, int number) -> {
          hear(g, p, number);
          if (self != grc) {
            send(grc, message);
          } else {
            tokens.enqueue(t);
          }
        }
        case Grc last -> becomeGrc(from, last);
        case NewGrc(int number) -> {
          if (number > term || wrong == Wrong.OLD_NEWS_OF_THE_GRC) {
            term = number;
            grc = from;
          }
        }
      }
      settle();
    }

    private void receive(int t, Ints queue) {
      if (requested) {
        requested = false;
        token = t;
        tokenQueue = queue;
        enter(t);
      } else if (wrong != Wrong.KEEPS_A_TOKEN_THAT_IT_DOES_NOT_NEED) {
        forward(t, queue);
      }
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
      if (!lrq.contains(node)) {
        lrq.enqueue(node);
      }
      if (self == grc) {
        lastAsking = group;
      }
    }

    private void distribute(Ints granted) {
      for (int i = 0; !lrq.isEmpty(); i++) {
        queues[granted.get(i % granted.size())].enqueue(lrq.dequeue());
      }
      for (int i = 0; i < granted.size(); i++) {
        int t = granted.get(i);
        if (queues[t].isEmpty()) {
          spare.enqueue(t);
        } else {
          forward(t, queues[t].toInts());
        }
      }
    }

    private void back(int t) {
      queues[t].clear();
      spare.enqueue(t);
    }

    private int demand() {
      int demand = lrq.size();
      for (Fifo queue : wrong == Wrong.QUEUES_ARE_FIXED ? new Fifo[0] : queues) {
        demand += Math.max(0, queue.size() - 1);
      }
      return demand;
    }

    private void settle() {
      if (self != lrc) {
        return;
      }
      do {
        while (!spare.isEmpty()) {
          int t = spare.dequeue();
          if (!help(t)) {
            giveBack(t);
          }
        }
        if (self == grc) {
          divide();
        }
      } while (!spare.isEmpty());
      if (self != grc && asked <= 0 && demand() > 0) {
        asked = demand();
        send(grc, new LrcRequest(group, asked, ++sent));
      }
    }

    private boolean help(int t) {
      Fifo longest = queues[t];
      for (Fifo queue : queues) {
        longest = queue.size() > longest.size() ? queue : longest;
      }
      if (wrong == Wrong.NEW_REQUESTS_NEED_NO_TURN && !lrq.isEmpty()) {
        distribute(Ints.of(t));
        return true;
      }
      if (longest.size() < 2 || wrong == Wrong.QUEUES_ARE_FIXED) {
        return false;
      }
      int taken = longest.size() / 2;
      for (int i = longest.size(); i > taken; i--) {
        longest.enqueue(longest.dequeue());
      }
      for (int i = 0; i < taken; i++) {
        queues[t].enqueue(longest.dequeue());
      }
      forward(t, queues[t].toInts());
      return true;
    }

    private void giveBack(int t) {
      if (self == grc) {
        tokens.enqueue(t);
      } else {
        asked = demand();
        send(grc, new Return(t, group, asked, ++sent));
      }
    }

    private boolean hear(int g, int p, int number) {
      if (number <= sn[g] && wrong != Wrong.OLD_WORDS_COUNT || self == grc && g == group) {
        return false;
      }
      sn[g] = number;
      want[g] = p;
      enlist(g);
      return true;
    }

    private void enlist(int g) {
      if (self == grc && want[g] > 0 && !grq.contains(g)) {
        grq.enqueue(g);
      }
    }

    private void divide() {
      want[group] = demand();
      enlist(group);
      if (wrong == Wrong.WAITS_FOR_ALL_TOKENS && tokens.size() < queues.length) {
        return;
      }
      int q = Math.max(1, grq.size());
      int remain = wrong == Wrong.KEEPS_WHAT_REMAINS ? tokens.size() % q : 0;
      if (wrong == Wrong.OWN_GROUP_FIRST && grq.contains(group)) {
        while (grq.get(0) != group) {
          grq.enqueue(grq.dequeue());
        }
      }
      Fifo[] shares = new Fifo[want.length];
      Fifo receivers = new Fifo();
      while (tokens.size() > remain && !grq.isEmpty()) {
        int g = grq.dequeue();
        if (want[g] > 0) {
          if (shares[g] == null) {
            shares[g] = new Fifo();
            receivers.enqueue(g);
          }
          shares[g].enqueue(tokens.dequeue());
          want[g]--;
          enlist(g);
        }
      }
      while (!receivers.isEmpty()) {
        int g = receivers.dequeue();
        if (g == group) {
          distribute(shares[g].toInts());
        } else {
          send(groups.lrc(g), new Tokens(shares[g].toInts()));
        }
      }
      want[group] = 0;
    }

    private void changeGrc(int g) {
      if (lastAsking != g || demand() > 0) {
        lastAsking = g;
        return;
      }
      sn[group] = sent;
      asked = 0;
      grc = groups.lrc(g);
      term++;
      Ints known = Ints.of(want.clone());
      send(grc, new Grc(term, tokens.toInts(), grq.toInts(), known, Ints.of(sn.clone())));
      if (wrong != Wrong.OLD_GRC_KEEPS_TOKENS) {
        tokens.clear();
      }
      grq.clear();
    }

    private void becomeGrc(int from, Grc last) {
      term = last.term();
      grc = self;
      lastAsking = group;
      for (int i = 0; i < last.tokens().size(); i++) {
        tokens.enqueue(last.tokens().get(i));
      }
      for (int g = 0; g < want.length; g++) {
        if (last.sn().get(g) >= sn[g]) {
          sn[g] = last.sn().get(g);
          want[g] = last.want().get(g);
        }
      }
      for (int i = 0; i < last.grq().size(); i++) {
        enlist(last.grq().get(i));
      }
      for (int g = 0; g < want.length; g++) {
        enlist(g);
        int other = groups.lrc(g);
        if (other != self && other != from) {
          send(other, new NewGrc(term));
        }
      }
    }

    @Override
    public int idlePermits() {
      return tokens.size();
    }

    @Override
    public void state(State s) {
      requested = s.flag("requested", requested);
      token = s.node("token", token);
      tokenQueue = s.nodes("tokenQueue", tokenQueue);
      if (self != lrc) {
        return;
      }
      s.nodes("LRQ", lrq);
      for (Fifo queue : queues) {
        s.nodes("queue", queue);
      }
      asked = s.counter("asked", asked);
      sent = s.counter("sent", sent);
      grc = s.node("GRC", grc);
      term = s.counter("term", term);
      s.nodes("tokens", tokens);
      s.nodes("GRQ", grq);
      s.counters("want", want);
      s.counters("sn", sn);
      lastAsking = s.node("lastAsking", lastAsking);
    }
  }
}
