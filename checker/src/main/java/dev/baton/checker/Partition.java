package dev.baton.checker;

import dev.baton.core.Hash;
import dev.baton.core.IntsTable;
import java.util.HashSet;
import java.util.Set;

/**
 * One share of the search: the states whose fingerprints fall to it, found level by level.
 *
 * <p>A global state is a vector of ints: the local state of every node, then (where bypasses are
 * counted) for every node how often it was passed by, then the envelopes under way, ordered by
 * channel; within a channel by age where channels are FIFO, else by content.
 *
 * <p>Single-threaded. Two partitions may run at the same time between two calls of {@link Search}
 * that exchange what they found for each other.
 */
final class Partition {

  private static final long POSITION = 0x632BE59BD9B4E019L;
  private static final long BYPASS = 0x2545F4914F6CDD1DL;

  private final Check check;
  private final Locals locals;
  private final int number;
  private final int partitions;
  private final int n;

  /** Where the envelopes begin in a vector. */
  private final int head;

  private Locals.Tables tables;
  private final LongTable memo = new LongTable(1 << 14);

  /** States by fingerprint or, in exact mode, by content; both give numbers in order of finding. */
  private final LongTable byFingerprint;

  private final IntsTable byContent;
  private int states;

  /** By state: the number of the state it was found from, in all partitions, and by which event. */
  private final IntList parents = new IntList();

  private final IntList vias = new IntList();

  /** The vectors of the last level and of the next: length, then vector. */
  private IntList level = new IntList();

  private IntList nextLevel = new IntList();
  private int levelFirst;
  private int nextFirst;

  /** For each other partition what was found for it: source, via, silent, length, vector. */
  private final IntList[] outgoing;

  /** Events that are neither request, exit nor entry, as pairs (source, target). */
  private final IntList silentEdges = new IntList();

  private boolean hasBackEdge;
  private long transitions;
  private int maxBypass;
  private final Set<Check.Claim> seen = new HashSet<>();
  private Violation violation;
  private boolean outOfMemory;
  private final long memory;

  private int[] next = new int[64];

  /** The state whose successors are being found. */
  private int expanding;

  private final Visitor onSuccessor = this::found;

  /** Something wrong: how the offending state is reached, and what is wrong with it. */
  record Violation(int source, int via, Property property, String message, long fingerprint) {}

  /** Is called for each successor of a state that is looked at outside the search. */
  interface Visitor {
    void visit(int via, int node, int code, int transition, int[] vector, int length);
  }

  Partition(Check check, Locals locals, int number, int partitions) {
    this.check = check;
    this.locals = locals;
    this.number = number;
    this.partitions = partitions;
    n = locals.n;
    head = check.countsBypass() ? 2 * n : n;
    tables = locals.tables();
    byFingerprint = check.exact() ? null : new LongTable(1 << 16);
    byContent = check.exact() ? new IntsTable() : null;
    outgoing = new IntList[partitions];
    for (int p = 0; p < partitions; p++) {
      outgoing[p] = new IntList();
    }
    memory = check.memoryBytes() / partitions;
  }

  // Questions.

  long transitions() {
    return transitions;
  }

  int states() {
    return states;
  }

  int maxBypass() {
    return maxBypass;
  }

  Violation violation() {
    return violation;
  }

  /** Claims that held in some state. */
  Set<Check.Claim> seen() {
    return seen;
  }

  boolean isOutOfMemory() {
    return outOfMemory;
  }

  boolean hasBackEdge() {
    return hasBackEdge;
  }

  IntList silentEdges() {
    return silentEdges;
  }

  int parent(int state) {
    return parents.get(state);
  }

  int via(int state) {
    return vias.get(state);
  }

  /** How many states the next level has. */
  int frontier() {
    return states - nextFirst;
  }

  private long bytes() {
    return (byContent == null ? byFingerprint.bytesAfterGrowth() : byContent.bytes())
        + parents.bytes()
        + vias.bytes()
        + level.bytes()
        + nextLevel.bytes()
        + silentEdges.bytes()
        + memo.bytes()
        + outgoing[partitions - 1].bytes() * partitions
        + locals.bytes() / partitions;
  }

  // The search, level by level.

  /** Adds the initial state if it belongs here. */
  void start(int[] vector, int length) {
    long fingerprint = fingerprint(vector, length);
    if (owner(fingerprint) == number) {
      record(-1, 0, false, fingerprint, vector, length);
    }
  }

  /** Makes the states found last the level to be expanded. */
  void turn() {
    IntList done = level;
    level = nextLevel;
    nextLevel = done;
    nextLevel.clear();
    levelFirst = nextFirst;
    nextFirst = states;
    tables = locals.tables();
  }

  /** Finds all successors of the level. */
  void expand() {
    int[] vectors = level.values();
    int at = 0;
    for (int state = levelFirst; at < level.size(); state++) {
      int length = vectors[at];
      expanding = state;
      successors(vectors, at + 1, length, onSuccessor);
      at += length + 1;
      if ((state & 0xFFF) == 0 && bytes() > memory) {
        outOfMemory = true;
        return;
      }
    }
  }

  private void found(int via, int node, int code, int t, int[] vector, int size) {
    transitions++;
    int global = expanding * partitions + number;
    if (tables.fails[t]) {
      report(judgeFailure(global, via, t));
      return;
    }
    boolean isSilent = code >= Locals.TIMER && !tables.enters[t];
    long fingerprint = fingerprint(vector, size);
    int owner = owner(fingerprint);
    if (owner == number) {
      record(global, via, isSilent, fingerprint, vector, size);
    } else {
      IntList out = outgoing[owner];
      out.add(global);
      out.add(via);
      out.add(isSilent ? 1 : 0);
      out.add(size);
      out.addAll(vector, 0, size);
    }
  }

  /** Takes over what another partition found for this one; afterwards its list may be cleared. */
  void absorb(Partition other) {
    tables = locals.tables();
    IntList in = other.outgoing[number];
    int[] data = in.values();
    int at = 0;
    while (at < in.size()) {
      int length = data[at + 3];
      if (next.length < length) {
        next = new int[2 * length];
      }
      System.arraycopy(data, at + 4, next, 0, length);
      record(data[at], data[at + 1], data[at + 2] != 0, fingerprint(next, length), next, length);
      at += 4 + length;
    }
  }

  void clearOutgoing() {
    for (IntList out : outgoing) {
      out.clear();
    }
  }

  private int owner(long fingerprint) {
    return (int) ((fingerprint >>> 1) % partitions);
  }

  /** Notes a state, and looks at it if it is new. */
  private void record(
      int source, int via, boolean isSilent, long fingerprint, int[] vector, int length) {
    int known;
    if (byContent == null) {
      known = byFingerprint.putIfAbsent(fingerprint, states);
    } else {
      int number = byContent.number(vector, length);
      known = number == states ? LongTable.ABSENT : number;
    }
    int state = known == LongTable.ABSENT ? states : known;
    if (isSilent && check.wants(Property.STARVATION)) {
      silentEdges.add(source);
      silentEdges.add(state);
      hasBackEdge |= state < nextFirst;
    }
    if (known != LongTable.ABSENT) {
      return;
    }
    states++;
    parents.add(source);
    vias.add(via);
    nextLevel.add(length);
    nextLevel.addAll(vector, 0, length);
    report(judge(source, via, fingerprint, vector, length));
  }

  /**
   * Keeps the violation with the smallest fingerprint, so that the answer does not depend on luck.
   */
  private void report(Violation found) {
    if (found != null && (violation == null || found.fingerprint < violation.fingerprint)) {
      violation = found;
    }
  }

  // Properties of a state.

  /** A handler that threw. */
  Violation judgeFailure(int source, int via, int t) {
    return new Violation(source, via, Property.SAFETY, locals.failure(t), t);
  }

  /** What is wrong with a state, or null. */
  Violation judge(int source, int via, long fingerprint, int[] vector, int length) {
    int inside = 0;
    int waiting = 0;
    int idle = 0;
    int timers = 0;
    boolean mayRequest = false;
    for (int i = 0; i < n; i++) {
      int local = vector[i];
      switch (tables.phase[local]) {
        case Locals.INSIDE -> inside++;
        case Locals.WAITING -> waiting++;
        default -> mayRequest |= tables.requestsLeft[local] != 0;
      }
      idle += tables.idlePermits[local];
      timers |= tables.timers[local];
    }
    boolean isQuiet = length == head && timers == 0;
    Property property = null;
    String message = null;
    if (inside > check.setup().permits()) {
      property = Property.SAFETY;
      message = inside + " nodes are inside together.";
    } else if (isQuiet && waiting > 0 && inside == 0 && !mayRequest) {
      property = Property.DEADLOCK;
      message = waiting + " wait, and nothing can happen any more.";
    } else if (isQuiet && waiting > 0 && inside == 0) {
      property = Property.STARVATION;
      message = waiting + " wait, and nothing happens unless somebody else requests.";
    } else if (isQuiet && waiting > 0 && idle > 0) {
      property = Property.IDLE_PERMIT;
      message = "A permit is idle while " + waiting + " wait.";
    }
    if (property != null && check.wants(property)) {
      return new Violation(source, via, property, message, fingerprint);
    }
    if (check.countsBypass()) {
      return judgeBypass(source, via, fingerprint, vector);
    }
    return check.claims().isEmpty() ? null : judgeClaims(source, via, fingerprint, vector, length);
  }

  private Violation judgeBypass(int source, int via, long fingerprint, int[] vector) {
    for (int i = 0; i < n; i++) {
      int passed = vector[n + i];
      maxBypass = Math.max(maxBypass, passed);
      if (passed > check.bypassBound()) {
        String message = i + " was passed by " + passed + " times.";
        return new Violation(source, via, Property.BYPASS, message, fingerprint);
      }
    }
    return null;
  }

  private Violation judgeClaims(int source, int via, long fingerprint, int[] vector, int length) {
    Moment moment = new Moment(check, locals, tables, vector, head, length);
    for (Check.Claim claim : check.claims()) {
      boolean holds = claim.predicate().test(moment);
      if (!holds && claim.isAlways()) {
        String message = "'" + claim.name() + "' does not hold.";
        return new Violation(source, via, Property.ALWAYS, message, fingerprint);
      }
      if (holds && !claim.isAlways()) {
        seen.add(claim);
      }
    }
    return null;
  }

  // Successors.

  /** Visits every successor of the vector at {@code from}, in an order that content decides. */
  void successors(int[] vectors, int from, int length, Visitor visitor) {
    int via = 0;
    for (int i = 0; i < n; i++) {
      int local = vectors[from + i];
      switch (tables.phase[local]) {
        case Locals.IDLE -> {
          if (tables.requestsLeft[local] != 0 && (!check.countsBypass() || length == head)) {
            take(vectors, from, length, i, Locals.REQUEST, -1, via++, visitor);
          }
        }
        case Locals.INSIDE -> take(vectors, from, length, i, Locals.EXIT, -1, via++, visitor);
        default -> {}
      }
      for (int timers = tables.timers[local]; timers != 0; timers &= timers - 1) {
        int code = Locals.TIMER + Integer.numberOfTrailingZeros(timers);
        take(vectors, from, length, i, code, -1, via++, visitor);
      }
    }
    for (int j = head; j < length; j++) {
      int envelope = vectors[from + j];
      int channel = tables.channel[envelope];
      boolean isSame =
          j > head
              && (check.fifo()
                  ? tables.channel[vectors[from + j - 1]] == channel
                  : vectors[from + j - 1] == envelope);
      if (!isSame) {
        take(vectors, from, length, channel % n, Locals.DELIVER + envelope, j, via++, visitor);
      }
    }
  }

  /** Builds one successor; {@code taken} is the place of the delivered envelope, or −1. */
  private void take(
      int[] vectors, int from, int length, int i, int code, int taken, int via, Visitor visitor) {
    int t = transition(vectors[from + i], code);
    int sendsStart = tables.sendsStart[t];
    int sendsEnd = tables.sendsStart[t + 1];
    if (next.length < length + sendsEnd - sendsStart) {
      next = new int[2 * (length + sendsEnd - sendsStart)];
    }
    int size = length;
    if (taken < 0) {
      System.arraycopy(vectors, from, next, 0, length);
    } else {
      System.arraycopy(vectors, from, next, 0, taken);
      System.arraycopy(vectors, from + taken + 1, next, taken, length - taken - 1);
      size--;
    }
    next[i] = tables.target[t];
    for (int s = sendsStart; s < sendsEnd; s++) {
      insert(tables.sends[s], size++);
    }
    if (check.countsBypass()) {
      countBypass(i, tables.enters[t]);
    }
    visitor.visit(via, i, code, t, next, size);
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
  }

  private void countBypass(int i, boolean enters) {
    if (enters) {
      next[n + i] = 0;
      for (int w = 0; w < n; w++) {
        if (w != i && tables.phase[next[w]] == Locals.WAITING) {
          next[n + w]++;
        }
      }
    }
  }

  private int transition(int local, int code) {
    long key = (long) local << 32 | code;
    int t = memo.get(key);
    if (t == LongTable.ABSENT) {
      t = locals.transition(local, code);
      memo.putIfAbsent(key, t);
      tables = locals.tables();
    }
    return t;
  }

  // Fingerprints.

  /** A sum of the parts' hashes, each of which says where it belongs. */
  long fingerprint(int[] vector, int length) {
    int base = check.isUnbounded() ? base(vector, length) : 0;
    long sum = 0;
    for (int i = 0; i < n; i++) {
      int local = vector[i];
      sum += base == 0 ? tables.localHash[local] : locals.localHash(local, base);
    }
    for (int i = n; i < head; i++) {
      if (vector[i] != 0) {
        sum += Hash.mix(BYPASS * i + vector[i]);
      }
    }
    int channel = -1;
    int position = 0;
    for (int j = head; j < length; j++) {
      int envelope = vector[j];
      int c = tables.channel[envelope];
      position = c == channel && check.fifo() ? position + 1 : 0;
      channel = c;
      long hash = base == 0 ? tables.envelopeHash[envelope] : locals.envelopeHash(envelope, base);
      sum += position == 0 ? hash : Hash.mix(hash + position * POSITION);
    }
    return Hash.mix(sum);
  }

  /** What is to be subtracted from every clock so that the smallest is 1. */
  private int base(int[] vector, int length) {
    int min = Integer.MAX_VALUE;
    for (int i = 0; i < n; i++) {
      min = Math.min(min, tables.localMinClock[vector[i]]);
    }
    for (int j = head; j < length; j++) {
      min = Math.min(min, tables.envelopeMinClock[vector[j]]);
    }
    return min == Integer.MAX_VALUE ? 0 : min - 1;
  }

  int head() {
    return head;
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
    int size = head;
    for (int envelope : locals.initialSends()) {
      insert(envelope, size++);
    }
    int[] vector = new int[size];
    System.arraycopy(next, 0, vector, 0, size);
    return vector;
  }

  Locals.Tables tables() {
    return tables;
  }
}
