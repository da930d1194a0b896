package dev.baton.lab.experiment;

import dev.baton.simulator.Scenario;
import java.util.Arrays;
import java.util.Map;

/**
 * A request that is slow: the last node's is under way while the others make {@code turns} entries,
 * one after the other, and is repeated for whoever leads then. {@code count} names the types of
 * messages that are counted, those from and to this node; {@code tour} is only a name.
 */
final class Chase {

  private Chase() {}

  static Trial run(Cell cell, Scenario scenario) {
    int slow = scenario.nodes() - 1;
    int turns = cell.number("turns", 1);
    Course course = new Course(scenario);
    course.settle();
    course.request(slow);
    for (int i = 0; i < turns; i++) {
      int other = 1 + i % (slow - 1);
      course.request(other);
      course.settleBut(slow);
      if (i < turns - 1) {
        course.exit(other);
      }
    }
    // One more takes the second permit, so that the request has to wait when it arrives at last.
    course.request(0);
    course.settleBut(slow);
    course.settle();
    course.exit(0);
    course.await(slow);
    course.exit(slow);
    course.settle();
    int counted =
        Arrays.stream(cell.option("count").split(" "))
            .mapToInt(type -> course.messages(type, slow))
            .sum();
    return new Trial(Map.of(Measure.TOTAL, (double) counted), Trial.text(course.hash()));
  }
}
