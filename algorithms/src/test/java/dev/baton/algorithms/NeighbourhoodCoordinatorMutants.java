package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;
import static java.lang.Math.max;

import dev.baton.algorithms.NeighbourhoodCoordinator.Grant;
import dev.baton.algorithms.NeighbourhoodCoordinator.Leaving;
import dev.baton.algorithms.NeighbourhoodCoordinator.Msg;
import dev.baton.algorithms.NeighbourhoodCoordinator.Release;
import dev.baton.algorithms.NeighbourhoodCoordinator.Request;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.List;

/** Known-wrong variants of {@link NeighbourhoodCoordinator}. */
final class NeighbourhoodCoordinatorMutants extends Node<NeighbourhoodCoordinator.Msg> {

  /** What is wrong. */
  enum Wrong {
    /** A request has the same number in the next neighbourhood. */
    SAME_NUMBER_AFTER_JOIN,
    /** Who gets a grant may go on to believe in an earlier coordinator. */
    DOES_NOT_LEARN_FROM_GRANTS,
    /** What the last coordinator had not heard is not told to the next one. */
    DOES_NOT_TELL_AGAIN,
    /** A request that comes before a node takes office is dropped. */
    FORGETS_WHAT_COMES_EARLY,
    /** A coordinator that leaves does not say who has permits. */
    LEAVES_NOTHING_BEHIND,
    /** A new request leaves the permit of the one before as it is. */
    KEEPS_THE_OLD_PLACE,
    /** Who has left loses what it got since it came back. */
    DROPS_LATER_STAYS,
    /** One that left before the new coordinator came keeps its permit. */
    BELIEVES_IN_LEAVERS,
    /** The queue is a stack. */
    TAKES_LAST
  }

  static final List<Mutant> ALL =
      List.of(
          mutant(
              Wrong.SAME_NUMBER_AFTER_JOIN,
              setup(3, 1, 0),
              1,
              1,
              1,
              9,
              SAFETY,
              DEADLOCK,
              STARVATION),
          mutant(
              Wrong.DOES_NOT_LEARN_FROM_GRANTS, setup(3, 1, 0), 0, 1, 1, 9, DEADLOCK, STARVATION),
          mutant(Wrong.DOES_NOT_TELL_AGAIN, setup(3, 1, 0), 0, 1, 1, 9, DEADLOCK, STARVATION),
          mutant(Wrong.FORGETS_WHAT_COMES_EARLY, setup(3, 1, 0), 0, 1, 1, 9, DEADLOCK, STARVATION),
          mutant(Wrong.LEAVES_NOTHING_BEHIND, setup(3, 1, 0), 0, 1, 1, 9, SAFETY),
          mutant(Wrong.KEEPS_THE_OLD_PLACE, setup(3, 1, 0), 0, 1, 2, 9, DEADLOCK, STARVATION),
          mutant(Wrong.DROPS_LATER_STAYS, setup(3, 1, 0), 1, 2, 1, 9, SAFETY, DEADLOCK, STARVATION),
          mutant(Wrong.BELIEVES_IN_LEAVERS, setup(3, 1, 1), 1, 2, 1, 9, DEADLOCK, STARVATION),
          mutant(Wrong.TAKES_LAST, setup(4, 1, 0), 0, 0, 2, 2, BYPASS));

  private static Setup setup(int n, int k, int outside) {
    return new Setup(n, 0, k, Graph.complete(n)).roaming(1, outside);
  }

  private static Mutant mutant(
      Wrong wrong,
      Setup setup,
      int joins,
      int leaves,
      int requests,
      int bypassBound,
      Property... caughtBy) {
    return new Mutant(
        "neighbourhood-coordinator/" + wrong.name().toLowerCase().replace('_', '-'),
        s -> nodes(s, wrong),
        setup,
        requests,
        joins,
        leaves,
        true,
        bypassBound,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new NeighbourhoodCoordinatorMutants(i, setup, wrong);
    }
    return nodes;
  }

  private final Wrong wrong;

  private enum Phase {
    IDLE,
    WAITING,
    INSIDE
  }

  private final int k;
  private Phase phase = Phase.IDLE;

  private int number;

  private final int[] elders;

  private final int[] gone;

  private Leaving register;

  private final int[] asked;
  private final int[] askedSince;
  private final int[] released;

  private NeighbourhoodCoordinatorMutants(int self, Setup setup, Wrong wrong) {
    super(self, setup.n());
    this.wrong = wrong;
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
    return register != null && elders[self] > 0 && register.arrival() == elders[self];
  }

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
        } else if (wrong != Wrong.FORGETS_WHAT_COMES_EARLY) {
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
        if (phase == Phase.WAITING && request == number) {
          if (wrong != Wrong.DOES_NOT_LEARN_FROM_GRANTS) {
            forgetEldersOf(from);
          }
          phase = Phase.INSIDE;
          enter(permit);
        }
      }
      case Leaving leaving -> onLeaving(from, leaving);
    }
  }

  private void forgetEldersOf(int granter) {
    for (int j = 0; j < n; j++) {
      elders[j] = elders[j] < elders[granter] ? 0 : elders[j];
    }
  }

  private void enqueue(int j, int since, int request) {
    if (max(register.allocated().last(j), register.queue().last(j)) < request) {
      Tickets before = wrong == Wrong.TAKES_LAST ? Tickets.EMPTY : register.queue();
      Tickets queue = before.with(j, since, request);
      for (int i = 0; i < register.queue().size() && wrong == Wrong.TAKES_LAST; i++) {
        Tickets old = register.queue();
        queue = queue.with(old.id(i), old.arrival(i), old.number(i));
      }
      register =
          new Leaving(
              register.arrival(),
              wrong == Wrong.KEEPS_THE_OLD_PLACE
                  ? register.allocated()
                  : register.allocated().freeOf(j),
              queue);
    }
  }

  private void release(int j, int request) {
    int place = register.allocated().indexOf(j);
    if (place != NONE && register.allocated().number(place) <= request) {
      Tickets allocated = register.allocated().free(place);
      register = new Leaving(register.arrival(), allocated, register.queue());
      serve();
    }
  }

  private void serve() {
    Tickets allocated = register.allocated();
    Tickets queue = register.queue();
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
    register = new Leaving(register.arrival(), allocated, queue);
  }

  @Override
  public void onStart() {
    takeOffice();
  }

  private void takeOffice() {
    if (coordinator() != self) {
      return;
    }
    Tickets allocated = register == null ? Tickets.allFree(k) : register.allocated();
    Tickets queue = register == null ? Tickets.EMPTY : register.queue();
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
              : tickets.arrival(i)
                  > max(wrong == Wrong.BELIEVES_IN_LEAVERS ? 0 : elders[self], gone[j]);
      if (!isHere || tickets.number(i) <= released[j]) {
        valid = keepsPlaces ? valid.free(i) : valid.without(i);
      }
    }
    return valid;
  }

  private void onLeaving(int j, Leaving leaving) {
    gone[j] = leaving.arrival();
    asked[j] = 0;
    askedSince[j] = 0;
    released[j] = 0;
    if (isInOffice()) {
      if (wrong == Wrong.DROPS_LATER_STAYS) {
        Tickets allocated = register.allocated().freeOf(j);
        register = new Leaving(register.arrival(), allocated, register.queue().withoutOf(j));
      }
      dropInvalid(register.allocated(), register.queue());
      serve();
      return;
    }
    boolean wasInOffice = leaving.allocated().size() > 0;
    if (wasInOffice && (register == null || register.arrival() < leaving.arrival())) {
      register = leaving;
    }
    int before = coordinator();
    elders[j] = elders[j] == leaving.arrival() ? 0 : elders[j];
    if (coordinator() == self) {
      takeOffice();
    } else if (coordinator() != before && wrong != Wrong.DOES_NOT_TELL_AGAIN) {
      tellAgain();
    }
  }

  private void tellAgain() {
    boolean isInside = register != null && register.allocated().lists(self, elders[self]);
    boolean isQueued = register != null && register.queue().lists(self, elders[self]);
    if (phase == Phase.WAITING && !isQueued) {
      request();
    } else if (phase == Phase.IDLE && isInside) {
      send(coordinator(), new Release(number));
    }
  }

  @Override
  public void onLeave() {
    broadcast(
        isInOffice() && wrong != Wrong.LEAVES_NOTHING_BEHIND
            ? new Leaving(register.arrival(), register.allocated().freeOf(self), register.queue())
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
    number += phase == Phase.WAITING && wrong != Wrong.SAME_NUMBER_AFTER_JOIN ? 1 : 0;
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
    return isInOffice() ? register.allocated().placesOf(NONE) : Ints.EMPTY;
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
