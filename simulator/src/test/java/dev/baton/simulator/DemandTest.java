package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Graph;
import dev.baton.core.stage.Event;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks how often, and what happens to requests that arrive too early. */
class DemandTest {

  private static final String ARRIVALS =
      """
      0    2   # three at once
      0    2
      0    2
      10   0
      10.5 1
      """;

  private static Workload workload(String text) {
    return Workload.parse(text, name -> ARRIVALS);
  }

  private static Scenario scenario(String workload) {
    return Scenario.of(Server.ALGORITHM, Graph.complete(4))
        .delay("constant:0.25")
        .workload(workload(workload))
        .entries(4000);
  }

  private static long[] requests(Scenario scenario) {
    long[] requests = new long[scenario.nodes()];
    Simulation.run(
        scenario,
        0,
        (ticks, event) -> {
          if (event instanceof Event.Request(int node)) {
            requests[node]++;
          }
        });
    return requests;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "think:lognormal:10,1",
        "open:50",
        "open:gamma:50,2",
        "on-off:20,80.5,2",
        "arrivals:list"
      })
  void namesAreReadBack(String text) {
    assertThat(workload(text)).hasToString(text).isEqualTo(workload(text));
  }

  @Test
  void thinkingMayHaveALaw() {
    assertThat(Simulation.run(scenario("think:exponential:10"), 0))
        .isEqualTo(Simulation.run(scenario("think:10"), 0));
    assertThat(Simulation.run(scenario("think:lognormal:10,1"), 0).throughput())
        .isCloseTo(Simulation.run(scenario("think:10"), 0).throughput(), within(0.03));
    Outcome regular = Simulation.run(scenario("think:constant:10"), 0);
    assertThat(regular.entries()).isGreaterThan(1000);
    assertThat(workload("open:exponential:50")).hasToString("open:50");
  }

  // Demand.

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "think:1000", "contention:0.1", "open:1000"})
  void weightsSayHowOftenNodesAsk(String load) {
    long[] requests = requests(scenario(load).demand("weights:3,0,1,6"));
    assertThat(requests[1]).isZero();
    assertThat(requests[0]).isBetween(1100L, 1300L);
    assertThat(requests[2]).isBetween(330L, 470L);
    assertThat(requests[3]).isBetween(2300L, 2500L);
  }

  @Test
  void onAverageNodesAskAsOftenAsWithout() {
    for (String demand : new String[] {"even", "zipf:1", "weights:1,1,1,7"}) {
      Outcome outcome = Simulation.run(scenario("open:1000").demand(demand), 0);
      assertThat(outcome.throughput()).as(demand).isCloseTo(0.004, within(0.0002));
    }
  }

  @Test
  void ranksOfZipfAreDealtByChance() {
    long[] requests = requests(scenario("isolated").demand("zipf:1"));
    long[] other = requests(scenario("isolated").demand("zipf:1").seed(2));
    assertThat(requests).isNotEqualTo(other);
    long[] sorted = LongStream.of(requests).sorted().toArray();
    // 1, 1/2, 1/3 and 1/4 of 25/12.
    assertThat(sorted[3]).isBetween(1850L, 1990L);
    assertThat(sorted[0]).isBetween(430L, 530L);
    assertThat(Demand.parse("zipf:0").weights(4, 1)).containsOnly(1);
  }

  // Open loads.

  /** One node and no messages: the queue M/M/1, whose time in the queue is known. */
  @Test
  void theQueueOfOneNodeIsThatOfTheory() {
    Scenario scenario =
        Scenario.of(Server.ALGORITHM, Graph.complete(1))
            .delay("constant:0.000001")
            .workload("open:2")
            .hold("exponential:1")
            .entries(200_000);
    Outcome outcome = Simulation.run(scenario, 0);
    // Half of the time the server is busy: the mean wait is ρ / (μ − λ).
    assertThat(outcome.latency().mean()).isCloseTo(1, within(0.05));
    assertThat(outcome.throughput()).isCloseTo(0.5, within(0.01));
    // The algorithm itself lets it in at once.
    assertThat(outcome.responseTime().mean()).isLessThan(0.001);
    assertThat(outcome.turnaround().mean()).isCloseTo(1, within(0.02));
  }

  @Test
  void everyRequestThatArrivesIsServed() {
    Outcome outcome = Simulation.run(scenario("open:3").entries(1000), 0);
    assertThat(outcome.entries() + outcome.truncated()).isEqualTo(1000);
    assertThat(outcome.latency().mean()).isGreaterThan(outcome.responseTime().mean());
    assertThat(outcome.latency().count()).isEqualTo(outcome.responseTime().count());
    assertThat(Simulation.run(scenario("think:3"), 0).latency()).isNull();
  }

  @Test
  void burstsComeInTheShareOfTheTimeThatIsWritten() {
    Outcome outcome = Simulation.run(scenario("on-off:400,1200,4").entries(20_000), 0);
    // Four nodes, each on for a quarter of the time, with a quarter of a request per unit then.
    assertThat(outcome.throughput()).isCloseTo(0.25, within(0.05));
    Outcome poisson = Simulation.run(scenario("open:16").entries(20_000), 0);
    assertThat(poisson.throughput()).isCloseTo(0.25, within(0.01));
    assertThat(workload("on-off:400,1200,4").offered(4)).isEqualTo(0.25);
    assertThat(workload("open:16").offered(4)).isEqualTo(0.25);
    assertThat(workload("think:16").offered(4)).isZero();
    assertThat(outcome.latency().mean()).isGreaterThan(1.5 * poisson.latency().mean());
  }

  @Test
  void aFileSaysWhatArrives() {
    Scenario scenario =
        Scenario.of(Server.ALGORITHM, Graph.complete(4))
            .delay("constant:0.25")
            .workload(workload("arrivals:list"));
    assertThat(scenario.entries()).isEqualTo(5);
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.entries()).isEqualTo(5);
    // Half a unit to ask and be let in; each exit is told in a quarter before the next is let in.
    assertThat(outcome.responseTime().mean()).isBetween(0.5, 0.9);
    assertThat(outcome.latency().p99()).isGreaterThan(2.9);
    assertThat(Simulation.run(scenario.entries(2), 0).entries()).isEqualTo(2);
    Scenario small = Scenario.of(Server.ALGORITHM, Graph.complete(2)).entries(5);
    assertThatThrownBy(() -> Simulation.run(small.workload(workload("arrivals:list")), 0))
        .hasMessage("list has an arrival at node 2, but the nodes are 0 to 1.");
  }

  @Test
  void aTokenThatNeverRestsDoesNotKeepARunFromEnding() {
    Scenario scenario =
        Scenario.of(TokenRing.ALGORITHM, Graph.complete(4))
            .workload(workload("arrivals:list"))
            .entries(100);
    assertThat(Simulation.run(scenario, 0).entries()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"open:5", "on-off:10,10,2", "think:gamma:5,2", "think:pareto:5,1.5"})
  void sameSeedSameOutcomeAndAListenerChangesNothing(String load) {
    Scenario scenario = scenario(load).demand("zipf:0.8").delay("lognormal:1,0.5").entries(500);
    Outcome outcome = Simulation.run(scenario, 3);
    assertThat(Simulation.run(scenario, 3, (ticks, event) -> {})).isEqualTo(outcome);
    assertThat(Simulation.run(scenario, 4).eventHash()).isNotEqualTo(outcome.eventHash());
  }

  // Mistakes.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "open:0 | write open:50",
        "open:constant:0 | write open:50",
        "open | write open:50",
        "on-off:1,2 | write on-off:20,80,2",
        "think:zones:x | 'zone eu 0 1 2'",
        "think:gamma:1 | write gamma:10,2",
        "arrivals: | write arrivals:FILE",
        "busy | write isolated, burst, saturated, think:10",
      })
  void aWrongWorkloadIsSaid(String text, String sentence) {
    assertThatThrownBy(() -> workload(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"zipf | write even", "zipf:11 | at most 10", "weights:0,0 | not all of them 0"})
  void aWrongDemandIsSaid(String text, String sentence) {
    assertThatThrownBy(() -> Demand.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void whatDoesNotFitTogetherIsSaid() {
    assertThatThrownBy(() -> scenario("saturated").demand("zipf:1"))
        .hasMessageContaining("With saturated the load itself decides who requests");
    assertThatThrownBy(() -> Simulation.run(scenario("isolated").demand("weights:1,2"), 0))
        .hasMessage("There are 2 weights for 4 nodes: write one for each.");
    assertThatThrownBy(() -> ArrivalList.parse("list", "5\n"))
        .hasMessage("'5' in list: write a time and a node, such as 0.5 3.");
    assertThatThrownBy(() -> ArrivalList.parse("list", "# 5 1"))
        .hasMessageContaining("has no arrivals");
  }

  /** A workload of one's own needs no more than this. */
  @Test
  void anybodyMayAddAWorkload() {
    record Pairs() implements Workload {
      @Override
      public boolean waitsForQuiet() {
        return true;
      }

      @Override
      public void onQuiet(Round round) {
        int first = round.choose();
        round.ask(first);
        round.ask((first + 1) % round.nodes());
      }
    }
    Outcome outcome = Simulation.run(scenario("isolated").workload(new Pairs()), 0);
    assertThat(outcome.entries()).isEqualTo(4000);
    assertThat(outcome.syncDelay().count()).isEqualTo(2000);
  }
}
