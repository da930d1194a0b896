package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Schedule;
import dev.baton.core.stage.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is measured and said where messages and nodes fail. */
class FailuresTest {

  private static Scenario scenario(Algorithm algorithm, String loss, String copies, String crash) {
    return Scenario.of(algorithm, Graph.complete(4))
        .workload("think:20")
        .delay("exponential:1")
        .faults(Faults.parse(loss, copies, crash))
        .seed(3);
  }

  private static ViolationException violation(Scenario scenario) {
    return catchThrowableOfType(
        ViolationException.class, () -> Simulation.run(scenario, 0, (ticks, event) -> {}));
  }

  @Test
  void whoWaitsForEverIsSaid() {
    ViolationException lost = violation(scenario(TokenRing.ALGORITHM, "0.01", null, null));
    assertThat(lost.what())
        .contains(" nodes wait and nothing will let them in: ")
        .contains("; 1 message was lost, TOKEN from ");
    ViolationException down = violation(scenario(Server.ALGORITHM, null, null, "4@100"));
    assertThat(down.what())
        .startsWith("4 of 5 nodes wait and nothing will let them in: 0, 1, 2, 3; ")
        .contains(" messages were lost, the last one ")
        .endsWith(", node 4 crashed at time 100");
  }

  @Test
  void aCopyOfATokenLetsTwoIn() {
    ViolationException two = violation(scenario(TokenRing.ALGORITHM, null, "0.05", null));
    assertThat(two.what())
        .contains("entered while node")
        .contains(" messages were duplicated, the last one TOKEN from");
  }

  /** Nobody needs a node that is idle at a server. */
  @Test
  void whoIsNotNeededMayCrash() {
    Scenario scenario = scenario(Server.ALGORITHM, null, null, "1@0,2@50").entries(200);
    List<Integer> askers = new ArrayList<>();
    Outcome outcome =
        Simulation.run(
            scenario,
            0,
            (ticks, event) -> {
              if (event instanceof Event.Request(int node)) {
                askers.add(ticks > 50 * Ticks.PER_UNIT ? node : 10);
              }
            });
    assertThat(outcome.entries() + outcome.truncated()).isGreaterThanOrEqualTo(200);
    assertThat(askers).contains(0, 3).doesNotContain(1, 2);
  }

  @Test
  void whoCrashesInsideIsNoLongerInside() {
    // Everybody else goes on without node 0, whose exit the server never hears of.
    Scenario scenario =
        Scenario.of(Server.ALGORITHM, Graph.complete(3))
            .workload("burst")
            .faults(Faults.parse(null, null, "0@2.5"));
    assertThat(violation(scenario).what())
        .startsWith("2 of 4 nodes wait and nothing will let them in: 1, 2; node 0 crashed");
  }

  @Test
  void sameSeedSameFaults() {
    Scenario scenario = scenario(Server.ALGORITHM, "0.0001", "0", "1@30").entries(100);
    Outcome outcome = Simulation.run(scenario, 5);
    assertThat(Simulation.run(scenario, 5, (ticks, event) -> {})).isEqualTo(outcome);
    String first = violation(scenario(TokenRing.ALGORITHM, "0.01", "0.01", null)).getMessage();
    assertThat(violation(scenario(TokenRing.ALGORITHM, "0.01", "0.01", null))).hasMessage(first);
    assertThat(violation(scenario(TokenRing.ALGORITHM, "0.01", "0.01", null).seed(4)).getMessage())
        .isNotEqualTo(first);
  }

  /** Without faults there is nothing else in a run, and with faults that never happen as well. */
  @Test
  void faultsThatDoNotHappenChangeNothing() {
    Scenario never = scenario(AskEveryone.ALGORITHM, null, null, "3@900000").entries(50);
    assertThat(Simulation.run(never, 0)).isEqualTo(Simulation.run(never.faults(Faults.NONE), 0));
  }

  /** Under every kind of load, a run with a crash comes to an end. */
  @ParameterizedTest
  @CsvSource({
    "isolated, even",
    "isolated, 'weights:0,0,1,0'",
    "burst, even",
    "think:5, even",
    "think:5, 'weights:0,0,1,0'",
    "open:20, zipf:1",
  })
  void everyRunEnds(String load, String demand) {
    Scenario scenario = scenario(Server.ALGORITHM, null, null, "2@20").workload(load);
    Scenario ended = scenario.demand(demand).entries(100);
    try {
      assertThat(Simulation.run(ended, 0).simulatedTime()).isPositive();
    } catch (ViolationException e) {
      assertThat(e.what()).contains("node 2 crashed at time 20");
    }
  }

  // Traces.

  private static Trace.Library only(Algorithm algorithm, Setup setup) {
    return new Trace.Library() {
      @Override
      public Algorithm algorithm(String id) {
        return algorithm;
      }

      @Override
      public Graph defaultStructure(String id, int nodes) {
        return setup.structure();
      }

      @Override
      public Graph structure(String name, int nodes) {
        return setup.structure();
      }
    };
  }

  /** With overtaking and without: all that failed is in the trace, and it can be run again. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aTraceWithFaultsCanBeRunAgain(boolean fifo) {
    for (int seed = 1; seed <= 20; seed++) {
      Scenario scenario =
          scenario(AskEveryone.ALGORITHM, "0.005", "0.1", "3@90").fifo(fifo).seed(seed);
      List<Event> events = new ArrayList<>();
      String message = null;
      try {
        Simulation.run(scenario, 0, (ticks, event) -> events.add(event));
      } catch (ViolationException e) {
        message = e.what();
      }
      assertThat(message).isNotNull();
      Algorithm algorithm = scenario.algorithm();
      String text = Trace.print(algorithm, scenario.setup(), fifo, message, events);
      Schedule again =
          Trace.parse("faults.trace", text).schedule(only(algorithm, scenario.setup()));
      assertThat(again.events()).isEqualTo(events);
      assertThat(Trace.parse("faults.trace", text).run(only(algorithm, scenario.setup())))
          .satisfies(result -> assertThat(result.matches()).isTrue());
    }
  }

  // Livelocks.

  /** Sends a message round and round, and lets nobody in. */
  private static final class Circle extends Node<Circle.Round> {

    record Round() implements Message {
      @Override
      public void show(State s) {
        s.type("ROUND");
      }
    }

    private final boolean letsIn;

    private Circle(int self, int n, boolean letsIn) {
      super(self, n);
      this.letsIn = letsIn;
    }

    @Override
    public void onRequest() {
      send((self + 1) % n, new Round());
      if (letsIn) {
        enter();
      }
    }

    @Override
    public void onRelease() {}

    @Override
    public void onMessage(int from, Round message) {
      send((self + 1) % n, message);
    }

    @Override
    public void state(State s) {}
  }

  private static Algorithm circle(boolean letsIn) {
    return new Algorithm() {
      @Override
      public String id() {
        return "circle";
      }

      @Override
      public Node<?>[] nodes(Setup setup) {
        return setup.nodes(self -> new Circle(self, setup.n(), letsIn));
      }
    };
  }

  @Test
  void messagesInACircleEndTheRun() {
    Scenario scenario = Scenario.of(circle(false), Graph.complete(3)).workload("think:1");
    assertThat(violation(scenario).what())
        .isEqualTo(
            "3 of 3 nodes wait, and 169000 messages and timers in a row have let nobody in, the"
                + " last one ROUND from 2 to 0");
  }

  @Test
  void evenIfNobodyWaits() {
    Scenario one = Scenario.of(circle(true), Graph.complete(3)).workload("isolated").entries(1);
    assertThat(violation(one).what()).startsWith("0 of 3 nodes wait, and 169000 messages");
  }

  // Mistakes.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | 0 | | '2' is not a probability below 1: write --loss 0.01",
        "0 | often | | write --duplicate 0.01",
        "0 | 0 | 3 | write --crash 3@500",
        "0 | 0 | 3@-1 | write --crash 3@500",
        "0 | 0 | 3@1,3@2 | Node 3 crashes twice",
      })
  void whatIsWrongIsSaid(String loss, String copies, String crash, String sentence) {
    assertThatThrownBy(() -> Faults.parse(loss, copies, crash))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void whoCrashesMustBeThereAndSomeoneMustStay() {
    assertThatThrownBy(() -> Simulation.run(scenario(TokenRing.ALGORITHM, null, null, "4@1"), 0))
        .hasMessage("There is no node 4 to crash: the nodes are 0 to 3.");
    assertThatThrownBy(
            () -> Simulation.run(scenario(TokenRing.ALGORITHM, null, null, "0@1,1@1,2@1,3@1"), 0))
        .hasMessage("All nodes crash: leave one of them out of --crash.");
    assertThat(Faults.parse("0.01", "0.02", "3@500,1@2.5"))
        .hasToString("loss 0.01, duplicate 0.02, crash 3@500,1@2.5");
    assertThat(Faults.NONE).hasToString("none");
  }
}
