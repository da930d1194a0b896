package dev.baton.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.baton.lab.options.ScenarioOptions;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.Ticks;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryLogTest {

  private static Scenario scenario(String line) {
    return ScenarioOptions.parse(Arrays.asList(line.split(" ")));
  }

  private static final double ALMOST = 1e-9;

  /** What is written down of single entries gives the means that the simulator measures. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "raymond --nodes 9 --workload saturated --delay exponential:1",
        "suzuki-kasami --nodes 9 --workload think:30 --delay exponential:1",
        "lamport --nodes 5 --workload burst",
        "klme --nodes 12 --k 3 --workload think:5 --delay exponential:1",
        "klme --nodes 12 --neighbourhoods 2 --churn 0.01 --workload think:5",
        "raymond --nodes 9 --workload isolated"
      })
  void theLogHasTheMeansOfTheOutcome(String line) {
    Scenario scenario = scenario(line);
    EntryLog log = new EntryLog(scenario);
    Outcome outcome = Simulation.run(scenario, 0, log);
    assertThat(outcome.eventHash()).isEqualTo(Simulation.run(scenario, 0).eventHash());
    assertThat(log.entries()).hasSize((int) (outcome.entries() + outcome.truncated()));
    same(log, outcome, EntryLog.Time.RESPONSE, outcome.responseTime());
    same(log, outcome, EntryLog.Time.TURNAROUND, outcome.turnaround());
    if (!scenario.setup().isRoaming()) {
      same(log, outcome, EntryLog.Time.DELAY, outcome.syncDelay());
    }
  }

  private static void same(
      EntryLog log, Outcome outcome, EntryLog.Time time, Outcome.Sample sample) {
    List<EntryLog.Entry> entries = log.entries();
    long[] ticks =
        entries.subList((int) outcome.truncated(), entries.size()).stream()
            .mapToLong(entry -> entry.ticks(time))
            .filter(one -> one != EntryLog.NONE)
            .toArray();
    assertThat(ticks.length).isEqualTo(sample == null ? 0 : (int) sample.count());
    if (sample != null) {
      double mean = Ticks.toUnits(Arrays.stream(ticks).average().orElseThrow());
      assertThat(mean).isCloseTo(sample.mean(), within(ALMOST * Math.max(1, mean)));
    }
  }

  @Test
  void aHistogramIsWrittenReadAndAdded() {
    Scenario scenario = scenario("raymond --nodes 9 --workload think:30 --delay exponential:1");
    EntryLog log = new EntryLog(scenario);
    Outcome outcome = Simulation.run(scenario, 0, log);
    TimeHistogram histogram = new TimeHistogram();
    histogram.add(log, (int) outcome.truncated(), EntryLog.Time.RESPONSE);
    assertThat(histogram.count()).isEqualTo(outcome.entries());
    List<TimeHistogram.Step> steps = histogram.steps();
    assertThat(steps.getLast().share()).isEqualTo(1);
    assertThat(steps).isSortedAccordingTo((a, b) -> Double.compare(a.time(), b.time()));
    double median =
        steps.stream().filter(step -> step.share() >= 0.5).findFirst().orElseThrow().time();
    assertThat(median).isCloseTo(outcome.responseTime().p50(), within(0.001 * median));

    TimeHistogram again = TimeHistogram.parse(histogram.text());
    assertThat(again.steps()).isEqualTo(steps);
    again.add(histogram);
    assertThat(again.count()).isEqualTo(2 * histogram.count());
    assertThat(again.steps().getFirst().share()).isEqualTo(steps.getFirst().share());
    assertThatIllegalArgumentException().isThrownBy(() -> TimeHistogram.parse("AAAA"));
  }
}
