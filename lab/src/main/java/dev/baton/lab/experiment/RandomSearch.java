package dev.baton.lab.experiment;

import dev.baton.core.Hash;
import dev.baton.core.stage.Event;
import dev.baton.simulator.Scenario;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The most messages of a single entry and of all together in so many random {@code schedules}, in
 * each of which every node asks {@code requests} times: a worst case that was looked for, and not a
 * proof that there is no worse one. {@code grants} names the types of messages that belong to the
 * entry they permit, see {@link Course}.
 */
final class RandomSearch {

  private RandomSearch() {}

  static Trial run(Cell cell, Scenario scenario) {
    Random random = new Random(1);
    Set<String> grants =
        cell.option("grants") == null ? Set.of() : Set.of(cell.option("grants").split(" "));
    int dearest = 0;
    int most = 0;
    long hash = 0;
    for (int s = 0; s < cell.number("schedules", 1); s++) {
      Course course = new Course(scenario, grants);
      int[] left = new int[scenario.nodes()];
      Arrays.fill(left, cell.number("requests", 1));
      List<Event> enabled = enabled(course, left);
      while (!enabled.isEmpty()) {
        Event event = enabled.get(random.nextInt(enabled.size()));
        left[event.node()] -= event instanceof Event.Request ? 1 : 0;
        course.step(event);
        enabled = enabled(course, left);
      }
      dearest = Math.max(dearest, course.dearest());
      most = Math.max(most, course.messages());
      hash = Hash.fold(hash, course.hash());
    }
    return new Trial(
        Map.of(Measure.MOST, (double) dearest, Measure.TOTAL, (double) most), Trial.text(hash));
  }

  private static List<Event> enabled(Course course, int[] left) {
    return course.enabled().stream()
        .filter(event -> !(event instanceof Event.Request) || left[event.node()] > 0)
        .toList();
  }
}
