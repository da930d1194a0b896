package dev.baton.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The states of a {@link Stratum} that lie on cycles of silent events, with all their events. */
final class CycleGraph extends EventGraph {

  private static final int OUTSIDE = -1;

  /** The strongly connected components that have a cycle: numbers of states in the stratum. */
  private final List<IntList> components = new ArrayList<>();

  /** By number in the stratum: the number here, or {@link #OUTSIDE}. */
  private final int[] numbers;

  /** By state: its component. */
  private final IntList component = new IntList();

  CycleGraph(Stratum stratum, Space space, SilentGraph silent) {
    int[] componentOf = new int[silent.size()];
    Components.find(silent, s -> true, componentOf, members -> addIfCycle(silent, members));
    numbers = new int[silent.size()];
    Arrays.fill(numbers, OUTSIDE);
    number(componentOf);
    addEdges(stratum, space);
  }

  /** Always returns false, so that all components are found. */
  private boolean addIfCycle(SilentGraph silent, IntList members) {
    if (members.size() > 1 || silent.hasLoop(members.get(0))) {
      components.add(members);
    }
    return false;
  }

  private void number(int[] componentOf) {
    for (IntList members : components) {
      for (int i = 0; i < members.size(); i++) {
        numbers[members.get(i)] = 0;
      }
    }
    for (int s = 0; s < numbers.length; s++) {
      if (numbers[s] != OUTSIDE) {
        numbers[s] = component.size();
        component.add(componentOf[s]);
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

  /** Whether one of the cycles can be repeated for ever without putting anything off for ever. */
  boolean hasFairCycle(Fairness fairness) {
    int[] componentOf = Arrays.copyOf(component.values(), component.size());
    for (IntList members : components) {
      IntList here = new IntList();
      for (int i = 0; i < members.size(); i++) {
        here.add(numbers[members.get(i)]);
      }
      if (fairness.isFair(componentOf, here)) {
        return true;
      }
    }
    return false;
  }
}
