package dev.baton.lab.run;

import dev.baton.checker.Check;
import dev.baton.checker.Inspection;
import dev.baton.checker.Progress;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.checker.Workers;
import dev.baton.core.Algorithm;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Schedule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A search, and what only a JVM can tell of an algorithm that is wrong: which field it hides, which
 * line throws, and that a handler does not return.
 *
 * @param hint the likely field, or the line; null if there is none
 */
public record ExplainedSearch(Report report, String hint) {

  /** Larger systems are not looked at before they are simulated. */
  private static final int MOST_NODES = 50;

  /** Searches, unless the algorithm hides a field. */
  public static ExplainedSearch run(Check check, Workers workers, Progress progress) {
    HandlerWatch watch = new HandlerWatch();
    try {
      return watch.run(() -> search(check, workers, new Watched(progress, watch)));
    } catch (HandlerWatch.StuckException e) {
      return broken(check, e.getMessage(), List.of(), null);
    } catch (StackOverflowError e) {
      String message = "A handler calls itself without end: " + Handlers.place(e) + ".";
      return broken(check, message, List.of(), null);
    }
  }

  /**
   * Why what is measured of an algorithm means nothing, in a sentence; null if nothing was found.
   *
   * @throws IllegalArgumentException with one sentence, if a handler does not return
   */
  public static String doubt(Algorithm algorithm, Setup setup, boolean fifo) {
    if (setup.n() > MOST_NODES) {
      return null;
    }
    Check check = Check.of(algorithm, setup).withRequests(2).withFifo(fifo);
    try {
      return new HandlerWatch().run(() -> broken(check)).map(ExplainedSearch::text).orElse(null);
    } catch (HandlerWatch.StuckException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static ExplainedSearch search(Check check, Workers workers, Progress progress) {
    Optional<ExplainedSearch> broken = broken(check);
    if (broken.isPresent()) {
      return broken.get();
    }
    Report report = Search.run(check, workers, progress);
    String hint = null;
    if (report.property() == Property.CONTRACT) {
      hint = HiddenFields.find(List.of(schedule(report)));
    } else if (report.property() == Property.SAFETY && report.message().contains(" fails: ")) {
      hint = report.schedule() == null ? null : "In " + Handlers.failing(schedule(report)) + ".";
    }
    return new ExplainedSearch(report, hint);
  }

  private static Schedule schedule(Report report) {
    Check check = report.check();
    return new Schedule(check.algorithm(), check.setup(), check.fifo(), report.schedule());
  }

  /** What is found without a search: the contract is broken, or a field is hidden. */
  private static Optional<ExplainedSearch> broken(Check check) {
    Set<Class<?>> classes = HiddenFields.classes(check.algorithm(), check.setup());
    Map<String, String> before = HiddenFields.statics(classes);
    Inspection inspection = Inspection.of(check);
    String shared = HiddenFields.shared(before, HiddenFields.statics(classes));
    String hidden = shared == null ? HiddenFields.find(inspection.schedules()) : shared;
    if (inspection.breach() == null) {
      return Optional.ofNullable(hidden).map(sentence -> broken(check, sentence, List.of(), null));
    }
    List<Event> events = inspection.schedules().getLast().events();
    return Optional.of(broken(check, inspection.breach(), events, hidden));
  }

  /** The answer to an algorithm that is not searched. */
  private static ExplainedSearch broken(
      Check check, String message, List<Event> events, String hint) {
    Report report =
        new Report(
            check,
            Report.Verdict.VIOLATED,
            Property.CONTRACT,
            message,
            0,
            0,
            0,
            -1,
            false,
            events,
            -1);
    return new ExplainedSearch(report, hint);
  }

  private String text() {
    return hint == null ? report.message() : report.message() + " " + hint;
  }

  /** Passes progress on, and tells of handlers that begin. */
  private record Watched(Progress progress, HandlerWatch watch) implements Progress {

    @Override
    public void onLevel(int depth, long states, long frontier) {
      progress.onLevel(depth, states, frontier);
    }

    @Override
    public void onStep(int step, long states, long frontier) {
      progress.onStep(step, states, frontier);
    }

    @Override
    public void onHandler() {
      watch.onHandler();
    }
  }
}
