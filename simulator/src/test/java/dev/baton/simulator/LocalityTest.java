package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Graph;
import dev.baton.core.stage.Event;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalityTest {

  private static final int[] CLUSTER = {0, 0, 0, 3, 3, 3, 3, 3, 8, 8};

  /** Counts requests by whether they come from the cluster of the last who entered. */
  private static final class Counter implements Listener {
    private int holder;
    private int local;
    private int requests;

    @Override
    public void onEvent(long ticks, Event event) {
      if (event instanceof Event.Request) {
        requests++;
        local += CLUSTER[event.node()] == CLUSTER[holder] ? 1 : 0;
      }
    }

    @Override
    public void onEnter(long ticks, int node, int permit) {
      holder = node;
    }
  }

  private static Scenario scenario(String workload, String share) {
    return Scenario.of(Server.ALGORITHM, Graph.complete(10))
        .workload(workload)
        .locality(Locality.parse(share, CLUSTER))
        .entries(20_000);
  }

  @ParameterizedTest
  @CsvSource({"isolated, 0", "isolated, 0.3", "isolated, 1", "think:200, 0.8", "think:200, 0.1"})
  void theShareOfRequestsIsWhatWasAskedFor(String workload, String share) {
    Counter counter = new Counter();
    Simulation.run(scenario(workload, share), 0, counter);
    assertThat((double) counter.local / counter.requests)
        .isCloseTo(Double.parseDouble(share), within(0.02));
  }

  @ParameterizedTest
  @ValueSource(strings = {"contention:100", "think:1", "isolated"})
  void nobodyIsChosenWhoWaitsOrIsInside(String workload) {
    for (String share : new String[] {"0", "0.5", "1"}) {
      Outcome outcome = Simulation.run(scenario(workload, share).entries(2_000), 0);
      assertThat(outcome.entries() + outcome.truncated()).isGreaterThanOrEqualTo(2_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1.1", "half"})
  void aWrongShareSaysWhatToWrite(String share) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Locality.parse(share, CLUSTER))
        .withMessageContaining("write --locality 0.8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"saturated", "burst"})
  void somebodyMustBeIdle(String workload) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scenario(workload, "0.5"))
        .withMessageContaining("write isolated");
  }
}
