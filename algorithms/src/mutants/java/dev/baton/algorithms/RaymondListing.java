package dev.baton.algorithms;

import dev.baton.core.Fifo;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Set;
import java.util.function.Function;

/**
 * Raymond's algorithm as lecture notes list it, line by line. Repairs can be added one at a time,
 * so that each defect can be seen on its own.
 *
 * <p>Where the text is silent: "a request has not been sent to HOLDER" is about the present HOLDER,
 * so that it is forgotten when HOLDER changes. A message goes to HOLDER even if that is the node
 * itself. "Exits the CS" is something that happens, not a condition that lasts.
 */
final class RaymondListing extends Node<Raymond.Msg> {

  /** What the text lacks. */
  enum Repair {
    /** A holder that is outside enters when it wants to. */
    HOLDER_ENTERS,
    /** A holder that is outside passes the token when it is asked. */
    IDLE_HOLDER_PASSES,
    /** A node that is not the holder asks on behalf of those who ask it. */
    FORWARDS
  }

  private static final Raymond.Request REQUEST = new Raymond.Request();
  private static final Raymond.Privilege TOKEN = new Raymond.Privilege();

  private final Set<Repair> repairs;

  private int holder;
  private boolean inCs;

  /** A request has been sent to HOLDER. */
  private boolean sent;

  private final Fifo requestQ = new Fifo();

  private RaymondListing(int self, int n, int holder, Set<Repair> repairs) {
    super(self, n);
    this.holder = holder;
    this.repairs = repairs;
  }

  static Function<Setup, Node<?>[]> with(Set<Repair> repairs) {
    return setup -> {
      int[] holder = setup.structure().towards(setup.holder());
      Node<?>[] nodes = new Node<?>[setup.n()];
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] = new RaymondListing(i, setup.n(), holder[i], repairs);
      }
      return nodes;
    };
  }

  /** "To enter the CS". */
  @Override
  public void onRequest() {
    if (repairs.contains(Repair.HOLDER_ENTERS) && holder == self) {
      enterCs();
      return;
    }
    // "Enqueue self."
    requestQ.enqueue(self);
    // "If a request has not been sent to HOLDER, send a request."
    request();
  }

  @Override
  public void onMessage(int from, Raymond.Msg message) {
    switch (message) {
      case Raymond.Request() -> onRequestFrom(from);
      case Raymond.Privilege() -> onToken();
    }
  }

  /** "Upon receipt of a REQUEST message from neighbor x". */
  private void onRequestFrom(int x) {
    // "If x is not in the queue, enqueue x."
    if (!requestQ.contains(x)) {
      requestQ.enqueue(x);
    }
    if (holder == self) {
      // "If self is a HOLDER and still in the CS, do nothing further."
      // "If self is a HOLDER but exits the CS, then get the oldest requester (i.e., dequeue
      // REQUEST_Q), set it to be the new HOLDER, and send a token to the new HOLDER."
      // This happens on exiting, and is done there.
      if (repairs.contains(Repair.IDLE_HOLDER_PASSES) && !inCs) {
        setHolder(requestQ.dequeue());
        send(holder, TOKEN);
      }
    } else if (repairs.contains(Repair.FORWARDS)) {
      request();
    }
  }

  /** "Upon receipt of a token message". */
  private void onToken() {
    // "Dequeue REQUEST_Q and set the oldest requester to be HOLDER."
    setHolder(requestQ.dequeue());
    if (holder == self) {
      // "If HOLDER=self, then hold the token and enter the CS."
      enterCs();
    } else {
      // "If HOLDER= some other process, send a token to HOLDER. In addition, if the (remaining)
      // REQUEST_Q is non-empty, send REQUEST to HOLDER as well."
      send(holder, TOKEN);
      if (!requestQ.isEmpty()) {
        request();
      }
    }
  }

  /** "On exiting the CS". */
  @Override
  public void onRelease() {
    inCs = false;
    // "If REQUEST_Q is empty, continue to hold the token."
    // "If REQUEST_Q is non-empty, then"
    if (!requestQ.isEmpty()) {
      // "dequeue REQUEST_Q and set the oldest requester to HOLDER, and send a token to HOLDER."
      setHolder(requestQ.dequeue());
      send(holder, TOKEN);
      // "In addition, if the (remaining) REQUEST_Q is non-empty, send REQUEST to HOLDER as well."
      if (!requestQ.isEmpty()) {
        request();
      }
    }
  }

  private void setHolder(int x) {
    holder = x;
    sent = false;
  }

  private void request() {
    if (!sent) {
      send(holder, REQUEST);
      sent = true;
    }
  }

  private void enterCs() {
    inCs = true;
    enter();
  }

  @Override
  public int idlePermits() {
    return holder == self && !inCs ? 1 : 0;
  }

  @Override
  public void state(State s) {
    holder = s.node("HOLDER", holder);
    inCs = s.flag("in", inCs);
    sent = s.flag("sent", sent);
    s.nodes("REQUEST_Q", requestQ);
  }
}
