package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.baton.algorithms.RequestCollectors.Back;
import dev.baton.algorithms.RequestCollectors.Grc;
import dev.baton.algorithms.RequestCollectors.LrcRequest;
import dev.baton.algorithms.RequestCollectors.Msg;
import dev.baton.algorithms.RequestCollectors.Return;
import dev.baton.algorithms.RequestCollectors.Token;
import dev.baton.algorithms.RequestCollectors.Tokens;
import dev.baton.algorithms.RequestCollectorsListing.Repair;
import dev.baton.checker.Check;
import dev.baton.checker.Moment;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.MessageTable;
import dev.baton.core.Saver;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the paper says about request collectors, claim by claim; a name ends in the section. */
class RequestCollectorsPaperTest {

  private static final Catalog.Entry ALGORITHM = Catalog.entry("request-collectors");

  private static Setup setup(int n, int groups, int k) {
    return new Setup(n, 0, k, Graph.complete(n), groups);
  }

  // The listing.

  private static Algorithm listing(String name) {
    return new TestLibrary().algorithm("request-collectors/listing-" + name);
  }

  /** Of the shortest schedule that leaves somebody waiting; 0 if there is none. */
  @ParameterizedTest
  @CsvSource({
    "as-printed,1,1,1",
    "init-mended,1,1,2",
    "queues-mended,1,1,4",
    "collectors-enter,1,1,0",
    "collectors-enter,1,2,0",
    "collectors-enter,2,1,7",
    "collectors-enter,3,1,9"
  })
  void theListingLeavesSomebodyWaiting_codeSnippets(String name, int k, int r, int events) {
    Report report = Search.run(Check.of(listing(name), setup(4, 2, k)).withRequests(r));
    if (events == 0) {
      assertThat(report.verdict()).isEqualTo(Report.Verdict.HOLDS);
    } else {
      assertThat(report.schedule()).hasSize(events);
    }
  }

  /** With one token; what two can do is idle anyway, and only waiting for ever counts. */
  @ParameterizedTest
  @EnumSource(
      value = Repair.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ASKS_ONCE", "REQUESTED_ENDS"})
  void withAllRepairsTheListingHoldsAndNoneCanBeLeftOut_codeSnippets(Repair repair) {
    String name = "without-" + repair.name().toLowerCase().replace('_', '-');
    Mutant without = (Mutant) listing(name);
    Check repaired = without.check(listing("repaired"));
    Check check = without.check();
    if (repair == Repair.QUEUE_OF_ITS_OWN) {
      check = check.withIdlePermits();
      repaired = repaired.withIdlePermits();
    }
    assertThat(Search.run(check).verdict()).isEqualTo(Report.Verdict.VIOLATED);
    assertThat(Search.run(repaired).verdict()).isEqualTo(Report.Verdict.HOLDS);
  }

  /** Case 3A with one token: the GRC's own group is always first. */
  @Test
  void theListingStarvesOtherGroups_3A() {
    Report report = Search.run(((Mutant) listing("without-nobody-is-left-out")).check());
    assertThat(report.property()).isEqualTo(Property.STARVATION);
    assertThat(report.message()).isEqualTo("2 can wait for ever while the others go on.");
  }

  /**
   * Whenever somebody is in one of its queues the GRC has sent all tokens that it had. So it never
   * has two tokens and two requests to divide, as 1B, 2A and 3A with k > 1, 2B with q > 1 and 3B
   * need, unless it waits for all tokens.
   */
  @ParameterizedTest
  @CsvSource({
    "collectors-enter,4,2,1,2",
    "collectors-enter,4,2,2,1",
    "collectors-enter,4,2,3,1",
    "collectors-enter,3,3,3,2",
    "without-does-not-wait,4,2,2,1"
  })
  void theCasesCannotComeAboutUnlessTheGrcWaits_tokenForwarding(
      String name, int n, int groups, int k, int requests) {
    Check check =
        Check.of(listing(name), setup(n, groups, k))
            .withRequests(requests)
            .withIdlePermits()
            .always(
                "no token is kept back", m -> !((RequestCollectorsListing) m.node(0)).isKeptBack());
    boolean holds = Search.run(check).verdict() == Report.Verdict.HOLDS;
    assertThat(holds).isEqualTo(name.equals("collectors-enter"));
  }

  /**
   * "Improves the fairness": a waiting node is passed less often than with one token to a group,
   * but only if there are two tokens or more.
   */
  @ParameterizedTest
  @CsvSource({"3,2,1,2,1,2", "4,2,1,1,2,2", "4,2,2,1,2,1", "4,2,3,1,2,0"})
  void aWaitingNodeIsPassedLessOften_fairness(
      int n, int groups, int k, int requests, int before, int after) {
    assertThat(worstBypass("chaudhuri-edward-k-style", setup(n, groups, k), requests))
        .isEqualTo(before);
    assertThat(worstBypass("request-collectors", setup(n, groups, k), requests)).isEqualTo(after);
  }

  private static int worstBypass(String id, Setup setup, int requests) {
    Check check = Check.of(Catalog.entry(id), setup).withRequests(requests);
    return Search.run(check.withBypass(Integer.MAX_VALUE)).maxBypass();
  }

  // Correctness proofs.

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "4,2,1,2,true",
    "4,2,2,1,false",
    "4,2,3,1,false",
    "3,3,2,2,true",
    "3,2,2,2,false",
    "5,2,2,1,true",
    "3,2,1,2,false",
    "3,2,3,2,true",
    "3,3,1,2,false",
    "3,3,3,2,true"
  })
  void noTokenIsLostOrMadeEvenWhileTheGrcChanges_mutualExclusion(
      int n, int groups, int k, int requests, boolean fifo) {
    Check check =
        Check.of(ALGORITHM, setup(n, groups, k))
            .withRequests(requests)
            .withFifo(fifo)
            .always("each token is in one place", m -> isEachTokenInOnePlace(m, n, k))
            .sometimes("the GRC changes", m -> isUnderWay(m, Grc.class::isInstance))
            .sometimes("all tokens are in use", m -> m.inside() == k);
    assertThat(Search.run(check).message()).isNull();
  }

  private static boolean isUnderWay(Moment moment, Predicate<Message> kind) {
    for (int j = 0; j < moment.inFlight(); j++) {
      if (kind.test(moment.inFlight(j).message())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEachTokenInOnePlace(Moment moment, int n, int k) {
    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      addAll(seen, ((RequestCollectors) moment.node(i)).heldTokens());
    }
    for (int j = 0; j < moment.inFlight(); j++) {
      switch ((Msg) moment.inFlight(j).message()) {
        case Token token -> seen.add(token.token());
        case Back back -> seen.add(back.token());
        case Return back -> seen.add(back.token());
        case Tokens tokens -> addAll(seen, tokens.tokens());
        case Grc grc -> addAll(seen, grc.tokens());
        default -> {}
      }
    }
    return seen.size() == k && seen.stream().distinct().count() == k;
  }

  private static void addAll(List<Integer> seen, Ints tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      seen.add(tokens.get(i));
    }
  }

  /** The GRC changes while a node of its group is inside. */
  @Test
  void theGrcChangesWithTokensOut_grcChanger() {
    Check check =
        Check.of(ALGORITHM, setup(4, 2, 2))
            .sometimes(
                "the GRC changes while two are inside",
                m -> m.inside() == 2 && isUnderWay(m, Grc.class::isInstance));
    assertThat(Search.run(check).message()).isNull();
  }

  /**
   * Schedules in which some channels are slow; {@code -Dbaton.seeds} for more of them. Whenever no
   * message is under way all tokens are there, and none is idle while somebody waits.
   */
  @Test
  void randomSchedulesLoseNoTokenAndLeaveNoneIdle_correctness() {
    for (int seed = 0; seed < Integer.getInteger("baton.seeds", 2000); seed++) {
      Random random = new Random(seed);
      int n = 1 + random.nextInt(9);
      int k = 1 + random.nextInt(5);
      int groups = random.nextInt(n + 1);
      Setup setup = new Setup(n, random.nextInt(n), k, Graph.complete(n), groups);
      Stage stage = new Stage(ALGORITHM, setup, random.nextBoolean());
      double eagerness = Math.pow(random.nextDouble(), 2);
      double slow = random.nextDouble();
      double[] speed = new double[n * n];
      for (int c = 0; c < speed.length; c++) {
        speed[c] = random.nextDouble() < slow ? 0.02 : 1;
      }
      Event event = new Event.Request(random.nextInt(n));
      for (int i = 0; event != null; i++) {
        stage.step(event);
        assertThat(stage.violation()).as("seed %d", seed).isNull();
        assertThat(isCalmOnlyWithTokensInUse(stage, k)).as("seed %d", seed).isTrue();
        event = pick(stage, random, i < 300 ? eagerness : 0, speed);
      }
      for (int i = 0; i < n; i++) {
        assertThat(stage.phase(i)).as("seed %d", seed).isEqualTo(Stage.Phase.IDLE);
      }
    }
  }

  /** The next event, or null if there is none left but requests that nobody is eager to make. */
  private static Event pick(Stage stage, Random random, double eagerness, double[] speed) {
    List<Event> events = new ArrayList<>(stage.enabled());
    events.removeIf(event -> event instanceof Event.Request && eagerness == 0);
    Event event = null;
    for (int tries = 0; tries < 200 && !events.isEmpty(); tries++) {
      event = events.get(random.nextInt(events.size()));
      double weight =
          switch (event) {
            case Event.Request request -> eagerness;
            case Event.Deliver m -> speed[m.from() * stage.size() + m.node()];
            default -> 1;
          };
      if (random.nextDouble() < weight) {
        break;
      }
    }
    return event;
  }

  private static boolean isCalmOnlyWithTokensInUse(Stage stage, int k) {
    if (!stage.inFlight().isEmpty()) {
      return true;
    }
    int held = 0;
    int idle = 0;
    boolean isAnyWaiting = false;
    for (int i = 0; i < stage.size(); i++) {
      held += ((RequestCollectors) stage.node(i)).heldTokens().size();
      idle += stage.node(i).idlePermits();
      isAnyWaiting |= stage.phase(i) == Stage.Phase.WAITING;
    }
    return held == k && (idle == 0 || !isAnyWaiting);
  }

  // Complexity.

  /** "Zero delay and no messages"; 3 in its group, 3 for an LRC, "6 messages in total" else. */
  @ParameterizedTest
  @CsvSource({"0,0", "1,3", "3,3", "4,3", "5,6", "15,6"})
  void aSingleRequest_complexity(int node, int messages) {
    for (int k : new int[] {1, 3, 40}) {
      Stage stage = new Stage(ALGORITHM, setup(16, 4, k), true);
      stage.step(new Event.Request(node));
      int sent = drain(stage, message -> true);
      assertThat(stage.phase(node)).isEqualTo(Stage.Phase.INSIDE);
      stage.step(new Event.Exit(node));
      sent += drain(stage, message -> true);
      assertThat(sent).isEqualTo(messages);
      assertThat(stage.node(0).idlePermits()).isEqualTo(k);
    }
  }

  /** Delivers in the order of sending; how many messages of a kind there were. */
  private static int drain(Stage stage, Predicate<Message> kind) {
    int count = 0;
    while (!stage.inFlight().isEmpty()) {
      Event.Deliver next = stage.inFlight().getFirst();
      count += kind.test(next.message()) ? 1 : 0;
      stage.step(next);
    }
    return count;
  }

  /**
   * "A total of 4(√n − 1) − 1", when all request. Here with a token for each group, in rounds: all
   * leave, then all messages arrive. An LRC asks twice, before and after it knows of all its nodes,
   * and a token that is forwarded returns once more: 4(√n − 1) + 2f with f of them forwarded.
   */
  @ParameterizedTest
  @CsvSource({"3,4", "4,7", "6,11", "8,15", "12,23"})
  void collectorMessagesWhenAllRequest_complexity(int root, int forwarded) {
    int n = root * root;
    Stage stage = new Stage(ALGORITHM, setup(n, root, root), true);
    for (int i = 0; i < n; i++) {
      stage.step(new Event.Request(i));
    }
    int asks = 0;
    int tokens = 0;
    int returns = 0;
    int entries = 0;
    boolean isDone = false;
    while (!isDone) {
      List<Message> delivered = new ArrayList<>();
      drain(stage, delivered::add);
      asks += count(delivered, LrcRequest.class);
      tokens += count(delivered, Tokens.class);
      returns += count(delivered, Return.class);
      assertThat(count(delivered, Grc.class)).isZero();
      isDone = true;
      for (int i = 0; i < n; i++) {
        if (stage.phase(i) == Stage.Phase.INSIDE) {
          stage.step(new Event.Exit(i));
          entries++;
          isDone = false;
        }
      }
    }
    assertThat(entries).isEqualTo(n);
    assertThat(asks).isEqualTo(2 * (root - 1));
    assertThat(tokens).isEqualTo(root - 1 + forwarded);
    assertThat(returns).isEqualTo(tokens);
    assertThat(asks + tokens + returns).isEqualTo(4 * (root - 1) + 2 * forwarded);
  }

  private static int count(List<Message> messages, Class<?> kind) {
    return (int) messages.stream().filter(kind::isInstance).count();
  }

  /** "Our space complexity is O(√n)." */
  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16, 24})
  void noNodeKeepsMoreThanRootN_complexity(int root) {
    int n = root * root;
    Stage stage = new Stage(ALGORITHM, setup(n, root, 1), true);
    Saver saver = new Saver(new MessageTable());
    int most = 0;
    for (int i = 0; i < n; i++) {
      stage.step(new Event.Request(i));
    }
    for (int i = 0; i < 200; i++) {
      drain(stage, message -> true);
      for (int j = 0; j < n; j++) {
        saver.clear();
        stage.node(j).state(saver);
        most = Math.max(most, saver.size());
        if (stage.phase(j) == Stage.Phase.INSIDE) {
          stage.step(new Event.Exit(j));
        }
      }
    }
    assertThat(most).isLessThanOrEqualTo(5 * root + 20);
  }

  /** Isolated requests: 6 for most nodes, less at home, and now and then a change of the GRC. */
  @ParameterizedTest
  @CsvSource({"16,4.6", "64,5.8", "100,6"})
  void isolatedRequestsCostAboutSix_complexity(int n, double expected) {
    Scenario scenario = Scenario.of(ALGORITHM, setup(n, 0, 3)).workload("isolated").entries(5000);
    Outcome outcome = Simulation.run(scenario, 0);
    assertThat(outcome.messagesPerEntry()).isCloseTo(expected, within(0.1));
  }
}
