package dev.baton.algorithms;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Every process keeps a queue of all requests in the order of their timestamps, and enters when its
 * own is first and everybody has been heard since.
 *
 * <ul>
 *   <li>Paper: L. Lamport, "Time, clocks, and the ordering of events in a distributed system", CACM
 *       21(7), 1978.
 *   <li>Network: complete, FIFO channels.
 *   <li>Messages per entry: 3(N − 1).
 *   <li>Departures: only requests move the clock, since only their order matters; of "a message
 *       later than mine" only the sender is kept.
 *   <li>Page: docs/algorithms/lamport.md.
 * </ul>
 */
public final class Lamport extends Node<Lamport.Msg> {

  public sealed interface Msg extends Message {
    /** T: the sender's clock when it sent this. */
    int time();
  }

  public record Request(int time) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.clock("T", time);
    }
  }

  public record Acknowledge(int time) implements Msg {
    @Override
    public void show(State s) {
      s.type("ACKNOWLEDGE");
      s.clock("T", time);
    }
  }

  public record Release(int time) implements Msg {
    @Override
    public void show(State s) {
      s.type("RELEASE");
      s.clock("T", time);
    }
  }

  /** C: the logical clock. */
  private int clock = 1;

  /** The request queue: when each process asked, 0 where it does not ask. */
  private final int[] requestQueue;

  /** Processes from which a message later than our own request has come. */
  private final NodeSet heard;

  private boolean waiting;

  public Lamport(int self, int n) {
    super(self, n);
    requestQueue = new int[n];
    heard = new NodeSet(n);
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new Lamport(self, setup.n()));
  }

  /** Rule 1. */
  @Override
  public void onRequest() {
    clock++;
    requestQueue[self] = clock;
    waiting = true;
    broadcast(new Request(clock));
    enterIfFirst();
  }

  /** Rule 2. Rule 4. */
  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int time) -> {
        clock = Math.max(clock, time + 1);
        requestQueue[from] = time;
        send(from, new Acknowledge(clock));
        hear(from, time);
      }
      case Acknowledge(int time) -> hear(from, time);
      case Release(int time) -> {
        requestQueue[from] = 0;
        hear(from, time);
        enterIfFirst();
      }
    }
  }

  /** With FIFO channels only a first hearing, or a release, can make rule 5 hold. */
  private void hear(int from, int time) {
    if (waiting && isBefore(requestQueue[self], self, time, from) && heard.add(from)) {
      enterIfFirst();
    }
  }

  /** Rule 3. */
  @Override
  public void onRelease() {
    requestQueue[self] = 0;
    broadcast(new Release(clock));
  }

  /** Rule 5. */
  private void enterIfFirst() {
    if (waiting && heard.size() == n - 1 && isFirst()) {
      waiting = false;
      heard.clear();
      enter();
    }
  }

  /** Looks back from here: where all ask in turn, the one before is still before us. */
  private boolean isFirst() {
    for (int j = before(self); j != self; j = before(j)) {
      if (requestQueue[j] != 0 && isBefore(requestQueue[j], j, requestQueue[self], self)) {
        return false;
      }
    }
    return true;
  }

  private int before(int j) {
    return j == 0 ? n - 1 : j - 1;
  }

  /** The total order: by time, then by process. */
  private static boolean isBefore(int time, int process, int otherTime, int other) {
    return time < otherTime || time == otherTime && process < other;
  }

  @Override
  public void state(State s) {
    clock = s.clock("C", clock);
    s.clocks("queue", requestQueue);
    s.nodes("heard", heard);
    waiting = s.flag("waiting", waiting);
  }
}
