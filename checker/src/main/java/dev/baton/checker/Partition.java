package dev.baton.checker;

import dev.baton.core.IntsTable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * One share of the search: the states whose fingerprints fall to it, found level by level.
 *
 * <p>Single-threaded. Two partitions may run at the same time between two calls of {@link Search}
 * that exchange what they found for each other.
 */
final class Partition {

  /** How much may be found for the other partitions before they take it over. */
  private static final int MOST_OUTGOING = 1 << 22;

  /** The number of partitions, whose states are numbered together. */
  private static final int MOST_STATES = Integer.MAX_VALUE - (1 << 20);

  private final Check check;
  private final Locals locals;
  private final Space space;
  private final Judge judge;
  private final int number;
  private final int partitions;

  /** States by fingerprint or, in exact mode, by content; both give numbers in order of finding. */
  private final Fingerprints byFingerprint;

  private final IntsTable byContent;
  private int states;

  /** Numbered across all partitions. */
  private final IntChunks parents = new IntChunks();

  /** The transitions that are noted where they lead to a state of this partition. */
  private final BitSet suspects;

  private final SilentEdges silentEdges = new SilentEdges();

  /** The states that are still to be expanded, in order of finding. */
  private final VectorQueue queue = new VectorQueue(false);

  /** How many of them belong to the level that is being expanded. */
  private int left;

  /** For each partition what was found for it, and has not been looked up yet. */
  private final Findings[] outgoing;

  private long transitions;
  private Judge.Violation violation;
  private boolean outOfMemory;
  private final long memory;

  /** How many states have been expanded; the number of the next one, when they are first found. */
  private int expanded;

  private final Space.Visitor onSuccessor = this::found;

  Partition(
      Check check,
      Locals locals,
      ReceiverReduction reduction,
      BitSet suspects,
      int number,
      int partitions) {
    this.check = check;
    this.locals = locals;
    this.number = number;
    this.partitions = partitions;
    space = new Space(check, locals, reduction);
    judge = new Judge(check, locals, space);
    byFingerprint = check.exact() ? null : new Fingerprints();
    byContent = check.exact() ? new IntsTable() : null;
    outgoing = new Findings[partitions];
    Arrays.setAll(outgoing, p -> new Findings());
    memory = check.memoryBytes() / partitions;
    this.suspects = suspects;
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

  SilentEdges silentEdges() {
    return silentEdges;
  }

  int parent(int state) {
    return parents.get(state);
  }

  /** How many states are to be expanded; after a level, those of the next one. */
  int frontier() {
    return queue.size();
  }

  /** Whether some states of the level are left because the lists for other partitions were full. */
  boolean isInLevel() {
    return left > 0 && !outOfMemory;
  }

  private boolean isFull() {
    long bytes =
        (byContent == null ? byFingerprint.bytes() : byContent.bytes())
            + parents.bytes()
            + silentEdges.bytes()
            + queue.bytes()
            + space.bytes()
            + outgoingBytes()
            + locals.bytes() / partitions;
    return bytes > memory || states > MOST_STATES / partitions;
  }

  private long outgoingBytes() {
    long bytes = 0;
    for (Findings out : outgoing) {
      bytes += out.bytes();
    }
    return bytes;
  }

  private int outgoing() {
    int size = 0;
    for (Findings out : outgoing) {
      size += out.size();
    }
    return size;
  }

  // The search, level by level.

  /** Adds the initial state if it belongs here. */
  void start(int[] vector, int length) {
    long fingerprint = space.fingerprint(vector, length);
    if (owns(fingerprint)) {
      record(-1, 0, fingerprint, vector, length);
    }
  }

  /** Makes the states found last the level to be expanded. */
  void turn() {
    left = queue.size();
    space.refresh();
  }

  /** Finds the successors of the level, or of as much of it as the other partitions can take. */
  void expand() {
    while (left > 0 && !mustPause()) {
      queue.take();
      left--;
      space.successors(queue.values(), queue.length(), onSuccessor);
      expanded++;
      if (outgoing[number].size() > Findings.BATCH) {
        absorb(outgoing[number]);
      }
    }
    absorb(outgoing[number]);
  }

  /** Whether memory is used up, or other partitions have much to take over; checks now and then. */
  private boolean mustPause() {
    if ((expanded & 0xFF) != 0) {
      return false;
    }
    outOfMemory |= isFull();
    return outOfMemory || outgoing() > MOST_OUTGOING;
  }

  private void found(int via, int node, int code, int t, long fingerprint, int[] vector, int size) {
    transitions++;
    int global = expanded * partitions + number;
    Tables tables = space.tables();
    if (tables.fails(t)) {
      report(judge.failure(global, via, t));
      return;
    }
    int tag = via << 1 | (suspects.get(t) ? 1 : 0);
    outgoing[owner(fingerprint)].add(global, tag, fingerprint, vector, size);
  }

  /** Takes over what another partition found for this one. */
  void absorb(Partition other) {
    space.refresh();
    absorb(other.outgoing[number]);
  }

  private void absorb(Findings found) {
    found.drain(this::touch, this::record);
  }

  private int touch(long fingerprint) {
    return byContent == null ? byFingerprint.touch(fingerprint) : 0;
  }

  boolean owns(long fingerprint) {
    return owner(fingerprint) == number;
  }

  private int owner(long fingerprint) {
    return (int) ((fingerprint >>> 1) % partitions);
  }

  /** The number of a state that is known and belongs here, in all partitions. */
  int number(long fingerprint, int[] vector, int length) {
    return local(fingerprint, vector, length) * partitions + number;
  }

  private int local(long fingerprint, int[] vector, int length) {
    return byContent == null ? byFingerprint.get(fingerprint) : byContent.number(vector, length);
  }

  /** Notes a state, and judges it if it is new. */
  private void record(int source, int tag, long fingerprint, int[] vector, int length) {
    int known;
    if (byContent == null) {
      known = byFingerprint.putIfAbsent(fingerprint, states);
    } else {
      int number = byContent.number(vector, length);
      known = number == states ? LongTable.ABSENT : number;
    }
    boolean isSuspect = (tag & 1) != 0;
    if (isSuspect) {
      int state = known == LongTable.ABSENT ? states : known;
      silentEdges.add(source, state * partitions + number);
    }
    if (known != LongTable.ABSENT) {
      return;
    }
    states++;
    parents.add(source);
    queue.add(vector, length);
    report(judge.state(source, tag >>> 1, fingerprint, vector, length));
  }

  /**
   * Keeps the violation with the smallest fingerprint, so that the answer does not depend on
   * threads.
   */
  private void report(Judge.Violation found) {
    if (found != null && (violation == null || found.fingerprint() < violation.fingerprint())) {
      violation = found;
    }
  }
}
