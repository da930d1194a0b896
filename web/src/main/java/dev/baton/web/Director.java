package dev.baton.web;

import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * Finishes what has begun: whatever is under way arrives, whoever is inside leaves, and nobody asks
 * any more. All of it takes a unit of time.
 */
final class Director {

  /** A run that has not come to rest by then never does. */
  private static final int MOST_EVENTS = 5_000;

  private final Recorder recorder;
  private double now;

  /** What can happen, in the order in which it became possible, and when it is due. */
  private final List<Event> agenda = new ArrayList<>();

  private final List<Double> due = new ArrayList<>();

  Director(Recorder recorder, double now) {
    this.recorder = recorder;
    this.now = now;
  }

  void finish() {
    notice();
    for (int i = 0; i < MOST_EVENTS && !isAtRest(); i++) {
      now = Math.max(now, due.getFirst());
      Event next = agenda.getFirst();
      recorder.step(now, next);
      if (recorder.stage().violation() != null) {
        return;
      }
      notice();
    }
  }

  /** Takes out what can no longer happen, and appends what has become possible. */
  private void notice() {
    List<Event> possible = new ArrayList<>(recorder.stage().enabled());
    possible.removeIf(event -> event instanceof Event.Request || event instanceof Event.Change);
    List<Event> missing = new ArrayList<>(possible);
    for (int i = 0; i < agenda.size(); i++) {
      if (!missing.remove(agenda.get(i))) {
        agenda.remove(i);
        due.remove(i);
        i--;
      }
    }
    for (Event event : missing) {
      agenda.add(event);
      due.add(now + 1);
    }
  }

  /** Nothing is possible, or only what never ends. */
  private boolean isAtRest() {
    Stage stage = recorder.stage();
    for (int i = 0; i < stage.size(); i++) {
      if (stage.phase(i) != Stage.Phase.IDLE) {
        return agenda.isEmpty();
      }
    }
    return agenda.stream()
        .allMatch(event -> event instanceof Event.Deliver d && d.message().isPerpetual());
  }
}
