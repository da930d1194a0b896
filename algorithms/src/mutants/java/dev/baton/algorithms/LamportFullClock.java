package dev.baton.algorithms;

import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * Lamport's algorithm with the clock of the paper: every request, every exit and every message that
 * arrives moves it (IR1), past the message's timestamp (IR2). {@link Lamport} does with less.
 */
final class LamportFullClock extends Node<Lamport.Msg> {

  private int clock = 1;
  private final int[] requestQueue;
  private final NodeSet heard;
  private boolean waiting;

  private LamportFullClock(int self, int n) {
    super(self, n);
    requestQueue = new int[n];
    heard = new NodeSet(n);
  }

  static Node<?>[] nodes(Setup setup) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    Arrays.setAll(nodes, i -> new LamportFullClock(i, setup.n()));
    return nodes;
  }

  @Override
  public void onRequest() {
    clock++;
    requestQueue[self] = clock;
    waiting = true;
    broadcast(new Lamport.Request(clock));
    enterIfFirst();
  }

  @Override
  public void onMessage(int from, Lamport.Msg message) {
    clock = Math.max(clock, message.time()) + 1;
    if (waiting && isBefore(requestQueue[self], self, message.time(), from)) {
      heard.add(from);
    }
    switch (message) {
      case Lamport.Request(int time) -> {
        requestQueue[from] = time;
        send(from, new Lamport.Acknowledge(clock));
      }
      case Lamport.Acknowledge(int time) -> {}
      case Lamport.Release(int time) -> requestQueue[from] = 0;
    }
    enterIfFirst();
  }

  @Override
  public void onRelease() {
    clock++;
    requestQueue[self] = 0;
    broadcast(new Lamport.Release(clock));
  }

  private void enterIfFirst() {
    if (waiting && heard.size() == n - 1 && isFirst()) {
      waiting = false;
      heard.clear();
      enter();
    }
  }

  private boolean isFirst() {
    for (int j = 0; j < n; j++) {
      if (requestQueue[j] != 0 && isBefore(requestQueue[j], j, requestQueue[self], self)) {
        return false;
      }
    }
    return true;
  }

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
