package dev.baton.core.stage;

import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.util.List;

/**
 * Nodes hear those to which they have a link, and links change. Both ends of a link are told, one
 * after the other, and nothing else happens in between.
 */
final class ChangingLinks implements Surroundings {

  private final Channels channels;

  /** By node: to whom it has been told that it has a link. */
  private final boolean[][] has;

  /** By pair: whether what was sent on their link when it came up has arrived. */
  private final boolean[][] isSettled;

  /** The end that is still to be told, and of whom; {@link Node#NONE} if there is none. */
  private int untold = Node.NONE;

  private int other = Node.NONE;

  ChangingLinks(Setup setup, Channels channels) {
    this.channels = channels;
    has = new boolean[setup.n()][setup.n()];
    isSettled = new boolean[setup.n()][setup.n()];
    for (int i = 0; i < has.length; i++) {
      for (int j = 0; j < has.length; j++) {
        has[i][j] = setup.areLinked(i, j);
        isSettled[i][j] = has[i][j];
      }
    }
  }

  @Override
  public boolean reaches(int from, int to) {
    return from == to || has[from][to];
  }

  @Override
  public boolean areTogether(int i, int j) {
    return true;
  }

  @Override
  public int neighbourhood(int i) {
    return 0;
  }

  /** The second end of a link is told of its change before anything else happens. */
  @Override
  public Event due() {
    if (untold == Node.NONE) {
      return null;
    }
    return has[untold][other] ? new Event.LinkDown(untold, other) : new Event.LinkUp(untold, other);
  }

  @Override
  public void listMoves(List<Event> events) {}

  /**
   * All links that are missing may come up; one may go down if nothing is under way on it and all
   * nodes still reach each other over links on which what was sent when they came up has arrived.
   */
  @Override
  public void listLinkChanges(List<Event> events) {
    if (untold != Node.NONE) {
      return;
    }
    for (int i = 0; i < has.length; i++) {
      for (int j = i + 1; j < has.length; j++) {
        if (!has[i][j]) {
          events.add(new Event.LinkUp(i, j));
        } else if (!channels.isInUse(i, j) && isConnectedWithout(i, j)) {
          events.add(new Event.LinkDown(i, j));
        }
      }
    }
  }

  @Override
  public void check(Event.Change change) {
    switch (change) {
      case Event.LinkUp(int i, int j) -> {
        checkEnds(i, j);
        if (has[i][j]) {
          throw new IllegalArgumentException(i + " cannot find " + j + ": they are linked.");
        }
      }
      case Event.LinkDown(int i, int j) -> {
        checkEnds(i, j);
        if (!has[i][j]) {
          throw new IllegalArgumentException(i + " cannot lose " + j + ": they are not linked.");
        }
        if (channels.isInUse(i, j)) {
          throw new IllegalArgumentException(
              i + " cannot lose " + j + ": a message is under way between them.");
        }
      }
      case Event.Join join -> throw Surroundings.unknown(join);
      case Event.Leave leave -> throw Surroundings.unknown(leave);
    }
  }

  private void checkEnds(int i, int j) {
    if (j < 0 || j >= has.length || i >= has.length || j == i) {
      throw new IllegalArgumentException(i + " cannot have a link to " + j + ".");
    }
  }

  @Override
  public void happen(Event.Change change, Node<?> node) {
    switch (change) {
      case Event.LinkUp(int i, int j) -> {
        tell(i, j);
        node.onLinkUp(j);
      }
      case Event.LinkDown(int i, int j) -> {
        tell(i, j);
        node.onLinkDown(j);
      }
      case Event.Join join -> throw Surroundings.unknown(join);
      case Event.Leave leave -> throw Surroundings.unknown(leave);
    }
  }

  /** A node is told of a link that has come up or gone down. */
  private void tell(int node, int neighbour) {
    boolean isSecond = untold == node && other == neighbour;
    assert isSecond || untold == Node.NONE : "another end is to be told first";
    has[node][neighbour] = !has[node][neighbour];
    isSettled[node][neighbour] = false;
    isSettled[neighbour][node] = false;
    untold = isSecond ? Node.NONE : neighbour;
    other = isSecond ? Node.NONE : node;
  }

  /** A link that is up at both ends settles once what was sent on it has arrived. */
  @Override
  public void after(Event event) {
    for (int i = 0; i < has.length; i++) {
      for (int j = i + 1; j < has.length; j++) {
        if (has[i][j] && has[j][i] && !isSettled[i][j] && !channels.isInUse(i, j)) {
          isSettled[i][j] = true;
          isSettled[j][i] = true;
        }
      }
    }
  }

  /** Whether all nodes still reach each other over settled links without the one between two. */
  private boolean isConnectedWithout(int a, int b) {
    boolean[] isReached = new boolean[has.length];
    int[] queue = new int[has.length];
    int size = 1;
    isReached[0] = true;
    for (int head = 0; head < size; head++) {
      int i = queue[head];
      for (int j = 0; j < has.length; j++) {
        boolean isThis = i == a && j == b || i == b && j == a;
        if (isSettled[i][j] && !isThis && !isReached[j]) {
          isReached[j] = true;
          queue[size++] = j;
        }
      }
    }
    return size == has.length;
  }
}
