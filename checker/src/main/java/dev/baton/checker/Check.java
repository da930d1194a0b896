package dev.baton.checker;

import dev.baton.core.Algorithm;
import dev.baton.core.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is to be checked: a small system, how often each node may request, and what must hold in
 * every interleaving.
 *
 * @param requests per node, or {@link #UNBOUNDED}
 * @param fifo whether messages between two nodes keep their order
 * @param bypassBound the most entries by others that a waiting node may see, if that is checked
 * @param reduced whether schedules may be left out that differ only in the order of events that
 *     cannot influence each other; see {@link Receivers}
 * @param exact whether whole states are compared instead of 64-bit fingerprints
 * @param memoryBytes about how much the search may take before it gives up
 * @param claims the user's own properties
 */
public record Check(
    Algorithm algorithm,
    Setup setup,
    int requests,
    boolean fifo,
    List<Property> properties,
    int bypassBound,
    boolean reduced,
    boolean exact,
    long memoryBytes,
    List<Claim> claims) {

  public static final int UNBOUNDED = Locals.UNLIMITED;

  /** A property of the user's, of every state or of some state. */
  public record Claim(String name, boolean isAlways, Predicate<Moment> predicate) {}

  public Check {
    if (requests < 1 && requests != UNBOUNDED) {
      throw new IllegalArgumentException(
          "Each node must request at least once, not " + requests + " times.");
    }
    if (properties.contains(Property.BYPASS) && properties.size() > 1) {
      throw new IllegalArgumentException("bypass has a search of its own.");
    }
    if (properties.contains(Property.BYPASS) && requests == UNBOUNDED) {
      throw new IllegalArgumentException(
          "bypass counts, so requests must be bounded: write --requests 2, for example.");
    }
    if (exact && requests == UNBOUNDED) {
      throw new IllegalArgumentException(
          "Unbounded requests are compared by fingerprints: leave --exact out.");
    }
  }

  /** One request per node over FIFO channels; safety, deadlock and starvation. */
  public static Check of(Algorithm algorithm, Setup setup) {
    List<Property> all = List.of(Property.SAFETY, Property.DEADLOCK, Property.STARVATION);
    return new Check(
        algorithm, setup, 1, true, all, Integer.MAX_VALUE, false, false, 4L << 30, List.of());
  }

  public Check withRequests(int requests) {
    return new Check(
        algorithm,
        setup,
        requests,
        fifo,
        properties,
        bypassBound,
        reduced,
        exact,
        memoryBytes,
        claims);
  }

  public Check withFifo(boolean fifo) {
    return new Check(
        algorithm,
        setup,
        requests,
        fifo,
        properties,
        bypassBound,
        reduced,
        exact,
        memoryBytes,
        claims);
  }

  public Check withProperties(List<Property> properties) {
    return new Check(
        algorithm,
        setup,
        requests,
        fifo,
        properties,
        bypassBound,
        reduced,
        exact,
        memoryBytes,
        claims);
  }

  /** Counts bypasses, in schedules where a request is made only while no message is under way. */
  public Check withBypass(int bound) {
    return new Check(
        algorithm,
        setup,
        requests,
        fifo,
        List.of(Property.BYPASS),
        bound,
        reduced,
        exact,
        memoryBytes,
        claims);
  }

  /** Leaves out what makes no difference, where that is known to be sound. */
  public Check withReduction(boolean reduced) {
    return new Check(
        algorithm,
        setup,
        requests,
        fifo,
        properties,
        bypassBound,
        reduced,
        exact,
        memoryBytes,
        claims);
  }

  public Check withExact(boolean exact) {
    return new Check(
        algorithm,
        setup,
        requests,
        fifo,
        properties,
        bypassBound,
        reduced,
        exact,
        memoryBytes,
        claims);
  }

  public Check withMemory(long bytes) {
    return new Check(
        algorithm, setup, requests, fifo, properties, bypassBound, reduced, exact, bytes, claims);
  }

  /** Must hold in every state. */
  public Check always(String name, Predicate<Moment> predicate) {
    return withClaim(new Claim(name, true, predicate));
  }

  /** Must hold in some state, which shows that a check is not empty. */
  public Check sometimes(String name, Predicate<Moment> predicate) {
    return withClaim(new Claim(name, false, predicate));
  }

  private Check withClaim(Claim claim) {
    List<Claim> more = new ArrayList<>(claims);
    more.add(claim);
    return new Check(
        algorithm,
        setup,
        requests,
        fifo,
        properties,
        bypassBound,
        reduced,
        exact,
        memoryBytes,
        more);
  }

  /** An idle permit is a kind of starvation; a deadlock is one too. */
  boolean wants(Property property) {
    return properties.contains(property)
        || properties.contains(Property.STARVATION)
            && (property == Property.IDLE_PERMIT || property == Property.DEADLOCK);
  }

  /** Whether the search leaves something out: only where messages keep their order, see there. */
  boolean isReduced() {
    return reduced && fifo && !isUnbounded() && !countsBypass() && claims.isEmpty();
  }

  boolean countsBypass() {
    return properties.contains(Property.BYPASS);
  }

  boolean isUnbounded() {
    return requests == UNBOUNDED;
  }
}
