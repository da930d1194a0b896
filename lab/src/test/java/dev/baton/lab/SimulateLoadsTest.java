package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.lab.options.ScenarioOptions;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.web.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Laws, sites, demand, open loads and faults, from the command line. */
class SimulateLoadsTest {

  private static String hash(Scenario scenario) {
    return "%016x".formatted(Simulation.run(scenario, 0).eventHash());
  }

  /** A hash changes only together with a line in the CHANGELOG that says why. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --workload think:lognormal:5,0.8 --delay weibull:1,0.7 --hold gamma:1,0.5 | a4c22b81845a35d4
          --workload open:gamma:20,4 --delay pareto:1,2.2 --demand zipf:0.9         | 1f6badbe9ea6403f
          --workload on-off:40,60,9 --demand weights:1,2,3,4,5,6,7                  | 81f3f50167c01852
          --workload isolated --delay lognormal:1,0.2 --demand zipf:1 --crash 6@5   | 95b3a0a2003b944c
          --workload burst --hold pareto:1,3 --crash 6@50000                        | 39cf0dba1ed2077e
          """)
  void theSameWordsGiveTheSameRunHereAndOnThePage(String words, String hash) {
    String line = "naimi-trehel --nodes 7 --entries 300 --seed 42 " + words;
    assertThat(hash(Options.parse(line).scenario())).isEqualTo(hash);
    assertThat(hash(ScenarioOptions.parse(List.of(line.split(" "))))).isEqualTo(hash);
  }

  @Test
  void theExampleOfSitesIsAnsweredWithLatency() {
    String line =
        "simulate naimi-trehel --nodes 20 --delay sites:../docs/guide/five-sites.txt --workload"
            + " open:5000 --demand zipf:1 --entries 400";
    JsonNode json = CommandRun.of(line + " --json").isFine().json();
    assertThat(json.at("/demand").asText()).isEqualTo("zipf:1");
    assertThat(json.at("/workload").asText()).isEqualTo("open:5000");
    assertThat(json.at("/latency/mean").asDouble())
        .isGreaterThan(json.at("/responseTime/mean").asDouble());
    CommandRun run = CommandRun.of(line + " --trials 2").isFine().fits();
    assertThat(run.out())
        .contains("open:5000, demand zipf:1", "latency", "arrival to entry, with its queue");
  }

  @Test
  void moreThanCanBeServedIsSaid() {
    String line = "simulate raymond --nodes 9 --entries 900 --workload open:";
    CommandRun much = CommandRun.of(line + "10").isFine().fits();
    assertThat(much.out())
        .contains("Requests arrive faster than they are served, 0.9000 per unit of time");
    CommandRun little = CommandRun.of(line + "500").isFine().fits();
    assertThat(little.out()).doesNotContain("faster than they are served");
    JsonNode json = CommandRun.of(line + "10 --json").isFine().json();
    assertThat(json.at("/offered").asDouble()).isEqualTo(0.9);
    assertThat(json.at("/throughput").asDouble()).isLessThan(0.6);
  }

  @Test
  void timesAndArrivalsMayComeFromFiles(@TempDir Path directory) throws IOException {
    Path times = directory.resolve("times.txt");
    Files.writeString(times, "1\n2\n6\n");
    Path arrivals = directory.resolve("arrivals.txt");
    Files.writeString(arrivals, "0 0\n0 1\n2.5 0\n");
    JsonNode json =
        CommandRun.of(
                "simulate raymond --nodes 3 --json --delay empirical:"
                    + times
                    + " --workload arrivals:"
                    + arrivals)
            .isFine()
            .json();
    assertThat(json.at("/entries").asInt()).isEqualTo(3);
    assertThat(json.at("/delay").asText()).isEqualTo("empirical:" + times);
    CommandRun.of("simulate raymond --nodes 3 --delay empirical:none.txt").isRefused("none.txt");
    CommandRun.of("simulate raymond --nodes 3 --workload arrivals:" + times)
        .isRefused("write a time and a node");
    CommandRun.of("simulate raymond --nodes 1 --workload arrivals:" + arrivals)
        .isRefused("has an arrival at node 1");
  }

  @Test
  void commasInALawDoNotDivideLoads() {
    CommandRun run =
        CommandRun.of(
                "compare --nodes 4 --algorithms raymond,lamport --entries 40 --workload"
                    + " burst,think:lognormal:10,0.5,open:50")
            .isFine();
    assertThat(run.out()).contains("burst", "think:lognormal:10,0.5", "open:50");
  }

  /** The command of the guide, and one that loses messages. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ricart-agrawala --nodes 5 --crash 3@50 | nothing will let them in: 0
          suzuki-kasami --nodes 5 --workload think:20 --loss 0.02 | lost
          raymond --nodes 5 --workload think:20 --duplicate 0.1 | duplicated
          """)
  void whatFailsIsSaidAndTheTraceCanBeRun(String line, String words, @TempDir Path directory) {
    Path file = directory.resolve("faults.trace");
    CommandRun run = CommandRun.of("simulate " + line + " --out " + file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).startsWith("VIOLATED: ").contains(words);
    CommandRun.of("trace " + file + " --svg " + directory.resolve("faults.svg")).isFine();
    assertThat(directory.resolve("faults.svg")).isNotEmptyFile();
    JsonNode json = CommandRun.of("simulate " + line + " --json").json();
    assertThat(json.at("/faults").asText()).isNotEmpty();
    assertThat(json.at("/violation").asText()).contains(words);
  }

  @Test
  void whatDidNoHarmIsCounted() {
    CommandRun run =
        CommandRun.of("simulate lamport --nodes 3 --workload isolated --entries 20 --crash 2@999")
            .isFine()
            .fits();
    assertThat(run.out()).contains("faults: crash 2@999", "lost messages", "duplicates");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --delay lognormal:1 | --delay: 'lognormal:1' is not a time: write lognormal:10,0.5
          --hold sites:../docs/guide/five-sites.txt | write a hold time such as constant:1
          --workload open:0 | --workload: 'open:0' is not a workload: write open:50
          --demand zipf:1 | With saturated the load itself decides who requests
          --demand hot | --demand: 'hot' is not a demand: write even
          --loss 1 | write --loss 0.01
          --crash 9@1 | There is no node 9 to crash
          """)
  void aMistakeIsOneSentence(String options, String words) {
    CommandRun.of("simulate raymond --nodes 3 " + options).isRefused(words);
  }
}
