package dev.baton.checker;

import dev.baton.core.Algorithm;
import dev.baton.core.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What to check: a small system, how often each node may request, and what must hold in every
 * interleaving. Immutable; start from {@link #of} and change what differs.
 */
public final class Check {

  public static final int UNBOUNDED = Locals.UNLIMITED;

  /** The request itself, the entry, the exit. */
  public static final int STEPS_PER_REQUEST = 3;

  /** Strata are told apart by keys that must fit into a long. */
  private static final double MOST_STRATA = 1L << 62;

  /** A property that the user claims, of every state or of some state. */
  public record Claim(String name, boolean isAlways, Predicate<Moment> predicate) {}

  private final Algorithm algorithm;
  private final Setup setup;

  // Set once, before anybody else sees the object.
  private int requests = 1;
  private int joins;
  private int leaves;
  private int linkChanges;
  private boolean fifo = true;
  private List<Property> properties =
      List.of(Property.SAFETY, Property.DEADLOCK, Property.STARVATION);
  private boolean leavesIdle;
  private int bypassBound = Integer.MAX_VALUE;
  private boolean reduced;
  private boolean swept;
  private boolean exact;
  private long memoryBytes = 4L << 30;
  private List<Claim> claims = List.of();

  private Check(Algorithm algorithm, Setup setup) {
    this.algorithm = algorithm;
    this.setup = setup;
  }

  private Check(Check other) {
    this(other.algorithm, other.setup);
    requests = other.requests;
    joins = other.joins;
    leaves = other.leaves;
    linkChanges = other.linkChanges;
    fifo = other.fifo;
    properties = other.properties;
    leavesIdle = other.leavesIdle;
    bypassBound = other.bypassBound;
    reduced = other.reduced;
    swept = other.swept;
    exact = other.exact;
    memoryBytes = other.memoryBytes;
    claims = other.claims;
  }

  /**
   * One request per node over FIFO channels, everything visited; safety, deadlock and starvation.
   */
  public static Check of(Algorithm algorithm, Setup setup) {
    return new Check(algorithm, setup);
  }

  /** This many requests per node, or {@link #UNBOUNDED}. */
  public Check withRequests(int requests) {
    Check changed = new Check(this);
    changed.requests = requests;
    return changed.valid();
  }

  /**
   * How often, in all, a node that is outside joins a neighbourhood and one that is inside leaves
   * it, at any moment. The setup must say that nodes roam.
   */
  public Check withMoves(int joins, int leaves) {
    Check changed = new Check(this);
    changed.joins = joins;
    changed.leaves = leaves;
    return changed.valid();
  }

  /**
   * How often, in all, a link comes up or goes down, at any moment. It goes down only while nothing
   * is under way on it, and only if all nodes still reach each other over links that are settled,
   * which means that what was sent on them when they came up has arrived. The algorithm must use
   * links; those of the structure are there at the start.
   */
  public Check withLinkChanges(int linkChanges) {
    Check changed = new Check(this);
    changed.linkChanges = linkChanges;
    return changed.valid();
  }

  /** Whether messages between two nodes keep their order. */
  public Check withFifo(boolean fifo) {
    Check changed = new Check(this);
    changed.fifo = fifo;
    return changed;
  }

  public Check withProperties(List<Property> properties) {
    Check changed = new Check(this);
    changed.properties = List.copyOf(properties);
    return changed.valid();
  }

  /**
   * Permits may be idle while somebody waits, which some algorithms allow; everything else is
   * checked.
   */
  public Check withIdlePermits() {
    Check changed = new Check(this);
    changed.leavesIdle = true;
    return changed;
  }

  /**
   * Counts bypasses, and nothing else, in schedules where a request is made only while no message
   * is under way.
   *
   * @param bound the most entries by others that a waiting node may see
   */
  public Check withBypass(int bound) {
    Check changed = new Check(this);
    changed.properties = List.of(Property.BYPASS);
    changed.bypassBound = bound;
    return changed.valid();
  }

  /**
   * Whether schedules that differ only in the order of independent events may be left out, where
   * that is known to be sound; see {@link ReceiverReduction}.
   */
  public Check withReduction(boolean reduced) {
    Check changed = new Check(this);
    changed.reduced = reduced;
    return changed;
  }

  /**
   * Whether states that can no longer be reached are forgotten, which takes much less memory; see
   * {@link Sweep}. The report then has no depth. Not possible where the user has claims.
   */
  public Check withSweep(boolean swept) {
    Check changed = new Check(this);
    changed.swept = swept;
    return changed.valid();
  }

  /** Whether whole states are compared instead of 64-bit fingerprints. */
  public Check withExact(boolean exact) {
    Check changed = new Check(this);
    changed.exact = exact;
    return changed.valid();
  }

  /** Roughly how much memory the search may take before it gives up. */
  public Check withMemory(long bytes) {
    Check changed = new Check(this);
    changed.memoryBytes = bytes;
    return changed;
  }

  /** Must hold in every state. */
  public Check always(String name, Predicate<Moment> predicate) {
    return withClaim(new Claim(name, true, predicate));
  }

  /** Must hold in some state, which shows that a check is not vacuous. */
  public Check sometimes(String name, Predicate<Moment> predicate) {
    return withClaim(new Claim(name, false, predicate));
  }

  private Check withClaim(Claim claim) {
    Check changed = new Check(this);
    changed.claims = new ArrayList<>(claims);
    changed.claims.add(claim);
    return changed;
  }

  private Check valid() {
    if (requests < 1 && requests != UNBOUNDED) {
      throw new IllegalArgumentException(
          "Each node must request at least once, not " + requests + " times.");
    }
    if (joins < 0 || leaves < 0) {
      throw new IllegalArgumentException("There cannot be fewer than 0 joins or leaves.");
    }
    if (joins + leaves > 0 && !setup.isRoaming()) {
      throw new IllegalArgumentException(
          "Nodes cannot join or leave without a neighbourhood: write --neighbourhoods 1.");
    }
    if (linkChanges < 0) {
      throw new IllegalArgumentException("Links cannot change fewer than 0 times.");
    }
    if (linkChanges > 0 && (!algorithm.usesLinks() || setup.isRoaming())) {
      throw new IllegalArgumentException(
          algorithm.id() + " has fixed links: leave --link-changes out.");
    }
    if (linkChanges > 0 && setup.n() > Integer.SIZE - 1) {
      throw new IllegalArgumentException("Links can change among at most 31 nodes.");
    }
    if (countsBypass() && properties.size() > 1) {
      throw new IllegalArgumentException(
          "bypass has a search of its own: leave the other properties out.");
    }
    if (countsBypass() && isUnbounded()) {
      throw new IllegalArgumentException(
          "bypass counts entries, so requests must be bounded: write --requests 2, for example.");
    }
    if (exact && isUnbounded()) {
      throw new IllegalArgumentException(
          "Unbounded requests are compared by fingerprints: leave --exact out.");
    }
    if (swept && !maySweep()) {
      throw new IllegalArgumentException(
          "States are forgotten only where requests are few, nobody roams and fingerprints are"
              + " compared: leave --sweep out.");
    }
    return this;
  }

  // Questions.

  public Algorithm algorithm() {
    return algorithm;
  }

  public Setup setup() {
    return setup;
  }

  public int requests() {
    return requests;
  }

  public int joins() {
    return joins;
  }

  public int leaves() {
    return leaves;
  }

  public int linkChanges() {
    return linkChanges;
  }

  public boolean fifo() {
    return fifo;
  }

  public List<Property> properties() {
    return properties;
  }

  public int bypassBound() {
    return bypassBound;
  }

  public boolean exact() {
    return exact;
  }

  public long memoryBytes() {
    return memoryBytes;
  }

  List<Claim> claims() {
    return claims;
  }

  /** An idle permit is a kind of starvation; a deadlock is one too. */
  boolean wants(Property property) {
    if (property == Property.IDLE_PERMIT && leavesIdle) {
      return false;
    }
    return properties.contains(property)
        || properties.contains(Property.STARVATION)
            && (property == Property.IDLE_PERMIT || property == Property.DEADLOCK);
  }

  /** Whether the search leaves schedules out: requested, and known to be sound here. */
  public boolean isReduced() {
    return reduced
        && fifo
        && !setup.isRoaming()
        && linkChanges == 0
        && !isUnbounded()
        && !countsBypass()
        && claims.isEmpty();
  }

  /** Whether states could be forgotten. */
  public boolean maySweep() {
    return !exact && !isUnbounded() && !setup.isRoaming() && strata() < MOST_STRATA;
  }

  /** In how many ways nodes can have requested, entered and left. */
  private double strata() {
    double strata = 1;
    for (int i = 0; i < setup.n(); i++) {
      strata *= STEPS_PER_REQUEST * (double) requests + 1;
    }
    return strata;
  }

  /** Whether states are forgotten: requested, and there are no claims. */
  public boolean isSwept() {
    return swept && claims.isEmpty();
  }

  boolean countsBypass() {
    return properties.contains(Property.BYPASS);
  }

  boolean isUnbounded() {
    return requests == UNBOUNDED;
  }
}
