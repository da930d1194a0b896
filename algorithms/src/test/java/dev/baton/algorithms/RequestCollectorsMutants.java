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
    /** A token that turns back forgets the rest of its queue. */
    FORGETS_THE_REST,
    /** The GRC forgets what a group wants besides its share, and does not say so. */
    DOES_NOT_SAY_THAT_THERE_ARE_MORE,
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
          mutant(Wrong.FORGETS_THE_REST, setup(4, 1, 2), 2, true, 4, DEADLOCK, STARVATION),
          mutant(
              Wrong.DOES_NOT_SAY_THAT_THERE_ARE_MORE,
              new Setup(5, 3, 3, Graph.complete(5), 2),
              1,
              true,
              2,
              STARVATION),
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

    private final int k;
    private final Groups groups;
    private final int group;
    private final int lrc;

    private boolean requested;

    private int token = NONE;

    private Ints tokenQueue = Ints.EMPTY;

    private final Fifo lrq = new Fifo();

    private int marker;

    private final TokenQueues queues;

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
      k = setup.permits();
      queues = new TokenQueues(collects ? k : 0, groups.count());
      for (int t = 0; self == grc && t < k; t++) {
        tokens.enqueue(t);
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
        case Back(int t, Ints rest) -> back(t, rest);
        case Tokens(Ints granted, boolean more) -> {
          if (wrong != Wrong.NEVER_ASKS_AGAIN) {
            asked = more ? 0 : asked - granted.size();
          }
          marker = lrq.size();
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
        toLrc(t, queue);
      }
    }

    private void forward(int t, Ints queue) {
      Fifo rest = new Fifo(queue);
      int next = rest.isEmpty() ? NONE : rest.dequeue();
      if (next == NONE) {
        toLrc(t, Ints.EMPTY);
      } else if (next == self) {
        receive(t, rest.toInts());
      } else {
        send(next, new Token(t, rest.toInts()));
      }
    }

    private void toLrc(int t, Ints rest) {
      if (self == lrc) {
        back(t, rest);
      } else {
        send(lrc, new Back(t, rest));
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
      int share = queues.share(marker, granted.size());
      for (int i = 0; i < share * granted.size() && marker > 0; i++, marker--) {
        queues.of(granted.get(i % granted.size())).enqueue(lrq.dequeue());
      }
      for (int i = 0; i < granted.size(); i++) {
        int t = granted.get(i);
        if (queues.of(t).isEmpty() && wrong != Wrong.QUEUES_ARE_FIXED) {
          queues.help(t);
        }
        forward(t, queues.of(t).toInts());
      }
    }

    private void back(int t, Ints rest) {
      queues.keep(t, wrong == Wrong.FORGETS_THE_REST ? Ints.EMPTY : rest);
      if (queues.of(t).isEmpty()) {
        spare.enqueue(t);
      } else {
        forward(t, queues.of(t).toInts());
      }
    }

    private int demand() {
      return lrq.size() + (wrong == Wrong.QUEUES_ARE_FIXED ? 0 : queues.behind());
    }

    private void settle() {
      if (self != lrc) {
        return;
      }
      do {
        while (!spare.isEmpty()) {
          giveBack(spare.dequeue());
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

    private void giveBack(int t) {
      if (wrong == Wrong.NEW_REQUESTS_NEED_NO_TURN) {
        marker = lrq.size();
      }
      if (marker > 0) {
        distribute(Ints.of(t));
      } else if (self == grc) {
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
      if (wrong == Wrong.WAITS_FOR_ALL_TOKENS && tokens.size() < k) {
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
          if (g == group || shares[g].size() < k / want.length) {
            enlist(g);
          }
        }
      }
      while (!receivers.isEmpty()) {
        int g = receivers.dequeue();
        if (g == group) {
          marker = lrq.size();
          distribute(shares[g].toInts());
        } else {
          boolean more = want[g] > 0 && !tokens.isEmpty();
          want[g] = more ? 0 : want[g];
          enlist(g);
          boolean isTold = more && wrong != Wrong.DOES_NOT_SAY_THAT_THERE_ARE_MORE;
          send(groups.lrc(g), new Tokens(shares[g].toInts(), isTold));
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
      marker = s.counter("MARKER", marker);
      queues.state(s);
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
