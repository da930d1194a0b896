package dev.baton.simulator;

/**
 * What is remembered of every entry, in the order in which they were made, so that a warm-up that
 * is found after the run can be cut off exactly. Costs 22 bytes per entry, or 34 where times are
 * above 4,294 units; under open loads 4 or 8 more.
 */
final class Entries {

  static final long NONE = -1;

  /** Room is allocated in advance for at most this many entries. */
  private static final int MOST_ROOM = 1 << 20;

  /** Request to entry, in ticks. */
  final Longs response;

  /** Request to exit, in ticks. */
  final Longs turnaround;

  /** Arrival to entry, in ticks; empty unless requests wait in queues at their nodes. */
  final Longs latency = new Longs(16);

  /** The last exit to this entry, in ticks, or {@link #NONE} if nobody was waiting then. */
  final Longs syncDelay;

  private final Longs node;

  /** How many others entered while it waited. */
  private final Longs bypass;

  /** When the last entry of each batch was made. */
  private final Longs batchEnd;

  /** Of a run that is expected to have at most this many. */
  Entries(long expected) {
    int room = (int) Math.max(16, Math.min(expected, MOST_ROOM));
    response = new Longs(room);
    turnaround = new Longs(room);
    syncDelay = new Longs(room);
    node = new Longs(room);
    bypass = new Longs(room);
    batchEnd = new Longs(room / WarmUp.BATCH + 2);
  }

  int size() {
    return response.size();
  }

  /** Adds an entry that has not been left yet; returns its number. */
  int add(int node, long now, long response, long syncDelay, long bypass) {
    this.response.add(response);
    this.syncDelay.add(syncDelay);
    turnaround.add(NONE);
    this.node.add(node);
    this.bypass.add(bypass);
    if (size() % WarmUp.BATCH == 0) {
      batchEnd.add(now);
    }
    return size() - 1;
  }

  int node(int entry) {
    return (int) node.get(entry);
  }

  int bypass(int entry) {
    return (int) bypass.get(entry);
  }

  /** When a warm-up of this many entries was over. */
  long endOf(int warmUp) {
    return warmUp == 0 ? 0 : batchEnd.get(warmUp / WarmUp.BATCH - 1);
  }
}
