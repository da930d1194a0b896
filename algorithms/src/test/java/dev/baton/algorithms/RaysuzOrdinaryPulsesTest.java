package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Moment;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Setup;
import dev.baton.simulator.Topology;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * "Only ordinary nodes can have pulse and enter CS" (3.1), although leaders "process two threads"
 * (3.2): what becomes of the places in the listings of Raysuz if leaders never want to enter.
 */
class RaysuzOrdinaryPulsesTest {

  /** The checker lets leaders ask; they enter at once, which has nothing to do with the token. */
  private static Check check(
      Set<RaysuzListing.Repair> repairs,
      String structure,
      int n,
      int holder,
      int depth,
      int requests) {
    Setup setup = new Setup(n, holder, 1, Topology.parse(structure).graph(n, 1), depth);
    return Check.of(TestLibrary.variant("raysuz/x", RaysuzListing.ordinaryWith(repairs)), setup)
        .withRequests(requests)
        .withProperties(List.of(Property.DEADLOCK, Property.STARVATION))
        .withIdlePermits()
        .always("one is inside", m -> inside(m, n) <= 1);
  }

  private static long inside(Moment m, int n) {
    return IntStream.range(0, n)
        .filter(i -> m.isInside(i) && !((RaysuzListing) m.node(i)).isWithoutPulse())
        .count();
  }

  /** Left out alone, in the first of some small systems that shows it, and after so many events. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "STEPS_4_AND_5_EXCHANGED | line | 2 | 0 | 2 | 1 | 4",
        "STEPS_4_AND_5_LOOK_LATER | star | 3 | 0 | 2 | 1 | 8",
        "RECEIVER_LEAVES_SUZQ | line | 2 | 0 | 2 | 1 | 5",
        "STEP_4_ENDS_IN_IDLE | star | 3 | 0 | 2 | 2 | 7",
        "STEP_6_GOES_ON | line | 3 | 2 | 2 | 1 | 7",
        "TYPE_TELLS | line | 3 | 2 | 2 | 1 | 3",
        "STEP_7_KEEPS_TOKEN | star | 3 | 1 | 2 | 1 | 4",
        "STEP_7_GOES_ON | star | 3 | 1 | 2 | 1 | 5",
        "COUNTS_ONCE | line | 2 | 0 | 2 | 1 | 2",
        "DIR_STAYS_ON_TREE | line | 5 | 0 | 3 | 1 | 15",
        "ASKS_AFTER_FORWARDING | line | 5 | 4 | 2 | 1 | 15",
        "STEP_5_QUEUES_LEADER | line | 5 | 4 | 2 | 1 | 15",
        "STEP_3_LEAVES_SUZQ | line | 4 | 0 | 2 | 1 | 19",
        "STEP_3_COUNTS_AS_SERVED | line | 4 | 0 | 2 | 1 | 21",
        "STEP_4_COUNTS_FOR_MEMBER | line | 4 | 0 | 2 | 1 | 12",
        "STEP_6_LEAVES_RAYMQ | line | 4 | 0 | 2 | 1 | 29",
        "STEP_3_UPDATES_FIRST | line | 4 | 0 | 2 | 1 | 12",
        "LAST_IS_A_NUMBER | star | 3 | 1 | 2 | 2 | 10",
        "LEADER_SEES_OUTDATED | edges:0-1,0-2,1-3,3-4 | 5 | 1 | 2 | 1 | 26",
      })
  void thePlacesFailAllTheSame_3_1(
      RaysuzListing.Repair repair,
      String structure,
      int n,
      int holder,
      int depth,
      int requests,
      int events) {
    Set<RaysuzListing.Repair> others = EnumSet.complementOf(EnumSet.of(repair));
    Report report = Search.run(check(others, structure, n, holder, depth, requests));
    assertThat(report.verdict()).isEqualTo(Report.Verdict.VIOLATED);
    assertThat(report.schedule()).hasSize(events);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "STEP_2_SEES_STATE | line | 6 | 0 | 2 | 1 | 20",
        "STEP_3_QUEUES_FOR_CLUSTER | line | 6 | 0 | 2 | 1 | 40",
        "STEP_6_SEES_OUTDATED | edges:0-1,0-2,1-3,3-4 | 5 | 0 | 2 | 1 | 27",
      })
  void soDoThoseThatTakeLonger_3_1(
      RaysuzListing.Repair repair,
      String structure,
      int n,
      int holder,
      int depth,
      int requests,
      int events) {
    thePlacesFailAllTheSame_3_1(repair, structure, n, holder, depth, requests, events);
  }

  /** One element of the arrays for a leader and its application: it has none that asks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"line | 3 | 0 | 2", "line | 4 | 1 | 1", "star | 3 | 1 | 2", "line | 5 | 2 | 1"})
  void oneElementForBothIsNoDefectThen_3_1(String structure, int n, int holder, int requests) {
    for (Set<RaysuzListing.Repair> repairs :
        List.of(
            EnumSet.complementOf(EnumSet.of(RaysuzListing.Repair.LEADER_HAS_ITS_OWN_ELEMENT)),
            EnumSet.allOf(RaysuzListing.Repair.class))) {
      Report report = Search.run(check(repairs, structure, n, holder, 2, requests));
      assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
    }
  }
}
