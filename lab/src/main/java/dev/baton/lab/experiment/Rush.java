package dev.baton.lab.experiment;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Graph;
import dev.baton.core.Hash;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;

/**
 * Case 1 and Case 2 of the paper on request collectors: {@code Q} groups request, the first one
 * does not. In Case 1 {@code n} nodes request in each; in Case 2 n in the last, half as many in the
 * one before, and so on. All ask at time 0; a message takes {@code M}, a section {@code E}; it ends
 * when the last token is back.
 */
final class Rush {

  private record Exit(long time, int node) {}

  private final Stage stage;
  private final long m;
  private final long e;
  private final Queue<Long> arrivals = new ArrayDeque<>();
  private final Queue<Exit> exits = new ArrayDeque<>();
  private long hash;
  private int messages;

  private Rush(Cell cell) {
    int groups = number(cell, "Q");
    int most = number(cell, "n");
    m = number(cell, "M");
    e = number(cell, "E");
    int size = most + 1;
    int nodes = (groups + 1) * size;
    Setup setup = new Setup(nodes, 0, number(cell, "k"), Graph.complete(nodes), groups + 1);
    stage = new Stage(Catalog.entry(cell.option("algorithm")), setup, true);
    boolean isEqual = cell.option("case").equals("1");
    for (int g = 1; g <= groups; g++) {
      int requesters = isEqual ? most : most >> Math.min(31, groups - g);
      for (int i = 1; i <= requesters; i++) {
        stage.step(new Event.Request(g * size + i));
      }
    }
    arrive(0);
  }

  private static int number(Cell cell, String option) {
    return Integer.parseInt(cell.option(option));
  }

  private void arrive(long now) {
    for (int known = arrivals.size(); known < stage.inFlight().size(); known++) {
      arrivals.add(now + m);
    }
  }

  static Trial run(Cell cell) {
    Rush rush = new Rush(cell);
    long time = rush.run();
    return new Trial(
        Map.of(Measure.TIME, (double) time, Measure.TOTAL, (double) rush.messages),
        Trial.text(rush.hash));
  }

  /** First sent, first received, and first in, first out: all times are equal. */
  private long run() {
    long now = 0;
    while (!arrivals.isEmpty() || !exits.isEmpty()) {
      boolean isExit =
          arrivals.isEmpty() || !exits.isEmpty() && exits.peek().time < arrivals.peek();
      now = isExit ? exits.peek().time : arrivals.remove();
      Event event = isExit ? new Event.Exit(exits.remove().node) : stage.inFlight().getFirst();
      messages += isExit ? 0 : 1;
      boolean wasWaiting = stage.phase(event.node()) == Stage.Phase.WAITING;
      stage.step(event);
      if (stage.violation() != null) {
        throw new IllegalStateException(stage.violation());
      }
      hash = Hash.fold(Hash.fold(hash, now), event.node());
      if (wasWaiting && stage.phase(event.node()) == Stage.Phase.INSIDE) {
        exits.add(new Exit(now + e, event.node()));
      }
      arrive(now);
    }
    return now;
  }
}
