package dev.baton.algorithms;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;

/**
 * Asks everybody for permission; a site that is inside, or has the older request, defers its reply.
 *
 * <ul>
 *   <li>Paper: G. Ricart, A. K. Agrawala, "An optimal algorithm for mutual exclusion in computer
 *       networks", CACM 24(1), 1981.
 *   <li>Network: complete; messages may overtake each other.
 *   <li>Messages per entry: 2(N − 1).
 *   <li>Departures: none.
 *   <li>Page: docs/algorithms/ricart-agrawala.md.
 * </ul>
 */
public final class RicartAgrawala extends Node<RicartAgrawala.Msg> {

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

  /** Highest_Sequence_Number seen in any request. */
  private int highest = 1;

  /** Our_Sequence_Number with our number, or null while Requesting_Critical_Section is false. */
  private Timestamp ours;

  /** Outstanding_Reply_Count. */
  private int outstandingReplies;

  /** Reply_Deferred. */
  private final NodeSet replyDeferred;

  public RicartAgrawala(int self, int n) {
    super(self, n);
    replyDeferred = new NodeSet(n);
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new RicartAgrawala(self, setup.n()));
  }

  /** The process that invokes mutual exclusion. */
  @Override
  public void onRequest() {
    ours = new Timestamp(highest + 1, self);
    outstandingReplies = n - 1;
    broadcast(new Request(ours.time()));
    enterIfPermitted();
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      // The process that receives requests.
      case Request(int sequence) -> {
        highest = Math.max(highest, sequence);
        if (ours != null && ours.isBefore(new Timestamp(sequence, from))) {
          replyDeferred.add(from);
        } else {
          send(from, REPLY);
        }
      }
      // The process that receives replies.
      case Reply() -> {
        outstandingReplies--;
        enterIfPermitted();
      }
    }
  }

  private void enterIfPermitted() {
    if (outstandingReplies == 0) {
      enter();
    }
  }

  /** The process that invokes mutual exclusion, when it leaves. */
  @Override
  public void onRelease() {
    ours = null;
    for (int j = replyDeferred.next(0); j != NONE; j = replyDeferred.next(j + 1)) {
      send(j, REPLY);
    }
    replyDeferred.clear();
  }

  @Override
  public void state(State s) {
    highest = s.clock("highest", highest);
    ours = s.timestamp("ours", ours);
    outstandingReplies = s.counter("outstanding", outstandingReplies);
    s.nodes("deferred", replyDeferred);
  }
}
