package dev.baton.checker;

import dev.baton.core.Hash;
import dev.baton.core.Node;
import java.util.Arrays;

/**
 * The global states of a system and the events that lead from one to the next.
 *
 * <p>A global state is a vector of ints: the local state of every node, then (where bypasses are
 * counted) for every node how often it was passed by, then (where nodes roam) the joins and leaves
 * still to come, or (where links change) {@link Links}; then the envelopes under way, ordered by
 * channel; within a channel by age where channels are FIFO, else by content.
 */
final class Space {

  private static final long POSITION = 0x632BE59BD9B4E019L;
  private static final long BYPASS = 0x2545F4914F6CDD1DL;

  /** Is called for each successor of a state; the vector is valid until it returns. */
  interface Visitor {
    void visit(
        int via, int node, int code, int transition, long fingerprint, int[] vector, int length);
  }

  private final Check check;
  private final Locals locals;
  private final int n;

  /** Where the joins still to come stand in a vector, the leaves after them; −1 if nobody roams. */
  private final int moves;

  /** Null if links do not change. */
  private final Links links;

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

  /** Whether a successor's sum is that of its predecessor with what changes. */
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
    int counts = check.countsBypass() ? 2 * n : n;
    moves = check.setup().isRoaming() ? counts : -1;
    links = check.linkChanges() > 0 ? new Links(n, counts) : null;
    head = links != null ? links.end() : moves >= 0 ? counts + 2 : counts;
    isSummed = moves < 0 && !check.isUnbounded();
    refresh();
  }

  /** Takes note of the numbers that others have given out in the meantime. */
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
    if (moves >= 0) {
      next[moves] = check.joins();
      next[moves + 1] = check.leaves();
    }
    if (links != null) {
      links.start(check, next);
    }
    int size = head;
    for (int envelope : locals.initialSends()) {
      int channel = tables.channel[envelope];
      if (moves < 0 || areTogether(tables.neighbourhood(next[channel / n]), channel % n)) {
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
    return links != null && links.isChanging(vector);
  }

  /** Visits every successor of a state, in an order that content decides. */
  void successors(int[] vector, int length, Visitor visitor) {
    events = 0;
    if (isLinkChanging(vector)) {
      links.listEvents(tables, vector, length, this::addEvent);
    } else {
      listEvents(vector, length);
    }
    // All together, since each look-up waits for memory.
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
    if (links != null && links.mayChange(vector)) {
      links.listEvents(tables, vector, length, this::addEvent);
    }
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
    if (moves >= 0) {
      move(vector, i);
    }
    if (tables.neighbourhood(local) == Node.NONE) {
      return;
    }
    if (tables.mayRequest(local) && (!check.countsBypass() || isCalm(vector, length))) {
      addEvent(i, Locals.REQUEST);
    } else if (tables.phase(local) == Locals.INSIDE) {
      addEvent(i, Locals.EXIT);
    }
    for (int timers = tables.timers(local); timers != 0; timers &= timers - 1) {
      addEvent(i, Locals.TIMER + Integer.numberOfTrailingZeros(timers));
    }
  }

  private void addEvent(int node, int code) {
    addEvent(node, code, -1);
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

  /** Whether no message is under way, but for those that always are. */
  private boolean isCalm(int[] vector, int length) {
    for (int j = head; j < length; j++) {
      if (!tables.isPerpetual[vector[j]]) {
        return false;
      }
    }
    return true;
  }

  /** A node that is in a neighbourhood may leave it, one outside may join any. */
  private void move(int[] vector, int i) {
    int neighbourhood = tables.neighbourhood(vector[i]);
    if (neighbourhood != Node.NONE && vector[moves + 1] > 0) {
      addEvent(i, Locals.LEAVE);
    } else if (neighbourhood == Node.NONE && vector[moves] > 0) {
      int arrival = check.setup().n() + check.joins() - vector[moves] + 1;
      for (int b = 0; b < check.setup().neighbourhoods(); b++) {
        int[] present = new int[n];
        for (int j = 0; j < n; j++) {
          int local = vector[j];
          present[j] = tables.neighbourhood(local) == b ? tables.arrival(local) : 0;
        }
        addEvent(i, locals.join(b, arrival, present));
      }
    }
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
    if (Locals.LINK_UP <= code && code < Locals.DELIVER) {
      links.tell(next, i, code);
    }
    if (moves < 0) {
      for (int s = sends + 1; s <= sends + count; s++) {
        int to = tables.channel[tables.sends[s]] % n;
        if (links == null || to == i || links.isTold(next, i, to)) {
          insert(tables.sends[s], size++);
        }
      }
    } else {
      size = roam(before, i, code, t, size);
    }
    if (links != null) {
      links.settle(tables, next, size);
    }
    if (check.countsBypass()) {
      countBypass(i, tables.enters(t));
    }
    if (head > n) {
      sum += headSum(next);
    }
    long fingerprint = isSummed ? Hash.mix(sum) : fingerprint(next, size);
    visitor.visit(event, i, code, t, fingerprint, next, size);
  }

  /**
   * What else happens where nodes roam: a message goes out only within the sender's neighbourhood,
   * which is the one that it leaves or arrives in; and a leaver misses what was under way to it.
   * Returns the new size.
   */
  private int roam(int before, int i, int code, int t, int size) {
    int where = tables.neighbourhood(code <= Locals.JOIN ? next[i] : before);
    if (code == Locals.LEAVE) {
      next[moves + 1]--;
      int kept = head;
      for (int j = head; j < size; j++) {
        if (tables.channel[next[j]] % n != i) {
          next[kept++] = next[j];
        }
      }
      size = kept;
    } else if (code <= Locals.JOIN) {
      next[moves]--;
    }
    int sends = tables.sendsStart(t);
    for (int s = sends + 1; s <= sends + tables.sends[sends]; s++) {
      int envelope = tables.sends[s];
      if (areTogether(where, tables.channel[envelope] % n)) {
        insert(envelope, size++);
      }
    }
    return size;
  }

  /** Whether a node of {@code next} is in a neighbourhood. */
  private boolean areTogether(int where, int node) {
    return where != Node.NONE && tables.neighbourhood(next[node]) == where;
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

  /** Of what stands between the local states and the envelopes. */
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

  /** What is to be subtracted from every clock so that the smallest is 1. */
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
