package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViolationTest {

  private static ViolationException run(Misbehaving.Way way, int permits, Listener listener) {
    Setup setup = new Setup(3, 0, permits, Graph.complete(3));
    Scenario scenario = Scenario.of(Misbehaving.in(way), setup);
    return catchThrowableOfType(
        ViolationException.class, () -> Simulation.run(scenario, 0, listener));
  }

  private static void says(Misbehaving.Way way, int permits, String sentence) {
    assertThat(run(way, permits, null)).hasMessage(sentence);
  }

  @Test
  void tooManyInside() {
    says(
        Misbehaving.Way.ENTERS_AT_ONCE,
        1,
        "node 1 entered while node 0 was inside (at time 0, event 2).");
    says(
        Misbehaving.Way.ENTERS_AT_ONCE,
        2,
        "node 2 entered while 2 others were inside (at time 0, event 3).");
  }

  @Test
  void nobodyAsked() {
    Scenario scenario =
        Scenario.of(Misbehaving.in(Misbehaving.Way.ENTERS_UNASKED), Graph.complete(3))
            .workload("isolated");
    assertThat(catchThrowableOfType(ViolationException.class, () -> Simulation.run(scenario, 0)))
        .hasMessageContaining("entered without having asked (at time 1, event 2).");
  }

  @Test
  void sharedPermit() {
    says(
        Misbehaving.Way.SHARES_A_PERMIT,
        2,
        "node 1 entered with permit 1, which node 0 holds (at time 0, event 2).");
  }

  @Test
  void nobodyGetsIn() {
    String sentence = "3 of 3 nodes wait and nothing will let them in";
    assertThat(run(Misbehaving.Way.NEVER_ENTERS, 1, null).what()).isEqualTo(sentence);
    assertThat(run(Misbehaving.Way.RUNS_IN_CIRCLES, 1, null).what()).isEqualTo(sentence);
  }

  @Test
  void handlerFails() {
    says(Misbehaving.Way.THROWS, 1, "node 0 failed: the token is gone (at time 0, event 1).");
    assertThat(run(Misbehaving.Way.THROWS, 1, null))
        .hasCauseInstanceOf(IllegalStateException.class);
    says(
        Misbehaving.Way.SENDS_NOWHERE,
        1,
        "node 0 sent a message to node 3, which does not exist (at time 0, event 1).");
  }

  @Test
  void aListenerSeesEveryEventUpToTheViolation() {
    List<String> events = new ArrayList<>();
    ViolationException violation =
        run(
            Misbehaving.Way.ENTERS_AT_ONCE,
            1,
            (ticks, event) -> events.add(Ticks.text(ticks) + ": " + event));
    assertThat(events).containsExactly("0: 0 requests", "0: 1 requests");
    assertThat(violation.event()).isEqualTo(2);
    assertThat(violation.ticks()).isZero();
  }
}
