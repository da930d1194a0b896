package dev.baton.algorithms;

import static java.lang.Math.max;

import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * A coordinator per neighbourhood, for nodes that roam: whoever has been there longest gives out
 * the k permits, and stays in office until it leaves.
 *
 * <ul>
 *   <li>Paper: none; the centralized algorithm in every neighbourhood, to measure {@link Klme} by.
 *   <li>Network: every node of a neighbourhood reaches every other one, FIFO; nodes leave and join
 *       at any moment, and what is under way to a leaver is lost.
 *   <li>Messages per entry: 0 for the coordinator, 3 for others. A leaver tells the n − 1 others.
 *   <li>Departures: none to make. Permits are never granted twice because a coordinator that leaves
 *       tells all who are there what it knows, and who takes office later was there then.
 *   <li>Page: docs/algorithms/neighbourhood-coordinator.md.
 * </ul>
 */
public final class NeighbourhoodCoordinator extends Node<NeighbourhoodCoordinator.Msg> {

  public sealed interface Msg extends Message {}

  /** To the coordinator, from one that has been there since an arrival. */
  public record Request(int arrival, int number) implements Msg {
    @Override
    public void show(State s) {
      s.type("REQUEST");
      s.counter("arrival", arrival);
      s.counter("number", number);
    }
  }

  public record Grant(int number, int permit) implements Msg {
    @Override
    public void show(State s) {
      s.type("GRANT");
      s.counter("number", number);
      s.counter("permit", permit);
    }
  }

  public record Release(int number) implements Msg {
    @Override
    public void show(State s) {
      s.type("RELEASE");
      s.counter("number", number);
    }
  }

  /** To all, of one that leaves: who has the permits and who waits, no places if not in office. */
  public record Leaving(int arrival, Tickets allocated, Tickets queue) implements Msg {
    @Override
    public void show(State s) {
      s.type("LEAVING");
      s.counter("arrival", arrival);
      allocated.show("allocated", s);
      queue.show("queue", s);
    }
  }

  private enum Phase {
    IDLE,
    WAITING,
    INSIDE
  }

  private final int k;
  private Phase phase = Phase.IDLE;

  /** The number of the last request; who arrives waiting makes a new one. */
  private int number;

  /** By node: its arrival, if it came before this node and has not left; also the own one. */
  private final int[] elders;

  /** By node: its last arrival of which it is known that it has left since. */
  private final int[] gone;

  /** What the last coordinator left behind, or what this one does if in office; or null. */
  private Leaving register;

  // What came too early, before this node has taken office, by node.
  private final int[] asked;
  private final int[] askedSince;
  private final int[] released;

  public NeighbourhoodCoordinator(int self, Setup setup) {
    super(self, setup.n());
    k = setup.permits();
    elders = new int[n];
    gone = new int[n];
    asked = new int[n];
    askedSince = new int[n];
    released = new int[n];
    for (int j = 0; j < n; j++) {
      boolean isHere = setup.home(self) != NONE && setup.home(j) == setup.home(self);
      elders[j] = isHere && setup.arrival(j) <= setup.arrival(self) ? setup.arrival(j) : 0;
    }
  }

  static Node<?>[] nodes(Setup setup) {
    return setup.nodes(self -> new NeighbourhoodCoordinator(self, setup));
  }

  /** The eldest that has not left, as far as this node knows; nobody if it is outside. */
  private int coordinator() {
    int eldest = NONE;
    for (int j = 0; j < n; j++) {
      if (elders[j] > 0 && (eldest == NONE || elders[j] < elders[eldest])) {
        eldest = j;
      }
    }
    return eldest;
  }

  private boolean isInOffice() {
    return register != null && elders[self] > 0 && register.arrival == elders[self];
  }

  // Requests.

  @Override
  public void onRequest() {
    phase = Phase.WAITING;
    number++;
    request();
  }

  private void request() {
    if (isInOffice()) {
      enqueue(self, elders[self], number);
      serve();
    } else {
      send(coordinator(), new Request(elders[self], number));
    }
  }

  @Override
  public void onRelease() {
    phase = Phase.IDLE;
    if (isInOffice()) {
      release(self, number);
    } else {
      send(coordinator(), new Release(number));
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Request(int since, int request) -> {
        if (isInOffice()) {
          enqueue(from, since, request);
          serve();
        } else {
          asked[from] = request;
          askedSince[from] = since;
        }
      }
      case Release(int request) -> {
        if (isInOffice()) {
          release(from, request);
        } else {
          released[from] = request;
        }
      }
      case Grant(int request, int permit) -> {
        // One for an earlier stay is void: that this node left frees the place.
        if (phase == Phase.WAITING && request == number) {
          forgetEldersOf(from);
          phase = Phase.INSIDE;
          enter(permit);
        }
      }
      case Leaving leaving -> onLeaving(from, leaving);
    }
  }

  /** A node that grants is in office, so all that came before it have left. */
  private void forgetEldersOf(int granter) {
    for (int j = 0; j < n; j++) {
      elders[j] = elders[j] < elders[granter] ? 0 : elders[j];
    }
  }

  // In office.

  /** Notes a request that is not known yet; what the node had before must be over. */
  private void enqueue(int j, int since, int request) {
    if (max(register.allocated.last(j), register.queue.last(j)) < request) {
      Tickets queue = register.queue.with(j, since, request);
      register = new Leaving(register.arrival, register.allocated.freeOf(j), queue);
    }
  }

  private void release(int j, int request) {
    int place = register.allocated.indexOf(j);
    if (place != NONE && register.allocated.number(place) <= request) {
      Tickets allocated = register.allocated.free(place);
      register = new Leaving(register.arrival, allocated, register.queue);
      serve();
    }
  }

  /** Gives out what is free, in the order of the queue. */
  private void serve() {
    Tickets allocated = register.allocated;
    Tickets queue = register.queue;
    for (int free = allocated.indexOf(NONE); free != NONE && !queue.isEmpty(); ) {
      int j = queue.id(0);
      allocated = allocated.set(free, j, queue.arrival(0), queue.number(0));
      if (j == self) {
        phase = Phase.INSIDE;
        enter(free);
      } else {
        send(j, new Grant(queue.number(0), free));
      }
      queue = queue.without(0);
      free = allocated.indexOf(NONE);
    }
    register = new Leaving(register.arrival, allocated, queue);
  }

  // Who is in office.

  @Override
  public void onStart() {
    takeOffice();
  }

  /**
   * The eldest takes over what the last coordinator left. Whoever has a permit, or waits, came
   * after this node, so this node was there when the permit was granted, and has heard all that
   * happened to it since.
   */
  private void takeOffice() {
    if (coordinator() != self) {
      return;
    }
    Tickets allocated = register == null ? Tickets.allFree(k) : register.allocated;
    Tickets queue = register == null ? Tickets.EMPTY : register.queue;
    dropInvalid(allocated, queue);
    for (int j = 0; j < n; j++) {
      if (asked[j] > 0) {
        enqueue(j, askedSince[j], asked[j]);
      }
    }
    if (phase == Phase.WAITING) {
      enqueue(self, elders[self], number);
    }
    Arrays.fill(asked, 0);
    Arrays.fill(askedSince, 0);
    Arrays.fill(released, 0);
    serve();
  }

  private void dropInvalid(Tickets allocated, Tickets queue) {
    register = new Leaving(elders[self], stillValid(allocated, true), stillValid(queue, false));
  }

  /** Without those who have left, or have given back what they had. */
  private Tickets stillValid(Tickets tickets, boolean keepsPlaces) {
    Tickets valid = tickets;
    for (int i = tickets.size() - 1; i >= 0; i--) {
      int j = tickets.id(i);
      if (j == NONE) {
        continue;
      }
      boolean isHere =
          j == self
              ? tickets.arrival(i) == elders[self] && phase != Phase.IDLE
              : tickets.arrival(i) > max(elders[self], gone[j]);
      if (!isHere || tickets.number(i) <= released[j]) {
        valid = keepsPlaces ? valid.free(i) : valid.without(i);
      }
    }
    return valid;
  }

  private void onLeaving(int j, Leaving leaving) {
    gone[j] = leaving.arrival;
    asked[j] = 0;
    askedSince[j] = 0;
    released[j] = 0;
    if (isInOffice()) {
      dropInvalid(register.allocated, register.queue);
      serve();
      return;
    }
    boolean wasInOffice = leaving.allocated.size() > 0;
    if (wasInOffice && (register == null || register.arrival < leaving.arrival)) {
      register = leaving;
    }
    int before = coordinator();
    elders[j] = elders[j] == leaving.arrival ? 0 : elders[j];
    if (coordinator() == self) {
      takeOffice();
    } else if (coordinator() != before) {
      tellAgain();
    }
  }

  /** Tells the next coordinator what the last one had not heard. */
  private void tellAgain() {
    boolean isInside = register != null && register.allocated.lists(self, elders[self]);
    boolean isQueued = register != null && register.queue.lists(self, elders[self]);
    if (phase == Phase.WAITING && !isQueued) {
      request();
    } else if (phase == Phase.IDLE && isInside) {
      send(coordinator(), new Release(number));
    }
  }

  // Moves.

  @Override
  public void onLeave() {
    broadcast(
        isInOffice()
            ? new Leaving(register.arrival, register.allocated.freeOf(self), register.queue)
            : new Leaving(elders[self], Tickets.EMPTY, Tickets.EMPTY));
    phase = phase == Phase.INSIDE ? Phase.WAITING : phase;
    register = null;
    Arrays.fill(elders, 0);
    Arrays.fill(gone, 0);
    Arrays.fill(asked, 0);
    Arrays.fill(askedSince, 0);
    Arrays.fill(released, 0);
  }

  @Override
  public void onJoin(int neighbourhood, int arrival, int[] present) {
    System.arraycopy(present, 0, elders, 0, n);
    elders[self] = arrival;
    number += phase == Phase.WAITING ? 1 : 0;
    takeOffice();
    if (phase == Phase.WAITING && !isInOffice()) {
      request();
    }
  }

  @Override
  public int idlePermits() {
    return unusedPermits().size();
  }

  @Override
  public Ints unusedPermits() {
    return isInOffice() ? register.allocated.placesOf(NONE) : Ints.EMPTY;
  }

  @Override
  public void state(State s) {
    phase = s.choice("phase", phase, Phase.values());
    number = s.counter("number", number);
    s.counters("elders", elders);
    s.counters("gone", gone);
    s.counters("asked", asked);
    s.counters("askedSince", askedSince);
    s.counters("released", released);
    register = s.message("register", register);
  }
}
