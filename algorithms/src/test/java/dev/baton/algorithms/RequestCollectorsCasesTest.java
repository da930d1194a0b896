package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Case 1 and Case 2 of section IV: eight groups request, the GRC's own does not; the formulas
 * beside a run. {@code -Dbaton.update=true} writes the table into the page.
 */
@Tag("slow")
class RequestCollectorsCasesTest {

  private static final Path PAGE = Path.of("../docs/algorithms/request-collectors.md");
  private static final String BEGIN = "<!-- cases -->\n";
  private static final String END = "<!-- end of cases -->\n";
  private static final TestLibrary LIBRARY = new TestLibrary();
  private static final int Q = 8;
  private static final int MOST = 128;

  /** How many nodes of each requesting group request. */
  private static int[] requesters(int theCase) {
    int[] requesters = new int[Q];
    for (int i = 0; i < Q; i++) {
      requesters[i] = theCase == 1 ? MOST : MOST >> (Q - 1 - i);
    }
    return requesters;
  }

  private static int sum(int[] numbers) {
    int sum = 0;
    for (int number : numbers) {
      sum += number;
    }
    return sum;
  }

  /** What a run took, until the last token is back, and how long each group waited in all. */
  private record Run(long time, int entries, Map<String, Integer> sent, long[] waits) {
    int messages() {
      return sent.values().stream().mapToInt(Integer::intValue).sum();
    }

    int sent(String kind) {
      return sent.getOrDefault(kind, 0);
    }
  }

  private record Exit(long time, int node) {}

  /** All request at time 0; a message takes m, a section e. So all is first in, first out. */
  private static Run run(String id, int[] requesters, int k, long m, long e) {
    int size = MOST + 1;
    int n = (Q + 1) * size;
    Setup setup = new Setup(n, 0, k, Graph.complete(n), Q + 1);
    Stage stage = new Stage(LIBRARY.algorithm(id), setup, true);
    Queue<Long> arrivals = new ArrayDeque<>();
    Queue<Exit> exits = new ArrayDeque<>();
    for (int g = 0; g < Q; g++) {
      for (int i = 1; i <= requesters[g]; i++) {
        stage.step(new Event.Request((g + 1) * size + i));
        arrivals.add(m);
      }
    }
    Map<String, Integer> sent = new TreeMap<>();
    long[] waits = new long[Q];
    long now = 0;
    int entries = 0;
    while (!arrivals.isEmpty() || !exits.isEmpty()) {
      boolean exit = arrivals.isEmpty() || !exits.isEmpty() && exits.peek().time < arrivals.peek();
      now = exit ? exits.peek().time : arrivals.remove();
      Event event = exit ? new Event.Exit(exits.remove().node) : stage.inFlight().getFirst();
      if (event instanceof Event.Deliver message) {
        sent.merge(Text.of(message.message()).replaceFirst("\\(.*", ""), 1, Integer::sum);
      }
      boolean wasWaiting = stage.phase(event.node()) == Stage.Phase.WAITING;
      stage.step(event);
      assertThat(stage.violation()).isNull();
      if (wasWaiting && stage.phase(event.node()) == Stage.Phase.INSIDE) {
        exits.add(new Exit(now + e, event.node()));
        waits[event.node() / size - 1] += now;
        entries++;
      }
      while (arrivals.size() < stage.inFlight().size()) {
        arrivals.add(now + m);
      }
    }
    return new Run(now, entries, sent, waits);
  }

  // One token to a group.

  /**
   * Exactly: in each group N requests, N tokens, and LRC to GRC, GRC to LRC, node to LRC, LRC to
   * GRC. The paper's time leaves out one message, the token from the last node to its LRC.
   */
  @Test
  void oneTokenToAGroup_experimentalResults() {
    for (int theCase = 1; theCase <= 2; theCase++) {
      int[] requesters = requesters(theCase);
      for (int k : new int[] {8, 50}) {
        for (long[] times : TIMES) {
          Run run = run("chaudhuri-edward-k-style", requesters, k, times[0], times[1]);
          assertThat(run.entries).isEqualTo(sum(requesters));
          assertThat(run.messages()).isEqualTo(4 * Q + 2 * sum(requesters));
          assertThat(run.time).isEqualTo(5 * times[0] + MOST * (times[0] + times[1]));
        }
      }
    }
  }

  // Tokens divided.

  /** What the paper prints, with S = K/(Q+1). */
  private static double printedTime(int theCase, int k, long m, long e) {
    // In Case 2 G_(f-1) is half of G_f, so that only messages remain.
    return theCase == 1 ? 4 * m + MOST * (Q + 1.0) / k * (m + e) : 6 * m;
  }

  /**
   * Case 1, with S = k/Q tokens in each group. The group has the first token at 3M and the others,
   * for which it asks when it knows of all its nodes, at 5M. Each serves N/S nodes. The last one is
   * back at the GRC 2M later, which sends it to one more group, in vain.
   */
  private static long time(int k, long m, long e) {
    int s = k / Q;
    int t = (MOST + s - 1) / s;
    return (s == 1 ? 3 * m : 5 * m) + t * (m + e) + 2 * m + 2 * m;
  }

  /**
   * Case 1, if all S queues of a group are equally long. Each entry takes a request and a token.
   * The groups ask for one token, for the others, and all but the last once more, since the GRC has
   * more then; they get them in two messages. Each token returns to its LRC and to the GRC. Then k
   * + Q - 1 times a token is sent to a group, or by its LRC to a node, which does not need it any
   * more, and comes back. A single token in each group is not followed by others: the groups ask
   * twice, get it in one message, and it is sent in vain to the Q - 1 groups that come later.
   */
  private static int messages(int k) {
    int entries = 2 * Q * MOST;
    int s = k / Q;
    return s == 1
        ? entries + 2 * Q + Q + 2 * Q + 2 * (Q - 1)
        : entries + (3 * Q - 1) + 2 * Q + 2 * Q * s + 2 * (Q * s + Q - 1);
  }

  /** Tokens equally divided among the groups, and nodes among the tokens of a group. */
  @ParameterizedTest
  @ValueSource(ints = {8, 16, 32, 64})
  void tokensDividedEqually_experimentalResults(int k) {
    for (long[] times : TIMES) {
      Run run = run("request-collectors", requesters(1), k, times[0], times[1]);
      assertThat(run.time).isEqualTo(time(k, times[0], times[1]));
      assertThat(run.messages()).isEqualTo(messages(k));
    }
  }

  /** Tokens equally divided among the groups: who is done early helps, and gains no time. */
  @ParameterizedTest
  @ValueSource(ints = {24, 40, 48})
  void nodesDividedWithARest_experimentalResults(int k) {
    for (long[] times : TIMES) {
      Run run = run("request-collectors", requesters(1), k, times[0], times[1]);
      assertThat(run.time).isEqualTo(time(k, times[0], times[1]));
      assertThat(run.messages()).isGreaterThanOrEqualTo(messages(k));
    }
  }

  /**
   * The time of the run is that of the formula, but for the second question (2M), the way of a
   * token from its last node to the LRC (M), the last way in vain (2M), and one node, since T is a
   * whole number. No run is slower than with one token to a group, from two tokens on.
   */
  @ParameterizedTest
  @ValueSource(ints = {8, 16, 32, 50, 64, 100})
  void tokensDividedTakeTheTimeOfTheFormula_experimentalResults(int k) {
    for (long[] times : TIMES) {
      Run run = run("request-collectors", requesters(1), k, times[0], times[1]);
      double printed = printedTime(1, k, times[0], times[1]);
      assertThat((double) run.time).isLessThanOrEqualTo(printed + 6 * times[0] + times[1]);
      if (k >= 2 * Q) {
        Run before = run("chaudhuri-edward-k-style", requesters(1), k, times[0], times[1]);
        assertThat(run.time).isLessThan(before.time);
      }
    }
  }

  /** ΣN/k nodes for each token, in times from M + E to 4M + E for each of them. */
  private static long time2(int k, long perEntry, long m) {
    int all = sum(requesters(2));
    return 5 * m + (all + k - 1) / k * perEntry + 2 * m;
  }

  /**
   * Case 2: tokens of the small groups come to help the large ones. A token that goes along its
   * queue takes M + E for an entry; one that helps 4M + E: GRC, LRC, node, and back.
   */
  @ParameterizedTest
  @ValueSource(ints = {8, 16, 32, 50, 64, 100})
  void tokensOfSmallGroupsHelpLargeOnes_experimentalResults(int k) {
    for (long[] times : TIMES) {
      long m = times[0];
      long e = times[1];
      Run run = run("request-collectors", requesters(2), k, m, e);
      assertThat(run.time).isBetween(time2(k, m + e, m), time2(k, 4 * m + e, m));
      assertThat(run.time).isLessThan(run("chaudhuri-edward-k-style", requesters(2), k, m, e).time);
    }
  }

  /** As with one token to a group. */
  private static int fewest2() {
    return 2 * sum(requesters(2)) + 4 * Q;
  }

  /**
   * Each entry by help: a request, and GRC to LRC, LRC to node, and back. The groups ask up to
   * three times, and each token is sent to one more group in vain.
   */
  private static int most2(int k) {
    return 5 * sum(requesters(2)) + 3 * Q + 2 * k;
  }

  /** Where the messages go: a request and a token for each entry, and what help costs. */
  @ParameterizedTest
  @CsvSource({"1,8", "1,50", "1,100", "2,8", "2,16", "2,32", "2,50", "2,64", "2,100"})
  void messagesOfTokensDivided_experimentalResults(int theCase, int k) {
    int[] requesters = requesters(theCase);
    int all = sum(requesters);
    for (long[] times : TIMES) {
      Run run = run("request-collectors", requesters, k, times[0], times[1]);
      assertThat(run.entries).isEqualTo(all);
      assertThat(run.sent("NODEREQ")).isEqualTo(all);
      assertThat(run.sent("TOKEN")).isGreaterThanOrEqualTo(all);
      assertThat(run.sent("LRCREQ")).isLessThanOrEqualTo(3 * Q);
      assertThat(run.sent("GRC")).isZero();
      // A token that is sent to a group returns by itself.
      assertThat(run.sent("TOKENS")).isLessThanOrEqualTo(run.sent("RETURN"));
      int atMost = 2 * all + 3 * Q + 4 * run.sent("RETURN");
      assertThat(run.messages()).isLessThanOrEqualTo(atMost);
      if (theCase == 2) {
        assertThat(run.messages()).isBetween(fewest2(), most2(k));
      }
    }
  }

  // The listing.

  /**
   * The group that asks first gets all tokens; the first that comes back, at 4M, takes the route to
   * all other groups, and the rest is idle. If the GRC waits for all tokens, as III-B says first,
   * each of these groups gets its share, of which one token works, when the first group is done.
   */
  @ParameterizedTest
  @CsvSource({"1,100", "2,16", "2,100"})
  void theListingGainsNothingByMoreTokens_experimentalResults(int theCase, int k) {
    int[] requesters = requesters(theCase);
    int m = 1;
    int e = 10;
    int others = sum(requesters) - requesters[0];
    Run run = run("request-collectors/listing-collectors-enter", requesters, k, m, e);
    assertThat(run.entries).isEqualTo(sum(requesters));
    assertThat(run.time).isEqualTo(5 * m + others * (m + e) + 2 * m * (Q - 1));
    Run waiting = run("request-collectors/listing-without-does-not-wait", requesters, k, m, e);
    assertThat(waiting.entries).isEqualTo(sum(requesters));
    assertThat(waiting.time).isEqualTo(8 * m + (requesters[0] + MOST) * (m + e));
  }

  /**
   * "Improves the fairness", Case 2: all ask at once, and the mean wait of a node is that of the
   * smallest and of the largest group.
   */
  @ParameterizedTest
  @CsvSource({"8,131,72.23", "50,131,17.63"})
  void largeGroupsWaitLess_fairness(int k, double before, double after) {
    int[] requesters = requesters(2);
    Run one = run("chaudhuri-edward-k-style", requesters, k, 1, 1);
    Run divided = run("request-collectors", requesters, k, 1, 1);
    assertThat(one.waits[0]).isEqualTo(4);
    assertThat(divided.waits[0]).isEqualTo(4);
    assertThat(one.waits[Q - 1] / (double) MOST).isCloseTo(before, within(0.005));
    assertThat(divided.waits[Q - 1] / (double) MOST).isCloseTo(after, within(0.005));
  }

  // The table.

  private static final long[][] TIMES = {{1, 1}, {1, 10}, {10, 1}};

  @Test
  void theTableOfThePageIsWhatIsMeasured_experimentalResults() throws IOException {
    StringBuilder table = new StringBuilder();
    for (int theCase = 1; theCase <= 2; theCase++) {
      table.append(
          "\nCase %d, N = %s:\n\n".formatted(theCase, theCase == 1 ? "128" : "1, 2, 4 … 128"));
      table.append("| k | M, E | time, one token: paper | run | time, divided: paper | derived |");
      table.append(" run | messages, one token: paper | run |");
      table.append(" messages, divided: paper | derived | run |\n");
      table.append("|---|---|---|---|---|---|---|---|---|---|---|---|\n");
      for (int k : new int[] {8, 16, 32, 50, 64, 100}) {
        for (long[] times : TIMES) {
          table.append(row(theCase, k, times[0], times[1]));
        }
      }
    }
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(PAGE, page.substring(0, begin) + table + "\n" + page.substring(end));
    } else {
      assertThat(page.substring(begin, end)).isEqualTo(table + "\n");
    }
  }

  private static String row(int theCase, int k, long m, long e) {
    int[] requesters = requesters(theCase);
    Run before = run("chaudhuri-edward-k-style", requesters, k, m, e);
    Run after = run("request-collectors", requesters, k, m, e);
    double s = k / (Q + 1.0);
    int all = sum(requesters);
    double messages =
        theCase == 1
            ? all + 4 * Q + MOST / s * Q
            : 3 * Q + all + requesters[0] / s + 3 * (Q + 1) / 4.0 * (all - requesters[0]);
    List<Object> cells = new ArrayList<>();
    cells.add(4 * m + MOST * (m + e));
    cells.add(before.time);
    cells.add(Math.round(printedTime(theCase, k, m, e)));
    cells.add(theCase == 1 ? time(k, m, e) : time2(k, m + e, m) + " to " + time2(k, 4 * m + e, m));
    cells.add(after.time);
    cells.add(4 * Q + 2 * all);
    cells.add(before.messages());
    cells.add(Math.round(messages));
    cells.add(theCase == 1 ? messages(k) : fewest2() + " to " + most2(k));
    cells.add(after.messages());
    StringBuilder row = new StringBuilder("| " + k + " | " + m + ", " + e + " |");
    cells.forEach(cell -> row.append(" ").append(cell).append(" |"));
    return row + "\n";
  }
}
