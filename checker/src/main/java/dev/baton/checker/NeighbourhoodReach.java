package dev.baton.checker;

import dev.baton.core.Node;

/**
 * Nodes hear those in their own neighbourhood, and leave and join neighbourhoods. Where a node is,
 * its local state says; the vector holds the joins and then the leaves that are still to come.
 */
final class NeighbourhoodReach implements Reach {

  private final Check check;
  private final Locals locals;
  private final int joins;
  private final int leaves;

  NeighbourhoodReach(Check check, Locals locals, int at) {
    this.check = check;
    this.locals = locals;
    joins = at;
    leaves = at + 1;
  }

  @Override
  public int end() {
    return leaves + 1;
  }

  @Override
  public void start(int[] vector) {
    vector[joins] = check.joins();
    vector[leaves] = check.leaves();
  }

  @Override
  public boolean isChanging(int[] vector) {
    return false;
  }

  /** A node that is in a neighbourhood may leave it, one outside may join any. */
  @Override
  public void listMoves(Tables tables, int[] vector, int node, Events events) {
    int neighbourhood = tables.neighbourhood(vector[node]);
    if (neighbourhood != Node.NONE && vector[leaves] > 0) {
      events.add(node, Locals.LEAVE);
    } else if (neighbourhood == Node.NONE && vector[joins] > 0) {
      int arrival = check.setup().n() + check.joins() - vector[joins] + 1;
      for (int b = 0; b < check.setup().neighbourhoods(); b++) {
        int[] present = new int[locals.n];
        for (int j = 0; j < present.length; j++) {
          int local = vector[j];
          present[j] = tables.neighbourhood(local) == b ? tables.arrival(local) : 0;
        }
        events.add(node, locals.join(b, arrival, present));
      }
    }
  }

  @Override
  public void listChanges(Tables tables, int[] vector, int length, Events events) {}

  /** A node that leaves misses what was under way to it. */
  @Override
  public int apply(Tables tables, int[] vector, int length, int node, int code) {
    if (code <= Locals.JOIN) {
      vector[joins]--;
    }
    if (code != Locals.LEAVE) {
      return length;
    }
    vector[leaves]--;
    int kept = end();
    for (int j = end(); j < length; j++) {
      if (tables.channel[vector[j]] % locals.n != node) {
        vector[kept++] = vector[j];
      }
    }
    return kept;
  }

  @Override
  public boolean reaches(Tables tables, int[] vector, int sender, int channel) {
    int where = tables.neighbourhood(sender);
    return where != Node.NONE && tables.neighbourhood(vector[channel % locals.n]) == where;
  }

  @Override
  public void settle(Tables tables, int[] vector, int length) {}

  @Override
  public boolean losesMessages() {
    return true;
  }
}
