package dev.baton.checker;

import dev.baton.core.Hash;
import dev.baton.core.Node;
import java.util.Arrays;

/**
 * The global states of a system and the events that lead from one to the next.
 *
 * <p>A global state is a vector of ints: the local state of every node, then (where bypasses are
 * counted) for every node how often it was bypassed, then what {@link Reach} keeps of who can hear
 * whom; then the envelopes under way, ordered by channel; within a channel by age where channels
 * are FIFO, else by content.
 */
final class Space {

  private static final long POSITION = 0x632BE59BD9B4E019L;
  private static final long BYPASS = 0x2545F4914F6CDD1DL;

  /** Called for each successor of a state; the vector is valid until it returns. */
  interface Visitor {
    void visit(
        int via, int node, int code, int transition, long fingerprint, int[] vector, int length);
  }

  private final Check check;
  private final Locals locals;
  private final int n;

  private final Reach reach;

  /** Adds an event of {@link #reach} to those of the state. */
  private final Reach.Events toEvents = (node, code) -> addEvent(node, code, -1);

  /** Where the envelopes begin in a vector. */
  private final int head;

  private final Transitions knownTransitions = new Transitions();
  private Tables tables;

  /** The events of a state: whose each is, its code, and the place of what it delivers, or −1. */
  private int[] nodes = new int[64];

  private int[] codes = new int[64];
  private int[] places = new int[64];
  private int[] transitions = new int[64];
  private int events;

  /** A successor, and the sum of its parts' hashes. */
  private int[] next = new int[64];

  private long sum;

  /** Which node goes first; null where all do. */
  private final ReceiverReduction reduction;

  /** Whether a successor's sum is computed from that of its predecessor. */
  private final boolean isSummed;

  /** Every event of every node. */
  Space(Check check, Locals locals) {
    this(check, locals, null);
  }

  Space(Check check, Locals locals, ReceiverReduction reduction) {
    this.check = check;
    this.locals = locals;
    this.reduction = reduction == null ? null : reduction.copy();
    n = locals.n;
    reach = Reach.of(check, locals, check.countsBypass() ? 2 * n : n);
    head = reach.end();
    isSummed = !reach.losesMessages() && !check.isUnbounded();
    refresh();
  }

  /** Reads the numbers that others have given out in the meantime. */
  void refresh() {
    tables = locals.tables();
  }

  Tables tables() {
    return tables;
  }

  int head() {
    return head;
  }

  long bytes() {
    return knownTransitions.bytes();
  }

  /** The initial state's vector. */
  int[] initialVector() {
    int sends = locals.initialSends().size();
    if (next.length < head + sends) {
      next = new int[2 * (head + sends)];
    }
    for (int i = 0; i < head; i++) {
      next[i] = i < n ? locals.initial().get(i) : 0;
    }
    reach.start(next);
    int size = head;
    for (int envelope : locals.initialSends()) {
      int channel = tables.channel[envelope];
      if (reach.reaches(tables, next, next[channel / n], channel)) {
        insert(envelope, size++);
      }
    }
    int[] vector = new int[size];
    System.arraycopy(next, 0, vector, 0, size);
    return vector;
  }

  // Successors.

  /** Whether one end of a link has been told of a change and the other has not. */
  boolean isLinkChanging(int[] vector) {
    return reach.isChanging(vector);
  }

  /** Visits every successor of a state, in an order that depends only on content. */
  void successors(int[] vector, int length, Visitor visitor) {
    events = 0;
    if (isLinkChanging(vector)) {
      reach.listChanges(tables, vector, length, toEvents);
    } else {
      listEvents(vector, length);
    }
    // All at once, since each look-up waits for memory.
    for (int e = 0; e < events; e++) {
      transitions[e] = transition(vector[nodes[e]], codes[e]);
    }
    long before = isSummed ? sum(vector, length, 0) : 0;
    for (int e = 0; e < events; e++) {
      sum = before;
      take(vector, length, e, visitor);
    }
  }

  private void listEvents(int[] vector, int length) {
    int only =
        reduction == null ? Node.NONE : reduction.first(tables.channel, vector, head, length);
    for (int i = 0; i < n; i++) {
      if (only == Node.NONE || i == only) {
        listEventsOf(i, vector, length);
      }
    }
    reach.listChanges(tables, vector, length, toEvents);
    for (int j = head; j < length; j++) {
      int envelope = vector[j];
      int channel = tables.channel[envelope];
      boolean isSame =
          j > head
              && (check.fifo()
                  ? tables.channel[vector[j - 1]] == channel
                  : vector[j - 1] == envelope);
      if (!isSame && (only == Node.NONE || channel % n == only)) {
        addEvent(channel % n, Locals.DELIVER + envelope, j);
      }
    }
  }

  /** All but deliveries. */
  private void listEventsOf(int i, int[] vector, int length) {
    int local = vector[i];
    reach.listMoves(tables, vector, i, toEvents);
    if (tables.neighbourhood(local) == Node.NONE) {
      return;
    }
    if (tables.mayRequest(local) && (!check.countsBypass() || isCalm(vector, length))) {
      addEvent(i, Locals.REQUEST, -1);
    } else if (tables.phase(local) == Locals.INSIDE) {
      addEvent(i, Locals.EXIT, -1);
    }
    for (int timers = tables.timers(local); timers != 0; timers &= timers - 1) {
      addEvent(i, Locals.TIMER + Integer.numberOfTrailingZeros(timers), -1);
    }
  }

  private void addEvent(int node, int code, int place) {
    if (events == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * events);
      codes = Arrays.copyOf(codes, 2 * events);
      places = Arrays.copyOf(places, 2 * events);
      transitions = Arrays.copyOf(transitions, 2 * events);
    }
    nodes[events] = node;
    codes[events] = code;
    places[events++] = place;
  }

  /** Whether no message is under way, except for those that always are. */
  private boolean isCalm(int[] vector, int length) {
    for (int j = head; j < length; j++) {
      if (!tables.isPerpetual[vector[j]]) {
        return false;
      }
    }
    return true;
  }

  /** Builds the successor to which an event leads. */
  private void take(int[] vector, int length, int event, Visitor visitor) {
    int i = nodes[event];
    int code = codes[event];
    int t = transitions[event];
    int sends = tables.sendsStart(t);
    int count = tables.sends[sends];
    if (next.length < length + count) {
      next = new int[2 * (length + count)];
    }
    int size = length;
    int place = places[event];
    if (place < 0) {
      System.arraycopy(vector, 0, next, 0, length);
    } else {
      System.arraycopy(vector, 0, next, 0, place);
      System.arraycopy(vector, place + 1, next, place, length - place - 1);
      size--;
      remove(vector[place], place, size);
    }
    int before = next[i];
    next[i] = tables.target(t);
    sum += tables.localHash(next[i]) - tables.localHash(before);
    if (head > n) {
      sum -= headSum(vector);
    }
    size = reach.apply(tables, next, size, i, code);
    // What a node sends when it leaves its neighbourhood still reaches those it leaves behind.
    int sender = code == Locals.LEAVE ? before : next[i];
    for (int s = sends + 1; s <= sends + count; s++) {
      int envelope = tables.sends[s];
      if (reach.reaches(tables, next, sender, tables.channel[envelope])) {
        insert(envelope, size++);
      }
    }
    reach.settle(tables, next, size);
    if (check.countsBypass()) {
      countBypass(i, tables.enters(t));
    }
    if (head > n) {
      sum += headSum(next);
    }
    long fingerprint = isSummed ? Hash.mix(sum) : fingerprint(next, size);
    visitor.visit(event, i, code, t, fingerprint, next, size);
  }

  /** Puts an envelope at its place among those of {@code next}. */
  private void insert(int envelope, int size) {
    int channel = tables.channel[envelope];
    long hash = tables.envelopeHash[envelope];
    int j = size;
    while (j > head) {
      int before = next[j - 1];
      int c = tables.channel[before];
      if (c < channel || c == channel && (check.fifo() || tables.envelopeHash[before] <= hash)) {
        break;
      }
      next[j] = before;
      j--;
    }
    next[j] = envelope;
    int position = 0;
    while (check.fifo()
        && j - position > head
        && tables.channel[next[j - position - 1]] == channel) {
      position++;
    }
    sum += inPosition(hash, position);
  }

  /** Takes an envelope out of the sum; those behind it in its channel move up. */
  private void remove(int envelope, int place, int size) {
    sum -= tables.envelopeHash[envelope];
    int channel = tables.channel[envelope];
    for (int j = place; check.fifo() && j < size && tables.channel[next[j]] == channel; j++) {
      long hash = tables.envelopeHash[next[j]];
      sum += inPosition(hash, j - place) - inPosition(hash, j - place + 1);
    }
  }

  private void countBypass(int i, boolean enters) {
    if (enters) {
      next[n + i] = 0;
      for (int w = 0; w < n; w++) {
        if (w != i && tables.phase(next[w]) == Locals.WAITING) {
          next[n + w]++;
        }
      }
    }
  }

  private int transition(int local, int code) {
    int t = knownTransitions.get(tables, local, code);
    if (t == Transitions.ABSENT) {
      t = locals.transition(local, code);
      tables = locals.tables();
      knownTransitions.add(tables, t);
    }
    return t;
  }

  // Fingerprints.

  /** A sum of the parts' hashes, each of which says where it belongs. */
  long fingerprint(int[] vector, int length) {
    return Hash.mix(sum(vector, length, check.isUnbounded() ? base(vector, length) : 0));
  }

  private long sum(int[] vector, int length, int base) {
    long result = headSum(vector);
    for (int i = 0; i < n; i++) {
      int local = vector[i];
      result += base == 0 ? tables.localHash(local) : locals.localHash(local, base);
    }
    int channel = -1;
    int position = 0;
    for (int j = head; j < length; j++) {
      int envelope = vector[j];
      int c = tables.channel[envelope];
      position = c == channel && check.fifo() ? position + 1 : 0;
      channel = c;
      long hash = base == 0 ? tables.envelopeHash[envelope] : locals.envelopeHash(envelope, base);
      result += inPosition(hash, position);
    }
    return result;
  }

  /** The sum of what is between the local states and the envelopes. */
  private long headSum(int[] vector) {
    long result = 0;
    for (int i = n; i < head; i++) {
      int value = vector[i];
      result += value == 0 ? 0 : Hash.mix(BYPASS * i + value);
    }
    return result;
  }

  private static long inPosition(long hash, int position) {
    return position == 0 ? hash : Hash.mix(hash + position * POSITION);
  }

  /** What must be subtracted from every clock so that the smallest is 1. */
  private int base(int[] vector, int length) {
    int min = Integer.MAX_VALUE;
    for (int i = 0; i < n; i++) {
      min = Math.min(min, tables.localMinClock(vector[i]));
    }
    for (int j = head; j < length; j++) {
      min = Math.min(min, tables.envelopeMinClock[vector[j]]);
    }
    return min == Integer.MAX_VALUE ? 0 : min - 1;
  }
}
