package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.checker.Property;
import dev.baton.core.Fifo;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Known-wrong variants of {@link Raysuz}, among them the listings of the paper. */
final class RaysuzMutants extends Node<Raysuz.Msg> {

  /** What is wrong. */
  enum Mutation {
    /** SuzQ gives its last element. */
    TAKES_LAST,
    /** A request that was served is served again. */
    SERVES_OUTDATED,
    /** A request that the leader hears after the token has gone is only noted. */
    FORGETS_LATE_REQUEST,
    /** Asked stays set when the token comes. */
    NEVER_ASKS_AGAIN,
    /** When the token comes in, nobody steals it for those who still wait outside. */
    STEALS_FOR_THE_FIRST_ONLY,
    /** A leader queues itself once for each member that asks. */
    QUEUES_ITSELF_TWICE,
    /** A leader gives the token away while its own application is inside. */
    STEALS_FROM_ITSELF_INSIDE,
    /** A leader that gives the token away does not ask for it on behalf of its members. */
    DOES_NOT_CALL_BACK,
    /** A leader takes the token that it keeps for the one in its cluster. */
    USES_KEPT_TOKEN
  }

  /** Above anything that right variants of these systems do. */
  private static final int BYPASS_BOUND = 9;

  static final List<Mutant> ALL =
      List.of(
          mutant(Mutation.TAKES_LAST, Graph.star(3), 2, 3, 2, BYPASS),
          mutant(Mutation.SERVES_OUTDATED, Graph.star(3), 2, 2, 2, SAFETY, DEADLOCK, STARVATION),
          mutant(Mutation.FORGETS_LATE_REQUEST, Graph.line(3), 2, 1, 2, DEADLOCK, STARVATION),
          mutant(Mutation.NEVER_ASKS_AGAIN, Graph.line(3), 2, 2, 2, DEADLOCK, STARVATION),
          mutant(Mutation.STEALS_FOR_THE_FIRST_ONLY, Graph.line(4), 1, 1, 9, DEADLOCK, STARVATION),
          mutant(
              Mutation.QUEUES_ITSELF_TWICE,
              Graph.line(3),
              2,
              1,
              2,
              SAFETY,
              DEADLOCK,
              STARVATION,
              BYPASS),
          mutant(
              Mutation.STEALS_FROM_ITSELF_INSIDE,
              Graph.line(3),
              2,
              1,
              2,
              SAFETY,
              DEADLOCK,
              STARVATION,
              BYPASS),
          mutant(Mutation.DOES_NOT_CALL_BACK, Graph.line(3), 2, 1, 2, DEADLOCK, STARVATION),
          mutant(Mutation.USES_KEPT_TOKEN, Graph.line(3), 2, 1, 2, SAFETY, STARVATION),
          listing(
              RaysuzListing.Repair.STEPS_4_AND_5_EXCHANGED,
              Graph.line(2),
              0,
              2,
              1,
              SAFETY,
              DEADLOCK,
              STARVATION,
              BYPASS),
          listing(
              RaysuzListing.Repair.STEP_6_GOES_ON, Graph.line(3), 0, 2, 1, DEADLOCK, STARVATION),
          listing(
              RaysuzListing.Repair.TYPE_TELLS,
              Graph.line(3),
              0,
              2,
              1,
              SAFETY,
              DEADLOCK,
              STARVATION,
              BYPASS),
          listing(
              RaysuzListing.Repair.STEP_7_KEEPS_TOKEN,
              Graph.line(2),
              0,
              2,
              1,
              SAFETY,
              DEADLOCK,
              STARVATION,
              BYPASS),
          listing(
              RaysuzListing.Repair.LEADER_HAS_ITS_OWN_ELEMENT,
              Graph.line(3),
              0,
              2,
              1,
              DEADLOCK,
              STARVATION),
          listing(
              RaysuzListing.Repair.DIR_STAYS_ON_TREE, Graph.line(4), 1, 3, 1, DEADLOCK, STARVATION),
          listing(
              RaysuzListing.Repair.ASKS_AFTER_FORWARDING,
              Graph.line(5),
              0,
              2,
              1,
              SAFETY,
              DEADLOCK,
              STARVATION,
              BYPASS),
          listing(
              RaysuzListing.Repair.STEP_5_QUEUES_LEADER,
              Graph.line(5),
              0,
              2,
              1,
              DEADLOCK,
              STARVATION),
          listing(
              RaysuzListing.Repair.STEP_3_UPDATES_FIRST,
              Graph.line(3),
              2,
              2,
              1,
              DEADLOCK,
              STARVATION),
          listing(
              RaysuzListing.Repair.STEP_3_QUEUES_FOR_CLUSTER,
              Graph.line(5),
              2,
              2,
              1,
              SAFETY,
              DEADLOCK,
              STARVATION,
              BYPASS),
          listing(
              RaysuzListing.Repair.LAST_IS_A_NUMBER, Graph.line(3), 0, 2, 2, DEADLOCK, STARVATION),
          listing(
              RaysuzListing.Repair.STEP_6_SEES_OUTDATED,
              Graph.star(3),
              0,
              2,
              2,
              SAFETY,
              DEADLOCK,
              STARVATION));

  private static final Raysuz.ExReq EXREQ = new Raysuz.PlainExReq();
  private static final Raysuz.ExTok EXTOK = new Raysuz.PlainExTok();

  private final Mutation mutation;
  private final int leader;
  private final int[] members;

  private int dir;
  private boolean asked;
  private final Fifo raymQ = new Fifo();
  private final int[] request;
  private Raysuz.InTok token;
  private boolean executing;

  private RaysuzMutants(int self, Setup setup, Dsta.Clusters clusters, Mutation mutation) {
    super(self, setup.n());
    this.mutation = mutation;
    leader = clusters.leader()[self];
    members = clusters.members()[self];
    request = new int[members.length + 1];
    boolean isInside = leader == clusters.leader()[setup.holder()];
    dir = clusters.dir()[self];
    if (self == (isInside ? setup.holder() : leader)) {
      token = new Raysuz.InTok(Ints.zeros(request.length), Ints.EMPTY);
    }
  }

  private static Mutant mutant(
      Mutation mutation,
      Graph graph,
      int depth,
      int requests,
      int bypassBound,
      Property... caughtBy) {
    return new Mutant(
        "raysuz/" + mutation.name().toLowerCase().replace('_', '-'),
        setup -> nodes(setup, mutation),
        new Setup(graph.size(), 0, 1, graph, depth),
        requests,
        true,
        bypassBound,
        List.of(caughtBy));
  }

  /** The listings as printed in this place, and repaired in all others. */
  private static Mutant listing(
      RaysuzListing.Repair missing,
      Graph graph,
      int holder,
      int depth,
      int requests,
      Property... caughtBy) {
    Set<RaysuzListing.Repair> repairs = EnumSet.complementOf(EnumSet.of(missing));
    return new Mutant(
        "raysuz/listing-without-" + missing.name().toLowerCase().replace('_', '-'),
        RaysuzListing.with(repairs),
        new Setup(graph.size(), holder, 1, graph, depth),
        requests,
        true,
        BYPASS_BOUND,
        List.of(caughtBy));
  }

  static Node<?>[] nodes(Setup setup, Mutation mutation) {
    Dsta.Clusters clusters = Dsta.divide(setup);
    Node<?>[] nodes = new Node<?>[setup.n()];
    Arrays.setAll(nodes, i -> new RaysuzMutants(i, setup, clusters, mutation));
    return nodes;
  }

  @Override
  public void onRequest() {
    if (token != null && isTokInside()) {
      enterCs();
      return;
    }
    request[place(self)]++;
    if (token == null) {
      tellMembers(new Raysuz.InReq(self, request[place(self)]));
    } else {
      needToken();
    }
  }

  @Override
  public void onRelease() {
    executing = false;
    passOn(self);
  }

  @Override
  public void onMessage(int from, Raysuz.Msg message) {
    switch (message) {
      case Raysuz.InReq(int j, int sn) -> onInReq(j, sn);
      case Raysuz.InTok arrived -> onInTok(arrived);
      case Raysuz.ExReq exReq -> onExReq(from);
      case Raysuz.ExTok exTok -> onExTok();
    }
  }

  private void onInReq(int j, int sn) {
    int place = place(j);
    request[place] = Math.max(request[place], sn);
    boolean isOutstanding =
        mutation == Mutation.SERVES_OUTDATED || token != null && isOutstanding(place, token.last());
    if (token == null || executing || !isOutstanding) {
      return;
    }
    if (isTokInside()) {
      send(hostOf(j), new Raysuz.InTok(token.last(), Ints.of(j)));
      token = null;
    } else if (mutation != Mutation.FORGETS_LATE_REQUEST) {
      needToken();
    }
  }

  private void onInTok(Raysuz.InTok arrived) {
    assert token == null : "two tokens in a cluster";
    Fifo suzQ = new Fifo(arrived.suzQ());
    int j = suzQ.dequeue();
    token = new Raysuz.InTok(arrived.last(), suzQ.toInts());
    if (j == Raysuz.OUTSIDE) {
      sendOut();
    } else {
      enterCs();
    }
  }

  private void onExReq(int from) {
    raymQ.enqueue(from);
    if (dir != self) {
      makeRequest();
    } else if (raymQ.size() == 1) {
      steal();
    }
  }

  private void onExTok() {
    dir = raymQ.dequeue();
    asked &= mutation == Mutation.NEVER_ASKS_AGAIN;
    if (dir != self) {
      send(dir, EXTOK);
      makeRequest();
      return;
    }
    passOn(Raysuz.OUTSIDE);
    if (!raymQ.isEmpty() && mutation != Mutation.STEALS_FOR_THE_FIRST_ONLY) {
      steal();
    }
  }

  private void needToken() {
    if (!raymQ.contains(self) || mutation == Mutation.QUEUES_ITSELF_TWICE) {
      raymQ.enqueue(self);
    }
    makeRequest();
  }

  private void makeRequest() {
    if (!raymQ.isEmpty() && !asked) {
      send(dir, EXREQ);
      asked = true;
    }
  }

  private void steal() {
    int place = place(Raysuz.OUTSIDE);
    request[place]++;
    if (token == null) {
      tellMembers(new Raysuz.InReq(Raysuz.OUTSIDE, request[place]));
    } else if (!executing || mutation == Mutation.STEALS_FROM_ITSELF_INSIDE) {
      sendOut();
    }
  }

  private void sendOut() {
    token = update(Raysuz.OUTSIDE);
    dir = raymQ.dequeue();
    send(dir, EXTOK);
    if (!token.suzQ().isEmpty() && mutation != Mutation.DOES_NOT_CALL_BACK) {
      raymQ.enqueue(self);
    }
    makeRequest();
  }

  private void enterCs() {
    executing = true;
    enter();
  }

  private void passOn(int j) {
    token = update(j);
    if (token.suzQ().isEmpty()) {
      return;
    }
    int head = token.suzQ().get(0);
    Raysuz.InTok passed = token;
    token = null;
    if (hostOf(head) == self) {
      onInTok(passed);
    } else {
      send(hostOf(head), passed);
    }
  }

  private Raysuz.InTok update(int j) {
    int served = place(j);
    int[] last = token.last().toArray();
    last[served] = request[served];
    Ints lastArray = Ints.of(last);
    Fifo suzQ = new Fifo(token.suzQ());
    for (int i = 1; i < request.length; i++) {
      int place = (served + i) % request.length;
      int k = place == members.length ? Raysuz.OUTSIDE : members[place];
      if (isOutstanding(place, lastArray) && !suzQ.contains(k)) {
        suzQ.enqueue(k);
      }
    }
    if (mutation == Mutation.TAKES_LAST && !suzQ.isEmpty()) {
      for (int i = 1; i < suzQ.size(); i++) {
        suzQ.enqueue(suzQ.dequeue());
      }
    }
    return new Raysuz.InTok(lastArray, suzQ.toInts());
  }

  private boolean isOutstanding(int place, Ints last) {
    return request[place] == last.get(place) + 1;
  }

  private void tellMembers(Raysuz.InReq message) {
    for (int j : members) {
      if (j != self) {
        send(j, message);
      }
    }
  }

  private int hostOf(int j) {
    return j == Raysuz.OUTSIDE ? leader : j;
  }

  private boolean isTokInside() {
    return self != leader || dir == self || mutation == Mutation.USES_KEPT_TOKEN;
  }

  private int place(int j) {
    return j == Raysuz.OUTSIDE ? members.length : Arrays.binarySearch(members, j);
  }

  @Override
  public int idlePermits() {
    return token != null && isTokInside() && !executing ? 1 : 0;
  }

  @Override
  public void state(State s) {
    dir = s.node("Dir", dir);
    asked = s.flag("Asked", asked);
    s.nodes("RaymQ", raymQ);
    s.counters("request", request);
    token = s.message("InTok", token);
    executing = s.flag("executing", executing);
  }
}
