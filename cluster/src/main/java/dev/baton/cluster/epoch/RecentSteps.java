package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Frame.Step;
import java.util.List;
import java.util.TreeMap;

/**
 * The last records of the chain, by number and hash: what is confirmed to those that missed some.
 */
final class RecentSteps {

  /** As many as the epoch store keeps. */
  static final int KEPT = 100;

  private final TreeMap<Long, Step> steps = new TreeMap<>();

  Step add(EpochRecord record) {
    Step step = steps.computeIfAbsent(record.number(), number -> Step.of(record));
    if (steps.size() > KEPT) {
      steps.pollFirstEntry();
    }
    return step;
  }

  /** What has followed an epoch, oldest first. */
  List<Step> after(long epoch) {
    return List.copyOf(steps.tailMap(epoch + 1).values());
  }
}
