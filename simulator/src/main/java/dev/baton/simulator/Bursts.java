package dev.baton.simulator;

/**
 * The arrivals of {@link Workload.OnOff}, as times of an alternation that begins in its stationary
 * state. Nothing remembers anything, so that what is left of a burst is drawn like a whole one.
 */
final class Bursts implements Workload.Arrivals {

  private final Distribution on;
  private final Distribution off;
  private final Distribution gap;
  private final Workload.Sources sources;

  /** The last arrival of each node, or the beginning of its burst. */
  private final long[] now;

  /** When the burst of each node ends. */
  private final long[] end;

  Bursts(Workload.OnOff load, Workload.Sources sources) {
    on = new Distribution.Exponential(load.on());
    off = new Distribution.Exponential(load.off());
    gap = new Distribution.Exponential(load.gap());
    this.sources = sources;
    now = new long[sources.nodes()];
    end = new long[sources.nodes()];
    double share = load.on() / ((double) load.on() + load.off());
    for (int i = 0; i < now.length; i++) {
      boolean isOn = RandomStream.fraction(sources.bits(i)) < share;
      now[i] = isOn ? 0 : off.sample(sources.bits(i));
      end[i] = now[i] + on.sample(sources.bits(i));
    }
  }

  @Override
  public long next(int node) {
    double slowness = sources.slowness(node);
    if (slowness == Double.POSITIVE_INFINITY) {
      return NEVER;
    }
    while (true) {
      long arrival = now[node] + Demand.scaled(gap.sample(sources.bits(node)), slowness);
      if (arrival <= end[node]) {
        now[node] = arrival;
        return arrival;
      }
      now[node] = end[node] + off.sample(sources.bits(node));
      end[node] = now[node] + on.sample(sources.bits(node));
    }
  }
}
