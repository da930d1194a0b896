package dev.baton.simulator;

import dev.baton.core.CellGrid;
import dev.baton.core.Message;
import dev.baton.core.Setup;

/**
 * Nodes move and are told of links: there is one between two nodes whose neighbourhoods are the
 * same or next to each other.
 *
 * <p>A link breaks when nothing is under way on it, so that no message is lost; new links come up
 * before old ones go down. The first nodes, one in every neighbourhood, stand still, so that nobody
 * is ever cut off.
 */
final class MovingLinks implements Movement {

  /** Every pair of nodes has its place in memory. */
  private static final int MOST_NODES = 4096;

  private final Simulation run;
  private final Itinerary itinerary;
  private final Agenda agenda;
  private final Monitor monitor;
  private final Applications applications;
  private final CellGrid cells;

  /** By node: to whom it has been told that it has a link. */
  private final boolean[][] isTold;

  /** By node: its neighbourhood. */
  private final int[] where;

  /** By pair, the lower number first: how many messages are under way between them. */
  private final int[][] underWay;

  /** By pair, the lower number first: whether the link breaks as soon as nothing is under way. */
  private final boolean[][] isBreaking;

  private long moves;
  private long lost;

  MovingLinks(
      Simulation run,
      Setup setup,
      Itinerary itinerary,
      Agenda agenda,
      Monitor monitor,
      Applications applications) {
    int n = setup.n();
    if (n > MOST_NODES) {
      throw new IllegalArgumentException(
          "Changing links are kept for every pair of nodes: write at most "
              + MOST_NODES
              + " nodes.");
    }
    if (n < setup.neighbourhoods()) {
      throw new IllegalArgumentException(
          "One node stands still in each of "
              + setup.neighbourhoods()
              + " neighbourhoods: write that many nodes, or more.");
    }
    this.run = run;
    this.itinerary = itinerary;
    this.agenda = agenda;
    this.monitor = monitor;
    this.applications = applications;
    cells = CellGrid.of(setup.neighbourhoods());
    isTold = new boolean[n][n];
    where = new int[n];
    for (int i = 0; i < n; i++) {
      where[i] = setup.home(i);
      for (int j = 0; j < n; j++) {
        isTold[i][j] = setup.areLinked(i, j);
      }
    }
    underWay = new int[n][n];
    isBreaking = new boolean[n][n];
  }

  @Override
  public long moves() {
    return moves;
  }

  @Override
  public long lost() {
    return lost;
  }

  // Moves.

  private boolean isFixed(int node) {
    return node < cells.rows() * cells.columns();
  }

  /** At time 0 every node is where the mobility lets it begin. */
  @Override
  public void start() {
    for (int i = 0; i < where.length; i++) {
      if (!isFixed(i)) {
        where[i] = itinerary.start(i);
        updateLinks(i);
        planMove(i);
      }
    }
  }

  private void planMove(int node) {
    long time = itinerary.nextMove(node, run.ticks());
    if (time != Itinerary.NEVER) {
      agenda.addMove(time, node);
    }
  }

  /**
   * Moves a node, unless the run is over: moves, and what is sent because of them, must come to an
   * end.
   */
  @Override
  public void move(int node) {
    if (applications.isOver() && !monitor.isAnyoneWaiting()) {
      return;
    }
    moves++;
    where[node] = itinerary.destination(node, where[node]);
    updateLinks(node);
    planMove(node);
  }

  private void updateLinks(int node) {
    for (int j = 0; j < where.length; j++) {
      if (j != node && isInRange(node, j)) {
        setBreaking(node, j, false);
        if (!isTold[node][j]) {
          isTold[node][j] = true;
          run.linkUp(node, j);
          isTold[j][node] = true;
          run.linkUp(j, node);
        }
      }
    }
    for (int j = 0; j < where.length; j++) {
      if (j != node && !isInRange(node, j) && isTold[node][j]) {
        setBreaking(node, j, true);
        breakIfUnused(node, j);
      }
    }
  }

  private boolean isInRange(int i, int j) {
    return cells.touch(where[i], where[j]);
  }

  private void setBreaking(int i, int j, boolean value) {
    isBreaking[Math.min(i, j)][Math.max(i, j)] = value;
  }

  private void breakIfUnused(int i, int j) {
    int a = Math.min(i, j);
    int b = Math.max(i, j);
    if (isBreaking[a][b] && underWay[a][b] == 0) {
      isBreaking[a][b] = false;
      isTold[i][j] = false;
      run.linkDown(i, j);
      isTold[j][i] = false;
      run.linkDown(j, i);
    }
  }

  // Messages.

  /** Counts the message among those under way on its link. */
  @Override
  public boolean send(int from, int to) {
    if (from != to && !isTold[from][to]) {
      lost++;
      return false;
    }
    underWay[Math.min(from, to)][Math.max(from, to)]++;
    return true;
  }

  @Override
  public boolean carry(long arrival, int from, int to, Message message) {
    agenda.addMessage(arrival, from, to, message);
    return true;
  }

  @Override
  public int others(int node) {
    return where.length - 1;
  }

  @Override
  public int other(int node, int i) {
    return i < node ? i : i + 1;
  }

  /** What is under way is counted link by link. */
  @Override
  public boolean bundlesBroadcasts() {
    return false;
  }

  @Override
  public void carryToOthers(long arrival, int from, Message message) {
    throw new IllegalStateException("broadcasts are not bundled");
  }

  /** A link that has to go down does so after the last delivery over it. */
  @Override
  public void deliver(Simulation run, int slot, int from, int to, Message message) {
    underWay[Math.min(from, to)][Math.max(from, to)]--;
    run.deliver(from, to, message);
    breakIfUnused(from, to);
    beginRound();
  }

  // Applications.

  @Override
  public void onEnter(int node, Agenda.Slot exit) {}

  @Override
  public void watch(int node) {
    beginRound();
  }

  @Override
  public void beginRound() {
    boolean isTime = itinerary.hasMoves() && !monitor.isAnyoneActive() && !agenda.hasRequests();
    if (isTime && !applications.isOver()) {
      applications.onQuiet(run.ticks());
    }
  }
}
