package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.Text;
import dev.baton.simulator.Event;
import dev.baton.simulator.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Case 1 and Case 2 of section IV: eight groups request, the GRC's own does not; the formulas
 * beside a run. {@code -Dbaton.update=true} writes the table into the page.
 */
class RequestCollectorsCasesTest {

  private static final Path PAGE = Path.of("../docs/algorithms/request-collectors.md");
  private static final String BEGIN = "<!-- cases -->\n";
  private static final String END = "<!-- end of cases -->\n";
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

  /** What a run took, until the last token is back. */
  private record Run(long time, int entries, Map<String, Integer> sent) {
    int messages() {
      return sent.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  private record Exit(long time, int node) {}

  /** All request at time 0; a message takes m, a section e. So all is first in, first out. */
  private static Run run(String id, int[] requesters, int k, long m, long e) {
    int size = MOST + 1;
    int n = (Q + 1) * size;
    Stage stage = new Stage(Catalog.entry(id), new Setup(n, 0, k, Graph.complete(n), Q + 1), true);
    Queue<Long> arrivals = new ArrayDeque<>();
    Queue<Exit> exits = new ArrayDeque<>();
    for (int g = 0; g < Q; g++) {
      for (int i = 1; i <= requesters[g]; i++) {
        stage.step(new Event.Request((g + 1) * size + i));
        arrivals.add(m);
      }
    }
    Map<String, Integer> sent = new TreeMap<>();
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
        entries++;
      }
      while (arrivals.size() < stage.inFlight().size()) {
        arrivals.add(now + m);
      }
    }
    return new Run(now, entries, sent);
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
          Run run = run("chaudhuri-edward-k", requesters, k, times[0], times[1]);
          assertThat(run.entries).isEqualTo(sum(requesters));
          assertThat(run.messages()).isEqualTo(4 * Q + 2 * sum(requesters));
          assertThat(run.time).isEqualTo(5 * times[0] + MOST * (times[0] + times[1]));
        }
      }
    }
  }

  // Tokens divided.

  /**
   * Every entry takes a request and a token: 2 ΣN, where the paper counts ΣN + ΣN/S. A token that
   * is sent to a group returns by itself. No time is below that of k tokens which are never idle.
   */
  @Test
  void tokensDivided_experimentalResults() {
    for (int theCase = 1; theCase <= 2; theCase++) {
      int[] requesters = requesters(theCase);
      int all = sum(requesters);
      for (int k : new int[] {8, 16, 50, 100}) {
        for (long[] times : TIMES) {
          Run run = run("request-collectors", requesters, k, times[0], times[1]);
          Run before = run("chaudhuri-edward-k", requesters, k, times[0], times[1]);
          assertThat(run.entries).isEqualTo(all);
          assertThat(run.sent.get("NODEREQ")).isEqualTo(all);
          assertThat(run.sent.get("TOKEN")).isGreaterThanOrEqualTo(all);
          assertThat(run.messages()).isGreaterThanOrEqualTo(2 * all + 4 * Q);
          long atLeast = 5 * times[0] + MOST * times[0] + times[1];
          assertThat(run.time).isGreaterThanOrEqualTo(atLeast);
          if (k > 2 * Q) {
            assertThat(run.time).isLessThan(before.time);
          }
        }
      }
    }
  }

  // The table.

  private static final long[][] TIMES = {{1, 1}, {1, 10}, {10, 1}};

  @Test
  void theTableOfThePageIsWhatIsMeasured_experimentalResults() throws IOException {
    StringBuilder table = new StringBuilder();
    for (int theCase = 1; theCase <= 2; theCase++) {
      table.append(
          "\nCase %d, N = %s:\n\n".formatted(theCase, theCase == 1 ? "128" : "1, 2, 4 … 128"));
      table.append("| k | M, E | time, one token: formula | run | time, divided: formula | run |");
      table.append(" messages, one token: formula | run | messages, divided: formula | run |\n");
      table.append("|---|---|---|---|---|---|---|---|---|---|\n");
      for (int k : new int[] {8, 16, 50, 100}) {
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
    Run before = run("chaudhuri-edward-k", requesters, k, m, e);
    Run after = run("request-collectors", requesters, k, m, e);
    double s = k / (Q + 1.0);
    int all = sum(requesters);
    // Case 2 as printed: G_(f-1) is half of G_f, so that only messages remain.
    double time = theCase == 1 ? 4 * m + MOST / s * (m + e) : 6 * m;
    double messages =
        theCase == 1
            ? all + 4 * Q + MOST / s * Q
            : 3 * Q + all + requesters[0] / s + 3 * (Q + 1) / 4.0 * (all - requesters[0]);
    List<Object> cells = new ArrayList<>();
    cells.add(4 * m + MOST * (m + e));
    cells.add(before.time);
    cells.add(Math.round(time));
    cells.add(after.time);
    cells.add(4 * Q + 2 * all);
    cells.add(before.messages());
    cells.add(Math.round(messages));
    cells.add(after.messages());
    StringBuilder row = new StringBuilder("| " + k + " | " + m + ", " + e + " |");
    cells.forEach(cell -> row.append(" ").append(cell).append(" |"));
    return row + "\n";
  }
}
