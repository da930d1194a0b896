package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.stage.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeterminismTest {

  private static final Algorithm[] ALGORITHMS = {
    TokenRing.ALGORITHM, AskEveryone.ALGORITHM, Server.ALGORITHM
  };

  private static Scenario scenario(Algorithm algorithm) {
    return Scenario.of(algorithm, Graph.complete(8)).entries(300).seed(5);
  }

  @Test
  void sameSeedSameOutcome() {
    for (Algorithm algorithm : ALGORITHMS) {
      for (String workload : new String[] {"isolated", "burst", "saturated", "think:2"}) {
        Scenario scenario = scenario(algorithm).workload(workload).delay("exponential:1");
        assertThat(Simulation.run(scenario, 3)).isEqualTo(Simulation.run(scenario, 3));
        assertThat(Simulation.run(scenario, 3).eventHash())
            .isNotEqualTo(Simulation.run(scenario, 4).eventHash())
            .isNotEqualTo(Simulation.run(scenario.seed(6), 3).eventHash());
      }
    }
  }

  @Test
  void heapAndWheelGiveTheSameOutcome() {
    for (Algorithm algorithm : ALGORITHMS) {
      for (String workload : new String[] {"isolated", "burst", "saturated"}) {
        Scenario scenario =
            scenario(algorithm).workload(workload).delay("constant:0.3").hold("constant:0.2");
        assertThat(Queues.fitting(scenario)).isInstanceOf(WheelQueue.class);
        Simulation onHeap = new Simulation(scenario, 0, null, new HeapQueue());
        onHeap.start();
        onHeap.advance(Long.MAX_VALUE);
        assertThat(onHeap.outcome()).isEqualTo(Simulation.run(scenario, 0));
      }
    }
  }

  @Test
  void wheelAlsoServesLongPaths() {
    Scenario scenario = Scenario.of(AskEveryone.ALGORITHM, Graph.complete(70));
    scenario = scenario.network(Graph.line(70)).delay("constant:100").entries(100);
    assertThat(Queues.fitting(scenario)).isInstanceOf(WheelQueue.class);
    Simulation onHeap = new Simulation(scenario, 0, null, new HeapQueue());
    onHeap.start();
    onHeap.advance(Long.MAX_VALUE);
    assertThat(onHeap.outcome()).isEqualTo(Simulation.run(scenario, 0));
  }

  @Test
  void chanceNeedsAHeap() {
    Scenario scenario = scenario(TokenRing.ALGORITHM);
    assertThat(Queues.fitting(scenario.delay("uniform:0,2"))).isInstanceOf(HeapQueue.class);
    assertThat(Queues.fitting(scenario.hold("exponential:2"))).isInstanceOf(HeapQueue.class);
    assertThat(Queues.fitting(scenario.workload("think:2"))).isInstanceOf(HeapQueue.class);
    assertThat(Queues.fitting(scenario.hold("constant:0.12345"))).isInstanceOf(HeapQueue.class);
    assertThat(Queues.fitting(scenario.hold("constant:0"))).isInstanceOf(WheelQueue.class);
  }

  @Test
  void aListenerChangesNothing() {
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      Scenario scenario = scenario(AskEveryone.ALGORITHM).delay(delay);
      assertThat(Simulation.run(scenario, 0, (ticks, event) -> {}))
          .isEqualTo(Simulation.run(scenario, 0));
    }
  }

  /** Request times of each node, and the delays of each link, in their order. */
  private static Map<String, List<Long>> draws(Algorithm algorithm) {
    Map<String, List<Long>> draws = new HashMap<>();
    Map<Integer, Long> exit = new HashMap<>();
    Scenario scenario =
        scenario(algorithm).workload("think:50").delay("uniform:0.5,1.5").fifo(false);
    Simulation.run(
        scenario,
        0,
        new Listener() {
          @Override
          public void onEvent(long ticks, Event event) {
            switch (event) {
              case Event.Request(int node) -> note("think " + node, ticks - last(node));
              case Event.Exit(int node) -> exit.put(node, ticks);
              default -> {}
            }
          }

          private long last(int node) {
            return exit.getOrDefault(node, 0L);
          }

          @Override
          public void onSend(long ticks, int from, int to, Message message, long arrival) {
            if (from < 8 && to < 8) {
              note("delay " + from + " " + to, arrival - ticks);
            }
          }

          private void note(String stream, long value) {
            draws.computeIfAbsent(stream, s -> new ArrayList<>()).add(value);
          }
        });
    return draws;
  }

  @Test
  void twoAlgorithmsSeeTheSameChance() {
    Map<String, List<Long>> ring = draws(TokenRing.ALGORITHM);
    Map<String, List<Long>> broadcast = draws(AskEveryone.ALGORITHM);
    int compared = 0;
    for (Map.Entry<String, List<Long>> stream : ring.entrySet()) {
      List<Long> other = broadcast.get(stream.getKey());
      int common = Math.min(stream.getValue().size(), other.size());
      assertThat(stream.getValue().subList(0, common))
          .as(stream.getKey())
          .isEqualTo(other.subList(0, common));
      compared += common;
    }
    assertThat(compared).isGreaterThan(500);
  }
}
