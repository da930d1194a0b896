package dev.baton.simulator;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import java.util.function.Consumer;

/**
 * Everything that decides how a simulation goes. Start from {@link #of} and change what differs:
 *
 * <pre>
 * Scenario.of(algorithm, Graph.binaryTree(49)).workload("think:10").delay("exponential:1").seed(7)
 * </pre>
 *
 * @param algorithm what is simulated
 * @param setup how many nodes and permits, where the token starts, the logical structure
 * @param network the links that messages travel on; each link of a path adds its own delay
 * @param delay how long one link takes
 * @param hold how long an application stays inside
 * @param fifo whether no message overtakes an earlier one between the same two nodes
 * @param workload when applications request
 * @param locality how often they do so where the token is; null if every node requests for itself
 * @param entries after how many completed entries requests stop
 * @param seed the seed of all random streams
 * @param mobility how nodes move between the neighbourhoods of the setup
 * @param demand how much more often some nodes ask than others
 * @param faults what fails
 * @param skipsIdleRounds whether the rounds of a perpetual message are counted instead of run while
 *     nobody requests; all measures but the event hash are the same, if messages take a constant
 *     time
 */
public record Scenario(
    Algorithm algorithm,
    Setup setup,
    Graph network,
    Distribution delay,
    Distribution hold,
    boolean fifo,
    Workload workload,
    Locality locality,
    long entries,
    long seed,
    Mobility mobility,
    Demand demand,
    Faults faults,
    boolean skipsIdleRounds) {

  /** The default number of entries per node. */
  private static final long ENTRIES_PER_NODE = 100;

  public Scenario {
    delay = delay.among(setup.n());
    if (hold.isPerLink()) {
      throw new IllegalArgumentException(
          "'" + hold + "' is the time of a message: write a hold time such as constant:1.");
    }
    if (delay.mean() == 0) {
      throw new IllegalArgumentException(
          "A message must take some time on average: write a delay above 0, such as constant:1.");
    }
    if (entries < 1) {
      throw new IllegalArgumentException(
          "There must be at least 1 entry to complete, not " + entries + ".");
    }
    checkLoad(workload, locality, demand, faults, setup);
    if (network.size() != setup.n()) {
      throw new IllegalArgumentException(
          "The network "
              + network
              + " has "
              + network.size()
              + " nodes, the system has "
              + setup.n()
              + ": write a network of "
              + setup.n()
              + " nodes.");
    }
    if (!mobility.isNone() && !setup.isRoaming()) {
      throw new IllegalArgumentException(
          "With " + mobility + " nodes move between neighbourhoods: write how many there are.");
    }
    if (setup.isRoaming() && !network.isComplete()) {
      throw new IllegalArgumentException(
          "Where nodes roam, all in a neighbourhood are linked: write the topology complete instead"
              + " of "
              + network
              + ".");
    }
  }

  private static void checkLoad(
      Workload workload, Locality locality, Demand demand, Faults faults, Setup setup) {
    boolean isUneven = !(demand instanceof Demand.Even);
    if (locality != null && (!workload.hasDemand() || workload.isOpen())) {
      throw new IllegalArgumentException(
          "With "
              + workload
              + (workload.isOpen() ? " requests arrive at their nodes" : " everybody requests")
              + ", so that locality cannot choose who does: write isolated, think:MEAN or"
              + " contention:PCT.");
    }
    if (isUneven && (!workload.hasDemand() || locality != null)) {
      throw new IllegalArgumentException(
          (locality != null ? "With locality chance" : "With " + workload + " the load itself")
              + " decides who requests: leave the demand "
              + demand
              + " out, or write isolated, think:MEAN, contention:PCT or open:MEAN.");
    }
    if (setup.isRoaming() && workload.isOpen()) {
      throw new IllegalArgumentException(
          "Where nodes roam, they ask again as they leave: write think:MEAN instead of "
              + workload
              + ".");
    }
    if (!faults.isNone() && (setup.isRoaming() || locality != null)) {
      throw new IllegalArgumentException(
          "Messages and nodes fail only where nodes stay and ask for themselves: leave the faults "
              + faults
              + " out, or locality and moves.");
    }
  }

  /** One permit at node 0, a complete network, delay and hold constant:1, saturated, seed 1. */
  public static Scenario of(Algorithm algorithm, Graph structure) {
    return of(algorithm, Setup.of(structure));
  }

  public static Scenario of(Algorithm algorithm, Setup setup) {
    Distribution unit = new Distribution.Constant(Ticks.PER_UNIT);
    return new Scenario(
        algorithm,
        setup,
        Graph.complete(setup.n()),
        unit,
        unit,
        true,
        new Workload.Saturated(),
        null,
        ENTRIES_PER_NODE * setup.n(),
        1,
        new Mobility.None(),
        new Demand.Even(),
        Faults.NONE,
        false);
  }

  public int nodes() {
    return setup.n();
  }

  public Scenario network(Graph network) {
    return changed(it -> it.network = network);
  }

  public Scenario delay(Distribution delay) {
    return changed(it -> it.delay = delay);
  }

  public Scenario delay(String distribution) {
    return delay(Distribution.parse(distribution));
  }

  public Scenario hold(Distribution hold) {
    return changed(it -> it.hold = hold);
  }

  public Scenario hold(String distribution) {
    return hold(Distribution.parse(distribution));
  }

  /** Lets messages between the same two nodes overtake one another, or forbids it. */
  public Scenario fifo(boolean fifo) {
    return changed(it -> it.fifo = fifo);
  }

  /** Sets the workload; if it has an end, also how many entries there are. */
  public Scenario workload(Workload workload) {
    return changed(
        it -> {
          it.workload = workload;
          it.entries = workload.length() > 0 ? workload.length() : it.entries;
        });
  }

  public Scenario workload(String text) {
    return workload(Workload.parse(text));
  }

  /** Sets how many requests come from the cluster that has the token; null for no rule. */
  public Scenario locality(Locality locality) {
    return changed(it -> it.locality = locality);
  }

  public Scenario entries(long entries) {
    return changed(it -> it.entries = entries);
  }

  public Scenario seed(long seed) {
    return changed(it -> it.seed = seed);
  }

  public Scenario mobility(Mobility mobility) {
    return changed(it -> it.mobility = mobility);
  }

  public Scenario mobility(String text) {
    return mobility(Mobility.parse(text));
  }

  public Scenario demand(Demand demand) {
    return changed(it -> it.demand = demand);
  }

  public Scenario demand(String text) {
    return demand(Demand.parse(text));
  }

  public Scenario faults(Faults faults) {
    return changed(it -> it.faults = faults);
  }

  /** Counts the rounds of a perpetual message without running them, while nobody requests. */
  public Scenario skipsIdleRounds(boolean skips) {
    return changed(it -> it.skipsIdleRounds = skips);
  }

  private Scenario changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.scenario();
  }

  /** A scenario in which one thing is being changed. */
  private static final class Draft {
    private final Algorithm algorithm;
    private final Setup setup;
    private Graph network;
    private Distribution delay;
    private Distribution hold;
    private boolean fifo;
    private Workload workload;
    private Locality locality;
    private long entries;
    private long seed;
    private Mobility mobility;
    private Demand demand;
    private Faults faults;
    private boolean skipsIdleRounds;

    private Draft(Scenario from) {
      algorithm = from.algorithm;
      setup = from.setup;
      network = from.network;
      delay = from.delay;
      hold = from.hold;
      fifo = from.fifo;
      workload = from.workload;
      locality = from.locality;
      entries = from.entries;
      seed = from.seed;
      mobility = from.mobility;
      demand = from.demand;
      faults = from.faults;
      skipsIdleRounds = from.skipsIdleRounds;
    }

    private Scenario scenario() {
      return new Scenario(
          algorithm,
          setup,
          network,
          delay,
          hold,
          fifo,
          workload,
          locality,
          entries,
          seed,
          mobility,
          demand,
          faults,
          skipsIdleRounds);
    }
  }
}
