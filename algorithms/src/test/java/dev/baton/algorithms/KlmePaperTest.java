package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import dev.baton.checker.Check;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the paper says of KLME; a method's name ends in the section. */
class KlmePaperTest {

  private static final Catalog.Entry KLME = Catalog.entry("klme");

  private static Stage stage(int n, int k) {
    return new Stage(KLME, new Setup(n, 0, k, Graph.complete(n)), true);
  }

  /** Delivers until nothing is under way; gives what was sent meanwhile, one line each. */
  private static List<String> settle(Stage stage) {
    List<String> sent = new ArrayList<>();
    while (!stage.inFlight().isEmpty()) {
      sent.addAll(step(stage, stage.inFlight().getFirst()));
    }
    return sent;
  }

  private static List<String> step(Stage stage, Event event) {
    stage.step(event);
    assertThat(stage.violation()).isNull();
    return stage.effects().stream().filter(line -> line.contains(" -> ")).toList();
  }

  /** In how many units of time a node is inside, if each message takes one. */
  private static int timeUntilInside(Stage stage, int node) {
    int time = 0;
    while (stage.phase(node) != Stage.Phase.INSIDE) {
      time++;
      for (Event.Deliver sent : stage.inFlight()) {
        stage.step(sent);
      }
    }
    return time;
  }

  // The illustration.

  /**
   * A row of Table 1 in the numbers of the paper, whose nodes are 1 to 5.
   *
   * @param states of the nodes that are there
   * @param nodeReqList of the leader; the table gives the others requests that nobody sent them
   */
  private record TableRow(
      String rQueue, String tAllocId, String states, int leader, String nodeReqList, int kfree) {

    static TableRow of(Stage stage) {
      StringBuilder states = new StringBuilder();
      int leader = 0;
      for (int i = 0; i < stage.size(); i++) {
        if (stage.neighbourhood(i) >= 0) {
          String text = Text.of(stage.node(i));
          states.append(i + 1).append('=').append(field(text, "State=(\\w+)")).append(' ');
          int told = 1 + Integer.parseInt(field(text, "M_Th_id=(\\w+)"));
          assertThat(leader == 0 || leader == told).as("all know the same leader").isTrue();
          leader = told;
        }
      }
      String token = Text.of(stage.node(leader - 1));
      String list = "=\\[(.*?)\\], since=\\[.*?\\], RN=\\[(.*?)\\]";
      String[] ids = field(token, "T_alloc_id" + list).split(", ");
      String[] numbers =
          field(token, "T_alloc_id=\\[.*?\\], since=\\[.*?\\], RN=\\[(.*?)\\]").split(", ");
      StringBuilder allocated = new StringBuilder();
      int kfree = 0;
      for (int p = 0; p < ids.length; p++) {
        boolean isFree = ids[p].equals("none");
        kfree += isFree ? 1 : 0;
        allocated.append(isFree ? -1 : Integer.parseInt(ids[p]) + 1).append(',');
        allocated.append(numbers[p]).append(' ');
      }
      String queue = field(token, "R_Queue=\\[(.*?)\\]");
      return new TableRow(
          queue.isEmpty() ? "" : Integer.toString(Integer.parseInt(queue) + 1),
          allocated.toString().strip(),
          states.toString().strip(),
          leader,
          field(token, "T_req_list=\\[.*?\\], since=\\[.*?\\], RN=\\[(.*?)\\]").replace(", ", ""),
          kfree);
    }

    private static String field(String text, String pattern) {
      Matcher matcher = Pattern.compile(pattern).matcher(text);
      assertThat(matcher.find()).as(pattern).isTrue();
      return matcher.group(1);
    }
  }

  private static TableRow after(Stage stage, Event... events) {
    for (Event event : events) {
      step(stage, event);
    }
    settle(stage);
    return TableRow.of(stage);
  }

  /** The same run is illustration.trace. */
  @Test
  void theIllustration_3_5() {
    Setup setup = new Setup(5, 1, 2, Graph.complete(5)).roaming(1, 1);
    Stage stage = new Stage(KLME, setup, true);
    assertThat(after(stage))
        .as("a")
        .isEqualTo(new TableRow("", "-1,0 -1,0", "1=R 2=R 3=R 4=R", 2, "0000", 2));
    assertThat(after(stage, new Event.Request(2)))
        .as("b")
        .isEqualTo(new TableRow("", "3,1 -1,0", "1=R 2=R 3=CS 4=R", 3, "0010", 1));
    assertThat(after(stage, new Event.Request(3)))
        .as("c")
        .isEqualTo(new TableRow("", "3,1 4,1", "1=R 2=R 3=CS 4=CS", 3, "0011", 0));
    assertThat(after(stage, new Event.Join(4, 0)))
        .as("d")
        .isEqualTo(new TableRow("", "3,1 4,1", "1=R 2=R 3=CS 4=CS 5=R", 3, "00110", 0));
    assertThat(after(stage, new Event.Exit(3)))
        .as("e")
        .isEqualTo(new TableRow("", "3,1 -1,0", "1=R 2=R 3=CS 4=R 5=R", 3, "00110", 1));
    assertThat(after(stage, new Event.Leave(3)))
        .as("f")
        .isEqualTo(new TableRow("", "3,1 -1,0", "1=R 2=R 3=CS 5=R", 3, "0010", 1));
    assertThat(after(stage, new Event.Exit(2), new Event.Request(0)))
        .as("g")
        .isEqualTo(new TableRow("", "1,1 -1,0", "1=CS 2=R 3=R 5=R", 1, "1010", 1));
    assertThat(after(stage, new Event.Request(4), new Event.Request(1)))
        .as("h")
        .isEqualTo(new TableRow("2", "1,1 5,1", "1=CS 2=W 3=R 5=CS", 1, "1111", 0));
  }

  /** Event; R_Queue; T_alloc_id; State of P1 to P5; M_Th_id, the same everywhere; Node_Req_List. */
  private static final String TABLE_1 =
      """
      a | - | -1,0 -1,0 | R R R R -   | 2 | 0000 0000 0000 0000 -         | 2
      b | - | 3,1 -1,0  | R R CS R -  | 3 | 0010 0010 0010 0010 -         | 1
      c | - | 3,1 4,1   | R R CS CS - | 3 | 0010 0010 0011 0011 -         | 0
      d | - | 3,1 4,1   | R R CS CS R | 3 | 00100 00100 00110 00110 00110 | 0
      e | - | 3,1 -1,0  | R R CS R R  | 3 | 00100 00100 00110 00110 00110 | 1
      f | - | 3,1 -1,0  | R R CS - R  | 3 | 0010 0010 0010 - 0010         | 1
      g | - | 1,1 -1,0  | CS R R - R  | 1 | 1010 1010 1010 - 1010         | 1
      h | 2 | 1,1 5,1   | CS W R - CS | 1 | 1111 1110 1010 - 1011         | 0
      """;

  private static final Map<String, List<Event>> EVENTS =
      Map.of(
          "a", List.of(),
          "b", List.of(new Event.Request(2)),
          "c", List.of(new Event.Request(3)),
          "d", List.of(new Event.Join(4, 0)),
          "e", List.of(new Event.Exit(3)),
          "f", List.of(new Event.Leave(3)),
          "g", List.of(new Event.Exit(2), new Event.Request(0)),
          "h", List.of(new Event.Request(4), new Event.Request(1)));

  /** The cells of a row of Table 1, one string each. */
  private static List<String> cells(String row) {
    String[] columns = row.strip().split("\\s*\\|\\s*");
    String[] states = columns[3].split(" ");
    String[] lists = columns[5].split(" ");
    List<String> cells = new ArrayList<>();
    cells.add(columns[0] + " R_Queue " + columns[1]);
    cells.add(columns[0] + " T_alloc_id " + columns[2]);
    for (int i = 0; i < states.length; i++) {
      if (!states[i].equals("-")) {
        cells.add(columns[0] + " s.P" + (i + 1) + " " + states[i]);
        cells.add(columns[0] + " l.P" + (i + 1) + " " + columns[4]);
        cells.add(columns[0] + " r.P" + (i + 1) + " " + lists[i]);
      }
    }
    cells.add(columns[0] + " Kfree " + columns[6]);
    return cells;
  }

  /** The cells that a run of the listing has instead. */
  private static List<String> cells(String event, Stage stage) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < stage.size(); i++) {
      if (stage.neighbourhood(i) < 0) {
        continue;
      }
      String text = Text.of(stage.node(i));
      String p = ".P" + (i + 1) + " ";
      cells.add(event + " s" + p + TableRow.field(text, "State=(\\w+)"));
      cells.add(event + " l" + p + inPaper(TableRow.field(text, "M_Th_id=(\\w+)")));
      String[] numbers = TableRow.field(text, "Node_req_list=\\[(.*?)\\]").split(", ");
      StringBuilder list = new StringBuilder();
      for (int j = 0; j < numbers.length; j++) {
        list.append(stage.neighbourhood(j) < 0 ? "" : numbers[j].replaceFirst("-.*", "0"));
      }
      cells.add(event + " r" + p + list);
      if (text.contains("token=Token")) {
        String[] ids = TableRow.field(text, "T_alloc_id=\\[(.*?)\\]").split(", ");
        String[] rns = TableRow.field(text, "T_alloc_id=\\[.*?\\], RN=\\[(.*?)\\]").split(", ");
        String allocated =
            IntStream.range(0, ids.length)
                .mapToObj(at -> inPaper(ids[at]) + "," + rns[at])
                .collect(Collectors.joining(" "));
        cells.add(event + " T_alloc_id " + allocated);
        cells.add(event + " Kfree " + TableRow.field(text, "Kfree=(\\d+)"));
        String queue = TableRow.field(text, "R_Queue=\\[(.*?)\\]");
        cells.add(event + " R_Queue " + (queue.isEmpty() ? "-" : inPaper(queue)));
      }
    }
    return cells;
  }

  private static String inPaper(String node) {
    return node.equals("none") ? "-1" : Integer.toString(Integer.parseInt(node) + 1);
  }

  /** The cells of Table 1 that the listing with these repairs does not give. */
  private static List<String> cellsThatDiffer(Function<Setup, Node<?>[]> listing) {
    Setup setup = new Setup(5, 1, 2, Graph.complete(5)).roaming(1, 1);
    Stage stage = new Stage(TestLibrary.variant("klme/listing", listing), setup, true);
    List<String> missing = new ArrayList<>();
    for (String row : TABLE_1.lines().toList()) {
      String event = row.substring(0, 1);
      EVENTS.get(event).forEach(each -> step(stage, each));
      settle(stage);
      List<String> printed = cells(row);
      List<String> found = cells(event, stage);
      assertThat(found).hasSameSizeAs(printed);
      printed.stream().filter(cell -> !found.contains(cell)).forEach(missing::add);
    }
    return missing;
  }

  @Test
  void tableOneHasOneHundredAndTwentySixCells_3_5() {
    assertThat(TABLE_1.lines().mapToLong(row -> cells(row).size()).sum()).isEqualTo(126);
  }

  /** The same run is listing-illustration.trace. */
  @Test
  void theListingDoesNotGiveTableOne_3_5() {
    List<String> asPrinted = cellsThatDiffer(KlmeListing.with(Set.of()));
    List<String> repaired = cellsThatDiffer(KlmeListing.without());
    assertThat(asPrinted).hasSize(41);
    assertThat(repaired).hasSize(23);
  }

  /**
   * All cells come out if Leader_info names the new leader's request, and who hears it notes it.
   */
  @Test
  void oneMoreRuleGivesAllOfTableOne_3_5() {
    Set<KlmeListing.Repair> all = EnumSet.allOf(KlmeListing.Repair.class);
    assertThat(cellsThatDiffer(KlmeListing.with(all))).isEmpty();
  }

  // The listing.

  @ParameterizedTest
  @EnumSource(value = KlmeListing.Repair.class, names = "TABLE_1", mode = EXCLUDE)
  void eachRepairIsLeftOutOnce_3_4(KlmeListing.Repair repair) {
    String id = TestLibrary.idWithout(repair);
    assertThat(new TestLibrary().algorithm(id).id()).isEqualTo(id);
  }

  /** Those of which {@code MutantsTest} would take long to judge all properties. */
  @ParameterizedTest
  @CsvSource({
    "GRANT_COUNTS, 2, 0, safety, 17",
    "H_FREES_AS_IN_C, 2, 0, idle-permit, 19",
    "TELLS_GRANTER, 2, 0, idle-permit, 24"
  })
  void theListingBreaksWithTwoRequests_3_4(
      KlmeListing.Repair repair, int k, int leaves, String property, int events) {
    Algorithm listing = new TestLibrary().algorithm(TestLibrary.idWithout(repair));
    Setup setup = new Setup(3, 0, k, Graph.complete(3)).roaming(1, 0);
    Report report = Search.run(Check.of(listing, setup).withRequests(2).withMoves(0, leaves));
    assertThat(report.property()).hasToString(property);
    assertThat(report.schedule()).hasSize(events);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "G_COMPARES_NUMBERS, 2, 0, safety, 29",
    "H_COMPARES_NUMBERS, 2, 0, safety, 29",
    "REMEMBERS_LEAVERS, 1, 1, starvation, 19"
  })
  void theListingBreaksInLongSearchesToo_3_4(
      KlmeListing.Repair repair, int k, int leaves, String property, int events) {
    theListingBreaksWithTwoRequests_3_4(repair, k, leaves, property, events);
  }

  @Tag("long")
  @Test
  void aLateTokenAckDeletesTheNextCopy_7() {
    theListingBreaksWithTwoRequests_3_4(KlmeListing.Repair.ACK_NAMES_TOKEN, 1, 1, "starvation", 30);
  }

  // Messages.

  @Test
  void theLeaderEntersWithoutMessages_5_1_1() {
    Stage stage = stage(5, 2);
    settle(stage);
    assertThat(step(stage, new Event.Request(0))).isEmpty();
    assertThat(stage.phase(0)).isEqualTo(Stage.Phase.INSIDE);
    assertThat(step(stage, new Event.Exit(0))).isEmpty();
  }

  @Test
  void threeMessagesWhileAPermitIsFree_5_1_2() {
    Stage stage = stage(5, 2);
    settle(stage);
    step(stage, new Event.Request(0));
    List<String> sent = new ArrayList<>(step(stage, new Event.Request(3)));
    sent.addAll(settle(stage));
    sent.addAll(step(stage, new Event.Exit(3)));
    sent.addAll(settle(stage));
    assertThat(sent)
        .containsExactly(
            "3 -> 0 Req_CS(RN=1)", "0 -> 3 Per_grant(RN=1, permit=1)", "3 -> 0 Release(RN=1)");
  }

  /** The section counts neither the token that is passed nor its announcement. */
  @ParameterizedTest
  @ValueSource(ints = {3, 5, 9})
  void anIdleTokenThatMovesIsAnnounced_5_1(int n) {
    Stage stage = stage(n, 1);
    settle(stage);
    List<String> sent = new ArrayList<>(step(stage, new Event.Request(1)));
    sent.addAll(settle(stage));
    sent.addAll(step(stage, new Event.Exit(1)));
    assertThat(sent).hasSize(3);
    assertThat(sent.get(0)).startsWith("1 -> 0 Req_CS");
    assertThat(sent.get(1)).startsWith("0 -> 1 Token");
    assertThat(sent.get(2)).startsWith("0 -> all Leader_info");
    // A broadcast is n − 1 messages: n + 1 in all.
  }

  /** Delivers everything but the requests of one node. */
  private static List<String> settleBut(Stage stage, int slow) {
    List<String> sent = new ArrayList<>();
    boolean goesOn = true;
    while (goesOn) {
      goesOn = false;
      for (Event.Deliver message : stage.inFlight()) {
        if (message.from() != slow) {
          sent.addAll(step(stage, message));
          goesOn = true;
          break;
        }
      }
    }
    return sent;
  }

  private static long ofNode(List<String> sent, int j) {
    return sent.stream()
        .filter(
            line ->
                line.matches(j + " -> \\d+ (Req_CS|Release).*")
                    || line.matches("\\d+ -> " + j + " (Req_ack|Per_grant).*"))
        .count();
  }

  /** The last node's request comes too late everywhere; the leaders of {@code tour} in turn. */
  private static List<String> chase(int n, int[] tour) {
    int slow = n - 1;
    Stage stage = stage(n, 2);
    settle(stage);
    List<String> sent = new ArrayList<>(step(stage, new Event.Request(slow)));
    for (int t = 0; t < tour.length; t++) {
      step(stage, new Event.Request(tour[t]));
      sent.addAll(settleBut(stage, slow));
      assertThat(stage.phase(tour[t])).isEqualTo(Stage.Phase.INSIDE);
      if (t < tour.length - 1) {
        step(stage, new Event.Exit(tour[t]));
      }
    }
    // Both permits are taken when the request arrives at last.
    int other = tour[tour.length - 1] == 0 ? 1 : 0;
    step(stage, new Event.Request(other));
    sent.addAll(settleBut(stage, slow));
    sent.addAll(settle(stage));
    assertThat(stage.phase(slow)).isEqualTo(Stage.Phase.WAITING);
    sent.addAll(step(stage, new Event.Exit(other)));
    sent.addAll(settle(stage));
    sent.addAll(step(stage, new Event.Exit(slow)));
    return sent;
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 8})
  void nPlusTwoMessagesIfEachLeaderHasGone_5_1_3(int n) {
    int[] everyOther = new int[n - 2];
    for (int i = 0; i < everyOther.length; i++) {
      everyOther[i] = i + 1;
    }
    assertThat(ofNode(chase(n, everyOther), n - 1)).isEqualTo(n + 2);
  }

  /** "This situation can be repeated atmost n-1 times" holds only if requests are not too slow. */
  @Test
  void moreThanNPlusTwoIfTheLeadershipComesBackBeforeTheRequest_5_1_3() {
    int n = 4;
    assertThat(ofNode(chase(n, new int[] {1, 0, 1, 0, 1, 0, 1}), n - 1)).isEqualTo(8 + 3);
  }

  // Times.

  @Test
  void anIdleTokenIsThereAfter2T_5_2() {
    Stage stage = stage(5, 2);
    settle(stage);
    stage.step(new Event.Request(3));
    assertThat(timeUntilInside(stage, 3)).isEqualTo(2);
  }

  /** Who exits, and how long the next one waits: the leader T, another 2T. */
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2"})
  void theDelayAfterALeaderAndAfterAnother_5_3(int exits, int delay) {
    Stage stage = stage(5, 2);
    settle(stage);
    for (int i = 0; i < 3; i++) {
      stage.step(new Event.Request(i));
      settle(stage);
    }
    assertThat(stage.phase(2)).isEqualTo(Stage.Phase.WAITING);
    stage.step(new Event.Exit(exits));
    assertThat(timeUntilInside(stage, 2)).isEqualTo(delay);
  }

  // Correctness.

  /**
   * Theorems 1 to 3; an idle permit while somebody waits is a kind of starvation to the checker.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "1, 0", "2, 0"})
  void safeWithoutStarvationOrIdlePermitsUnderJoinsAndLeaves_4(int k, int outside) {
    Setup setup = new Setup(3, 0, k, Graph.complete(3)).roaming(1, outside);
    Check check =
        Check.of(KLME, setup)
            .withMoves(1, 1)
            .sometimes("all wait", m -> m.waiting() == 3)
            .sometimes("as many as may are inside", m -> m.inside() == k)
            .sometimes("2 is inside", m -> m.isInside(2));
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }
}
