package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** The algorithms on a ring, each with one thing wrong. */
final class RingMutants {

  /** What is wrong with a ring whose token always moves. */
  enum Perpetual {
    /** The token is sent on although its node enters. */
    PASSES_WHILE_IT_ENTERS,
    /** The first two nodes start with a token each. */
    TWO_TOKENS,
    /** Who wants to enter does so at once, and waits for the token afterwards. */
    ENTERS_WITHOUT,
    /** The token stays where somebody has left. */
    KEEPS_THE_TOKEN,
    /** The token skips every second node. */
    SKIPS_A_NODE
  }

  /** What is wrong with a ring whose token rests. */
  enum Parked {
    /** A request is not passed on by a node that wants nothing itself. */
    FORWARDS_NOTHING,
    /** The token is sent on while its node is inside. */
    PASSES_WHILE_INSIDE,
    /** What the successor asked for is forgotten when the token comes and this node enters. */
    FORGETS_THE_SUCCESSOR,
    /** The predecessor is asked once and never again. */
    ASKS_ONCE,
    /** A token that has come does not let in who waits, but is sent on first. */
    SUCCESSOR_FIRST
  }

  /** What is wrong where everybody has a token. */
  enum Multi {
    /** Tokens of others are sent on without a look at one's own. */
    HOLDS_NOTHING,
    /** Who is inside sends the tokens of others on. */
    HOLDS_ONLY_WHILE_WAITING,
    /** Older tokens are held, too. */
    HOLDS_EVERYTHING,
    /** Sequence numbers of others are not looked at. */
    OWN_CLOCK_ONLY,
    /** Held tokens stay. */
    KEEPS_WHAT_IT_HOLDS
  }

  static final List<Mutant> ALL =
      List.of(
          perpetual(Perpetual.PASSES_WHILE_IT_ENTERS, SAFETY),
          perpetual(Perpetual.TWO_TOKENS, SAFETY, BYPASS),
          perpetual(Perpetual.ENTERS_WITHOUT, SAFETY),
          perpetual(Perpetual.KEEPS_THE_TOKEN, DEADLOCK, STARVATION),
          perpetual(Perpetual.SKIPS_A_NODE, STARVATION, BYPASS),
          parked(Parked.FORWARDS_NOTHING, DEADLOCK, STARVATION, BYPASS),
          parked(Parked.PASSES_WHILE_INSIDE, SAFETY),
          parked(Parked.FORGETS_THE_SUCCESSOR, DEADLOCK, STARVATION, BYPASS),
          parked(Parked.ASKS_ONCE, DEADLOCK, STARVATION, BYPASS),
          parked(Parked.SUCCESSOR_FIRST, STARVATION, BYPASS),
          multi(Multi.HOLDS_NOTHING, SAFETY),
          multi(Multi.HOLDS_ONLY_WHILE_WAITING, SAFETY),
          multi(Multi.HOLDS_EVERYTHING, DEADLOCK, STARVATION),
          multi(Multi.OWN_CLOCK_ONLY, SAFETY, BYPASS),
          multi(Multi.KEEPS_WHAT_IT_HOLDS, DEADLOCK, STARVATION));

  private RingMutants() {}

  private static Mutant mutant(
      String algorithm,
      Enum<?> wrong,
      int requests,
      int bypass,
      BiFunction<Integer, Setup, Node<?>> maker,
      Property... caughtBy) {
    String name = wrong.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Mutant(
        algorithm + "/" + name,
        setup -> {
          Node<?>[] nodes = new Node<?>[setup.n()];
          for (int i = 0; i < nodes.length; i++) {
            nodes[i] = maker.apply(i, setup);
          }
          return nodes;
        },
        Mutant.complete(3),
        requests,
        true,
        bypass,
        List.of(caughtBy));
  }

  static Mutant perpetual(Perpetual wrong, Property... caughtBy) {
    return mutant("token-ring", wrong, 2, 2, (i, s) -> new Runner(i, s, wrong), caughtBy);
  }

  static Mutant parked(Parked wrong, Property... caughtBy) {
    return mutant("token-ring-parked", wrong, 2, 1, (i, s) -> new Martin(i, s, wrong), caughtBy);
  }

  static Mutant multi(Multi wrong, Property... caughtBy) {
    return mutant("multi-token-ring", wrong, 3, 2, (i, s) -> new Holder(i, s.n(), wrong), caughtBy);
  }

  /** {@link TokenRing}, with the places at which it can go wrong. */
  private static final class Runner extends Node<TokenRing.Msg> {
    private final Perpetual wrong;
    private final boolean isFirst;
    private boolean waiting;

    Runner(int self, Setup setup, Perpetual wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      isFirst = self == setup.holder() || self == 1 && wrong == Perpetual.TWO_TOKENS;
    }

    @Override
    public void onStart() {
      if (isFirst) {
        pass();
      }
    }

    @Override
    public void onRequest() {
      if (wrong == Perpetual.ENTERS_WITHOUT) {
        enter();
      } else {
        waiting = true;
      }
    }

    @Override
    public void onRelease() {
      if (wrong != Perpetual.KEEPS_THE_TOKEN
          && wrong != Perpetual.PASSES_WHILE_IT_ENTERS
          && wrong != Perpetual.ENTERS_WITHOUT) {
        pass();
      }
    }

    @Override
    public void onMessage(int from, TokenRing.Msg message) {
      boolean enters = waiting;
      waiting = false;
      if (enters) {
        enter();
      }
      if (!enters || wrong == Perpetual.PASSES_WHILE_IT_ENTERS) {
        pass();
      }
    }

    private void pass() {
      int next = (self + 1) % n;
      boolean skips = wrong == Perpetual.SKIPS_A_NODE && next == n - 1;
      send(skips ? 0 : next, new TokenRing.Token());
    }

    @Override
    public void state(State s) {
      waiting = s.flag("waiting", waiting);
    }
  }

  /** {@link TokenRingParked}, with the places at which it can go wrong. */
  private static final class Martin extends Node<TokenRingParked.Msg> {
    private final Parked wrong;
    private boolean hasToken;
    private boolean hasAsked;
    private boolean isAsked;
    private boolean waiting;
    private boolean inside;

    Martin(int self, Setup setup, Parked wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      hasToken = self == setup.holder();
    }

    @Override
    public void onRequest() {
      waiting = true;
      serve();
    }

    @Override
    public void onRelease() {
      inside = false;
      serve();
    }

    @Override
    public void onMessage(int from, TokenRingParked.Msg message) {
      switch (message) {
        case TokenRingParked.Request() -> isAsked = true;
        case TokenRingParked.Token() -> {
          hasToken = true;
          hasAsked = hasAsked && wrong == Parked.ASKS_ONCE;
          if (waiting && wrong != Parked.SUCCESSOR_FIRST) {
            letIn();
            isAsked = isAsked && wrong != Parked.FORGETS_THE_SUCCESSOR;
          }
        }
      }
      serve();
    }

    private void serve() {
      if (hasToken && (!inside || wrong == Parked.PASSES_WHILE_INSIDE)) {
        if (isAsked) {
          isAsked = false;
          hasToken = false;
          send((self + 1) % n, new TokenRingParked.Token());
        } else if (waiting) {
          letIn();
        }
      }
      boolean asksForOthers = isAsked && wrong != Parked.FORWARDS_NOTHING;
      if (!hasToken && !hasAsked && (waiting || asksForOthers)) {
        hasAsked = true;
        send((self + n - 1) % n, new TokenRingParked.Request());
      }
    }

    private void letIn() {
      waiting = false;
      inside = true;
      enter();
    }

    @Override
    public int idlePermits() {
      return hasToken && !inside ? 1 : 0;
    }

    @Override
    public void state(State s) {
      hasToken = s.flag("token", hasToken);
      hasAsked = s.flag("asked", hasAsked);
      isAsked = s.flag("isAsked", isAsked);
      waiting = s.flag("waiting", waiting);
      inside = s.flag("inside", inside);
    }
  }

  /** {@link MultiTokenRing}, with the places at which it can go wrong. */
  private static final class Holder extends Node<Message> {
    private final Multi wrong;
    private int highest = 1;
    private Timestamp own;
    private boolean inside;
    private final int[] heldSn;
    private final Fifo held = new Fifo();

    Holder(int self, int n, Multi wrong) {
      super(self, n);
      this.wrong = wrong;
      heldSn = new int[n];
    }

    @Override
    public void onRequest() {
      own = new Timestamp(++highest, self);
      send((self + 1) % n, new MultiTokenRing.Token(highest, self));
    }

    @Override
    public void onRelease() {
      own = null;
      inside = false;
      while (!held.isEmpty() && wrong != Multi.KEEPS_WHAT_IT_HOLDS) {
        int origin = held.dequeue();
        send((self + 1) % n, new MultiTokenRing.Token(heldSn[origin], origin));
        heldSn[origin] = 0;
      }
    }

    @Override
    public void onMessage(int from, Message message) {
      MultiTokenRing.Token token = (MultiTokenRing.Token) message;
      if (wrong != Multi.OWN_CLOCK_ONLY) {
        highest = Math.max(highest, token.sn());
      }
      if (token.origin() == self) {
        inside = true;
        enter();
      } else if (own != null && holds(new Timestamp(token.sn(), token.origin()))) {
        held.enqueue(token.origin());
        heldSn[token.origin()] = token.sn();
      } else {
        send((self + 1) % n, token);
      }
    }

    private boolean holds(Timestamp other) {
      return switch (wrong) {
        case HOLDS_NOTHING -> false;
        case HOLDS_ONLY_WHILE_WAITING -> !inside && own.isBefore(other);
        case HOLDS_EVERYTHING -> true;
        default -> own.isBefore(other);
      };
    }

    @Override
    public void state(State s) {
      highest = s.clock("highest", highest);
      own = s.timestamp("own", own);
      inside = s.flag("inside", inside);
      s.nodes("held", held);
      s.clocks("heldSN", heldSn);
    }
  }
}
