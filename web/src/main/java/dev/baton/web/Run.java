package dev.baton.web;

import dev.baton.core.stage.Event;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Ticks;
import dev.baton.simulator.ViolationException;
import java.util.ArrayList;
import java.util.List;

/**
 * A simulation, event by event, as it can be recorded.
 *
 * @param outcome null if the algorithm broke its promise, or if it was not run to its end
 */
public record Run(Scenario scenario, List<Double> times, List<Event> events, Outcome outcome) {

  /** Runs a scenario up to so many events. */
  public static Run of(Scenario scenario, int mostEvents) {
    List<Double> times = new ArrayList<>();
    List<Event> events = new ArrayList<>();
    Simulation simulation =
        Simulation.start(
            scenario,
            0,
            (ticks, event) -> {
              times.add((double) ticks / Ticks.PER_UNIT);
              events.add(event);
            });
    Outcome outcome = null;
    try {
      boolean goesOn = true;
      while (goesOn && events.size() < mostEvents) {
        goesOn = simulation.advance(1);
      }
      outcome = goesOn ? null : simulation.outcome();
    } catch (ViolationException e) {
      // The stage says the same of the last event.
    }
    return new Run(scenario, times, events, outcome);
  }

  /** A recorder that has seen the first of the events. */
  public Recorder recorded(int first) {
    Recorder recorder = new Recorder(scenario.algorithm(), scenario.setup(), scenario.fifo());
    for (int i = 0; i < first; i++) {
      recorder.step(times.get(i), events.get(i));
    }
    return recorder;
  }
}
