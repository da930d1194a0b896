package dev.baton.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.checker.Coordinator.Way;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.core.stage.Trace;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SearchTest {

  /** As many threads as partitions. */
  private static Workers workers(int size) {
    return new Workers() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public void run(List<Runnable> tasks) {
        try (ExecutorService threads = Executors.newFixedThreadPool(size)) {
          for (Future<?> done : tasks.stream().map(threads::submit).toList()) {
            done.get();
          }
        } catch (InterruptedException | ExecutionException e) {
          throw new AssertionError(e);
        }
      }
    };
  }

  @Test
  void rightOneHolds() {
    Report report = Search.run(Coordinator.check(Way.RIGHT, 3, 2));

    assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
    assertThat(report.schedule()).isNull();
    assertThat(report.collisionBound()).isPositive().isLessThan(1e-9);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COUNTS_IN_SECRET")
  void answersDoNotDependOnPartitionsNorOnFingerprints(Way way) {
    Check check = Coordinator.check(way, 3, 2);
    Report alone = Search.run(check);

    for (int partitions = 2; partitions <= 4; partitions++) {
      Report shared = Search.run(check, workers(partitions), Progress.NONE);
      assertThat(shared.withCheck(null)).isEqualTo(alone.withCheck(null));
    }
    Check reduced = check.withReduction(true);
    assertThat(Search.run(reduced, workers(3), Progress.NONE).withCheck(null))
        .isEqualTo(Search.run(reduced).withCheck(null));
    Report exact = Search.run(check.withExact(true));
    assertThat(exact.withCheck(null)).isEqualTo(alone.withCheck(null));
    assertThat(exact.collisionBound()).isZero();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COUNTS_IN_SECRET")
  void reductionChangesNoAnswer(Way way) {
    for (int n = 2; n <= 4; n++) {
      Check check = Coordinator.check(way, n, n == 4 ? 1 : 2);
      Report full = Search.run(check);
      Report reduced = Search.run(check.withReduction(true));

      assertThat(reduced.verdict()).isEqualTo(full.verdict());
      assertThat(reduced.property()).isEqualTo(full.property());
      assertThat(reduced.schedule()).isEqualTo(full.schedule());
      assertThat(reduced.states()).isLessThanOrEqualTo(full.states());
    }
  }

  @Test
  void reductionLeavesStatesOut() {
    Check check = Coordinator.check(Way.RIGHT, 4, 2);
    Report full = Search.run(check);
    Report reduced = Search.run(check.withReduction(true));

    assertThat(reduced.reduced()).isTrue();
    assertThat(full.reduced()).isFalse();
    assertThat(reduced.states()).isLessThan(full.states());
    // Deliveries that go round and round could put other events off: then all are tried.
    assertThat(Search.run(Coordinator.check(Way.BUSY, 3, 1).withReduction(true)).reduced())
        .isFalse();
    assertThat(Search.run(check.withFifo(false).withReduction(true)).reduced()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COUNTS_IN_SECRET")
  void forgettingChangesNoAnswer(Way way) {
    for (boolean fifo : new boolean[] {true, false}) {
      Check check = Coordinator.check(way, 3, 2).withFifo(fifo);
      Report full = Search.run(check);
      for (int threads = 1; threads <= 3; threads++) {
        Report swept = Search.run(check.withSweep(true), workers(threads), Progress.NONE);

        assertThat(swept.verdict()).isEqualTo(full.verdict());
        assertThat(swept.property()).isEqualTo(full.property());
        assertThat(swept.schedule()).isEqualTo(full.schedule());
        assertThat(swept.states()).isEqualTo(full.states());
        assertThat(swept.transitions()).isEqualTo(full.transitions());
        // What holds is not searched again in the ordinary way.
        boolean isSweptOnly = swept.depth() == Report.NO_DEPTH;
        assertThat(isSweptOnly).isEqualTo(full.verdict() == Report.Verdict.HOLDS);
      }
    }
  }

  @Tag("slow")
  @Test
  void forgettingTakesLessMemory() {
    Check little = Coordinator.check(Way.RIGHT, 5, 3).withMemory(24 << 20);
    assertThat(Search.run(little).verdict()).isEqualTo(Report.Verdict.INCOMPLETE);
    Report swept = Search.run(little.withSweep(true));
    assertThat(swept.verdict()).isEqualTo(Report.Verdict.HOLDS);
    assertThat(swept.depth()).isEqualTo(Report.NO_DEPTH);

    Report tooLittle = Search.run(little.withSweep(true).withMemory(4 << 20));
    assertThat(tooLittle.verdict()).isEqualTo(Report.Verdict.INCOMPLETE);
    Check reduced = Coordinator.check(Way.RIGHT, 4, 2).withReduction(true);
    assertThat(Search.run(reduced.withSweep(true)).states())
        .isEqualTo(Search.run(reduced).states());
    Check bypass = Coordinator.check(Way.LAST_FIRST, 3, 3).withBypass(Integer.MAX_VALUE);
    assertThat(Search.run(bypass.withSweep(true)).maxBypass()).isEqualTo(5);
  }

  @Test
  void twoInsideIsFoundByAShortestScheduleWithFewSwitches() {
    Report report = Search.run(Coordinator.check(Way.EVERYBODY, 3, 1));

    assertThat(report.verdict()).isEqualTo(Report.Verdict.VIOLATED);
    assertThat(report.property()).isEqualTo(Property.SAFETY);
    // Two requests, two questions, two grants; at node 0 no step of its own lies between others.
    assertThat(report.schedule()).hasSize(6);
    assertThat(switches(report.schedule())).isLessThanOrEqualTo(3);
    assertThat(report.table()).contains("node 0").contains("receives GRANT from 0");
  }

  private static int switches(List<Event> schedule) {
    int switches = 0;
    for (int s = 1; s < schedule.size(); s++) {
      switches += schedule.get(s).node() == schedule.get(s - 1).node() ? 0 : 1;
    }
    return switches;
  }

  @Test
  void failingHandlerIsAViolation() {
    Report report = Search.run(Coordinator.check(Way.THROWS, 3, 1));

    assertThat(report.property()).isEqualTo(Property.SAFETY);
    assertThat(report.message()).contains("node 2 asked");
    assertThat(report.schedule()).hasSize(2);
  }

  @Test
  void messageToNobodyIsAViolation() {
    Report report = Search.run(Coordinator.check(Way.ASTRAY, 3, 1));

    assertThat(report.property()).isEqualTo(Property.SAFETY);
    assertThat(report.message()).contains("sends to 3, which does not exist");
    assertThat(replay(report.check().algorithm(), report.trace())).isTrue();
  }

  /** What is wrong is too far away to be seen before the search. */
  @Test
  void aScheduleThatFreshNodesDoNotRepeatIsNotBelieved() {
    Check check = Coordinator.check(Way.COUNTS_IN_SECRET, 3, 1);
    assertThat(Inspection.of(check).breach()).isNull();
    Report report = Search.run(check);
    assertThat(report.verdict()).isEqualTo(Report.Verdict.VIOLATED);
    assertThat(report.property()).isEqualTo(Property.CONTRACT);
    assertThat(report.message())
        .startsWith("The search found '")
        .contains("', but with fresh nodes ", "'state' or 'show' leaves something out");
    assertThat(report.trace()).isNull();
  }

  @Test
  void theInspectionTakesShortSchedules() {
    Inspection inspection = Inspection.of(Coordinator.check(Way.RIGHT, 3, 2));
    assertThat(inspection.breach()).isNull();
    assertThat(inspection.schedules()).hasSize(8).allMatch(it -> it.events().size() > 10);
  }

  @Test
  void forgottenRequestIsADeadlockOnceNobodyElseCanAsk() {
    Check check = Coordinator.check(Way.FORGETS, 2, 1);

    Report report = Search.run(check);
    assertThat(report.property()).isEqualTo(Property.DEADLOCK);
    assertThat(Search.run(check.withProperties(List.of(Property.SAFETY))).verdict())
        .isEqualTo(Report.Verdict.HOLDS);
  }

  @Test
  void waitingForSomebodyElsesRequestIsStarvation() {
    Check check = Coordinator.check(Way.LAZY, 3, 1);

    assertThat(Search.run(check).property()).isEqualTo(Property.STARVATION);
    Report deadlock = Search.run(check.withProperties(List.of(Property.DEADLOCK)));
    assertThat(deadlock.property()).isEqualTo(Property.DEADLOCK);
    assertThat(deadlock.schedule().size()).isGreaterThan(Search.run(check).schedule().size());
  }

  @Test
  void askingAgainAndAgainIsNoStarvationIfTheOneInsideMustLeave() {
    Report report = Search.run(Coordinator.check(Way.BUSY, 3, 1));

    assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  @ParameterizedTest
  @EnumSource(names = {"BUSY", "RIGHT", "LAST_FIRST", "ALWAYS_BUSY", "LOWEST_FIRST"})
  void withoutBoundOnRequests(Way way) {
    Report report = Search.run(Coordinator.check(way, 3, Check.UNBOUNDED));

    assertThat(report.property()).isEqualTo(way == Way.RIGHT ? null : Property.STARVATION);
    // Also where states stand for others with later clocks.
    assertThat(way == Way.RIGHT || replay(report.check().algorithm(), report.trace())).isTrue();
  }

  @Test
  void fairCycleIsShownAsALoop() {
    Check check = Coordinator.check(Way.ALWAYS_BUSY, 2, 1);
    Report report = Search.run(check);

    assertThat(report.verdict()).isEqualTo(Report.Verdict.VIOLATED);
    assertThat(report.property()).isEqualTo(Property.STARVATION);
    assertThat(report.loop()).isBetween(1, report.schedule().size() - 1);
    assertThat(replay(check.algorithm(), report.trace())).isTrue();
  }

  private static boolean replay(Algorithm algorithm, String text) {
    Trace.Library library =
        new Trace.Library() {
          @Override
          public Algorithm algorithm(String id) {
            return algorithm;
          }

          @Override
          public Graph defaultStructure(String id, int nodes) {
            return Graph.complete(nodes);
          }

          @Override
          public Graph structure(String name, int nodes) {
            throw new IllegalArgumentException("Only complete graphs are known.");
          }
        };
    return Trace.parse("counter-example", text).run(library).matches();
  }

  @Test
  void bypassIsCountedExactly() {
    Check right = Coordinator.check(Way.RIGHT, 3, 3).withBypass(Integer.MAX_VALUE);
    assertThat(Search.run(right).maxBypass()).isEqualTo(1);

    Check lastFirst = Coordinator.check(Way.LAST_FIRST, 3, 3);
    assertThat(Search.run(lastFirst).verdict()).isEqualTo(Report.Verdict.HOLDS);
    Report report = Search.run(lastFirst.withBypass(1));
    assertThat(report.property()).isEqualTo(Property.BYPASS);
    assertThat(report.message()).isEqualTo(passedMost(report) + " was passed by 2 times.");
    assertThat(Search.run(lastFirst.withBypass(Integer.MAX_VALUE)).maxBypass()).isEqualTo(5);
  }

  /** The node that asked in the schedule and has not entered, though two others have since. */
  private static int passedMost(Report report) {
    Stage stage = new Stage(report.check().algorithm(), report.check().setup(), true);
    int[] passed = new int[report.check().setup().n()];
    for (Event event : report.schedule()) {
      stage.step(event);
      for (int i = 0; i < passed.length; i++) {
        boolean isWaiting = stage.phase(i) == Stage.Phase.WAITING;
        boolean someoneEntered = stage.effects().stream().anyMatch(e -> e.endsWith("enters"));
        passed[i] = isWaiting ? passed[i] + (someoneEntered ? 1 : 0) : 0;
      }
    }
    int most = 0;
    for (int i = 0; i < passed.length; i++) {
      most = passed[i] > passed[most] ? i : most;
    }
    return most;
  }

  @Test
  void idlePermitWhileSomebodyWaits() {
    Setup two = new Setup(3, 0, 2, Graph.complete(3));
    Check right = Check.of(Coordinator.algorithm(Way.RIGHT), two);
    Check stingy = Check.of(Coordinator.algorithm(Way.STINGY), two);

    assertThat(Search.run(right).verdict()).isEqualTo(Report.Verdict.HOLDS);
    assertThat(Search.run(right.sometimes("two inside", m -> m.inside() == 2)).verdict())
        .isEqualTo(Report.Verdict.HOLDS);
    assertThat(Search.run(stingy).property()).isEqualTo(Property.IDLE_PERMIT);
  }

  @Test
  void claimsOfTheUser() {
    Check check = Coordinator.check(Way.RIGHT, 2, 1);

    assertThat(Search.run(check.always("few", m -> m.inFlight() <= 2)).verdict())
        .isEqualTo(Report.Verdict.HOLDS);
    Report always = Search.run(check.always("none", m -> m.inFlight() == 0));
    assertThat(always.property()).isEqualTo(Property.ALWAYS);
    assertThat(always.schedule()).hasSize(1);
    assertThat(Search.run(check.sometimes("both wait", m -> m.waiting() == 2)).verdict())
        .isEqualTo(Report.Verdict.HOLDS);
    Report never = Search.run(check.sometimes("both inside", m -> m.inside() == 2));
    assertThat(never.property()).isEqualTo(Property.SOMETIMES);
    assertThat(never.message()).contains("both inside");
    assertThat(
            Search.run(check.sometimes("1 is granted", SearchTest::isGrantToNodeOneUnderWay))
                .verdict())
        .isEqualTo(Report.Verdict.HOLDS);
    assertThat(
            Search.run(check.always("1 is not granted", m -> !isGrantToNodeOneUnderWay(m)))
                .schedule())
        .hasSize(2);
  }

  private static boolean isGrantToNodeOneUnderWay(Moment m) {
    return m.inFlight() > 0
        && m.inFlight(0).node() == 1
        && m.inFlight(0).message() instanceof Coordinator.Grant;
  }

  @Test
  void claimsHoldFromTheFirstStateOn() {
    Check check = Coordinator.check(Way.RIGHT, 2, 1);

    Report never = Search.run(check.always("never", m -> false));
    assertThat(never.property()).isEqualTo(Property.ALWAYS);
    assertThat(never.schedule()).isEmpty();
    Report firstOnly = Search.run(check.always("somebody waits", m -> m.waiting() > 0));
    assertThat(firstOnly.schedule()).isEmpty();
    assertThat(Search.run(check.withBypass(5).always("never", m -> false)).property())
        .isEqualTo(Property.ALWAYS);
    assertThat(Search.run(check.withBypass(5).sometimes("always", m -> true)).verdict())
        .isEqualTo(Report.Verdict.HOLDS);
  }

  @Test
  void timersRunOutAtAnyMoment() {
    // Two have asked before the timer ran out, or it ran out between them.
    Report report =
        Search.run(
            Coordinator.check(Way.SLOW, 3, 2)
                .sometimes("all wait for it", m -> m.waiting() == 3 && m.inFlight() == 0)
                .sometimes("one inside, nobody waits", m -> m.inside() == 1 && m.waiting() == 0));

    assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  @Test
  void memoryLimitGivesIncompleteAndNeverHolds() {
    Report report = Search.run(Coordinator.check(Way.RIGHT, 5, 3).withMemory(4 << 20));

    assertThat(report.verdict()).isEqualTo(Report.Verdict.INCOMPLETE);
    assertThat(report.message()).contains("memory");
  }

  @Test
  void statesAreFoundAgainOnlyWhereNodesCannotRuleACycleOut() {
    assertThat(levels(Way.SLOW)).isEqualTo(1);
    assertThat(levels(Way.BUSY)).isEqualTo(2);
  }

  /** How often all levels were looked at. */
  private static int levels(Way way) {
    int[] levels = new int[1];
    Report report =
        Search.run(
            Coordinator.check(way, 3, 2), Workers.ALONE, (depth, states, frontier) -> levels[0]++);
    assertThat(levels[0] % (report.depth() + 1)).isZero();
    return levels[0] / (report.depth() + 1);
  }

  @Test
  void misuseIsOneSentence() {
    Check check = Coordinator.check(Way.RIGHT, 2, 1);
    assertThatThrownBy(() -> check.withRequests(0)).hasMessageContaining("at least once");
    assertThatThrownBy(() -> check.withBypass(1).withRequests(Check.UNBOUNDED))
        .hasMessageContaining("bounded");
    assertThatThrownBy(() -> check.withSweep(true).withRequests(Check.UNBOUNDED))
        .hasMessageContaining("leave --sweep out");
  }
}
