package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.options.ScenarioOptions;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rounds of a token that never rests are counted as if they had been run. */
class IdleRoundsTest {

  @ParameterizedTest
  @CsvSource({
    "hybrid-torus-style --nodes 25 --structure torus:5x5, 100",
    "hybrid-torus-style --nodes 9 --structure torus:3x3, 1",
    "token-ring --nodes 9, 100",
    "token-ring --nodes 8 --topology line, 100"
  })
  void allMeasuresAreTheSame(String system, String idle) {
    Scenario scenario =
        ScenarioOptions.parse(
            List.of(
                (system
                        + " --delay constant:0.01 --hold constant:0.1 --entries 200 --workload"
                        + " think:"
                        + idle)
                    .split(" ")));
    Outcome run = Simulation.run(scenario, 0);
    Outcome skipped = Simulation.run(scenario.skipsIdleRounds(true), 0);
    assertThat(skipped.eventHash()).isNotEqualTo(run.eventHash());
    assertThat(skipped).usingRecursiveComparison().ignoringFields("eventHash").isEqualTo(run);
  }
}
