package dev.baton.algorithms;

import dev.baton.core.Algorithm;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random runs in which a request is made only when every earlier one is known. */
final class Orderly {

  private static final int STEPS = 400;

  private Orderly() {}

  /** Whether those who request enter in the order of their requests. */
  static boolean servesInOrder(Algorithm algorithm, Setup setup, boolean fifo, int seed) {
    Random random = new Random(seed);
    Stage stage = new Stage(algorithm, setup, fifo);
    List<Integer> waiting = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      boolean isQuiet = stage.inFlight().isEmpty();
      List<Event> enabled =
          stage.enabled().stream()
              .filter(event -> isQuiet || !(event instanceof Event.Request))
              .toList();
      Event event = enabled.get(random.nextInt(enabled.size()));
      if (event instanceof Event.Request) {
        waiting.add(event.node());
      }
      Stage.Phase before = stage.phase(event.node());
      stage.step(event);
      boolean enters =
          before != Stage.Phase.INSIDE && stage.phase(event.node()) == Stage.Phase.INSIDE;
      if (enters && waiting.removeFirst() != event.node()) {
        return false;
      }
    }
    return true;
  }
}
