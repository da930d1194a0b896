package dev.baton.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The states of a {@link Stratum} that lie on cycles of silent events, with all their events. */
final class CycleGraph extends EventGraph {

  private static final int OUTSIDE = -1;

  /** The strongly connected parts that have a cycle: numbers of states in the stratum. */
  private final List<IntList> parts = new ArrayList<>();

  /** By number in the stratum: the number here, or {@link #OUTSIDE}. */
  private final int[] numbers;

  /** By state: its part. */
  private final IntList part = new IntList();

  CycleGraph(Stratum stratum, Space space, SilentGraph silent) {
    int[] partOf = new int[silent.size()];
    Parts.find(silent, s -> true, partOf, members -> addIfCycle(silent, members));
    numbers = new int[silent.size()];
    Arrays.fill(numbers, OUTSIDE);
    number(partOf);
    addEdges(stratum, space);
  }

  /** Says that more are wanted. */
  private boolean addIfCycle(SilentGraph silent, IntList members) {
    if (members.size() > 1 || silent.hasLoop(members.get(0))) {
      parts.add(members);
    }
    return false;
  }

  private void number(int[] partOf) {
    for (IntList members : parts) {
      for (int i = 0; i < members.size(); i++) {
        numbers[members.get(i)] = 0;
      }
    }
    for (int s = 0; s < numbers.length; s++) {
      if (numbers[s] != OUTSIDE) {
        numbers[s] = part.size();
        part.add(partOf[s]);
      }
    }
  }

  private void addEdges(Stratum stratum, Space space) {
    VectorQueue queue = stratum.queue();
    queue.rewind();
    for (int number : numbers) {
      queue.take();
      if (number != OUTSIDE) {
        nextState();
        space.successors(
            queue.values(),
            queue.length(),
            (via, node, code, t, fingerprint, next, length) -> {
              boolean stays = space.tables().steps(t) == 0;
              addEdge(stays ? numbers[stratum.number(fingerprint)] : OUTSIDE, node, code);
            });
      }
    }
    nextState();
  }

  /** Whether one of the cycles can be gone round for ever although nothing is put off for ever. */
  boolean hasFairCycle(Fairness fairness) {
    int[] partOf = Arrays.copyOf(part.values(), part.size());
    for (IntList members : parts) {
      IntList here = new IntList();
      for (int i = 0; i < members.size(); i++) {
        here.add(numbers[members.get(i)]);
      }
      if (fairness.isFair(partOf, here)) {
        return true;
      }
    }
    return false;
  }
}
