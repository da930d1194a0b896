package dev.baton.algorithms;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A request that meets another one answers it: those who ask at the same time know each other's
 * requests, and whoever leaves tells only the next.
 *
 * <ul>
 *   <li>Paper: S. Lodha, A. Kshemkalyani, "A fair distributed mutual exclusion algorithm", IEEE
 *       Trans. Parallel and Distributed Systems 11(6), 2000.
 *   <li>Network: complete, FIFO channels.
 *   <li>Messages per entry: N − 1 to 2(N − 1).
 *   <li>Departures: a request that is known to have been served is not queued when it arrives late,
 *       and a FLUSH that arrives late is ignored.
 *   <li>Page: docs/algorithms/lodha-kshemkalyani.md.
 * </ul>
 */
public final class LodhaKshemkalyani extends Node<LodhaKshemkalyani.Msg> {

  public sealed interface Msg extends Message {}

  /** With the number of the sender's last request, as in a REPLY. */
  public record Request(int sequence, int last) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.clock("SN", sequence);
      s.clock("last", last);
    }
  }

  /** All requests up to the sender's last one, with this number, have been served. */
  public record Reply(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("REPLY");
      s.clock("SN", sequence);
    }
  }

  /** The same, to the one whose turn it is. */
  public record Flush(int sequence) implements Msg {
    @Override
    public void show(State s) {
      s.type("FLUSH");
      s.clock("SN", sequence);
    }
  }

  /** Before every request. */
  private static final Timestamp NOTHING = new Timestamp(1, 0);

  /** Highest_Sequence_Number_Seen. */
  private int highest = 1;

  /** Our request, while we wait or are inside. */
  private Timestamp ours;

  private boolean inside;

  /** The number of our last request that was served; before the first one less than any. */
  private int last = 1;

  /** LRQ: our request and those that have met it, the oldest first. */
  private final List<Timestamp> lrq = new ArrayList<>();

  /** RV: those of which we know whether they have an older request. */
  private final NodeSet rv;

  /** Those who asked again, and get their reply when we leave. */
  private final NodeSet deferred;

  /** The youngest request that we have heard of as served, since we asked. */
  private Timestamp served = NOTHING;

  public LodhaKshemkalyani(int self, int n) {
    super(self, n);
    rv = new NodeSet(n);
    deferred = new NodeSet(n);
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new LodhaKshemkalyani(self, setup.n()));
  }

  /** InitCS. */
  @Override
  public void onRequest() {
    ours = new Timestamp(++highest, self);
    lrq.add(ours);
    rv.add(self);
    broadcast(new Request(ours.time(), last));
    enterIfFirst();
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int sequence, int theirLast) -> {
        highest = Math.max(highest, sequence);
        receive(new Timestamp(sequence, from), theirLast);
      }
      case Reply(int sequence) -> hear(from, sequence);
      case Flush(int sequence) -> {
        if (!isLate(new Timestamp(sequence, from))) {
          hear(from, sequence);
        }
      }
    }
  }

  /** RcvReq. */
  private void receive(Timestamp request, int theirLast) {
    int j = request.node();
    if (ours == null) {
      send(j, new Reply(last));
    } else if (rv.contains(j)) {
      deferred.add(j);
    } else {
      serve(new Timestamp(theirLast, j));
      if (served.isBefore(request)) {
        lrq.add(-1 - Collections.binarySearch(lrq, request), request);
      }
      rv.add(j);
      enterIfFirst();
    }
  }

  /** Whether a FLUSH tells what somebody else has told already, of a later request. */
  private boolean isLate(Timestamp request) {
    return ours == null || inside || request.isBefore(new Timestamp(last, self));
  }

  /** RcvReply, RcvFlush. */
  private void hear(int from, int sequence) {
    serve(new Timestamp(sequence, from));
    rv.add(from);
    enterIfFirst();
  }

  /** Everything up to this request has been served. */
  private void serve(Timestamp request) {
    if (served.isBefore(request)) {
      served = request;
      lrq.removeIf(waiting -> !served.isBefore(waiting));
    }
  }

  /** CheckExecuteCS. */
  private void enterIfFirst() {
    if (rv.size() == n && lrq.getFirst().equals(ours)) {
      inside = true;
      enter();
    }
  }

  /** FinCS. */
  @Override
  public void onRelease() {
    last = ours.time();
    if (lrq.size() > 1) {
      send(lrq.get(1).node(), new Flush(last));
    }
    for (int j = deferred.next(0); j != NONE; j = deferred.next(j + 1)) {
      send(j, new Reply(last));
    }
    ours = null;
    inside = false;
    served = NOTHING;
    lrq.clear();
    rv.clear();
    deferred.clear();
  }

  @Override
  public void state(State s) {
    highest = s.clock("highest", highest);
    ours = s.timestamp("ours", ours);
    inside = s.flag("inside", inside);
    last = s.clock("last", last);
    s.timestamps("LRQ", lrq);
    s.nodes("RV", rv);
    s.nodes("deferred", deferred);
    served = s.timestamp("served", served);
  }
}
