package dev.baton.core.stage;

import dev.baton.core.Algorithm;
import dev.baton.core.Setup;
import java.util.List;

/**
 * A system, and what happens in it, event by event.
 *
 * @param fifo whether messages between two nodes keep their order
 */
public record Schedule(Algorithm algorithm, Setup setup, boolean fifo, List<Event> events) {

  public Schedule {
    events = List.copyOf(events);
  }
}
