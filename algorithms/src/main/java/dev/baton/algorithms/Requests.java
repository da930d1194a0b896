package dev.baton.algorithms;

import dev.baton.core.Ints;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * A first-in first-out queue of numbered requests, as an immutable value: at most one of each node,
 * the newest.
 *
 * @param nodes who requests, the head first
 * @param numbers in the same places, the number of each request
 */
public record Requests(Ints nodes, Ints numbers) {

  static final Requests EMPTY = new Requests(Ints.EMPTY, Ints.EMPTY);

  boolean isEmpty() {
    return nodes.isEmpty();
  }

  int size() {
    return nodes.size();
  }

  int head() {
    return nodes.get(0);
  }

  /** With a request of node j at the tail; in the place of an older one of j, if there is one. */
  Requests insert(int j, int number) {
    for (int i = 0; i < size(); i++) {
      if (nodes.get(i) == j) {
        if (numbers.get(i) >= number) {
          return this;
        }
        int[] newer = numbers.toArray();
        newer[i] = number;
        return new Requests(nodes, Ints.of(newer));
      }
    }
    int[] js = Arrays.copyOf(nodes.toArray(), size() + 1);
    int[] ns = Arrays.copyOf(numbers.toArray(), size() + 1);
    js[size()] = j;
    ns[size()] = number;
    return new Requests(Ints.of(js), Ints.of(ns));
  }

  /** With those of another queue at the tail. */
  Requests append(Requests other) {
    Requests all = this;
    for (int i = 0; i < other.size(); i++) {
      all = all.insert(other.nodes.get(i), other.numbers.get(i));
    }
    return all;
  }

  Requests without(int j) {
    Requests rest = EMPTY;
    for (int i = 0; i < size(); i++) {
      if (nodes.get(i) != j) {
        rest = rest.insert(nodes.get(i), numbers.get(i));
      }
    }
    return rest;
  }

  /** Those with a number above the one up to which their node has been served. */
  Requests unserved(Ints served) {
    Requests rest = EMPTY;
    for (int i = 0; i < size(); i++) {
      if (numbers.get(i) > served.get(nodes.get(i))) {
        rest = rest.insert(nodes.get(i), numbers.get(i));
      }
    }
    return rest;
  }

  @SuppressWarnings("ReferenceEquality") // The same objects: nothing was restored.
  Requests walk(State s, String name) {
    Ints js = s.nodes(name, nodes);
    Ints ns = s.counters(name + ".SN", numbers);
    return js == nodes && ns == numbers ? this : new Requests(js, ns);
  }
}
