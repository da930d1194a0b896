package dev.baton.checker;

import dev.baton.core.Algorithm;
import dev.baton.core.IntsTable;
import dev.baton.core.Message;
import dev.baton.core.MessageTable;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.Restorer;
import dev.baton.core.Saver;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The local part of the search: numbers the states of single nodes and the messages between them,
 * and runs a handler once per distinct (local state, event).
 *
 * <p>All parts of a search share one. What they need often they copy as arrays ({@link Tables}),
 * which only ever grow; new numbers are given out by one thread at a time.
 */
final class Locals {

  static final int UNLIMITED = -1;

  static final byte IDLE = 0;
  static final byte WAITING = 1;
  static final byte INSIDE = 2;

  // Codes of events; a join is JOIN minus its number, a delivery DELIVER plus the envelope's.
  static final int LEAVE = -1;
  static final int JOIN = -2;
  static final int REQUEST = 0;
  static final int EXIT = 1;
  static final int TIMER = 2;
  static final int MAX_TIMERS = 30;

  /** A neighbour found is LINK_UP plus its number, one lost LINK_DOWN plus its number. */
  static final int LINK_UP = TIMER + MAX_TIMERS;

  static final int LINK_DOWN = LINK_UP + Integer.SIZE;
  static final int DELIVER = LINK_DOWN + Integer.SIZE;

  /**
   * A local state begins with the node, its phase, the requests left, its timers as bits, where it
   * is, and since which arrival.
   */
  private static final int PREFIX = 6;

  /** So many states of nodes and messages, the last ones, show how far numbers have grown. */
  private static final int SAMPLE = 5000;

  /** Where each node requests once, a number above so many for each node has grown much. */
  private static final int MUCH = 4;

  /** The index, in a local state, of where the node is. */
  private static final int WHERE = 4;

  final int n;
  private final boolean roams;
  private final Node<Message>[] scratch;
  private final Outbox<Message> outbox = new Outbox<>();
  private final MessageTable messages = new MessageTable();
  private final Saver saver = new Saver(messages);
  private final Restorer restorer = new Restorer(messages);
  private final Fingerprint fingerprint = new Fingerprint();

  private final IntsTable locals = new IntsTable();
  private final IntsTable envelopes = new IntsTable();

  /** Joins: the neighbourhood, the arrival's number, and that of every node present. */
  private final IntsTable joins = new IntsTable();

  private final Transitions knownTransitions = new Transitions();
  private final Map<Integer, String> failures = new HashMap<>();
  private final List<Integer> initial = new ArrayList<>();
  private final List<Integer> initialSends = new ArrayList<>();
  private final int[] pair = new int[2];

  /** How many others have ever sent something to each node. */
  private final int[] senders;

  private final boolean[] isUsed;
  private final Progress progress;
  private final int muchPerRequest;
  private Tables tables = new Tables();
  private int transitions;
  private int sendsSize;

  Locals(Algorithm algorithm, Setup setup, int requests) {
    this(algorithm, setup, requests, Progress.NONE);
  }

  @SuppressWarnings("unchecked") // An algorithm's nodes understand one another's messages.
  Locals(Algorithm algorithm, Setup setup, int requests, Progress progress) {
    this.progress = progress;
    muchPerRequest = MUCH * Math.max(1, requests);
    scratch = (Node<Message>[]) algorithm.nodes(setup);
    n = scratch.length;
    roams = setup.isRoaming();
    senders = new int[n];
    isUsed = new boolean[n * n];
    for (Node<Message> node : scratch) {
      node.attach(outbox);
      outbox.clear();
      node.onStart();
      collectSends(node.self(), initialSends);
      // A node beyond these serves the others, and does not request.
      boolean isClient = node.self() < setup.n();
      int left = isClient ? requests : 0;
      int home = isClient ? setup.home(node.self()) : 0;
      int arrival = isClient ? setup.arrival(node.self()) : 0;
      initial.add(intern(node.self(), IDLE, left, timersAfter(0), home, arrival));
    }
  }

  List<Integer> initial() {
    return initial;
  }

  List<Integer> initialSends() {
    return initialSends;
  }

  /** A copy of the tables that holds every number given out so far. */
  synchronized Tables tables() {
    return tables.copy();
  }

  synchronized long bytes() {
    return locals.bytes()
        + envelopes.bytes()
        + joins.bytes()
        + knownTransitions.bytes()
        + tables.bytes()
        + messages.bytes();
  }

  /** The transitions that might lead, by silent events alone, back to where they began. */
  synchronized BitSet suspects() {
    return LocalCycles.suspects(tables, locals.size(), envelopes.size(), transitions);
  }

  /** How many others have sent something to each node so far. */
  synchronized int[] senders() {
    return senders.clone();
  }

  synchronized String failure(int transition) {
    return failures.get(transition);
  }

  synchronized Message message(int number) {
    return messages.message(number);
  }

  /**
   * The number in a node or a message that has grown the most, in a sentence; empty if none has
   * grown much. Where a search does not end, it is likely to be the reason.
   */
  synchronized String likelyCounter() {
    Map<String, Integer> most = new TreeMap<>();
    for (int s = Math.max(0, locals.size() - SAMPLE); s < locals.size(); s++) {
      Node<Message> node = scratch[locals.data()[locals.start(s)]];
      restore(node, s);
      note(most, node.getClass().getSimpleName(), Fields.of(node));
    }
    for (int m = Math.max(0, messages.size() - SAMPLE); m < messages.size(); m++) {
      Message message = messages.message(m);
      note(most, message.getClass().getSimpleName(), Fields.of(message));
    }
    String likely = "";
    int least = muchPerRequest * n;
    for (Map.Entry<String, Integer> number : most.entrySet()) {
      if (number.getValue() > least) {
        least = number.getValue();
        likely = " " + number.getKey() + " has grown to " + least + ".";
      }
    }
    return likely;
  }

  private static void note(Map<String, Integer> most, String owner, Map<String, String> fields) {
    fields.forEach(
        (name, value) -> {
          boolean isNumber = !value.isEmpty() && value.length() < 10;
          for (int i = 0; i < value.length(); i++) {
            isNumber &= value.charAt(i) >= '0' && value.charAt(i) <= '9';
          }
          if (isNumber) {
            most.merge(owner + "." + name, Integer.valueOf(value), Math::max);
          }
        });
  }

  /** Sets the fields of {@code node} to those of a local state. */
  synchronized void restore(Node<?> node, int local) {
    restorer.restore(node, locals.data(), locals.start(local) + PREFIX);
  }

  /** The fingerprint of a local state with clocks counted from {@code base}. */
  synchronized long localHash(int local, int base) {
    hashLocal(local, base);
    return fingerprint.hash();
  }

  synchronized long envelopeHash(int envelope, int base) {
    hashEnvelope(envelope, base);
    return fingerprint.hash();
  }

  synchronized Event event(int node, int code) {
    if (code == REQUEST) {
      return new Event.Request(node);
    }
    if (code == EXIT) {
      return new Event.Exit(node);
    }
    if (code == LEAVE) {
      return new Event.Leave(node);
    }
    if (code <= JOIN) {
      return new Event.Join(node, joins.data()[joins.start(JOIN - code)]);
    }
    if (code < LINK_UP) {
      return new Event.Timer(node, code - TIMER);
    }
    if (code < DELIVER) {
      return code < LINK_DOWN
          ? new Event.LinkUp(node, code - LINK_UP)
          : new Event.LinkDown(node, code - LINK_DOWN);
    }
    int envelope = code - DELIVER;
    return new Event.Deliver(
        tables.channel[envelope] / n, node, messages.message(tables.message[envelope]));
  }

  /** The code of a join. */
  synchronized int join(int neighbourhood, int arrival, int[] present) {
    int[] join = new int[2 + present.length];
    join[0] = neighbourhood;
    join[1] = arrival;
    System.arraycopy(present, 0, join, 2, present.length);
    return JOIN - joins.number(join, join.length);
  }

  /** The transition that an event makes in a local state; runs the handler the first time. */
  synchronized int transition(int local, int code) {
    int known = knownTransitions.get(tables, local, code);
    if (known != Transitions.ABSENT) {
      return known;
    }
    int t = transitions++;
    run(t, local, code);
    knownTransitions.add(tables, t);
    return t;
  }

  private void run(int t, int local, int code) {
    int at = locals.start(local);
    int self = locals.data()[at];
    byte phase = (byte) locals.data()[at + 1];
    int left = locals.data()[at + 2];
    int timers = locals.data()[at + 3];
    int neighbourhood = locals.data()[at + WHERE];
    int arrival = locals.data()[at + WHERE + 1];
    Node<Message> node = scratch[self];
    restorer.restore(node, locals.data(), at + PREFIX);
    outbox.clear();
    progress.onHandler();
    try {
      if (code == REQUEST) {
        phase = WAITING;
        left = left == UNLIMITED ? UNLIMITED : left - 1;
        node.onRequest();
      } else if (code == EXIT) {
        phase = IDLE;
        node.onRelease();
      } else if (code == LEAVE) {
        phase = phase == INSIDE ? WAITING : phase;
        timers = 0;
        neighbourhood = Node.NONE;
        arrival = 0;
        node.onLeave();
      } else if (code <= JOIN) {
        int join = joins.start(JOIN - code);
        neighbourhood = joins.data()[join];
        arrival = joins.data()[join + 1];
        node.onJoin(
            neighbourhood, arrival, Arrays.copyOfRange(joins.data(), join + 2, join + 2 + n));
      } else if (code < LINK_UP) {
        timers &= ~(1 << code - TIMER);
        node.onTimer(code - TIMER);
      } else if (code < LINK_DOWN) {
        node.onLinkUp(code - LINK_UP);
      } else if (code < DELIVER) {
        node.onLinkDown(code - LINK_DOWN);
      } else {
        int envelope = code - DELIVER;
        int from = tables.channel[envelope] / n;
        node.onMessage(from, messages.message(tables.message[envelope]));
      }
      if (outbox.entered()) {
        if (phase != WAITING) {
          throw new IllegalStateException(self + " enters without waiting");
        }
        phase = INSIDE;
      }
      int target = intern(self, phase, left, timersAfter(timers), neighbourhood, arrival);
      List<Integer> sent = new ArrayList<>();
      collectSends(self, sent);
      tables.addTransition(t, local, code, target, outbox.entered(), false, sendsSize);
      addSends(sent);
    } catch (RuntimeException | AssertionError e) {
      failures.put(t, self + " fails: " + Stage.reason(e) + ".");
      tables.addTransition(t, local, code, local, false, true, sendsSize);
      addSends(List.of());
    }
  }

  private void addSends(List<Integer> sent) {
    if (sendsSize + 1 + sent.size() > tables.sends.length) {
      tables.sends = Arrays.copyOf(tables.sends, 2 * (sendsSize + 1 + sent.size()));
    }
    tables.sends[sendsSize++] = sent.size();
    for (int envelope : sent) {
      tables.sends[sendsSize++] = envelope;
    }
  }

  private void collectSends(int self, List<Integer> sent) {
    for (int s = 0; s < outbox.sends(); s++) {
      int to = outbox.to(s);
      int message = messages.number(outbox.message(s));
      if (to != Outbox.ALL && to >= n) {
        throw new IllegalStateException(self + " sends to " + to + ", which does not exist");
      }
      for (int j = 0; j < n; j++) {
        if (to == j || to == Outbox.ALL && j != self) {
          sent.add(envelope(self * n + j, message));
        }
      }
    }
  }

  private int timersAfter(int timers) {
    for (int i = 0; i < outbox.timers(); i++) {
      int timer = outbox.timer(i);
      if (timer < 0 || timer >= MAX_TIMERS) {
        throw new IllegalStateException("timers are numbered 0 to " + (MAX_TIMERS - 1));
      }
      timers = outbox.delay(i) == Outbox.CANCEL ? timers & ~(1 << timer) : timers | 1 << timer;
    }
    return timers;
  }

  /** The number of the state that a scratch node is in. */
  private int intern(int self, byte phase, int left, int timers, int neighbourhood, int arrival) {
    saver.clear();
    saver.put(self);
    saver.put(phase);
    saver.put(left);
    saver.put(timers);
    saver.put(neighbourhood);
    saver.put(arrival);
    scratch[self].state(saver);
    int known = locals.size();
    int local = locals.number(saver.data(), saver.size());
    if (local == known) {
      int idle = scratch[self].idlePermits();
      tables.addLocal(local, phase, left, timers, neighbourhood, arrival, idle);
      hashLocal(local, 0);
      tables.setHash(local, fingerprint.hash(), fingerprint.minClock());
    }
    return local;
  }

  private int envelope(int channel, int message) {
    pair[0] = channel;
    pair[1] = message;
    int known = envelopes.size();
    int envelope = envelopes.number(pair, 2);
    if (envelope == known) {
      tables.addEnvelope(envelope, channel, message, messages.message(message).isPerpetual());
      if (!isUsed[channel] && channel / n != channel % n) {
        isUsed[channel] = true;
        senders[channel % n]++;
      }
      hashEnvelope(envelope, 0);
      tables.envelopeHash[envelope] = fingerprint.hash();
      tables.envelopeMinClock[envelope] = fingerprint.minClock();
    }
    return envelope;
  }

  private void hashLocal(int local, int base) {
    int at = locals.start(local);
    Node<Message> node = scratch[locals.data()[at]];
    restorer.restore(node, locals.data(), at + PREFIX);
    fingerprint.begin(base);
    for (int i = 0; i < (roams ? PREFIX : WHERE); i++) {
      fingerprint.add(locals.data()[at + i]);
    }
    fingerprint.add(node);
  }

  private void hashEnvelope(int envelope, int base) {
    fingerprint.begin(base);
    fingerprint.add(-1L - tables.channel[envelope]);
    fingerprint.add(messages.message(tables.message[envelope]));
  }
}
