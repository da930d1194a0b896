package dev.baton.checker;

import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;

/**
 * Runs the schedule that a search has found on fresh nodes, which keep their fields from event to
 * event, whatever they show of them.
 */
final class FreshRun {

  private FreshRun() {}

  /** Why the schedule of a report is not to be believed, in two sentences; null if it is. */
  static String doubt(Report report) {
    if (report.schedule() == null || report.schedule().isEmpty()) {
      return null;
    }
    Check check = report.check();
    Stage stage = new Stage(check.algorithm(), check.setup(), check.fifo());
    int number = 0;
    for (Event event : report.schedule()) {
      number++;
      try {
        stage.step(event);
      } catch (IllegalArgumentException e) {
        String what = "event " + number + " of the schedule cannot happen: " + e.getMessage();
        return doubt(report, what);
      }
    }
    String otherwise = otherwise(report, stage);
    return otherwise == null ? null : doubt(report, otherwise);
  }

  private static String doubt(Report report, String what) {
    return "The search found '"
        + report.property()
        + ": "
        + report.message()
        + "', but with fresh nodes "
        + what
        + " 'state' or 'show' leaves something out, or a handler depends on more than the fields of"
        + " its node.";
  }

  /** What is other than the report says at the end of its schedule; null if nothing is. */
  private static String otherwise(Report report, Stage stage) {
    return switch (report.property()) {
      case SAFETY -> stage.violation() == null ? "nothing is wrong at its end." : null;
      case DEADLOCK, IDLE_PERMIT -> unrest(stage);
      case STARVATION -> report.loop() < 0 ? unrest(stage) : null;
      case BYPASS, ALWAYS, SOMETIMES, CONTRACT -> null;
    };
  }

  /** Somebody should wait, and nothing else should happen. */
  private static String unrest(Stage stage) {
    int waiting = 0;
    for (int i = 0; i < stage.size(); i++) {
      waiting += stage.phase(i) == Stage.Phase.WAITING ? 1 : 0;
    }
    int messages = stage.inFlight().size();
    boolean hasTimer = stage.enabled().stream().anyMatch(Event.Timer.class::isInstance);
    if (waiting == 0) {
      return "nobody waits at its end.";
    }
    if (messages > 0) {
      return messages == 1
          ? "a message is under way at its end."
          : messages + " messages are under way at its end.";
    }
    return hasTimer ? "a timer is set at its end." : null;
  }
}
