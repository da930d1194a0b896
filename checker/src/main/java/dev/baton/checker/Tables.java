package dev.baton.checker;

import dev.baton.core.Node;
import java.util.Arrays;

/**
 * What {@link Locals} knows about each number that it gave out. Arrays are replaced by longer
 * copies, and elements never change. What is needed together is stored together, because a search
 * mostly waits for memory.
 */
final class Tables implements Cloneable {

  // Of a local state, in one word.
  private static final int PHASE = 3;
  private static final int MAY_REQUEST = 4;
  private static final int IDLE_PERMITS = 3;
  private static final int NEIGHBOURHOOD = 11;
  private static final int MAX_NEIGHBOURHOODS = (1 << 20) - 1;
  private static final int TIMERS = 32;

  // Of a transition, in four: which it is, its target, and where what it sends begins.
  private static final int WORDS = 4;
  private static final int ENTERS = 1;
  private static final int FAILS = 2;

  /** By local state: what is known of it, and its hash. */
  private long[] locals = new long[2 * 256];

  private int[] arrival = new int[256];
  private int[] localMinClock = new int[256];

  // By envelope: a message on its way between two nodes; channel = from · n + to.
  int[] channel = new int[256];
  int[] message = new int[256];
  boolean[] isPerpetual = new boolean[256];
  long[] envelopeHash = new long[256];
  int[] envelopeMinClock = new int[256];

  private int[] transitions = new int[WORDS * 256];

  /** What a transition sends: how many, then the envelopes. */
  int[] sends = new int[256];

  byte phase(int local) {
    return (byte) (locals[2 * local] & PHASE);
  }

  /** Whether the node is idle and has requests left. */
  boolean mayRequest(int local) {
    return (locals[2 * local] & MAY_REQUEST) != 0;
  }

  int idlePermits(int local) {
    return (int) locals[2 * local] >>> IDLE_PERMITS & 0xFF;
  }

  /** Where the node is, or {@link Node#NONE}. */
  int neighbourhood(int local) {
    return ((int) locals[2 * local] >>> NEIGHBOURHOOD) - 1;
  }

  /** The timers that run, as bits. */
  int timers(int local) {
    return (int) (locals[2 * local] >>> TIMERS);
  }

  long localHash(int local) {
    return locals[2 * local + 1];
  }

  /** Since which arrival the node has been where it is. */
  int arrival(int local) {
    return arrival[local];
  }

  int localMinClock(int local) {
    return localMinClock[local];
  }

  /** The local state in which a transition begins. */
  int local(int transition) {
    return transitions[WORDS * transition];
  }

  /** The event that makes a transition. */
  int code(int transition) {
    return transitions[WORDS * transition + 1];
  }

  boolean is(int transition, int local, int code) {
    return local(transition) == local && code(transition) == code;
  }

  int target(int transition) {
    return transitions[WORDS * transition + 2] >>> 2;
  }

  boolean enters(int transition) {
    return (transitions[WORDS * transition + 2] & ENTERS) != 0;
  }

  boolean fails(int transition) {
    return (transitions[WORDS * transition + 2] & FAILS) != 0;
  }

  boolean isDelivery(int transition) {
    return code(transition) >= Locals.DELIVER;
  }

  /** The envelope that a transition delivers. */
  int delivered(int transition) {
    return code(transition) - Locals.DELIVER;
  }

  /** Whether a transition is not a request, entry, exit, join, leave or change of a link. */
  boolean isSilent(int transition) {
    int code = code(transition);
    boolean isLink = Locals.LINK_UP <= code && code < Locals.DELIVER;
    return code >= Locals.TIMER && !isLink && !enters(transition);
  }

  /** How many of request, entry and exit a transition is. */
  int steps(int transition) {
    int code = code(transition);
    return (code == Locals.REQUEST || code == Locals.EXIT ? 1 : 0) + (enters(transition) ? 1 : 0);
  }

  /** Where in {@link #sends} the sends of a transition begin. */
  int sendsStart(int transition) {
    return transitions[WORDS * transition + 3];
  }

  long bytes() {
    return 8L * locals.length
        + 8L * arrival.length
        + 21L * channel.length
        + 4L * transitions.length
        + 4L * sends.length;
  }

  Tables copy() {
    try {
      return (Tables) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  // Additions.

  void addLocal(
      int local, byte phase, int left, int timers, int neighbourhood, int arrival, int idle) {
    if (neighbourhood >= MAX_NEIGHBOURHOODS || idle > 0xFF) {
      throw new IllegalStateException("too many neighbourhoods or permits");
    }
    if (local == this.arrival.length) {
      locals = Arrays.copyOf(locals, 4 * local);
      this.arrival = Arrays.copyOf(this.arrival, 2 * local);
      localMinClock = Arrays.copyOf(localMinClock, 2 * local);
    }
    locals[2 * local] =
        phase
            | (phase == Locals.IDLE && left != 0 ? MAY_REQUEST : 0)
            | idle << IDLE_PERMITS
            | neighbourhood + 1 << NEIGHBOURHOOD
            | (long) timers << TIMERS;
    this.arrival[local] = arrival;
  }

  void setHash(int local, long hash, int minClock) {
    locals[2 * local + 1] = hash;
    localMinClock[local] = minClock;
  }

  void addEnvelope(int envelope, int channel, int message, boolean isPerpetual) {
    if (envelope == this.channel.length) {
      this.channel = Arrays.copyOf(this.channel, 2 * envelope);
      this.message = Arrays.copyOf(this.message, 2 * envelope);
      this.isPerpetual = Arrays.copyOf(this.isPerpetual, 2 * envelope);
      envelopeHash = Arrays.copyOf(envelopeHash, 2 * envelope);
      envelopeMinClock = Arrays.copyOf(envelopeMinClock, 2 * envelope);
    }
    this.channel[envelope] = channel;
    this.message[envelope] = message;
    this.isPerpetual[envelope] = isPerpetual;
  }

  void addTransition(
      int t, int local, int code, int target, boolean enters, boolean fails, int sendsStart) {
    int at = WORDS * t;
    if (at == transitions.length) {
      transitions = Arrays.copyOf(transitions, 2 * at);
    }
    transitions[at] = local;
    transitions[at + 1] = code;
    transitions[at + 2] = target << 2 | (enters ? ENTERS : 0) | (fails ? FAILS : 0);
    transitions[at + 3] = sendsStart;
  }
}
