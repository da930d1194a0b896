package dev.baton.lab.run;

import dev.baton.simulator.Listener;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.ViolationException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * The trials of one scenario, shared by some threads. The result does not depend on how many: each
 * trial has random numbers of its own, and of several violations the one of the lowest trial
 * counts.
 */
public final class Trials {

  /** A trial that violated safety. */
  public static final class Violated extends Exception {
    private static final long serialVersionUID = 1;

    private final int trial;
    private final transient ViolationException violation;

    Violated(int trial, ViolationException violation) {
      super(violation.getMessage(), violation);
      this.trial = trial;
      this.violation = violation;
    }

    public int trial() {
      return trial;
    }

    public ViolationException violation() {
      return violation;
    }
  }

  /** Progress is reported after this many events. */
  private static final long EVENTS_AT_ONCE = 1 << 16;

  private final Scenario scenario;
  private final IntFunction<Listener> listeners;
  private final LongConsumer progress;
  private final Outcome[] outcomes;
  private final ViolationException[] violations;
  private final AtomicInteger next = new AtomicInteger();

  /** Trials after this one no longer matter. */
  private final AtomicInteger last;

  private Trials(
      Scenario scenario, int trials, IntFunction<Listener> listeners, LongConsumer progress) {
    this.scenario = scenario;
    this.listeners = listeners;
    this.progress = progress;
    outcomes = new Outcome[trials];
    violations = new ViolationException[trials];
    last = new AtomicInteger(trials - 1);
  }

  /**
   * Runs the trials 0 … {@code trials} − 1, and returns their outcomes in this order.
   *
   * @param progress is called by any thread with how many more entries are complete
   */
  public static List<Outcome> run(Scenario scenario, int trials, int threads, LongConsumer progress)
      throws Violated {
    return run(scenario, trials, threads, trial -> null, progress);
  }

  /**
   * The same, watched.
   *
   * @param listeners what watches the trial of this number; may be null
   */
  public static List<Outcome> run(
      Scenario scenario,
      int trials,
      int threads,
      IntFunction<Listener> listeners,
      LongConsumer progress)
      throws Violated {
    Trials all = new Trials(scenario, trials, listeners, progress);
    try (Threads pool = new Threads(Math.min(threads, trials))) {
      pool.run(Collections.nCopies(pool.size(), all::work));
    }
    for (int trial = 0; trial < trials; trial++) {
      if (all.violations[trial] != null) {
        throw new Violated(trial, all.violations[trial]);
      }
    }
    return Arrays.asList(all.outcomes);
  }

  private void work() {
    try {
      int trial = next.getAndIncrement();
      while (trial <= last.get()) {
        run(trial);
        trial = next.getAndIncrement();
      }
    } catch (RuntimeException | Error e) {
      last.set(-1);
      throw e;
    }
  }

  private void run(int trial) {
    try {
      Simulation simulation = Simulation.start(scenario, trial, listeners.apply(trial));
      long before = 0;
      boolean more = true;
      while (more && trial <= last.get()) {
        more = simulation.advance(EVENTS_AT_ONCE);
        // Nodes that still wait when requests stop enter beyond what was asked for.
        long now = Math.min(simulation.completed(), scenario.entries());
        progress.accept(now - before);
        before = now;
      }
      if (!more) {
        outcomes[trial] = simulation.outcome();
      }
    } catch (ViolationException e) {
      violations[trial] = e;
      last.accumulateAndGet(trial, Math::min);
    }
  }
}
