package dev.baton.simulator;

import dev.baton.core.Algorithm;
import dev.baton.core.Fifo;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * Nodes that roam, with a registry per neighbourhood that all of them can read and write at once:
 * it lists the free permits and who waits. Only a grant takes a message. No algorithm, but right.
 */
final class Registry extends Node<Registry.Grant> {

  /** What may be wrong with it. */
  enum Flaw {
    NONE,
    /** A waiting node that arrives enters without asking. */
    WALKS_IN,
    /** A node that leaves while it is inside does not pass its permit on. */
    KEEPS_THE_PERMIT,
    /** A waiting node that arrives does not request there. */
    DOES_NOT_ASK_AGAIN,
    /** A waiting node enters when it leaves. */
    ENTERS_WHEN_LEAVING,
    /** Everybody enters with permit 1. */
    SHARES_A_PERMIT,
    /** A node that leaves without a permit stays in the queue. */
    STAYS_IN_THE_QUEUE
  }

  record Grant(int permit) implements Message {
    @Override
    public void show(State s) {
      s.type("GRANT");
      s.counter("permit", permit);
    }
  }

  private static final int NO_PERMIT = -1;

  static final Algorithm ALGORITHM = with(Flaw.NONE);

  static Algorithm with(Flaw flaw) {
    return new Algorithm() {
      @Override
      public String id() {
        return "registry";
      }

      @Override
      public Node<?>[] nodes(Setup setup) {
        int neighbourhoods = Math.max(1, setup.neighbourhoods());
        Fifo[] free = new Fifo[neighbourhoods];
        Fifo[] queue = new Fifo[neighbourhoods];
        for (int b = 0; b < neighbourhoods; b++) {
          free[b] = new Fifo();
          queue[b] = new Fifo();
          for (int p = 0; p < setup.permits(); p++) {
            free[b].enqueue(p);
          }
        }
        int[] permits = new int[setup.n()];
        Node<?>[] nodes = new Node<?>[setup.n()];
        for (int i = 0; i < nodes.length; i++) {
          permits[i] = NO_PERMIT;
          nodes[i] = new Registry(i, setup, flaw, free, queue, permits);
        }
        return nodes;
      }
    };
  }

  private final Flaw flaw;

  /** By neighbourhood, shared by all. */
  private final Fifo[] free;

  private final Fifo[] queue;

  /** By node, shared by all: the permit that it holds, or that is under way to it. */
  private final int[] permits;

  private int here;
  private boolean wants;
  private boolean isInside;

  private Registry(int self, Setup setup, Flaw flaw, Fifo[] free, Fifo[] queue, int[] permits) {
    super(self, setup.n());
    this.flaw = flaw;
    this.free = free;
    this.queue = queue;
    this.permits = permits;
    here = setup.home(self);
  }

  @Override
  public void onRequest() {
    wants = true;
    ask();
  }

  private void ask() {
    if (free[here].isEmpty()) {
      queue[here].enqueue(self);
    } else {
      permits[self] = free[here].dequeue();
      goIn();
    }
  }

  private void goIn() {
    isInside = true;
    enter(flaw == Flaw.SHARES_A_PERMIT ? 1 : permits[self]);
  }

  @Override
  public void onRelease() {
    wants = false;
    handOn();
  }

  private void handOn() {
    isInside = false;
    int permit = permits[self];
    permits[self] = NO_PERMIT;
    if (queue[here].isEmpty()) {
      free[here].enqueue(permit);
    } else {
      int next = queue[here].dequeue();
      permits[next] = permit;
      send(next, new Grant(permit));
    }
  }

  @Override
  public void onMessage(int from, Grant grant) {
    goIn();
  }

  @Override
  public void onLeave() {
    if (flaw == Flaw.ENTERS_WHEN_LEAVING && wants) {
      enter(0);
    } else if (permits[self] == NO_PERMIT) {
      leaveTheQueue();
    } else if (flaw == Flaw.KEEPS_THE_PERMIT && isInside) {
      permits[self] = NO_PERMIT;
      isInside = false;
    } else {
      handOn();
    }
  }

  private void leaveTheQueue() {
    Fifo mine = queue[here];
    for (int rest = mine.size(); rest > 0 && flaw != Flaw.STAYS_IN_THE_QUEUE; rest--) {
      int node = mine.dequeue();
      if (node != self) {
        mine.enqueue(node);
      }
    }
  }

  @Override
  public void onJoin(int neighbourhood, int arrival, int[] present) {
    here = neighbourhood;
    if (flaw == Flaw.WALKS_IN && wants) {
      enter(0);
    } else if (wants && flaw != Flaw.DOES_NOT_ASK_AGAIN) {
      ask();
    }
  }

  @Override
  public void state(State s) {
    wants = s.flag("wants", wants);
    isInside = s.flag("inside", isInside);
  }
}
