package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * A coordinator that is not a client itself lets its clients in, one after the other.
 *
 * <ul>
 *   <li>Paper: none; textbooks describe it, and compare the others with it.
 *   <li>Network: every client and the coordinator; messages may overtake each other.
 *   <li>Messages per entry: 3.
 *   <li>Departures: none.
 *   <li>Page: docs/algorithms/centralized.md.
 * </ul>
 */
public final class Centralized extends Node<Centralized.Msg> {

  public sealed interface Msg extends Message {}

  public record Request() implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
    }
  }

  public record Grant() implements Msg {
    @Override
    public void show(State s) {
      s.type("GRANT");
    }
  }

  public record Release() implements Msg {
    @Override
    public void show(State s) {
      s.type("RELEASE");
    }
  }

  private static final Request REQUEST = new Request();
  private static final Grant GRANT = new Grant();
  private static final Release RELEASE = new Release();

  /** The last node. */
  private final int coordinator;

  // What the coordinator knows; a client knows nothing.

  /** Whether somebody has the grant. */
  private boolean busy;

  /** Those who wait for it. */
  private final Fifo queue = new Fifo();

  private Centralized(int self, int n) {
    super(self, n);
    coordinator = n - 1;
  }

  /** The clients, and the coordinator after them. */
  static Node<?>[] nodes(Setup setup) {
    Node<?>[] nodes = new Node<?>[setup.n() + 1];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Centralized(i, nodes.length);
    }
    return nodes;
  }

  @Override
  public void onRequest() {
    send(coordinator, REQUEST);
  }

  @Override
  public void onRelease() {
    send(coordinator, RELEASE);
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request() -> {
        queue.enqueue(from);
        grantIfFree();
      }
      case Release() -> {
        busy = false;
        grantIfFree();
      }
      case Grant() -> enter();
    }
  }

  private void grantIfFree() {
    if (!busy && !queue.isEmpty()) {
      busy = true;
      send(queue.dequeue(), GRANT);
    }
  }

  @Override
  public void state(State s) {
    busy = s.flag("busy", busy);
    s.nodes("queue", queue);
  }
}
