package dev.baton.algorithms;

import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * An immutable list of requests, each by the node that made it, the number of the arrival since
 * which it was there, and its own number (0 where only the node is meant). A place may be free:
 * then its node is {@link Node#NONE}.
 */
public record Tickets(Ints ids, Ints arrivals, Ints numbers) {

  static final Tickets EMPTY = new Tickets(Ints.EMPTY, Ints.EMPTY, Ints.EMPTY);

  /** So many places, all free. */
  static Tickets allFree(int places) {
    int[] ids = new int[places];
    Arrays.fill(ids, Node.NONE);
    return new Tickets(Ints.of(ids), Ints.zeros(places), Ints.zeros(places));
  }

  /** The numbers above 0 of nodes that are there. */
  static Tickets of(int[] numbers, int[] arrivals) {
    Tickets tickets = EMPTY;
    for (int j = 0; j < numbers.length; j++) {
      if (numbers[j] > 0 && arrivals[j] > 0) {
        tickets = tickets.with(j, arrivals[j], numbers[j]);
      }
    }
    return tickets;
  }

  int size() {
    return ids.size();
  }

  boolean isEmpty() {
    return size() == 0;
  }

  int id(int i) {
    return ids.get(i);
  }

  int arrival(int i) {
    return arrivals.get(i);
  }

  int number(int i) {
    return numbers.get(i);
  }

  /** The first place of a node, or of no node; {@link Node#NONE} if there is none. */
  int indexOf(int id) {
    for (int i = 0; i < size(); i++) {
      if (id(i) == id) {
        return i;
      }
    }
    return Node.NONE;
  }

  /** All places of a node, or of no node. */
  Ints placesOf(int id) {
    int[] places = new int[size()];
    int count = 0;
    for (int i = 0; i < size(); i++) {
      if (id(i) == id) {
        places[count++] = i;
      }
    }
    return Ints.of(Arrays.copyOf(places, count));
  }

  /** The number of a node's request; {@link Node#NONE} if it is not listed. */
  int last(int id) {
    int i = indexOf(id);
    return i == Node.NONE ? Node.NONE : number(i);
  }

  /** Whether a node is listed as there since an arrival. */
  boolean lists(int id, int arrival) {
    int i = indexOf(id);
    return i != Node.NONE && arrival(i) == arrival;
  }

  Tickets with(int id, int arrival, int number) {
    return new Tickets(with(ids, id), with(arrivals, arrival), with(numbers, number));
  }

  /** With this number in the place of the node's last one. */
  Tickets withLast(int id, int arrival, int number) {
    int i = indexOf(id);
    return i == Node.NONE ? with(id, arrival, number) : set(i, id, arrival, number);
  }

  Tickets without(int i) {
    return new Tickets(without(ids, i), without(arrivals, i), without(numbers, i));
  }

  Tickets set(int i, int id, int arrival, int number) {
    return new Tickets(set(ids, i, id), set(arrivals, i, arrival), set(numbers, i, number));
  }

  Tickets free(int i) {
    return set(i, Node.NONE, 0, 0);
  }

  /** With the place of a node free, if it has one. */
  Tickets freeOf(int id) {
    int i = indexOf(id);
    return i == Node.NONE ? this : free(i);
  }

  /** Without a node, if it is listed. */
  Tickets withoutOf(int id) {
    int i = indexOf(id);
    return i == Node.NONE ? this : without(i);
  }

  private static Ints with(Ints values, int value) {
    int[] longer = Arrays.copyOf(values.toArray(), values.size() + 1);
    longer[values.size()] = value;
    return Ints.of(longer);
  }

  private static Ints without(Ints values, int i) {
    int[] shorter = new int[values.size() - 1];
    for (int j = 0; j < shorter.length; j++) {
      shorter[j] = values.get(j < i ? j : j + 1);
    }
    return Ints.of(shorter);
  }

  private static Ints set(Ints values, int i, int value) {
    int[] changed = values.toArray();
    changed[i] = value;
    return Ints.of(changed);
  }

  void show(String name, State s) {
    s.nodes(name, ids);
    s.counters("since", arrivals);
    s.counters("RN", numbers);
  }
}
