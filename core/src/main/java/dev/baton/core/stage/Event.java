package dev.baton.core.stage;

import dev.baton.core.Message;
import dev.baton.core.Text;

/** What can happen to one node, as a line of a trace says it. */
public sealed interface Event {

  /** The node whose handler runs. */
  int node();

  /** Changes who can hear whom. */
  sealed interface Change extends Event permits Join, Leave, LinkUp, LinkDown {}

  /** Something fails; no handler runs. */
  sealed interface Fault extends Event permits Miss, Duplicate, Crash {}

  /** The application of a node wants to enter. */
  record Request(int node) implements Event {
    @Override
    public String toString() {
      return node + " requests";
    }
  }

  /** The application of a node leaves. */
  record Exit(int node) implements Event {
    @Override
    public String toString() {
      return node + " exits";
    }
  }

  /** A message arrives. */
  record Deliver(int from, int node, Message message) implements Event {
    @Override
    public String toString() {
      return node + " receives " + Text.of(message) + " from " + from;
    }
  }

  /** A message that would arrive now is lost. */
  record Miss(int from, int node, Message message) implements Fault {
    @Override
    public String toString() {
      return node + " misses " + Text.of(message) + " from " + from;
    }
  }

  /** A message that is under way is under way once more. */
  record Duplicate(int from, int node, Message message) implements Fault {
    @Override
    public String toString() {
      return node + " gets a copy of " + Text.of(message) + " from " + from;
    }
  }

  /** A node stops for ever: it does and hears nothing any more. */
  record Crash(int node) implements Fault {
    @Override
    public String toString() {
      return node + " crashes";
    }
  }

  /** A node arrives in a neighbourhood. */
  record Join(int node, int neighbourhood) implements Change {
    @Override
    public String toString() {
      return node + " joins " + neighbourhood;
    }
  }

  /** A node leaves its neighbourhood. */
  record Leave(int node) implements Change {
    @Override
    public String toString() {
      return node + " leaves";
    }
  }

  /** A node is told that it has a link to a neighbour. */
  record LinkUp(int node, int neighbour) implements Change {
    @Override
    public String toString() {
      return node + " finds " + neighbour;
    }
  }

  /** A node is told that it no longer has a link to a neighbour. */
  record LinkDown(int node, int neighbour) implements Change {
    @Override
    public String toString() {
      return node + " loses " + neighbour;
    }
  }

  /** A timer runs out. */
  record Timer(int node, int timer) implements Event {
    @Override
    public String toString() {
      return node + " times out on " + timer;
    }
  }
}
