package dev.baton.lab.options;

import dev.baton.simulator.Scenario;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * The arguments that describe a simulation: those of {@code baton simulate}, and of every cell of
 * an experiment.
 */
public final class ScenarioOptions {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ALGORITHM",
      hideParamSyntax = true,
      description = "Its id, such as raymond; 'baton algorithms' lists them all.")
  private String algorithm;

  @ArgGroup(validate = false, order = 1, heading = "%nThe system:%n")
  private OneSystemOptions system = new OneSystemOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nWhat happens in it:%n")
  private WorkloadOptions load = new WorkloadOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nNodes that roam:%n")
  private RoamingOptions roaming = new RoamingOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nWhat fails:%n")
  private FaultOptions faults = new FaultOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nThe run:%n")
  private TrialOptions run = new TrialOptions();

  /**
   * The scenario that these arguments describe.
   *
   * @throws IllegalArgumentException with one sentence, if they do not fit together
   */
  public static Scenario parse(List<String> arguments) {
    ScenarioOptions options = new ScenarioOptions();
    try {
      OptionTypes.register(new CommandLine(options)).parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return options.scenario(options.system());
  }

  public String algorithm() {
    return algorithm;
  }

  /**
   * The system in which it happens.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  public SystemOptions.Described system() {
    return system.of("simulate", algorithm, run.seed());
  }

  /**
   * What happens in that system.
   *
   * @throws IllegalArgumentException with one sentence, if the options do not fit together
   */
  public Scenario scenario(SystemOptions.Described described) {
    return run.of(
        Scenario.of(
                described.algorithm(), roaming.roaming(described.algorithm(), described.setup()))
            .network(described.network())
            .fifo(described.fifo())
            .workload(load.workload())
            .demand(load.demand())
            .hold(load.hold())
            .delay(load.delay())
            .mobility(roaming.mobility())
            .faults(faults.faults())
            .skipsIdleRounds(load.skipsIdleRounds())
            .locality(load.locality(described)));
  }

  /** How often it is run. */
  public TrialOptions run() {
    return run;
  }
}
