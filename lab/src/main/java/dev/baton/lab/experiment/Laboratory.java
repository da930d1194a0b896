package dev.baton.lab.experiment;

import dev.baton.lab.options.ScenarioOptions;
import dev.baton.lab.run.EntryLog;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.ViolationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Runs the trials of experiments on some threads. A thread takes a cell and runs its trials one
 * after the other, until the intervals are narrow enough: the result does not depend on the number
 * of threads, nor on which trials were there already.
 */
public final class Laboratory {

  /** Counts work that was run, and work that was found in the store. */
  public interface Progress {
    void ran(long entries);

    void found(long entries);
  }

  /**
   * A part of an experiment's work: the trials of one cell.
   *
   * @param hasTimes whether the times of single entries are wanted
   * @param first the first trial that is run, where others run some of them
   * @param step how many share the trials: every so many-th is run
   */
  record Task(
      String experiment,
      Cell cell,
      Experiment.Effort effort,
      List<Measure> precise,
      boolean hasTimes,
      int first,
      int step) {

    Task(
        String experiment,
        Cell cell,
        Experiment.Effort effort,
        List<Measure> precise,
        boolean hasTimes) {
      this(experiment, cell, effort, precise, hasTimes, 0, 1);
    }

    /** Whether it is known beforehand how many trials there will be. */
    boolean isFixed() {
      return !cell.isProbe() && effort.least() == effort.most();
    }

    /** The same task, of which only some trials are run. */
    Task share(int newFirst, int newStep) {
      return new Task(experiment, cell, effort, precise, hasTimes, newFirst, newStep);
    }

    /** How many entries there are to complete, at least. */
    long work() {
      long trials = Math.max(0, (effort.least() - first + step - 1) / step);
      return cell.isProbe() ? PROBE : Long.parseLong(cell.option("entries")) * trials;
    }
  }

  /** A trial that no share has run. */
  static final class MissingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MissingException(Cell cell) {
      super(String.join(" ", cell.arguments()));
    }
  }

  /** Trials are added until half an interval is at most this part of its mean. */
  static final double HALF_WIDTH = 0.05;

  /** A probe counts as this many entries. */
  private static final long PROBE = 1000;

  private static final long EVENTS_AT_ONCE = 1 << 16;

  private final TrialStore store;
  private final boolean mayRun;
  private final Progress progress;

  Laboratory(TrialStore store, boolean mayRun, Progress progress) {
    this.store = store;
    this.mayRun = mayRun;
    this.progress = progress;
  }

  /** All cells of the experiments, in their order. */
  static List<Task> tasks(List<Experiment> experiments, boolean isQuick) {
    List<Task> tasks = new ArrayList<>();
    for (Experiment experiment : experiments) {
      Experiment.Effort effort = experiment.effort(isQuick);
      for (Cell cell : Cells.of(experiment, isQuick)) {
        boolean hasTimes = experiment.plots().stream().anyMatch(plot -> plot.showsTimesOf(cell));
        tasks.add(new Task(experiment.name(), cell, effort, experiment.precise(), hasTimes));
      }
    }
    return tasks;
  }

  /** Runs the tasks, the long ones first; results in the order of the tasks. */
  Map<Task, Result> run(List<Task> tasks, int threads) {
    List<Task> byLength = new ArrayList<>(tasks);
    byLength.sort(Comparator.comparingLong((Task task) -> -task.work()));
    Map<Task, Result> done = new ConcurrentHashMap<>();
    List<Callable<Void>> calls = new ArrayList<>();
    for (Task task : byLength) {
      calls.add(
          () -> {
            done.put(task, run(task));
            return null;
          });
    }
    ExecutorService pool =
        Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    try {
      List<Future<Void>> futures = calls.stream().map(pool::submit).toList();
      for (Future<Void> future : futures) {
        future.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      pool.shutdownNow();
    }
    Map<Task, Result> results = new LinkedHashMap<>();
    tasks.forEach(task -> results.put(task, done.get(task)));
    return results;
  }

  private Result run(Task task) {
    Experiment.Effort effort = task.effort;
    Cell cell = task.cell;
    Supplier<Scenario> scenario =
        new Supplier<>() {
          private Scenario known;

          @Override
          public Scenario get() {
            known = known == null ? ScenarioOptions.parse(cell.arguments()) : known;
            return known;
          }
        };
    List<Trial> trials = new ArrayList<>();
    int most = cell.isProbe() ? 1 : effort.most();
    boolean isPrecise = cell.isProbe();
    int number = task.first;
    while (number < most && !(isPrecise && number >= effort.least())) {
      trials.add(trial(task, number, scenario));
      number += task.step;
      isPrecise = cell.isProbe() || Result.isPrecise(trials, task.precise, HALF_WIDTH);
    }
    return new Result(cell, trials, isPrecise);
  }

  /** Finds a trial, or runs it. */
  private Trial trial(Task task, int number, Supplier<Scenario> scenario) {
    Cell cell = task.cell;
    Trial trial = store.find(cell, number, task.hasTimes);
    if (trial != null) {
      progress.found(cell.isProbe() ? PROBE : Long.parseLong(cell.option("entries")));
      return trial;
    }
    if (!mayRun) {
      throw new MissingException(cell);
    }
    trial = cell.isProbe() ? probe(cell) : simulate(scenario.get(), number, task.hasTimes);
    store.put(cell, number, trial);
    return trial;
  }

  private Trial probe(Cell cell) {
    Trial trial = Probe.run(cell);
    progress.ran(PROBE);
    return trial;
  }

  private Trial simulate(Scenario scenario, int number, boolean hasTimes) {
    try {
      EntryLog log = hasTimes ? new EntryLog(scenario) : null;
      Simulation simulation = Simulation.start(scenario, number, log);
      long before = 0;
      boolean more = true;
      while (more) {
        more = simulation.advance(EVENTS_AT_ONCE);
        long now = Math.min(simulation.completed(), scenario.entries());
        progress.ran(now - before);
        before = now;
      }
      return Trial.of(simulation.outcome(), log);
    } catch (ViolationException e) {
      return Trial.of(e);
    }
  }
}
