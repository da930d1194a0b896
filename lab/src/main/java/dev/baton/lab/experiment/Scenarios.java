package dev.baton.lab.experiment;

import dev.baton.simulator.Scenario;
import java.util.List;

/** Understands the arguments of {@code baton simulate}. */
@FunctionalInterface
public interface Scenarios {

  /**
   * The scenario.
   *
   * @throws RuntimeException with one sentence, if the arguments do not fit together
   */
  Scenario of(List<String> arguments);
}
