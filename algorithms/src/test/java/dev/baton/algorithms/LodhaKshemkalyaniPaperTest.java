package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.LodhaKshemkalyani.Request;
import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Setup;
import dev.baton.core.Timestamp;
import dev.baton.core.stage.Event;
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

/** What Lodha and Kshemkalyani claim; a name ends in what the claim is about. */
class LodhaKshemkalyaniPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("lodha-kshemkalyani");

  private static Scenario scenario(int n) {
    return Scenario.of(ALGORITHM, Graph.complete(n));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 49})
  void anIsolatedRequestTakesTwoMessagesForEveryOther_messageTraffic(int n) {
    Outcome outcome = Simulation.run(scenario(n).workload("isolated"), 0);
    assertThat(outcome.messagesPerEntry()).isEqualTo(2.0 * (n - 1));
  }

  /** Requests that meet are each other's answers; each but the last is followed by a FLUSH. */
  @ParameterizedTest
  @ValueSource(ints = {2, 16, 49})
  void requestsThatMeetTakeOneMessageForEveryOtherAndAFlush_messageTraffic(int n) {
    Outcome outcome = Simulation.run(scenario(n).workload("burst"), 0);
    assertThat(outcome.messagesPerEntry()).isEqualTo(n - 1 + (n - 1.0) / n);
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolated", "burst", "saturated", "think:10", "contention:50"})
  void betweenOneAndTwoMessagesForEveryOther_messageTraffic(String workload) {
    for (int n : new int[] {2, 4, 16, 49}) {
      Scenario scenario = scenario(n).workload(workload).delay("exponential:1");
      assertThat(Simulation.run(scenario, 0).messagesPerEntry()).isBetween(n - 1.0, 2.0 * (n - 1));
    }
  }

  @Test
  void theDelayIsOneMessageWhenSaturated_delay() {
    Outcome outcome = Simulation.run(scenario(16), 0);
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
    assertThat(outcome.syncDelay().p99()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"saturated", "burst", "think:5"})
  void entriesAreInTheOrderOfTimestamps_fairness(String workload) {
    for (int trial = 0; trial < 20; trial++) {
      Entries entries = new Entries(7);
      Simulation.run(scenario(7).workload(workload).delay("exponential:1"), trial, entries);
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
      if (message instanceof Request(int sequence, int last)) {
        current[from] = new Timestamp(sequence, from);
      }
    }

    @Override
    public void onEnter(long ticks, int node, int permit) {
      stamps.add(current[node]);
    }
  }

  @ParameterizedTest
  @CsvSource({"2,3", "3,2", "4,1"})
  void aKnownRequestIsPassedOnlyByOlderOnes_fairness(int n, int requests) {
    Check check = Check.of(ALGORITHM, Setup.of(Graph.complete(n))).withRequests(requests);
    Report report = Search.run(check.withBypass(100));
    assertThat(report.maxBypass()).isEqualTo(n - 2);
  }
}
