package dev.baton.cluster.attack;

import dev.baton.cluster.attack.Fault.Kind;
import dev.baton.cluster.epoch.Frame;

/** What becomes of a frame: how long it is under way, and whether it arrives at all. */
final class Weather {

  private static final long LEAST_DELAY = 200;

  private final Plan plan;
  private final Chance chance;

  Weather(Plan plan) {
    this.plan = plan;
    chance = new Chance(plan.seed(), "weather");
  }

  boolean isCut(long time, int from, int to) {
    for (Fault fault : plan.faults()) {
      if (fault.covers(time) && fault.cuts(from, to)) {
        return true;
      }
    }
    return false;
  }

  boolean isLost(long time) {
    return time < Plan.CALM && chance.perMille((int) Math.max(plan.loss(), now(Kind.STORM, time)));
  }

  boolean isDoubled(long time) {
    return time < Plan.CALM
        && chance.perMille((int) Math.max(plan.duplicates(), now(Kind.STORM, time) / 2));
  }

  long delay(long time, Frame frame) {
    long delay = LEAST_DELAY + chance.between(0, plan.jitter());
    if (time < Plan.CALM && chance.perMille(10)) {
      delay *= 10;
    }
    long slow = frame instanceof Frame.Open ? now(Kind.SLOW_OPEN, time) : 0;
    return slow == 0 ? delay : delay + chance.between(0, slow);
  }

  /** How long a word to the epoch store or its answer takes; −1 if it never arrives. */
  long storeDelay(long time) {
    for (Fault fault : plan.faults()) {
      if (fault.kind() == Kind.STORE_AWAY && fault.covers(time)) {
        return -1;
      }
    }
    return LEAST_DELAY + chance.between(0, 3000 + now(Kind.STORE_SLOW, time));
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
