package dev.baton.simulator;

/**
 * Where every node goes, and when. The moves of a node are decided one at a time: {@link #nextMove}
 * says when the next one is and then, at that time, {@link #destination} says where it leads.
 */
abstract sealed class Itinerary permits Itinerary.Stay, Itinerary.Hops, Waypoints {

  static final long NEVER = -1;

  static Itinerary of(Scenario scenario, long seed) {
    return of(scenario.mobility(), scenario.nodes(), scenario.setup().neighbourhoods(), seed);
  }

  static Itinerary of(Mobility mobility, int n, int neighbourhoods, long seed) {
    return switch (mobility) {
      case Mobility.None m -> new Stay(neighbourhoods);
      case Mobility.Churn(long rate) ->
          rate == 0 ? new Stay(neighbourhoods) : new Hops(rate, n, neighbourhoods, seed);
      case Mobility.Waypoint m -> new Waypoints(m, n, neighbourhoods, seed);
    };
  }

  final boolean hasMoves() {
    return !(this instanceof Stay);
  }

  /** The neighbourhood in which a node is at time 0. */
  abstract int start(int node);

  /** When a node moves next, in ticks, or {@link #NEVER}; called at time 0 and at every move. */
  abstract long nextMove(int node, long now);

  /** Where the move that is due now leads. */
  abstract int destination(int node, int at);

  /** Nobody moves; the nodes are dealt to the neighbourhoods like cards. */
  static final class Stay extends Itinerary {

    private final int neighbourhoods;

    Stay(int neighbourhoods) {
      this.neighbourhoods = neighbourhoods;
    }

    @Override
    int start(int node) {
      return node % neighbourhoods;
    }

    @Override
    long nextMove(int node, long now) {
      return NEVER;
    }

    @Override
    int destination(int node, int at) {
      throw new IllegalStateException("nobody moves");
    }
  }

  /** Everybody moves at a constant rate, without memory; begins like {@link Stay}. */
  static final class Hops extends Itinerary {

    private final int neighbourhoods;
    private final double meanTicks;
    private final RandomStream.PerNode times;
    private final RandomStream.PerNode places;

    Hops(long millionths, int n, int neighbourhoods, long seed) {
      this.neighbourhoods = neighbourhoods;
      meanTicks = (double) Ticks.PER_UNIT * Ticks.PER_UNIT / millionths;
      times = new RandomStream.PerNode(seed, "move times", n);
      places = new RandomStream.PerNode(seed, "move places", n);
    }

    @Override
    int start(int node) {
      return node % neighbourhoods;
    }

    @Override
    long nextMove(int node, long now) {
      long numerator = (times.next(node) >>> 11) + 1;
      return now + (long) (0.5 - meanTicks * Logarithm.ofFraction(numerator));
    }

    @Override
    int destination(int node, int at) {
      if (neighbourhoods == 1) {
        return at;
      }
      int other = (int) (RandomStream.fraction(places.next(node)) * (neighbourhoods - 1));
      return other < at ? other : other + 1;
    }
  }
}
