package dev.baton.simulator;

import dev.baton.core.Hash;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;

/**
 * One trial of a scenario, event by event.
 *
 * <p>Same scenario and same trial, same events: on any machine, on any number of threads, and in
 * JavaScript. {@link #run} runs all of it; {@link #advance} runs it in parts, for callers that show
 * progress.
 */
public final class Simulation {

  /** How many times perpetual messages may pass every node before a node that waits enters. */
  private static final long PATIENCE = 10;

  /** How many events for each pair of nodes, in a row, may let nobody in. */
  private static final long EVENTS_PER_PAIR = 1000;

  private final Node<Message>[] nodes;
  private final Outbox<Message> outbox = new Outbox<>();
  private final Agenda agenda;
  private final Network network;
  private final Applications applications;
  private final Monitor monitor;
  private final Traffic traffic;
  private final Timers timers;

  private final Movement movement;

  /** Null if nothing fails. */
  private final Failures failures;

  /** Null if all rounds are run. */
  private final IdleRounds idleRounds;

  private final Listener listener;

  private long now;

  /** The node whose handler runs, or {@link Node#NONE} while none does. */
  private int acting = Node.NONE;

  private long events;
  private long hash;

  /** Events since the last entry while somebody waited and only perpetual messages moved. */
  private long idleEvents;

  /** Messages, timers and exits since the last entry or exit. */
  private long fruitless;

  /** More of them than this are looked at. */
  private final long mostFruitless;

  private Simulation(Scenario scenario, int trial, Listener listener) {
    this(scenario, trial, listener, Queues.fitting(scenario));
  }

  @SuppressWarnings("unchecked") // An algorithm's nodes understand one another's messages.
  Simulation(Scenario scenario, int trial, Listener listener, EventQueue queue) {
    long seed = RandomStream.start(RandomStream.key(scenario.seed(), "trial"), trial);
    nodes = (Node<Message>[]) scenario.algorithm().nodes(scenario.setup());
    agenda = new Agenda(queue);
    network =
        new Network(scenario.network(), scenario.delay(), scenario.fifo(), nodes.length, seed);
    applications = new Applications(scenario, seed, agenda);
    Members members =
        hasNeighbourhoods(scenario) ? new Members(scenario.setup(), nodes.length) : null;
    monitor =
        new Monitor(
            scenario.nodes(),
            scenario.setup().permits(),
            scenario.workload().isSteady(),
            members,
            scenario.entries() + scenario.nodes());
    traffic = new Traffic(scenario.nodes(), nodes.length);
    timers = new Timers(agenda);
    movement = movement(scenario, members, seed);
    failures =
        scenario.faults().isNone()
            ? null
            : new Failures(scenario, this, agenda, network, monitor, applications, timers, seed);
    long few = Math.min(nodes.length + 10, 1 << 20);
    mostFruitless = EVENTS_PER_PAIR * few * few;
    idleRounds =
        scenario.skipsIdleRounds()
                && failures == null
                && !scenario.setup().isRoaming()
                && listener == null
                && scenario.delay().isConstant()
                && queue instanceof HeapQueue heap
            ? new IdleRounds(nodes, heap, traffic, network)
            : null;
    this.listener = listener;
    for (Node<Message> node : nodes) {
      node.attach(outbox);
    }
  }

  /** Whether nodes move between neighbourhoods, and are not told of links instead. */
  private static boolean hasNeighbourhoods(Scenario scenario) {
    return scenario.setup().isRoaming() && !scenario.algorithm().usesLinks();
  }

  private Movement movement(Scenario scenario, Members members, long seed) {
    if (!scenario.setup().isRoaming()) {
      return new NoMovement(agenda, nodes.length);
    }
    Itinerary itinerary = Itinerary.of(scenario, seed);
    return hasNeighbourhoods(scenario)
        ? new Roaming(this, members, itinerary, agenda, monitor, applications, timers)
        : new MovingLinks(this, scenario.setup(), itinerary, agenda, monitor, applications);
  }

  /**
   * Runs a trial to its end.
   *
   * @throws ViolationException if the algorithm breaks its promise
   * @throws IllegalArgumentException with one sentence, if the parts of the scenario do not fit
   *     together
   */
  public static Outcome run(Scenario scenario, int trial) {
    return run(scenario, trial, null);
  }

  /** Runs a trial to its end, watched by {@code listener}. */
  public static Outcome run(Scenario scenario, int trial, Listener listener) {
    Simulation simulation = start(scenario, trial, listener);
    simulation.advance(Long.MAX_VALUE);
    return simulation.outcome();
  }

  /** A trial at time 0, watched by {@code listener} unless that is null. */
  public static Simulation start(Scenario scenario, int trial, Listener listener) {
    Simulation simulation = new Simulation(scenario, trial, listener);
    simulation.start();
    return simulation;
  }

  void start() {
    try {
      for (int i = 0; i < nodes.length; i++) {
        acting = i;
        outbox.clear();
        nodes[i].onStart();
        act(i);
      }
      movement.start();
    } catch (RuntimeException | AssertionError e) {
      throw failure(e);
    }
    applications.start();
    movement.beginRound();
  }

  /**
   * Goes on by about this many events; returns whether there are more.
   *
   * @throws ViolationException if the algorithm breaks its promise
   */
  public boolean advance(long limit) {
    try {
      for (long step = 0; step < limit; step++) {
        if (agenda.isQuiet() && isDone()) {
          return false;
        }
        step();
      }
      return true;
    } catch (RuntimeException | AssertionError e) {
      throw failure(e);
    }
  }

  /** How many have entered and left so far. */
  public long completed() {
    return monitor.completed();
  }

  /** The time of the last event. */
  public long ticks() {
    return now;
  }

  /** The measures up to now; meant for the end of the run. */
  public Outcome outcome() {
    return monitor.outcome(
        now,
        traffic,
        network,
        events,
        hash,
        movement.moves(),
        movement.lost() + (failures == null ? 0 : failures.lost()),
        failures == null ? 0 : failures.duplicated());
  }

  /**
   * Only requests, moves and perpetual messages are pending. Makes the next request, if it is time.
   * Where nobody will ever ask again, the rest leads nowhere.
   */
  private boolean isDone() {
    if (monitor.isAnyoneWaiting()) {
      boolean hopeless = agenda.isEmpty() || idleEvents++ > PATIENCE * (nodes.length + 100);
      if (hopeless) {
        throw violation(
            monitor.waiting()
                + " of "
                + nodes.length
                + " nodes wait and nothing will let them in"
                + (failures == null ? "" : ": " + failures.waiting()));
      }
      return false;
    }
    if (applications.isOver()) {
      return true;
    }
    if (!agenda.hasRequests()) {
      applications.onQuiet(now);
    }
    return !agenda.hasRequests();
  }

  /**
   * There has been no entry for so many events that no algorithm needs as many: it is a livelock,
   * unless somebody is inside or somebody may still come.
   */
  private void checkLivelock(int from, int to, Message message) {
    fruitless = 0;
    boolean mayChange =
        monitor.isAnyoneInside()
            || agenda.hasMoves()
            || !monitor.isAnyoneWaiting() && agenda.hasRequests();
    if (!mayChange) {
      throw violation(
          monitor.waiting()
              + " of "
              + nodes.length
              + " nodes wait, and "
              + mostFruitless
              + " messages and timers in a row have let nobody in, the last one "
              + (message == null ? "a timer of " + to : Text.of(message) + " from " + from)
              + (message == null ? "" : " to " + to));
    }
  }

  private void step() {
    Agenda.Slot slot = agenda.poll();
    int from = slot.from();
    int to = slot.to();
    Message message = slot.message();
    fruitless += slot.weight();
    if (fruitless > mostFruitless) {
      checkLivelock(from, to, message);
    }
    if (failures != null && failures.prevent(from, to, message)) {
      return;
    }
    if (from >= 0) {
      now = agenda.time();
      if (idleRounds != null) {
        skipIdleRounds(from, to, message);
      }
      movement.deliver(this, slot.number, from, to, message);
    } else if (from == Agenda.EXIT) {
      now = agenda.time();
      exit(to);
    } else if (from == Agenda.REQUEST) {
      if (!applications.isOver()) {
        now = agenda.time();
        request(applications.requester(to));
      }
    } else if (from == Agenda.MOVE) {
      now = agenda.time();
      movement.move(to);
    } else if (from == Agenda.ARRIVAL) {
      arrive(to);
    } else if (from != Agenda.NOTHING) {
      now = agenda.time();
      timeOut(to, Agenda.TIMER - from);
    }
  }

  /** Lets a perpetual message that is about to be delivered make its idle rounds first. */
  private void skipIdleRounds(int from, int to, Message message) {
    if (!message.isPerpetual() || !agenda.hasOnlyRequests() || !agenda.hasRequests()) {
      idleRounds.forget();
      return;
    }
    if (monitor.isAnyoneWaiting() || applications.isOver()) {
      return;
    }
    long rounds = idleRounds.skip(from, to, message, now, events);
    if (rounds > 0) {
      events += rounds * idleRounds.events(events);
      now += rounds * idleRounds.period(now);
      hash = Hash.fold(hash, rounds);
    }
  }

  // Events.

  /** Everything goes into the hash: each event here, each message when it is sent. */
  private void count(int from, int node) {
    events++;
    acting = node;
    hash = Hash.fold(Hash.fold(hash, now), (long) from << 32 | node);
  }

  void deliver(int from, int to, Message message) {
    if (from != to) {
      traffic.received(to);
    }
    handle(from, to, message);
  }

  void deliverToAll(int from, Message message) {
    traffic.receivedByAllBut(from);
    for (int to = 0; to < nodes.length; to++) {
      if (to != from) {
        handle(from, to, message);
      }
    }
  }

  private void handle(int from, int to, Message message) {
    count(from, to);
    if (listener != null) {
      listener.onEvent(now, new Event.Deliver(from, to, message));
    }
    outbox.clear();
    nodes[to].onMessage(from, message);
    act(to);
  }

  /** A request arrives at a node, which may not be ready for it. */
  private void arrive(int node) {
    if (applications.hasArrived()) {
      return;
    }
    now = agenda.time();
    if (applications.arrive(node, now)) {
      request(node);
    } else {
      idleEvents = Math.max(0, idleEvents - 1);
    }
  }

  private void request(int node) {
    if (idleRounds != null) {
      idleRounds.forget();
    }
    count(Agenda.REQUEST, node);
    if (listener != null) {
      listener.onEvent(now, new Event.Request(node));
    }
    monitor.request(node, now);
    if (applications.isOpen()) {
      monitor.arrived(node, applications.since(node));
    }
    outbox.clear();
    nodes[node].onRequest();
    act(node);
    movement.watch(node);
  }

  private void exit(int node) {
    count(Agenda.EXIT, node);
    if (listener != null) {
      listener.onEvent(now, new Event.Exit(node));
    }
    monitor.exit(node, now);
    fruitless = 0;
    outbox.clear();
    nodes[node].onRelease();
    act(node);
    applications.onExit(node, now);
    movement.watch(node);
  }

  private void timeOut(int node, int timer) {
    count(Agenda.TIMER - timer, node);
    if (listener != null) {
      listener.onEvent(now, new Event.Timer(node, timer));
    }
    timers.onTimeOut(node, timer);
    outbox.clear();
    nodes[node].onTimer(timer);
    act(node);
    movement.watch(node);
  }

  /** A message or a node fails, as {@link Failures} says: no handler runs. */
  void fail(Event.Fault fault) {
    now = agenda.time();
    count(Agenda.CRASH, fault.node());
    acting = Node.NONE;
    if (listener != null) {
      listener.onEvent(now, fault);
    }
  }

  /** A node leaves its neighbourhood, as {@link Roaming} says. */
  void leave(int node) {
    count(Agenda.MOVE, node);
    if (listener != null) {
      listener.onEvent(now, new Event.Leave(node));
    }
    outbox.clear();
    nodes[node].onLeave();
    if (outbox.entered()) {
      throw violation("node " + node + " entered while it left its neighbourhood");
    }
    act(node);
  }

  void join(int node, int neighbourhood, int arrival, int[] present) {
    count(Agenda.MOVE + 1 + neighbourhood, node);
    if (listener != null) {
      listener.onEvent(now, new Event.Join(node, neighbourhood));
    }
    outbox.clear();
    nodes[node].onJoin(neighbourhood, arrival, present);
    act(node);
  }

  /** A node is told of a link, as {@link MovingLinks} says. */
  void linkUp(int node, int neighbour) {
    count(Agenda.MOVE + 1 + neighbour, node);
    if (listener != null) {
      listener.onEvent(now, new Event.LinkUp(node, neighbour));
    }
    outbox.clear();
    nodes[node].onLinkUp(neighbour);
    act(node);
  }

  void linkDown(int node, int neighbour) {
    count(Agenda.MOVE + 1 + nodes.length + neighbour, node);
    if (listener != null) {
      listener.onEvent(now, new Event.LinkDown(node, neighbour));
    }
    outbox.clear();
    nodes[node].onLinkDown(neighbour);
    act(node);
  }

  // Effects.

  /** Acts on what the handler of this node has asked for. */
  private void act(int self) {
    acting = Node.NONE;
    for (int s = 0; s < outbox.sends(); s++) {
      send(self, outbox.to(s), outbox.message(s));
    }
    for (int t = 0; t < outbox.timers(); t++) {
      timers.set(now, self, outbox.timer(t), outbox.delay(t));
    }
    if (outbox.entered()) {
      enter(self, outbox.permit());
    }
  }

  private void send(int self, int to, Message message) {
    hash = Hash.fold(Hash.fold(hash, to), traffic.measure(message));
    if (to == Outbox.ALL) {
      broadcast(self, message);
    } else {
      sendToOne(self, to, message);
    }
  }

  private void sendToOne(int self, int to, Message message) {
    if (to >= nodes.length) {
      throw violation("node " + self + " sent a message to node " + to + ", which does not exist");
    }
    if (!movement.send(self, to)) {
      return;
    }
    long arrival = now;
    if (to != self) {
      arrival = network.arrival(now, self, to);
      traffic.sent(self, 1);
    }
    if (!movement.carry(arrival, self, to, message)) {
      return;
    }
    if (listener != null) {
      listener.onSend(now, self, to, message, arrival);
    }
  }

  /**
   * Where all copies arrive at the same time, one after the other and with nothing in between, one
   * event stands for all of them.
   */
  private void broadcast(int self, Message message) {
    int others = movement.others(self);
    if (others > 0
        && network.isSimultaneous()
        && listener == null
        && failures == null
        && movement.bundlesBroadcasts()) {
      long arrival = network.arrival(now, self, self);
      traffic.sent(self, others);
      movement.carryToOthers(arrival, self, message);
      return;
    }
    for (int i = 0; i < others; i++) {
      sendToOne(self, movement.other(self, i), message);
    }
  }

  private void enter(int self, int permit) {
    String wrong = monitor.enter(self, permit, now);
    if (wrong != null) {
      throw violation(wrong);
    }
    idleEvents = 0;
    fruitless = 0;
    if (listener != null) {
      listener.onEnter(now, self, permit);
    }
    movement.onEnter(self, applications.onEnter(self, now));
  }

  ViolationException violation(String what) {
    return new ViolationException(what + account(), now, events, null);
  }

  /** What has failed until now. */
  private String account() {
    return failures == null ? "" : failures.account();
  }

  /**
   * What a handler threw, as a violation; anything else is not the fault of the algorithm, and is
   * thrown as it is.
   */
  private ViolationException failure(Throwable thrown) {
    if (thrown instanceof ViolationException known) {
      return known;
    }
    if (acting == Node.NONE) {
      if (thrown instanceof RuntimeException e) {
        throw e;
      }
      throw (Error) thrown;
    }
    String what = "node " + acting + " failed: " + Stage.reason(thrown) + account();
    return new ViolationException(what, now, events, thrown);
  }
}
