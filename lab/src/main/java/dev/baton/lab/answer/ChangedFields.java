package dev.baton.lab.answer;

import dev.baton.checker.Fields;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Schedule;
import dev.baton.core.stage.Stage;
import java.util.List;
import java.util.Map;

/** A schedule for people: each event, what it does, and which fields of its node it changes. */
public final class ChangedFields {

  private ChangedFields() {}

  /** The lines of a schedule that can happen. */
  public static String of(Schedule schedule) {
    Stage stage = new Stage(schedule.algorithm(), schedule.setup(), schedule.fifo());
    StringBuilder text = new StringBuilder();
    for (Event event : schedule.events()) {
      Map<String, String> before = Fields.of(stage.node(event.node()));
      stage.step(event);
      text.append(event).append('\n');
      stage.effects().forEach(effect -> text.append("  ").append(effect).append('\n'));
      if (stage.violation() != null) {
        text.append("  violation: ").append(stage.violation()).append('\n');
      }
      List<String> changes = Fields.changes(before, Fields.of(stage.node(event.node())));
      if (!changes.isEmpty()) {
        text.append("  ").append(event.node()).append(": ");
        text.append(String.join(" ", changes)).append('\n');
      }
    }
    return text.toString();
  }
}
