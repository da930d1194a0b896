package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimulationTest {

  private static final String[] WORKLOADS = {
    "isolated", "burst", "saturated", "think:3", "contention:40"
  };

  private static Scenario scenario(Algorithm algorithm, int n) {
    return Scenario.of(algorithm, Graph.complete(n));
  }

  private static Outcome run(Scenario scenario) {
    return Simulation.run(scenario, 0);
  }

  @Test
  void isolatedBroadcastCostsWhatTheFormulaSays() {
    Outcome outcome = run(scenario(AskEveryone.ALGORITHM, 5).workload("isolated").entries(100));
    assertThat(outcome.entries()).isEqualTo(100);
    assertThat(outcome.truncated()).isZero();
    assertThat(outcome.messagesPerEntry()).isEqualTo(8);
    assertThat(outcome.hopsPerEntry()).isEqualTo(8);
    // A request carries a tag and a clock, a reply a tag only.
    assertThat(outcome.bitsPerEntry()).isEqualTo(4 * 36 + 4 * 4);
    assertThat(outcome.messagesByType()).isEqualTo(Map.of("REQUEST", 4.0, "REPLY", 4.0));
    assertThat(outcome.syncDelay()).isNull();
    assertThat(outcome.responseTime()).isEqualTo(new Outcome.Sample(100, 2, 2, 2));
    assertThat(outcome.turnaround()).isEqualTo(new Outcome.Sample(100, 3, 3, 3));
    assertThat(outcome.simulatedTime()).isEqualTo(300);
    assertThat(outcome.throughput()).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(outcome.maxBypass()).isZero();
    // 1 request, 1 exit and 8 deliveries each.
    assertThat(outcome.events()).isEqualTo(1000);
  }

  @Test
  void saturatedBroadcastHandsOverInOneDelay() {
    Outcome outcome = run(scenario(AskEveryone.ALGORITHM, 10).entries(1000));
    assertThat(outcome.messagesPerEntry()).isEqualTo(18);
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
    assertThat(outcome.syncDelay().p99()).isEqualTo(1);
    assertThat(outcome.throughput()).isCloseTo(0.5, within(0.01));
    assertThat(outcome.jain()).isCloseTo(1, within(0.001));
    assertThat(outcome.maxBypass()).isEqualTo(9);
    // Nine steps of hold and delay after the own exit.
    assertThat(outcome.responseTime().p50()).isEqualTo(19);
    assertThat(outcome.truncated()).isBetween(5L, 20L);
    assertThat(outcome.entries() + outcome.truncated()).isEqualTo(1009);
  }

  @Test
  void burstFinishesTheRoundInWhichItEnds() {
    Outcome outcome = run(scenario(AskEveryone.ALGORITHM, 10).workload("burst").entries(91));
    assertThat(outcome.entries()).isEqualTo(100);
    assertThat(outcome.messagesPerEntry()).isEqualTo(18);
    assertThat(outcome.jain()).isEqualTo(1);
    assertThat(outcome.truncated()).isZero();
    assertThat(outcome.syncDelay().count()).isEqualTo(90);
  }

  @Test
  void theOutcomeOfAnIdleNetworkTellsTheThinkTime() {
    // With so much idle time nobody waits for another: entries come at the rate of n idle times.
    Outcome outcome =
        run(scenario(AskEveryone.ALGORITHM, 4).workload("think:1000").entries(20_000));
    assertThat(outcome.throughput()).isCloseTo(4 / 1003.0, within(0.0001));
    assertThat(outcome.responseTime().p50()).isEqualTo(2);
  }

  @Test
  void contentionOfOneNodeIsItsShareInside() {
    Outcome outcome =
        run(
            scenario(AskEveryone.ALGORITHM, 1)
                .workload("contention:25")
                .hold("exponential:1")
                .entries(50_000));
    assertThat(outcome.throughput()).isCloseTo(0.25, within(0.005));
    assertThat(outcome.messagesPerEntry()).isZero();
    assertThat(outcome.maxLoadShare()).isZero();
  }

  @Test
  void perpetualTokenStopsWhenNobodyWaits() {
    for (String workload : WORKLOADS) {
      Outcome outcome = run(scenario(TokenRing.ALGORITHM, 10).workload(workload).entries(100));
      assertThat(outcome.entries() + outcome.truncated()).as(workload).isBetween(100L, 109L);
    }
  }

  @Test
  void isolatedRequestsOnARingWaitForHalfARound() {
    Outcome outcome = run(scenario(TokenRing.ALGORITHM, 20).workload("isolated").entries(20_000));
    // The token is on its way from the node that has just left.
    assertThat(outcome.responseTime().mean()).isCloseTo(10.5, within(0.1));
    assertThat(outcome.maxLoadShare()).isCloseTo(0.1, within(0.005));
  }

  @Test
  void messagesTakeTheShortestPath() {
    Outcome line =
        run(
            scenario(AskEveryone.ALGORITHM, 3)
                .network(Graph.line(3))
                .workload("burst")
                .entries(300));
    // Each pays 2 messages to each other; the two ends are 2 hops apart.
    assertThat(line.messagesPerEntry()).isEqualTo(4);
    assertThat(line.hopsPerEntry()).isCloseTo(16 / 3.0, within(1e-12));
    // The middle sends or receives 8 of 12 messages and passes the other 4 on.
    assertThat(line.maxLoadShare()).isEqualTo(1);
  }

  @Test
  void everyLinkOfAPathDelaysByItself() {
    Outcome outcome =
        run(
            scenario(AskEveryone.ALGORITHM, 2)
                .network(Graph.line(2))
                .workload("isolated")
                .delay("uniform:0.5,1.5")
                .entries(10_000));
    assertThat(outcome.responseTime().mean()).isCloseTo(2, within(0.02));
    Graph longLine = Graph.line(5);
    Outcome far =
        run(
            scenario(AskEveryone.ALGORITHM, 5)
                .network(longLine)
                .workload("burst")
                .delay("exponential:1")
                .entries(1000));
    assertThat(far.hopsPerEntry()).isEqualTo(16);
  }

  @Test
  void permitsOfAServerThatIsNoClient() {
    Setup setup = new Setup(6, 0, 3, Graph.complete(6));
    for (String workload : WORKLOADS) {
      Outcome outcome =
          run(
              Scenario.of(Server.ALGORITHM, setup)
                  .workload(workload)
                  .hold("exponential:2")
                  .entries(3000));
      assertThat(outcome.messagesPerEntry()).as(workload).isEqualTo(3);
      assertThat(outcome.maxLoadShare()).isEqualTo(1);
      assertThat(outcome.messagesByType().keySet()).containsExactly("ASK", "GRANT", "RETURN");
    }
    Outcome saturated = run(Scenario.of(Server.ALGORITHM, setup).hold("exponential:2"));
    assertThat(saturated.syncDelay().count()).isLessThan(saturated.entries());
    assertThatThrownBy(() -> run(Scenario.of(Server.ALGORITHM, setup).network(Graph.ring(6))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write the topology complete");
  }

  @Test
  void timersRunOutUnlessTakenBackOrReplaced() {
    Outcome outcome = run(scenario(Alarm.ALGORITHM, 1).workload("isolated").entries(3));
    assertThat(outcome.responseTime()).isEqualTo(new Outcome.Sample(3, 100, 100, 100));
    assertThat(outcome.events()).isEqualTo(9);
    assertThat(outcome.simulatedTime()).isEqualTo(303);
  }

  /** Counts messages that arrive before an earlier one between the same two nodes. */
  private static int overtakings(boolean fifo) {
    Map<Long, Long> lastSent = new HashMap<>();
    Map<Message, Long> number = new IdentityHashMap<>();
    int[] overtakings = {0};
    long[] sent = {0};
    Listener listener =
        new Listener() {
          @Override
          public void onEvent(long ticks, Event event) {
            if (event instanceof Event.Deliver(int from, int to, Message message)) {
              Long order = number.get(message);
              Long before = lastSent.merge(from * 100L + to, order, Math::max);
              overtakings[0] += before > order ? 1 : 0;
            }
          }

          @Override
          public void onSend(long ticks, int from, int to, Message message, long arrivalTicks) {
            assertThat(arrivalTicks).isGreaterThanOrEqualTo(ticks);
            number.put(message, sent[0]++);
          }
        };
    Setup setup = new Setup(2, 0, 1, Graph.complete(2));
    Simulation.run(
        Scenario.of(Server.ALGORITHM, setup)
            .delay("exponential:1")
            .hold("constant:0.1")
            .fifo(fifo)
            .entries(2000),
        0,
        listener);
    return overtakings[0];
  }

  @Test
  void channelsKeepTheOrderOrDoNot() {
    assertThat(overtakings(true)).isZero();
    assertThat(overtakings(false)).isGreaterThan(100);
  }

  @Test
  void progressCanBeFollowed() {
    Scenario scenario = scenario(AskEveryone.ALGORITHM, 5).entries(1000);
    Simulation simulation = Simulation.start(scenario, 0, null);
    long before = 0;
    while (simulation.advance(100)) {
      assertThat(simulation.completed()).isGreaterThanOrEqualTo(before);
      before = simulation.completed();
    }
    assertThat(simulation.completed()).isEqualTo(1004);
    assertThat(simulation.outcome()).isEqualTo(run(scenario));
  }

  @Test
  void scenariosThatCannotBeRun() {
    Scenario scenario = scenario(TokenRing.ALGORITHM, 4);
    assertThatThrownBy(() -> scenario.delay("constant:0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write a delay above 0");
    assertThatThrownBy(() -> scenario.entries(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 entry");
    assertThatThrownBy(() -> scenario.network(Graph.ring(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write a network of 4 nodes");
  }
}
