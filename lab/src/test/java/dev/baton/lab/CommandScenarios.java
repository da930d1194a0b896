package dev.baton.lab;

import dev.baton.lab.experiment.Scenarios;

/** What {@code baton simulate} makes of its arguments, for tests of other packages. */
public final class CommandScenarios {

  public static final Scenarios INSTANCE = SimulateCommand::scenario;

  private CommandScenarios() {}
}
