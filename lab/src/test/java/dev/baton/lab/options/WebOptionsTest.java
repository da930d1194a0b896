package dev.baton.lab.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.web.Options;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same words are the same run on the command line and in the web lab. */
class WebOptionsTest {

  static Stream<String> lines() {
    Stream<String> each =
        Catalog.entries().stream().map(entry -> entry.id() + " --nodes 9 --seed 5 --entries 50");
    return Stream.concat(
        each,
        Stream.of(
            "raymond --nodes 7 --structure line --workload think:5 --delay exponential:1",
            "raysuz --nodes 12 --topology random-tree --clusters 3 --seed 8 --workload isolated",
            "request-collectors --nodes 12 --groups 3 --k 2 --hold uniform:1,2 --channels any",
            "klme --nodes 12 --neighbourhoods 3 --churn 0.05 --k 2 --workload think:10",
            "klme --nodes 8 --neighbourhoods 4 --mobility waypoint:0.05,0.3,1 --workload think:10",
            "reverse-link --nodes 6 --topology ring --workload think:4"));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void theEventHashIsTheSame(String line) {
    Scenario there = ScenarioOptions.parse(List.of(line.split(" ")));
    Scenario here = Options.parse(line).scenario();
    assertThat(Simulation.run(here, 0).eventHash()).isEqualTo(Simulation.run(there, 0).eventHash());
  }
}
