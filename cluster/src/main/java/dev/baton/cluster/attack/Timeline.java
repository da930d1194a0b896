package dev.baton.cluster.attack;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What happens when; of several things at one moment, first what was planned first. */
final class Timeline {

  private record Item(long time, long number, Runnable action) {}

  private final PriorityQueue<Item> items =
      new PriorityQueue<>(Comparator.comparingLong(Item::time).thenComparingLong(Item::number));
  private long planned;
  private long time;

  long time() {
    return time;
  }

  void at(long when, Runnable action) {
    items.add(new Item(Math.max(when, time), planned++, action));
  }

  void after(long delay, Runnable action) {
    at(time + delay, action);
  }

  /** Everything before {@code end}. */
  void runUntil(long end) {
    while (!items.isEmpty() && items.peek().time < end) {
      Item item = items.poll();
      time = item.time;
      item.action.run();
    }
    time = end;
  }
}
