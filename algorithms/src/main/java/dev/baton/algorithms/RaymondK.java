package dev.baton.algorithms;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;

/**
 * Ricart-Agrawala for k entries at once: a node that wants to enter asks everybody, and goes in
 * when all but k − 1 of the others have replied.
 *
 * <ul>
 *   <li>Paper: K. Raymond, "A distributed algorithm for multiple entries to a critical section",
 *       Information Processing Letters 30(4), 1989.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 2(N − 1), or fewer when one REPLY answers several requests.
 *   <li>Departures: none.
 *   <li>Page: docs/algorithms/raymond-k.md.
 * </ul>
 *
 * <p>Replies arrive also after the entry, even after the exit, so each node counts what every other
 * still owes it. Invariant: what j owes i is on its way as a request or as part of a reply, or has
 * been deferred by j.
 */
public final class RaymondK extends Node<RaymondK.Msg> {

  public sealed interface Msg extends Message {}

  public record Request(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.clock("sequence", sequence);
    }
  }

  /** The reply to so many requests. */
  public record Reply(int count) implements Msg {
    @Override
    public void show(State s) {
      s.type("REPLY");
      s.counter("count", count);
    }
  }

  private final int k;

  /** The highest sequence number seen in any request. */
  private int highest = 1;

  /** Our sequence number with our number, or null while we neither wait nor are inside. */
  private Timestamp ours;

  private boolean inside;

  /** How many replies each node owes us. */
  private final int[] outstanding;

  /** How many replies we owe each node. */
  private final int[] deferred;

  public RaymondK(int self, Setup setup) {
    super(self, setup.n());
    k = setup.permits();
    outstanding = new int[n];
    deferred = new int[n];
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new RaymondK(self, setup));
  }

  @Override
  public void onRequest() {
    ours = new Timestamp(highest + 1, self);
    for (int j = 0; j < n; j++) {
      outstanding[j] += j == self ? 0 : 1;
    }
    broadcast(new Request(ours.time()));
    enterIfPermitted();
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int sequence) -> {
        highest = Math.max(highest, sequence);
        // Inside also an older request is deferred: it may arrive after we were let in.
        if (inside || ours != null && ours.isBefore(new Timestamp(sequence, from))) {
          deferred[from]++;
        } else {
          send(from, new Reply(1));
        }
      }
      case Reply(int count) -> {
        outstanding[from] -= count;
        assert outstanding[from] >= 0 : "more replies than requests";
        if (ours != null && !inside) {
          enterIfPermitted();
        }
      }
    }
  }

  /** N − k of the others have replied to everything. */
  private void enterIfPermitted() {
    int missing = 0;
    for (int count : outstanding) {
      missing += count > 0 ? 1 : 0;
    }
    if (missing < k) {
      inside = true;
      enter();
    }
  }

  @Override
  public void onRelease() {
    ours = null;
    inside = false;
    for (int j = 0; j < n; j++) {
      if (deferred[j] > 0) {
        send(j, new Reply(deferred[j]));
        deferred[j] = 0;
      }
    }
  }

  @Override
  public void state(State s) {
    highest = s.clock("highest", highest);
    ours = s.timestamp("ours", ours);
    inside = s.flag("inside", inside);
    s.counters("outstanding", outstanding);
    s.counters("deferred", deferred);
  }
}
