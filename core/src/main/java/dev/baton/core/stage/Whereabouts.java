package dev.baton.core.stage;

import dev.baton.core.Node;
import dev.baton.core.Setup;

/** Who is in which neighbourhood, and since which arrival. Where nobody roams, all are in one. */
public final class Whereabouts {

  private final int[] neighbourhood;
  private final int[] arrival;
  private int arrivals;

  /** As the setup says; nodes that the algorithm adds to it are in neighbourhood 0. */
  public Whereabouts(Setup setup, int nodes) {
    neighbourhood = new int[nodes];
    arrival = new int[nodes];
    for (int i = 0; i < setup.n(); i++) {
      neighbourhood[i] = setup.home(i);
      arrival[i] = setup.arrival(i);
    }
    arrivals = setup.n();
  }

  /** The neighbourhood of a node, or {@link Node#NONE}. */
  public int of(int node) {
    return neighbourhood[node];
  }

  public boolean isOutside(int node) {
    return neighbourhood[node] == Node.NONE;
  }

  /** Whether both are in the same neighbourhood. */
  public boolean areTogether(int i, int j) {
    return neighbourhood[i] == neighbourhood[j] && !isOutside(i);
  }

  /** The number of the arrival since which a node has been where it is; 0 outside. */
  public int arrival(int node) {
    return arrival[node];
  }

  /** How many arrivals there have been, those at the start among them. */
  public int arrivals() {
    return arrivals;
  }

  /** By node: the number of its arrival if it is in this neighbourhood, else 0. */
  public int[] present(int where) {
    int[] present = new int[arrival.length];
    for (int i = 0; i < present.length; i++) {
      present[i] = neighbourhood[i] == where ? arrival[i] : 0;
    }
    return present;
  }

  public void join(int node, int where) {
    assert isOutside(node);
    neighbourhood[node] = where;
    arrival[node] = ++arrivals;
  }

  public void leave(int node) {
    neighbourhood[node] = Node.NONE;
    arrival[node] = 0;
  }
}
