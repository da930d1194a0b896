package dev.baton.algorithms;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;

/**
 * A permission once given stays given until it is asked back: only those are asked whose permission
 * is missing.
 *
 * <ul>
 *   <li>Paper: O. S. F. Carvalho, G. Roucairol, "On mutual exclusion in computer networks", CACM
 *       26(2), 1983.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 0 to 2(N − 1).
 *   <li>Departures: none that is known; the rules are those of descriptions.
 *   <li>Page: docs/algorithms/carvalho-roucairol.md.
 * </ul>
 *
 * <p>Invariant: of two sites at most one has the permission of the other, and while it has, the
 * other lacks its own.
 */
public final class CarvalhoRoucairol extends Node<CarvalhoRoucairol.Msg> {

  public sealed interface Msg extends Message {}

  public record Request(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.clock("sequence", sequence);
    }
  }

  public record Reply() implements Msg {
    @Override
    public void show(State s) {
      s.type("REPLY");
    }
  }

  private static final Reply REPLY = new Reply();

  /** The highest sequence number seen in any request. */
  private int highest = 1;

  /** Our request, while we wait or are inside. */
  private Timestamp ours;

  private boolean inside;

  /** R: those whose permission is missing. */
  private final NodeSet missing;

  private final NodeSet deferred;

  /** Nobody has given a permission yet. */
  public CarvalhoRoucairol(int self, int n) {
    this(self, n, 0, n);
  }

  /** Of the sites {@code from} … {@code to} − 1 the permission is missing at the start. */
  CarvalhoRoucairol(int self, int n, int from, int to) {
    super(self, n);
    missing = new NodeSet(n);
    deferred = new NodeSet(n);
    for (int j = from; j < to; j++) {
      missing.add(j);
    }
    missing.remove(self);
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new CarvalhoRoucairol(self, setup.n()));
  }

  @Override
  public void onRequest() {
    ours = new Timestamp(highest + 1, self);
    for (int j = missing.next(0); j != NONE; j = missing.next(j + 1)) {
      send(j, new Request(ours.time()));
    }
    enterIfPermitted();
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int sequence) -> {
        highest = Math.max(highest, sequence);
        // Inside, our request may be the younger one: a site that was not asked does not know of
        // it.
        if (inside || ours != null && ours.isBefore(new Timestamp(sequence, from))) {
          deferred.add(from);
        } else {
          permit(from);
        }
      }
      case Reply() -> {
        missing.remove(from);
        enterIfPermitted();
      }
    }
  }

  /**
   * Gives a permission; if we wait with the other's permission, we give that back and ask again.
   */
  private void permit(int j) {
    send(j, REPLY);
    boolean isGivenBack = missing.add(j);
    if (isGivenBack && ours != null) {
      send(j, new Request(ours.time()));
    }
  }

  private void enterIfPermitted() {
    if (missing.isEmpty()) {
      inside = true;
      enter();
    }
  }

  @Override
  public void onRelease() {
    ours = null;
    inside = false;
    for (int j = deferred.next(0); j != NONE; j = deferred.next(j + 1)) {
      permit(j);
    }
    deferred.clear();
  }

  @Override
  public void state(State s) {
    highest = s.clock("highest", highest);
    ours = s.timestamp("ours", ours);
    inside = s.flag("inside", inside);
    s.nodes("R", missing);
    s.nodes("deferred", deferred);
  }
}
