package dev.baton.simulator;

import dev.baton.core.Message;
import dev.baton.core.Meter;
import java.util.Arrays;
import java.util.List;

/** Counts what was sent: messages of each type, their bits, and the load of each node. */
final class Traffic {

  private final Meter meter;
  private long bits;
  private long[] byType = new long[8];

  /** Messages that a node has sent or received, apart from those that all nodes received. */
  private final long[] handled;

  private long receivedByAll;

  Traffic(int clients, int nodes) {
    meter = new Meter(clients);
    handled = new long[nodes];
  }

  /** The hash of a message, which becomes the one that {@link #sent} counts. */
  long measure(Message message) {
    meter.measure(message);
    return meter.hash();
  }

  void sent(int from, int copies) {
    bits += copies * meter.bits();
    handled[from] += copies;
    int type = meter.type();
    if (type >= byType.length) {
      byType = Arrays.copyOf(byType, 2 * byType.length);
    }
    byType[type] += copies;
  }

  void received(int by) {
    handled[by]++;
  }

  void receivedByAllBut(int from) {
    receivedByAll++;
    handled[from]--;
  }

  /** All counts, in the form that {@link #repeat} takes. */
  long[] counts() {
    long[] counts = new long[2 + handled.length + byType.length];
    counts[0] = bits;
    counts[1] = receivedByAll;
    System.arraycopy(handled, 0, counts, 2, handled.length);
    System.arraycopy(byType, 0, counts, 2 + handled.length, byType.length);
    return counts;
  }

  /** Counts what was counted since {@code before} this many times more. */
  void repeat(long[] before, long times) {
    bits += times * (bits - before[0]);
    receivedByAll += times * (receivedByAll - before[1]);
    for (int i = 0; i < handled.length; i++) {
      handled[i] += times * (handled[i] - before[2 + i]);
    }
    for (int type = 0; type < byType.length; type++) {
      int at = 2 + handled.length + type;
      byType[type] += times * (byType[type] - (at < before.length ? before[at] : 0));
    }
  }

  long messages() {
    long messages = 0;
    for (long count : byType) {
      messages += count;
    }
    return messages;
  }

  long bits() {
    return bits;
  }

  List<String> types() {
    return meter.types();
  }

  long byType(int type) {
    return byType[type];
  }

  long handled(int node) {
    return receivedByAll + handled[node];
  }
}
