package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Meter;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Raymond says of k entries; a name ends in what the claim is about. */
class RaymondKPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("raymond-k");

  private static Setup setup(int n, int k) {
    return new Setup(n, 0, k, Graph.complete(n));
  }

  @ParameterizedTest
  @CsvSource({"16,1,saturated", "16,3,isolated", "16,3,burst", "49,5,saturated", "9,12,think:10"})
  void atMostTwoMessagesForEveryOtherNode_messageTraffic(int n, int k, String workload) {
    for (String delay : new String[] {"constant:1", "exponential:1"}) {
      Scenario scenario =
          Scenario.of(ALGORITHM, setup(n, k)).workload(workload).delay(delay).fifo(false);
      double messages = Simulation.run(scenario, 0).messagesPerEntry();
      assertThat(messages).isGreaterThan(1.5 * (n - 1)).isLessThanOrEqualTo(2.0 * (n - 1));
    }
  }

  /** "Occasionally fewer": one reply for all that was deferred during one long entry. */
  @Test
  void oneReplyForSeveralRequests_messageTraffic() {
    Stage stage = new Stage(ALGORITHM, setup(3, 2), true);
    stage.step(new Event.Request(0));
    drain(stage);
    int messages = 0;
    for (int i = 0; i < 4; i++) {
      stage.step(new Event.Request(1));
      messages += drain(stage);
      assertThat(stage.phase(1)).isEqualTo(Stage.Phase.INSIDE);
      stage.step(new Event.Exit(1));
    }
    assertThat(messages).isEqualTo(4 * 3);
    stage.step(new Event.Exit(0));
    assertThat(stage.inFlight()).containsExactly(new Event.Deliver(0, 1, new RaymondK.Reply(4)));
  }

  private static int drain(Stage stage) {
    int messages = 0;
    for (; !stage.inFlight().isEmpty(); messages++) {
      stage.step(stage.inFlight().getFirst());
    }
    return messages;
  }

  @ParameterizedTest
  @CsvSource({"16,1", "16,3", "49,5"})
  void theDelayIsOneMessageWhenSaturated_delay(int n, int k) {
    Outcome outcome = Simulation.run(Scenario.of(ALGORITHM, setup(n, k)), 0);
    assertThat(outcome.syncDelay().mean()).isEqualTo(1);
  }

  @Test
  void withOneEntryTheRunIsThatOfRicartAgrawala_comparison() {
    Scenario one = Scenario.of(ALGORITHM, setup(9, 1)).workload("think:5").delay("exponential:1");
    Scenario other =
        Scenario.of(Catalog.entry("ricart-agrawala"), Graph.complete(9))
            .workload("think:5")
            .delay("exponential:1");
    Outcome expected = Simulation.run(other, 0);
    Outcome outcome = Simulation.run(one, 0);
    assertThat(outcome.messagesPerEntry()).isEqualTo(expected.messagesPerEntry());
    assertThat(outcome.responseTime()).isEqualTo(expected.responseTime());
  }

  /** Never more than k; and if somebody waits when all is calm, k are inside. */
  @ParameterizedTest
  @CsvSource({"3,1,2", "2,2,3", "3,2,1", "3,3,1"})
  void nobodyWaitsWhileFewerThanKAreInside_correctness(int n, int k, int requests) {
    Check check =
        Check.of(ALGORITHM, setup(n, k))
            .withRequests(requests)
            .always(
                "who waits in calm waits for k",
                m -> m.inFlight() > 0 || m.waiting() == 0 || m.inside() == k)
            .sometimes("k are inside", m -> m.inside() == k);
    assertThat(Search.run(check).message()).isNull();
  }

  /** Two permits. */
  private static Check threeAsk(String mutant, int requests) {
    Algorithm algorithm = new TestLibrary().algorithm("raymond-k/" + mutant);
    return Check.of(algorithm, new Setup(3, 0, 2, Graph.complete(3)))
        .withRequests(requests)
        .withProperties(List.of(Property.SAFETY));
  }

  /** Late replies are why each node counts what every other owes it. */
  @Test
  void whoForgetsWhatIsOwedLetsTooManyIn_correctness() {
    Report report = Search.run(threeAsk("forgets-what-is-owed", 2));
    assertThat(report.property()).isEqualTo(Property.SAFETY);
    assertThat(report.schedule()).hasSize(13);
  }

  /** The youngest of those inside has been let in by none of the others, so they are k at most. */
  @ParameterizedTest
  @CsvSource({"1", "2"})
  void aReplyToAnOlderRequestInsideIsHarmless_correctness(int requests) {
    Check check = threeAsk("replies-to-older-inside", requests).withReduction(true);
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  @Test
  void messagesHaveConstantSize_storage() {
    Meter meter = new Meter(64);
    for (RaymondK.Msg message : List.of(new RaymondK.Request(9), new RaymondK.Reply(2))) {
      meter.measure(message);
      assertThat(meter.bits()).isEqualTo(4 + 32);
    }
  }
}
