package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Probes count what can be counted by hand. */
class ProbeTest {

  private static Map<Measure, Double> probe(String options) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String option : options.split(", ")) {
      String[] parts = option.split(": ");
      map.put(parts[0], parts[1].replace(';', ','));
    }
    return Probe.run(new Cell(map)).measures();
  }

  /** Two ends of a line of four are three links apart, and a request precedes the token. */
  @ParameterizedTest
  @CsvSource({
    "pairs, raymond, MOST, 6",
    "pairs, raymond, LINKS, 6",
    "pairs, raymond, SLOWEST, 6",
    "pairs, suzuki-kasami, MOST, 4",
    "pairs, suzuki-kasami, LINKS, 9",
    "pairs, suzuki-kasami, SLOWEST, 6",
    "handover, raymond, LATEST, 3",
    "handover, suzuki-kasami, LATEST, 3"
  })
  void aMessageTakesOneUnitOfTimeOnEachLink(
      String probe, String algorithm, Measure measure, double value) {
    String options =
        "probe: %s, algorithm: %s, nodes: 4, topology: line".formatted(probe, algorithm);
    assertThat(probe(options)).containsEntry(measure, value);
  }

  /**
   * Raymond's messages have 4 bits. Suzuki and Kasami's requests have 36, on 1 + 2 + 3 links; their
   * token, on 3 links, has 4, four numbers of 32, and 16 for each of its two sequences.
   */
  @ParameterizedTest
  @CsvSource({"raymond, 24", "suzuki-kasami, 708"})
  void bitsCountOnEachLink(String algorithm, double bits) {
    String options = "probe: pairs, algorithm: %s, nodes: 4, topology: line".formatted(algorithm);
    assertThat(probe(options)).containsEntry(Measure.TRAFFIC, bits);
  }

  @ParameterizedTest
  @CsvSource({"known, 1", "late, 2"})
  void aLateRequestHasToArriveFirst(String request, double latest) {
    String options = "probe: handover, algorithm: suzuki-kasami, nodes: 3, request: " + request;
    assertThat(probe(options)).containsEntry(Measure.LATEST, latest);
  }

  @ParameterizedTest
  @CsvSource({"suzuki-kasami, 3", "ricart-agrawala, 0"})
  void theWorstOrderIsLookedFor(String algorithm, double inversions) {
    String options = "probe: order, algorithm: %s, nodes: 4".formatted(algorithm);
    assertThat(probe(options)).containsEntry(Measure.INVERSIONS, inversions);
  }

  @ParameterizedTest
  @CsvSource({"1, 5", "2, 6", "9, 13"})
  void aSlowRequestIsRepeatedForEachLeader(int turns, double messages) {
    String options =
        "probe: chase, algorithm: klme, nodes: 4, k: 2, count: Req_CS Req_ack Per_grant Release,"
            + " turns: "
            + turns;
    assertThat(probe(options)).containsEntry(Measure.TOTAL, messages);
  }

  @ParameterizedTest
  @CsvSource({"fifo, 0", "any, 1"})
  void theCheckerDecidesWhoNeedsOrder(String channels, double violated) {
    String options = "probe: check, algorithm: lamport, nodes: 3, channels: " + channels;
    assertThat(probe(options)).containsEntry(Measure.VIOLATED, violated);
  }

  @ParameterizedTest
  @CsvSource({"raymond, 1", "raysuz, 2"})
  void theWorstBypassIsTheCheckers(String algorithm, double bypass) {
    String options =
        "probe: check, algorithm: %s, nodes: 3, structure: star, requests: 2".formatted(algorithm);
    assertThat(probe(options)).containsEntry(Measure.BYPASS, bypass);
  }

  /** Two requests and two answers for each entry, in every schedule. */
  @ParameterizedTest
  @CsvSource({"1, 12", "100, 12"})
  void theDearestScheduleIsLookedFor(int schedules, double messages) {
    String options = "probe: search, algorithm: ricart-agrawala, nodes: 3, schedules: " + schedules;
    assertThat(probe(options)).containsEntry(Measure.TOTAL, messages);
  }

  /**
   * Two requests and two answers for each entry with Ricart and Agrawala's. On a line of three
   * Neilsen and Mizuno's request goes two links at most, and the token straight to the one who gets
   * it, to whose entry it belongs.
   */
  @ParameterizedTest
  @CsvSource({"ricart-agrawala, complete, REPLY, 4", "neilsen-mizuno, line, PRIVILEGE, 3"})
  void theDearestEntryIsLookedFor(
      String algorithm, String structure, String grants, double messages) {
    String options =
        "probe: search, algorithm: %s, structure: %s, nodes: 3, schedules: 100, grants: %s"
            .formatted(algorithm, structure, grants);
    assertThat(probe(options)).containsEntry(Measure.MOST, messages);
  }

  /** d, b and c ask so soon after one another that the token is on its way to d meanwhile. */
  @ParameterizedTest
  @CsvSource({"4 1 3, 1", "3 1 4, 1"})
  void nodesMayAskWhileMessagesAreUnderWay(String asks, double inversions) {
    String options =
        "probe: order, algorithm: raysuz, nodes: 5, structure: edges:0-1;0-2;2-3;2-4,"
            + " clusters: 0;1 2;3;4, apart: 1, asks: "
            + asks;
    assertThat(probe(options)).containsEntry(Measure.INVERSIONS, inversions);
  }

  /** What is idle while somebody waits is no violation; one more passes than with the other. */
  @ParameterizedTest
  @CsvSource({"request-collectors, 1", "chaudhuri-edward-k-style, 2"})
  void anIdlePermitIsNoViolation(String algorithm, double bypass) {
    String options = "probe: check, algorithm: %s, nodes: 4, groups: 2, k: 2".formatted(algorithm);
    assertThat(probe(options))
        .containsEntry(Measure.VIOLATED, 0.0)
        .containsEntry(Measure.BYPASS, bypass);
  }
}
