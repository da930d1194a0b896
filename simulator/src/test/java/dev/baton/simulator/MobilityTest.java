package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.CellGrid;
import org.junit.jupiter.api.Test;

class MobilityTest {

  private static final int WALKERS = 100_000;

  /** Chi-square with 19 degrees of freedom exceeds this once in a thousand times. */
  private static final double CHI_SQUARE_LIMIT = 43.8;

  @Test
  void namesAreReadBack() {
    for (String text :
        new String[] {
          "none", "churn:0", "churn:0.05", "churn:1000", "waypoint:0.01,0.03", "waypoint:0.5,0.5,10"
        }) {
      assertThat(Mobility.parse(text)).hasToString(text);
    }
    assertThat(Mobility.parse("waypoint:0.1,1,0")).hasToString("waypoint:0.1,1");
  }

  @Test
  void wrongTextSaysWhatToWrite() {
    for (String text :
        new String[] {
          "",
          "none:1",
          "churn",
          "churn:",
          "churn:-1",
          "churn:1,2",
          "churn:1000.1",
          "waypoint",
          "waypoint:1",
          "waypoint:0,1",
          "waypoint:2,1",
          "waypoint:1,1001",
          "waypoint:1,2,x",
          "waypoint:1,2,3,4",
          "walk:1"
        }) {
      assertThatThrownBy(() -> Mobility.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("write none, churn:0.05");
    }
  }

  // Churn.

  private static Itinerary itinerary(String mobility, int n, int neighbourhoods) {
    return Itinerary.of(Mobility.parse(mobility), n, neighbourhoods, 7);
  }

  @Test
  void churnHasNoMemory() {
    Itinerary churn = itinerary("churn:0.05", 1, 4);
    int[] cells = new int[20];
    long now = 0;
    double sum = 0;
    for (int i = 0; i < 100_000; i++) {
      long next = churn.nextMove(0, now);
      double wait = Ticks.toUnits(next - now);
      sum += wait;
      // Uniform, if the wait is exponential with mean 20.
      cells[(int) (Math.exp(-wait / 20) * 20 * (1 - 1e-12))]++;
      now = next;
    }
    assertThat(sum / 100_000).isCloseTo(20, within(0.2));
    assertThat(DistributionTest.chiSquare(cells)).isLessThan(CHI_SQUARE_LIMIT);
  }

  @Test
  void churnLeadsToEveryOtherNeighbourhoodAlike() {
    Itinerary churn = itinerary("churn:1", 1, 21);
    int[] cells = new int[21];
    int[] steps = new int[20];
    int at = 0;
    for (int i = 0; i < 100_000; i++) {
      int to = churn.destination(0, at);
      assertThat(to).isNotEqualTo(at);
      cells[to]++;
      steps[(to - at + 21) % 21 - 1]++;
      at = to;
    }
    assertThat(DistributionTest.chiSquare(steps)).isLessThan(CHI_SQUARE_LIMIT);
    assertThat(cells).doesNotContain(0);
    assertThat(itinerary("churn:1", 1, 1).destination(0, 0)).isZero();
  }

  @Test
  void nodesMoveIndependently() {
    Itinerary two = itinerary("churn:1", 2, 3);
    Itinerary one = itinerary("churn:1", 1, 3);
    for (int i = 0; i < 100; i++) {
      long time = one.nextMove(0, 0);
      assertThat(two.nextMove(0, 0)).isEqualTo(time).isNotEqualTo(two.nextMove(1, 0));
      two.destination(1, 0);
      assertThat(two.destination(0, 1)).isEqualTo(one.destination(0, 1));
    }
  }

  // Random waypoint.

  private static Waypoints walk(String mobility, int neighbourhoods) {
    return new Waypoints((Mobility.Waypoint) Mobility.parse(mobility), WALKERS, neighbourhoods, 3);
  }

  /** Lets every walker go on to the leg, or the pause after it, that this time falls into. */
  private static void goOnTo(Waypoints walk, long time) {
    for (int i = 0; i < WALKERS; i++) {
      while (walk.endOfLeg(i) <= time) {
        walk.nextLeg(i);
      }
    }
  }

  private static double meanDistanceFromCentre(Waypoints walk, long time) {
    double sum = 0;
    for (int i = 0; i < WALKERS; i++) {
      double dx = walk.x(i, time) - 0.5;
      double dy = walk.y(i, time) - 0.5;
      sum += Math.sqrt(dx * dx + dy * dy);
    }
    return sum / WALKERS;
  }

  private static double meanSpeed(Waypoints walk, long time) {
    double sum = 0;
    int moving = 0;
    for (int i = 0; i < WALKERS; i++) {
      if (!walk.isPausing(i, time)) {
        sum += walk.speed(i);
        moving++;
      }
    }
    return sum / moving;
  }

  private static double shareOfPausing(Waypoints walk, long time) {
    int pausing = 0;
    for (int i = 0; i < WALKERS; i++) {
      pausing += walk.isPausing(i, time) ? 1 : 0;
    }
    return (double) pausing / WALKERS;
  }

  @Test
  void aWalkBeginsAsItGoesOn() {
    for (String mobility : new String[] {"waypoint:0.1,1", "waypoint:0.2,0.6,3"}) {
      Waypoints walk = walk(mobility, 4);
      double distance = meanDistanceFromCentre(walk, 0);
      double speed = meanSpeed(walk, 0);
      double pausing = shareOfPausing(walk, 0);
      for (int time : new int[] {1, 5, 200}) {
        long ticks = time * Ticks.PER_UNIT;
        goOnTo(walk, ticks);
        assertThat(meanDistanceFromCentre(walk, ticks))
            .as(mobility)
            .isCloseTo(distance, within(2e-3));
        assertThat(meanSpeed(walk, ticks)).as(mobility).isCloseTo(speed, within(5e-3));
        assertThat(shareOfPausing(walk, ticks)).as(mobility).isCloseTo(pausing, within(7e-3));
      }
      // Uniform points are farther out on average: (√2 + ln(1 + √2)) / 6.
      assertThat(distance).isLessThan(0.37);
    }
  }

  @Test
  void speedsAtTimeZeroAreInverselyLikely() {
    Waypoints walk = walk("waypoint:0.01,2", 1);
    int[] cells = new int[20];
    double logOfRange = Math.log(200);
    for (int i = 0; i < WALKERS; i++) {
      // The duration is a whole number of ticks, so that a short leg has a slightly wrong speed.
      double share = Math.log(walk.speed(i) / 0.01) / logOfRange;
      cells[(int) Math.min(19, Math.max(0, share * 20))]++;
    }
    assertThat(DistributionTest.chiSquare(cells)).isLessThan(CHI_SQUARE_LIMIT);
    assertThat(meanSpeed(walk, 0)).isCloseTo(1.99 / logOfRange, within(0.005));
    // What a walk that begins with a fresh leg would show.
    for (int i = 0; i < WALKERS; i++) {
      walk.nextLeg(i);
    }
    double fresh = 0;
    for (int i = 0; i < WALKERS; i++) {
      fresh += walk.speed(i) / WALKERS;
    }
    assertThat(fresh).isCloseTo(1.005, within(0.01));
  }

  @Test
  void legsAtTimeZeroAreLong() {
    Waypoints walk = walk("waypoint:1,1", 1);
    double sum = 0;
    for (int i = 0; i < WALKERS; i++) {
      sum += Ticks.toUnits(walk.endOfLeg(i));
    }
    // At speed 1 the rest of a leg is half of E[L²] / E[L], where E[L²] = 1/3.
    assertThat(sum / WALKERS).isCloseTo(1 / 6.0 / Waypoints.MEAN_LEG, within(3e-3));
    sum = 0;
    for (int i = 0; i < WALKERS; i++) {
      // The next leg begins where a long one ends, which is far out; those after it do not.
      walk.nextLeg(i);
      long end = walk.endOfLeg(i);
      walk.nextLeg(i);
      sum += Ticks.toUnits(walk.endOfLeg(i) - end);
    }
    assertThat(sum / WALKERS).isCloseTo(Waypoints.MEAN_LEG, within(3e-3));
    double root = Math.sqrt(2);
    assertThat(Waypoints.MEAN_LEG)
        .isCloseTo((2 + root + 5 * Math.log(1 + root)) / 15, within(1e-15));
  }

  @Test
  void pausesAtTimeZeroAreHalfOver() {
    Waypoints walk = walk("waypoint:0.5,0.5,4", 1);
    double leg = Waypoints.MEAN_LEG / 0.5;
    assertThat(shareOfPausing(walk, 0)).isCloseTo(4 / (4 + leg), within(5e-3));
    double rest = 0;
    int pausing = 0;
    for (int i = 0; i < WALKERS; i++) {
      if (walk.isPausing(i, 0)) {
        rest += Ticks.toUnits(walk.endOfLeg(i));
        pausing++;
      }
    }
    assertThat(rest / pausing).isCloseTo(2, within(0.02));
  }

  @Test
  void gridsAreAsSquareAsTheyCan() {
    int[][] grids = {{1, 1}, {2, 1}, {4, 2}, {6, 2}, {7, 1}, {12, 3}, {16, 4}, {36, 6}, {30, 5}};
    for (int[] grid : grids) {
      assertThat(CellGrid.of(grid[0]).rows()).as("%d cells", grid[0]).isEqualTo(grid[1]);
    }
  }

  @Test
  void everyBorderIsAMove() {
    int columns = 3;
    int rows = 2;
    Waypoints walk = walk("waypoint:0.2,1,0.5", rows * columns);
    int moves = 0;
    for (int i = 0; i < 200; i++) {
      int at = walk.start(i);
      // Until now the walker has been where its moves have led it.
      long now = 0;
      for (int m = 0; m < 50; m++) {
        assertThat(cell(walk.x(i, now), columns, at % columns)).isTrue();
        assertThat(cell(walk.y(i, now), rows, at / columns)).isTrue();
        long next = walk.nextMove(i, now);
        assertThat(next).isGreaterThanOrEqualTo(now);
        int to = walk.destination(i, at);
        int distance =
            Math.abs(to % columns - at % columns) + Math.abs(to / columns - at / columns);
        assertThat(distance).as("to a cell with a common border").isEqualTo(1);
        now = next;
        at = to;
        moves++;
      }
    }
    assertThat(moves).isEqualTo(10_000);
    assertThat(walk("waypoint:0.2,1", 1).nextMove(0, 0)).isEqualTo(Itinerary.NEVER);
  }

  /** Whether a coordinate lies in a cell, but for the rounding of a time to ticks. */
  private static boolean cell(double coordinate, int cells, int cell) {
    double margin = 2e-6;
    return coordinate * cells > cell - margin && coordinate * cells < cell + 1 + margin;
  }

  @Test
  void theMiddleIsCrowded() {
    Waypoints walk = walk("waypoint:0.1,0.3", 9);
    int[] cells = new int[9];
    for (int i = 0; i < WALKERS; i++) {
      cells[walk.start(i)]++;
    }
    long later = 100 * Ticks.PER_UNIT;
    goOnTo(walk, later);
    int[] cellsLater = new int[9];
    for (int i = 0; i < WALKERS; i++) {
      cellsLater[(int) (walk.y(i, later) * 3) * 3 + (int) (walk.x(i, later) * 3)]++;
    }
    for (int cell = 0; cell < 9; cell++) {
      assertThat(cells[cell]).as("cell %d", cell).isCloseTo(cellsLater[cell], within(700));
    }
    for (int corner : new int[] {0, 2, 6, 8}) {
      assertThat(cells[4]).isGreaterThan(5 * cells[corner] / 2);
    }
  }
}
