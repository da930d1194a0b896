package dev.baton.cluster.attack;

import dev.baton.cluster.attack.Fault.Kind;
import dev.baton.cluster.epoch.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a frame: how long it is under way, and whether it arrives at all. */
final class Weather implements World.Conditions {

  private static final long WALL_SECONDS = 40_000_000;

  private static final long LEAST_DELAY = 200;

  /** A frame in a hundred takes so many times as long as others. */
  private static final int LATE = 10;

  /** A word to the epoch store takes at most that much longer than a frame at least. */
  private static final long STORE_JITTER = 3000;

  private final Plan plan;
  private final Chance chance;

  Weather(Plan plan) {
    this.plan = plan;
    chance = new Chance(plan.seed(), "weather");
  }

  /** The most that a frame takes where nothing is said to be slow. */
  static long slowest(Plan plan) {
    return (LEAST_DELAY + plan.jitter()) * LATE;
  }

  /** The most that a word to the epoch store or its answer takes if the store is slow. */
  static long slowestStore(long amount) {
    return LEAST_DELAY + STORE_JITTER + amount;
  }

  @Override
  public long[] delays(long time, Process from, Process to, Frame frame) {
    boolean isCut = isCut(time, from.number, to.number);
    int copies = isCut || isLost(time) ? 0 : isDoubled(time) ? 2 : 1;
    long[] delays = new long[copies];
    for (int i = 0; i < copies; i++) {
      delays[i] = delay(time, frame);
    }
    return delays;
  }

  private boolean isCut(long time, int from, int to) {
    for (Fault fault : plan.faults()) {
      if (fault.covers(time) && fault.cuts(from, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean isLost(long time) {
    return time < Plan.CALM && chance.perMille((int) Math.max(plan.loss(), now(Kind.STORM, time)));
  }

  private boolean isDoubled(long time) {
    return time < Plan.CALM
        && chance.perMille((int) Math.max(plan.duplicates(), now(Kind.STORM, time) / 2));
  }

  private long delay(long time, Frame frame) {
    long delay = LEAST_DELAY + chance.between(0, plan.jitter());
    if (time < Plan.CALM && chance.perMille(10)) {
      delay *= LATE;
    }
    long slow = frame instanceof Frame.Open ? now(Kind.SLOW_OPEN, time) : 0;
    return slow == 0 ? delay : delay + chance.between(0, slow);
  }

  @Override
  public long storeDelay(long time) {
    for (Fault fault : plan.faults()) {
      if (fault.kind() == Kind.STORE_AWAY && fault.covers(time)) {
        return -1;
      }
    }
    return LEAST_DELAY + chance.between(0, STORE_JITTER + now(Kind.STORE_SLOW, time));
  }

  /** Nobody, the same as for all others, or the process itself, so that all voters coordinate. */
  @Override
  public @Nullable String leader(String process, List<String> voters) {
    return switch ((int) (plan.seed() % 3)) {
      case 0 -> null;
      case 1 -> voters.getLast();
      default -> process;
    };
  }

  @Override
  public long wallSeconds(long time) {
    return WALL_SECONDS + time / 1_000_000;
  }

  /** The largest amount of a kind of fault that is going on. */
  private long now(Kind kind, long time) {
    long amount = 0;
    for (Fault fault : plan.faults()) {
      if (fault.kind() == kind && fault.covers(time)) {
        amount = Math.max(amount, fault.amount());
      }
    }
    return amount;
  }
}
