package dev.baton.simulator;

import dev.baton.core.CellGrid;

/**
 * The walks of the random waypoint model, leg by leg, in a unit square that a grid of cells divides
 * into neighbourhoods.
 *
 * <p>Paper: Navidi, Camp, "Stationary Distributions for the Random Waypoint Mobility Model", IEEE
 * Transactions on Mobile Computing 3(1), 2004. A walk that began with a fresh leg would take a long
 * time to forget it, because slow legs last longest. So it begins in the stationary state. With the
 * probability that a walk is found pausing, a node pauses at a uniform point for a uniform rest of
 * the pause; otherwise it is at a uniform point of a leg that was chosen with probability
 * proportional to its length, at a speed whose density is proportional to 1/v.
 *
 * <p>Additions, multiplications, divisions and square roots only, which every platform rounds
 * alike.
 */
final class Waypoints extends Itinerary {

  /** The mean distance of two uniform points of the unit square: (2 + √2 + 5 ln(1 + √2)) / 15. */
  static final double MEAN_LEG = 0.5214054331647207;

  private static final double LN2 = 0.6931471805599453;
  private static final double DIAGONAL = Math.sqrt(2);

  private final int rows;
  private final int columns;

  /** Speeds in sides per tick. */
  private final double least;

  private final double most;
  private final long pause;

  /** The logarithm of the highest speed over the lowest. */
  private final double logOfRange;

  /** The share of the time that a walk pauses. */
  private final double pausing;

  private final RandomStream.PerNode random;

  // The leg of each node: from (x0, y0) to (x1, y1).
  private final double[] x0;
  private final double[] y0;
  private final double[] x1;
  private final double[] y1;

  /** When the leg began or begins, before time 0 for a leg that was under way then. */
  private final long[] departure;

  /** How many ticks the leg takes, without the pause that follows. */
  private final long[] duration;

  /** The cell in which the node was when it was last asked about. */
  private final int[] row;

  private final int[] column;

  Waypoints(Mobility.Waypoint mobility, int n, int neighbourhoods, long seed) {
    CellGrid cells = CellGrid.of(neighbourhoods);
    rows = cells.rows();
    columns = cells.columns();
    double scale = (double) Ticks.PER_UNIT * Ticks.PER_UNIT;
    least = mobility.least() / scale;
    most = mobility.most() / scale;
    pause = mobility.pause();
    logOfRange = -Logarithm.ofFraction((long) (least / most * 0x1p53 + 0.5));
    double meanSlowness = least == most ? 1 / least : logOfRange / (most - least);
    pausing = pause / (pause + MEAN_LEG * meanSlowness);
    random = new RandomStream.PerNode(seed, "walk", n);
    x0 = new double[n];
    y0 = new double[n];
    x1 = new double[n];
    y1 = new double[n];
    departure = new long[n];
    duration = new long[n];
    row = new int[n];
    column = new int[n];
    for (int i = 0; i < n; i++) {
      begin(i);
      column[i] = cell(x(i, 0), columns);
      row[i] = cell(y(i, 0), rows);
    }
  }

  private static int cell(double coordinate, int cells) {
    return Math.min(cells - 1, (int) (coordinate * cells));
  }

  private double fraction(int node) {
    return RandomStream.fraction(random.next(node));
  }

  // Legs.

  /** The leg of time 0. */
  private void begin(int i) {
    if (fraction(i) < pausing) {
      x1[i] = fraction(i);
      y1[i] = fraction(i);
      long rest = (long) (fraction(i) * pause + 0.5);
      // A leg of no length that ended as long ago as the pause has lasted.
      x0[i] = x1[i];
      y0[i] = y1[i];
      departure[i] = rest - pause;
      duration[i] = 0;
      return;
    }
    double length;
    do {
      x0[i] = fraction(i);
      y0[i] = fraction(i);
      x1[i] = fraction(i);
      y1[i] = fraction(i);
      length = length(i);
    } while (fraction(i) * DIAGONAL >= length);
    duration[i] = (long) (length / speedOfTheMoment(i) + 0.5);
    departure[i] = -(long) (fraction(i) * duration[i]);
  }

  /**
   * A speed with a density proportional to 1/v. Every doubling of the speed is equally likely;
   * within one, uniform speeds are rejected in favour of the slow.
   */
  private double speedOfTheMoment(int i) {
    double low = least;
    for (double rest = fraction(i) * logOfRange; rest >= LN2 && 2 * low < most; rest -= LN2) {
      low *= 2;
    }
    double width = Math.min(low, most - low);
    double speed;
    do {
      speed = low + fraction(i) * width;
    } while (fraction(i) * speed >= low);
    return speed;
  }

  /** Ends a leg and its pause, and begins the next one. */
  void nextLeg(int i) {
    departure[i] += duration[i] + pause;
    x0[i] = x1[i];
    y0[i] = y1[i];
    x1[i] = fraction(i);
    y1[i] = fraction(i);
    double speed = least + fraction(i) * (most - least);
    duration[i] = (long) (length(i) / speed + 0.5);
  }

  private double length(int i) {
    double dx = x1[i] - x0[i];
    double dy = y1[i] - y0[i];
    return Math.sqrt(dx * dx + dy * dy);
  }

  /** When the leg of a node and the pause after it are over. */
  long endOfLeg(int i) {
    return departure[i] + duration[i] + pause;
  }

  /** Speed on the leg of a node, in sides per unit of time; 0 if it has no length. */
  double speed(int i) {
    return duration[i] == 0 ? 0 : length(i) / Ticks.toUnits(duration[i]);
  }

  /** Whether a node is at the end of its leg. */
  boolean isPausing(int i, long time) {
    return time >= departure[i] + duration[i];
  }

  /** Where a node is during its leg or the pause after it. */
  double x(int i, long time) {
    return x0[i] + progress(i, time) * (x1[i] - x0[i]);
  }

  double y(int i, long time) {
    return y0[i] + progress(i, time) * (y1[i] - y0[i]);
  }

  private double progress(int i, long time) {
    return isPausing(i, time) ? 1 : (double) (time - departure[i]) / duration[i];
  }

  // Borders.

  @Override
  int start(int node) {
    return row[node] * columns + column[node];
  }

  /**
   * The next time at which the node crosses a border. Which borders a leg crosses is decided by the
   * cells alone, never by comparing rounded coordinates.
   */
  @Override
  long nextMove(int i, long now) {
    if (rows * columns == 1) {
      return NEVER;
    }
    while (cell(x1[i], columns) == column[i] && cell(y1[i], rows) == row[i]) {
      nextLeg(i);
    }
    double way = Math.min(wayToColumn(i), wayToRow(i));
    long time = departure[i] + (long) (Math.max(0, Math.min(1, way)) * duration[i] + 0.5);
    return Math.max(now, time);
  }

  /** The share of the leg up to the next border between columns; 2 if it crosses none. */
  private double wayToColumn(int i) {
    return way(x0[i], x1[i], column[i], columns);
  }

  private double wayToRow(int i) {
    return way(y0[i], y1[i], row[i], rows);
  }

  private static double way(double from, double to, int at, int cells) {
    int target = cell(to, cells);
    if (target == at) {
      return 2;
    }
    double border = (double) (target > at ? at + 1 : at) / cells;
    return (border - from) / (to - from);
  }

  @Override
  int destination(int i, int at) {
    assert at == start(i);
    if (wayToColumn(i) <= wayToRow(i)) {
      column[i] += cell(x1[i], columns) > column[i] ? 1 : -1;
    } else {
      row[i] += cell(y1[i], rows) > row[i] ? 1 : -1;
    }
    return start(i);
  }
}
