package dev.baton.checker;

import dev.baton.core.Algorithm;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.NodeSet;
import dev.baton.core.Setup;
import dev.baton.core.State;

/** A small algorithm to check the checker with: node 0 lets in, itself too, in several ways. */
final class Coordinator extends Node<Coordinator.Msg> {

  /** What is wrong with it, if anything. */
  enum Way {
    /** In the order of asking. */
    RIGHT,
    /** The last who asked first: fair to nobody, but safe and without deadlock. */
    LAST_FIRST,
    /** Lets in whoever asks. */
    EVERYBODY,
    /** Forgets those who ask while somebody is inside. */
    FORGETS,
    /** Lets in the next one only when another one asks. */
    LAZY,
    /** Answers BUSY while somebody is inside, and who is told so asks again. */
    BUSY,
    /** Answers BUSY for ever to node 1. */
    ALWAYS_BUSY,
    /** Throws when node 2 asks. */
    THROWS,
    /** Lets in one at a time, however many permits there are. */
    STINGY,
    /** Waits for a timer before it lets in. */
    SLOW,
    /** Lets in the lowest number that waits, and counts its grants with a clock. */
    LOWEST_FIRST,
    /** Answers a node that does not exist. */
    ASTRAY,
    /** Forgets the seventh that it lets in, by a count that it does not show. */
    COUNTS_IN_SECRET
  }

  sealed interface Msg extends Message {}

  record Ask() implements Msg {
    @Override
    public void show(State s) {
      s.type("ASK");
    }
  }

  /** With the time of the grant, where there is a clock. */
  record Grant(int time) implements Msg {
    @Override
    public void show(State s) {
      s.type("GRANT");
      if (time != 0) {
        s.clock("t", time);
      }
    }
  }

  record Busy() implements Msg {
    @Override
    public void show(State s) {
      s.type("BUSY");
    }
  }

  record Done() implements Msg {
    @Override
    public void show(State s) {
      s.type("DONE");
    }
  }

  private final Way way;
  private final int permits;
  private final Fifo queue = new Fifo();
  private int inside;
  private int clock = 1;

  /** Not shown. */
  private int grants;

  private Coordinator(int self, Setup setup, Way way) {
    super(self, setup.n());
    this.way = way;
    permits = way == Way.STINGY ? 1 : setup.permits();
  }

  static Algorithm algorithm(Way way) {
    return new Algorithm() {
      @Override
      public String id() {
        return "coordinator";
      }

      @Override
      public Node<?>[] nodes(Setup setup) {
        Node<?>[] nodes = new Node<?>[setup.n()];
        for (int i = 0; i < nodes.length; i++) {
          nodes[i] = new Coordinator(i, setup, way);
        }
        return nodes;
      }
    };
  }

  static Check check(Way way, int n, int requests) {
    return Check.of(algorithm(way), Setup.of(Graph.complete(n))).withRequests(requests);
  }

  @Override
  public void onRequest() {
    send(0, new Ask());
  }

  @Override
  public void onRelease() {
    send(0, new Done());
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Ask() -> onAsk(from);
      case Grant(int time) -> enter();
      case Busy() -> send(0, new Ask());
      case Done() -> {
        inside--;
        if (way != Way.LAZY) {
          grant();
        }
      }
    }
  }

  private void onAsk(int from) {
    boolean isFull = inside == permits;
    switch (way) {
      case RIGHT, STINGY, COUNTS_IN_SECRET -> {
        queue.enqueue(from);
        grant();
      }
      case LAST_FIRST -> {
        Fifo waiting = new Fifo(queue.toInts());
        queue.clear();
        queue.enqueue(from);
        while (!waiting.isEmpty()) {
          queue.enqueue(waiting.dequeue());
        }
        grant();
      }
      case EVERYBODY -> send(from, new Grant(0));
      case ASTRAY -> send(n, new Grant(0));
      case FORGETS -> {
        if (!isFull) {
          queue.enqueue(from);
          grant();
        }
      }
      case LAZY -> {
        queue.enqueue(from);
        grant();
      }
      case BUSY, ALWAYS_BUSY -> {
        if (isFull || way == Way.ALWAYS_BUSY && from == 1) {
          send(from, new Busy());
        } else {
          queue.enqueue(from);
          grant();
        }
      }
      case THROWS -> {
        if (from == 2) {
          throw new IllegalStateException("node 2 asked");
        }
        queue.enqueue(from);
        grant();
      }
      case LOWEST_FIRST -> {
        NodeSet waiting = new NodeSet(n);
        waiting.add(from);
        while (!queue.isEmpty()) {
          waiting.add(queue.dequeue());
        }
        for (int j = waiting.next(0); j != NONE; j = waiting.next(j + 1)) {
          queue.enqueue(j);
        }
        grant();
      }
      case SLOW -> {
        queue.enqueue(from);
        setTimer(3, 1);
      }
    }
  }

  @Override
  public void onTimer(int timer) {
    grant();
  }

  private void grant() {
    while (inside < permits && !queue.isEmpty()) {
      inside++;
      clock++;
      int next = queue.dequeue();
      grants++;
      if (way != Way.COUNTS_IN_SECRET || grants != 7) {
        send(next, new Grant(way == Way.LOWEST_FIRST ? clock : 0));
      }
    }
  }

  @Override
  public int idlePermits() {
    return self == 0 && way == Way.STINGY ? 2 - inside : 0;
  }

  @Override
  public void state(State s) {
    s.nodes("queue", queue);
    inside = s.counter("inside", inside);
    if (way == Way.LOWEST_FIRST && self == 0) {
      clock = s.clock("clock", clock);
    }
  }
}
