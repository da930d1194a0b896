package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.RicartAgrawala.Reply;
import dev.baton.algorithms.RicartAgrawala.Request;
import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Setup;
import dev.baton.core.Timestamp;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Listener;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Ricart and Agrawala claim; a name ends in what the claim is about. */
class RicartAgrawalaPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("ricart-agrawala");

  private static Check check(int n, int requests, boolean fifo) {
    return Check.of(ALGORITHM, Setup.of(Graph.complete(n))).withRequests(requests).withFifo(fifo);
  }

  private static Scenario scenario(int n) {
    return Scenario.of(ALGORITHM, Graph.complete(n));
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated", "think:10", "contention:50"})
  void alwaysTwoMessagesForEveryOtherSite_messageTraffic(String workload) {
    for (int n : new int[] {1, 2, 4, 16, 49}) {
      for (boolean fifo : new boolean[] {true, false}) {
        Scenario scenario = scenario(n).workload(workload).delay("exponential:1").fifo(fifo);
        Outcome outcome = Simulation.run(scenario, 0);
        assertThat(outcome.messagesPerEntry()).isEqualTo(2.0 * (n - 1));
      }
    }
  }

  @Test
  void theDelayIsOneMessageWhenSaturated_delay() {
    Outcome outcome = Simulation.run(scenario(16), 0);
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
    assertThat(outcome.syncDelay().p99()).isEqualTo(1);
  }

  /** There and back. */
  @Test
  void anIsolatedRequestWaitsForTwoMessages_delay() {
    Outcome outcome = Simulation.run(scenario(16).workload("isolated"), 0);
    assertThat(outcome.responseTime().mean()).isEqualTo(2);
  }

  /** One round of questions and answers; nobody has to be asked twice. */
  @Test
  void oneRoundOfMessages_comparison() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(3)), true);
    stage.step(new Event.Request(0));
    stage.step(new Event.Deliver(0, 1, new Request(2)));
    stage.step(new Event.Deliver(0, 2, new Request(2)));
    stage.step(new Event.Deliver(1, 0, new Reply()));
    stage.step(new Event.Deliver(2, 0, new Reply()));
    assertThat(stage.effects()).containsExactly("0 enters");
    assertThat(stage.inFlight()).isEmpty();
  }

  /** "They are not free from the deadlock problem": in every interleaving they are. */
  @ParameterizedTest
  @CsvSource({"2,3,true", "2,3,false", "3,1,true", "3,1,false", "3,2,true", "4,1,true"})
  void noDeadlockAndNoStarvation_comparison(int n, int requests, boolean fifo) {
    assertThat(Search.run(check(n, requests, fifo)).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  /** "There is no surety of execution order": entries are in the order of the timestamps. */
  @ParameterizedTest
  @ValueSource(strings = {"saturated", "burst", "think:5"})
  void entriesAreInTheOrderOfTimestamps_comparison(String workload) {
    for (int trial = 0; trial < 20; trial++) {
      Entries entries = new Entries(7);
      Scenario scenario = scenario(7).workload(workload).delay("exponential:1").fifo(false);
      Simulation.run(scenario, trial, entries);
      assertThat(entries.stamps).hasSizeGreaterThan(700 - 1).isSorted();
    }
  }

  /** The timestamps of the requests, in the order of their entries. */
  private static final class Entries implements Listener {
    private final List<Timestamp> stamps = new ArrayList<>();
    private final Timestamp[] current;

    Entries(int n) {
      current = new Timestamp[n];
    }

    @Override
    public void onEvent(long ticks, Event event) {}

    @Override
    public void onSend(long ticks, int from, int to, Message message, long arrival) {
      if (message instanceof Request(int sequence)) {
        current[from] = new Timestamp(sequence, from);
      }
    }

    @Override
    public void onEnter(long ticks, int node, int permit) {
      stamps.add(current[node]);
    }
  }

  /** Once everybody knows a request, nobody passes it who asks later. */
  @ParameterizedTest
  @CsvSource({"2,3,true", "3,2,true", "3,3,true", "3,3,false", "4,2,true"})
  void aKnownRequestIsPassedOnlyByOlderOnes_fairness(int n, int requests, boolean fifo) {
    Report report = Search.run(check(n, requests, fifo).withBypass(100));
    assertThat(report.maxBypass()).isEqualTo(n - 2);
  }

  /** The states that differ only because channels do not keep the order are safe too. */
  @Test
  void orderOfMessagesIsNotNeeded_network() {
    Stage stage = new Stage(ALGORITHM, Setup.of(Graph.complete(2)), false);
    stage.step(new Event.Request(0));
    stage.step(new Event.Deliver(0, 1, new Request(2)));
    stage.step(new Event.Request(1));
    stage.step(new Event.Deliver(1, 0, new Request(3)));
    assertThat(stage.effects()).isEmpty();
    stage.step(new Event.Deliver(1, 0, new Reply()));
    assertThat(stage.effects()).containsExactly("0 enters");
    assertThat(Search.run(check(3, 2, false)).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }
}
