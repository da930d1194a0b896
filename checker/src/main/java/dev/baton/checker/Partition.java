package dev.baton.checker;

import dev.baton.core.IntsTable;

/**
 * One share of the search: the states whose fingerprints fall to it, found level by level.
 *
 * <p>Single-threaded. Two partitions may run at the same time between two calls of {@link Search}
 * that exchange what they found for each other.
 */
final class Partition {

  private final Check check;
  private final Locals locals;
  private final Space space;
  private final Judge judge;
  private final boolean keepsSilentEdges;
  private final int number;
  private final int partitions;

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
  private Judge.Violation violation;
  private boolean outOfMemory;
  private final long memory;

  /** The state whose successors are being found. */
  private int expanding;

  private final Space.Visitor onSuccessor = this::found;
  private int[] received = new int[64];

  Partition(Check check, Locals locals, Receivers receivers, int number, int partitions) {
    this.check = check;
    this.locals = locals;
    this.number = number;
    this.partitions = partitions;
    space = new Space(check, locals, receivers);
    keepsSilentEdges = receivers != null || check.wants(Property.STARVATION);
    judge = new Judge(check, locals, space);
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

  Judge judge() {
    return judge;
  }

  Judge.Violation violation() {
    return violation;
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
        + space.bytes()
        + outgoingBytes()
        + locals.bytes() / partitions;
  }

  private long outgoingBytes() {
    long bytes = 0;
    for (IntList out : outgoing) {
      bytes += out.bytes();
    }
    return bytes;
  }

  // The search, level by level.

  /** Adds the initial state if it belongs here. */
  void start(int[] vector, int length) {
    long fingerprint = space.fingerprint(vector, length);
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
    space.refresh();
  }

  /** Finds all successors of the level. */
  void expand() {
    int[] vectors = level.values();
    int at = 0;
    for (int state = levelFirst; at < level.size(); state++) {
      int length = vectors[at];
      expanding = state;
      space.successors(vectors, at + 1, length, onSuccessor);
      at += length + 1;
      if ((state & 0xFF) == 0 && bytes() > memory) {
        outOfMemory = true;
        return;
      }
    }
  }

  private void found(int via, int node, int code, int t, int[] vector, int size) {
    transitions++;
    int global = expanding * partitions + number;
    Locals.Tables tables = space.tables();
    if (tables.fails[t]) {
      report(judge.failure(global, via, t));
      return;
    }
    boolean isSilent = code >= Locals.TIMER && !tables.enters[t];
    long fingerprint = space.fingerprint(vector, size);
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
    space.refresh();
    IntList in = other.outgoing[number];
    int[] data = in.values();
    int at = 0;
    while (at < in.size()) {
      int length = data[at + 3];
      if (received.length < length) {
        received = new int[2 * length];
      }
      System.arraycopy(data, at + 4, received, 0, length);
      long fingerprint = space.fingerprint(received, length);
      record(data[at], data[at + 1], data[at + 2] != 0, fingerprint, received, length);
      at += 4 + length;
      if ((states & 0xFF) == 0 && bytes() > memory) {
        outOfMemory = true;
        return;
      }
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
    if (isSilent && keepsSilentEdges) {
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
    report(judge.state(source, via, fingerprint, vector, length));
  }

  /**
   * Keeps the violation with the smallest fingerprint, so that the answer does not depend on luck.
   */
  private void report(Judge.Violation found) {
    if (found != null && (violation == null || found.fingerprint() < violation.fingerprint())) {
      violation = found;
    }
  }
}
