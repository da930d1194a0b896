package dev.baton.simulator;

import java.util.Map;

/**
 * The measures of one trial. Times are in units.
 *
 * <p>Times, throughput and fairness count from the end of the warm-up. Messages, hops and bits are
 * those of the whole run divided by all of its entries: a run begins and ends with nothing under
 * way, so that every entry pays for all of its messages and for no others. Counted from the middle
 * of a run, those that wait would have sent their requests already, and would seem to enter too
 * cheaply.
 *
 * @param entries entries that count
 * @param truncated entries of the warm-up that was cut off
 * @param messagesPerEntry logical messages, one per recipient
 * @param hopsPerEntry links taken
 * @param bitsPerEntry bits of the logical messages
 * @param messagesByType logical messages per entry, in the order in which types were first seen
 * @param syncDelay from an exit at which somebody waited, and all permits were taken, to the next
 *     entry; null if there was none
 * @param responseTime from request to entry
 * @param turnaround from request to exit
 * @param latency from arrival to entry: with the time in the queue of its own node, where requests
 *     arrive at nodes that are not ready for them; null under other loads, where it would be the
 *     response time
 * @param throughput entries per unit of time; 0 if no time passed
 * @param jain Jain's index of the entries per node
 * @param maxBypass the largest number of entries by others between a request and its entry
 * @param maxLoadShare the largest share of all messages that one node sent, received or passed on,
 *     in the whole run
 * @param simulatedTime the time of the last event
 * @param events requests, exits, deliveries, timers, joins and leaves
 * @param eventHash the hash of all events and messages in their order
 * @param moves how many times a node moved to another neighbourhood
 * @param lost messages that did not arrive: their recipient was not there, had left or crashed, or
 *     the network lost them
 * @param duplicated messages that the network let arrive once more
 */
public record Outcome(
    long entries,
    long truncated,
    double messagesPerEntry,
    double hopsPerEntry,
    double bitsPerEntry,
    Map<String, Double> messagesByType,
    Sample syncDelay,
    Sample responseTime,
    Sample turnaround,
    Sample latency,
    double throughput,
    double jain,
    long maxBypass,
    double maxLoadShare,
    double simulatedTime,
    long events,
    long eventHash,
    long moves,
    long lost,
    long duplicated) {

  /** Times that were measured. */
  public record Sample(long count, double mean, double p50, double p99) {

    /** Of the first {@code count} values, whose order it changes; null if there are none. */
    static Sample of(long[] ticks, int count) {
      if (count == 0) {
        return null;
      }
      double sum = 0;
      boolean areAlike = true;
      for (int i = 0; i < count; i++) {
        sum += ticks[i];
        areAlike &= ticks[i] == ticks[0];
      }
      return new Sample(
          count,
          Ticks.toUnits(sum / count),
          Ticks.toUnits(areAlike ? ticks[0] : Statistics.percentile(ticks, count, 50, 0)),
          Ticks.toUnits(areAlike ? ticks[0] : Statistics.percentile(ticks, count, 99, 50)));
    }
  }
}
