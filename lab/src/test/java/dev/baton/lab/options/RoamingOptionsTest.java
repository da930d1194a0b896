package dev.baton.lab.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.core.Setup;
import dev.baton.lab.Crowd;
import dev.baton.lab.answer.SimulationAnswer;
import dev.baton.simulator.Mobility;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Summary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The options of nodes that roam, and the answer with moves in it. */
class RoamingOptionsTest {

  private static RoamingOptions parse(String line) {
    RoamingOptions options = new RoamingOptions();
    new CommandLine(new Holder(options))
        .registerConverter(Mobility.class, Mobility::parse)
        .parseArgs(line.isEmpty() ? new String[0] : line.split(" "));
    return options;
  }

  @CommandLine.Command
  private static final class Holder {
    @CommandLine.Mixin private final RoamingOptions options;

    Holder(RoamingOptions options) {
      this.options = options;
    }
  }

  private static Scenario scenario(String line) {
    RoamingOptions options = parse(line);
    return Scenario.of(Crowd.ALGORITHM, options.among(Crowd.setup(20)))
        .mobility(options.mobility());
  }

  @Test
  void whatTheOptionsMean() {
    Setup alone = scenario("").setup();
    assertThat(alone.neighbourhoods()).isEqualTo(1);
    assertThat(scenario("").mobility()).hasToString("none");
    Scenario churn = scenario("--neighbourhoods 4 --churn 0.05");
    assertThat(churn.setup().neighbourhoods()).isEqualTo(4);
    assertThat(churn.setup().outside()).isZero();
    assertThat(churn.mobility()).hasToString("churn:0.05");
    assertThat(scenario("--neighbourhoods 4 --mobility churn:0.05").mobility())
        .isEqualTo(churn.mobility());
    Scenario walk = scenario("--neighbourhoods 4 --mobility waypoint:0.1,0.2");
    assertThat(walk.setup().outside()).isEqualTo(20);
    assertThat(walk.mobility()).hasToString("waypoint:0.1,0.2");
  }

  @Test
  void aMistakeIsOneSentence() {
    isRefused("--neighbourhoods 0", "at least 1 neighbourhood, not 0: write --neighbourhoods 4");
    isRefused("--churn fast", "'fast' is not a rate: write --churn 0.05");
    isRefused("--churn 1 --mobility churn:1", "write one of them");
  }

  private static void isRefused(String line, String words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scenario(line))
        .withMessageContaining(words)
        .withMessageMatching("[^\\n]*[^.]\\.");
  }

  @Test
  void theAnswerCountsMoves() {
    Scenario scenario = scenario("--neighbourhoods 4 --churn 0.05");
    Summary summary = Summary.of(List.of(Simulation.run(scenario, 0), Simulation.run(scenario, 1)));
    Map<String, Object> fields = new SimulationAnswer(scenario, summary, 1).fields();
    assertThat(fields).containsEntry("neighbourhoods", 4).containsEntry("mobility", "churn:0.05");
    long moves = Simulation.run(scenario, 0).moves() + Simulation.run(scenario, 1).moves();
    long lost = Simulation.run(scenario, 0).lost() + Simulation.run(scenario, 1).lost();
    assertThat(moves).isPositive();
    assertThat(lost).isPositive();
    assertThat(fields).containsEntry("moves", moves).containsEntry("lostMessages", lost);
    StringWriter out = new StringWriter();
    new SimulationAnswer(scenario, summary, 1).print(new PrintWriter(out));
    assertThat(out.toString())
        .contains("4 neighbourhoods with k permits each, mobility churn:0.05")
        .contains("moves ", "lost messages ");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 100);
  }
}
