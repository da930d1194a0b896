package dev.baton.lab.experiment;

import dev.baton.core.Hash;
import dev.baton.core.stage.Stage;
import dev.baton.lab.options.ScenarioOptions;
import dev.baton.simulator.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures what averages hide, event by event: what each single request costs, in which order some
 * are served, and the worst that there is. A message takes one unit of time on each link of its
 * way; see {@link Course}.
 *
 * <ul>
 *   <li>{@code single}: each node in turn asks in a system of its own, as at the start; {@code
 *       inside: M} lets nodes 0 … M − 1 enter before, and stay.
 *   <li>{@code pairs}: in one system, every pair of different nodes takes its turn as the node that
 *       was inside last and the node that asks; or the same node with {@code pair: own}; {@code
 *       holder} and {@code requester} name one pair.
 *   <li>{@code handover}: the same pairs, but the one asks while the other is inside, who leaves
 *       when all has arrived; with {@code request: late}, at once.
 *   <li>{@code order}: while {@code inside} is inside, the nodes of {@code asks} ask, each when all
 *       that was sent before has arrived; then each leaves when it has entered and all that was
 *       sent has arrived. Without {@code asks}, all others in every order, and the worst counts.
 *       With {@code apart: 1} nobody is inside before, the nodes of {@code asks} ask so much time
 *       after one another, and leave as soon as they have entered.
 *   <li>{@code rounds}: all ask at once, and leave together; {@code count} names the types of
 *       messages that are counted.
 *   <li>{@code chase}, {@code search}, {@code check}: see {@link Chase}, {@link RandomSearch} and
 *       {@link Verification}.
 *   <li>{@code rush}: see {@link Rush}.
 * </ul>
 */
final class Probe {

  /** The options that a scenario does not have. */
  static final Set<String> OWN =
      Set.of(
          "probe",
          "inside",
          "pair",
          "holder",
          "requester",
          "request",
          "asks",
          "apart",
          "count",
          "turns",
          "tour",
          "schedules",
          "grants",
          "requests");

  private final Cell cell;
  private final Scenario scenario;
  private long hash;

  private Probe(Cell cell) {
    this.cell = cell;
    Map<String, String> options = new LinkedHashMap<>(cell.options());
    options.keySet().removeAll(OWN);
    scenario = ScenarioOptions.parse(new Cell(options).arguments());
  }

  /** Runs the probe that the cell names. */
  static Trial run(Cell cell) {
    String name = cell.option("probe");
    if (name.equals("rush")) {
      return Rush.run(cell);
    }
    Probe probe = new Probe(cell);
    return switch (name) {
      case "single" -> probe.trial(probe.single());
      case "pairs" -> probe.trial(probe.pairs(false));
      case "handover" -> probe.trial(probe.pairs(true));
      case "order" -> probe.trial(probe.order());
      case "rounds" -> probe.trial(probe.rounds());
      case "chase" -> Chase.run(cell, probe.scenario);
      case "search" -> RandomSearch.run(cell, probe.scenario);
      case "check" -> Verification.run(cell, probe.scenario);
      default ->
          throw new IllegalArgumentException(
              "There is no probe '"
                  + name
                  + "': write single, pairs, handover, order, rounds, chase, search, check or"
                  + " rush.");
    };
  }

  private Trial trial(Map<Measure, Double> measures) {
    return new Trial(measures, Trial.text(hash));
  }

  private Course course() {
    Course course = new Course(scenario);
    course.settle();
    return course;
  }

  private int number(String option, int otherwise) {
    return cell.number(option, otherwise);
  }

  private void ran(Course course) {
    hash = Hash.fold(hash, course.hash());
  }

  // What single requests cost.

  /** The costs of some entries. */
  private static final class Costs {
    private final List<Double> messages = new ArrayList<>();
    private final List<Double> links = new ArrayList<>();
    private final List<Double> traffic = new ArrayList<>();
    private final List<Double> times = new ArrayList<>();

    Map<Measure, Double> measures() {
      Map<Measure, Double> measures = new EnumMap<>(Measure.class);
      measures.put(Measure.MESSAGES, mean(messages));
      measures.put(Measure.LEAST, messages.stream().min(Double::compare).orElseThrow());
      measures.put(Measure.MOST, most(messages));
      measures.put(Measure.HOPS, mean(links));
      measures.put(Measure.LINKS, most(links));
      measures.put(Measure.TRAFFIC, most(traffic));
      measures.put(Measure.TRANSMITTED, mean(traffic));
      measures.put(Measure.RESPONSE, mean(times));
      measures.put(Measure.SLOWEST, most(times));
      return measures;
    }

    private static double most(List<Double> numbers) {
      return numbers.stream().max(Double::compare).orElseThrow();
    }

    private static double mean(List<Double> numbers) {
      return numbers.stream().mapToDouble(number -> number).average().orElseThrow();
    }
  }

  /** Lets a node ask, enter and leave, and all messages arrive. */
  private static void enter(Course course, int node, Costs costs) {
    int begin = course.now();
    final int messages = course.messages();
    final int links = course.links();
    final long traffic = course.traffic();
    course.request(node);
    course.await(node);
    final int time = course.now() - begin;
    course.settle();
    course.exit(node);
    course.settle();
    costs.messages.add((double) course.messages() - messages);
    costs.links.add((double) course.links() - links);
    costs.traffic.add((double) course.traffic() - traffic);
    costs.times.add((double) time);
  }

  private Map<Measure, Double> single() {
    Costs costs = new Costs();
    int inside = number("inside", 0);
    int first = number("requester", inside);
    int last = number("requester", scenario.nodes() - 1);
    for (int node = first; node <= last; node++) {
      Course course = course();
      for (int i = 0; i < inside; i++) {
        course.request(i);
        course.settle();
      }
      enter(course, node, costs);
      ran(course);
    }
    return costs.measures();
  }

  private Map<Measure, Double> pairs(boolean isHandover) {
    Costs costs = new Costs();
    boolean isOwn = "own".equals(cell.option("pair"));
    Course course = course();
    for (int holder = 0; holder < scenario.nodes(); holder++) {
      for (int node = 0; node < scenario.nodes(); node++) {
        boolean isMeant =
            holder == number("holder", holder)
                && node == number("requester", node)
                && isOwn == (holder == node);
        if (isMeant && isHandover) {
          handOver(course, holder, node, costs);
        } else if (isMeant) {
          enter(course, holder, new Costs());
          enter(course, node, costs);
        }
      }
    }
    ran(course);
    return isHandover
        ? Map.of(Measure.DELAY, Costs.mean(costs.times), Measure.LATEST, Costs.most(costs.times))
        : costs.measures();
  }

  /** How long it takes from the exit of the one to the entry of the other. */
  private void handOver(Course course, int holder, int node, Costs costs) {
    course.request(holder);
    course.await(holder);
    course.settle();
    course.request(node);
    if (!"late".equals(cell.option("request"))) {
      course.settle();
    }
    int begin = course.now();
    course.exit(holder);
    course.await(node);
    costs.times.add((double) course.now() - begin);
    course.settle();
    course.exit(node);
    course.settle();
  }

  // Several at once.

  private Map<Measure, Double> order() {
    int inside = number("inside", 0);
    List<List<Integer>> orders;
    if (cell.option("asks") == null) {
      List<Integer> others = new ArrayList<>(IntStream.range(0, scenario.nodes()).boxed().toList());
      others.remove(inside);
      orders = orders(others);
    } else {
      orders =
          List.of(Arrays.stream(cell.option("asks").split(" ")).map(Integer::valueOf).toList());
    }
    int apart = number("apart", 0);
    int most =
        orders.stream()
            .mapToInt(
                asked ->
                    inversions(
                        asked, apart == 0 ? served(inside, asked) : servedApart(apart, asked)))
            .max()
            .orElseThrow();
    return Map.of(Measure.INVERSIONS, (double) most);
  }

  /** All orders of some nodes. */
  private static List<List<Integer>> orders(List<Integer> nodes) {
    if (nodes.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Integer>> orders = new ArrayList<>();
    for (int first : nodes) {
      List<Integer> rest = nodes.stream().filter(node -> node != first).toList();
      for (List<Integer> order : orders(rest)) {
        orders.add(Stream.concat(Stream.of(first), order.stream()).toList());
      }
    }
    return orders;
  }

  /** How many pairs are served in another order than they asked. */
  private static int inversions(List<Integer> asked, List<Integer> served) {
    int inversions = 0;
    for (int i = 0; i < served.size(); i++) {
      for (int j = i + 1; j < served.size(); j++) {
        inversions += asked.indexOf(served.get(i)) > asked.indexOf(served.get(j)) ? 1 : 0;
      }
    }
    return inversions;
  }

  /** In which order those who asked are served if each request is known before the next. */
  private List<Integer> served(int inside, List<Integer> asked) {
    Course course = course();
    course.request(inside);
    course.settle();
    for (int node : asked) {
      course.request(node);
      course.settle();
    }
    List<Integer> served = new ArrayList<>();
    for (int node = inside; served.size() < asked.size(); ) {
      course.exit(node);
      course.settle();
      for (int next : asked) {
        if (course.phase(next) == Stage.Phase.INSIDE) {
          node = next;
        }
      }
      served.add(node);
    }
    ran(course);
    return served;
  }

  /** The same if they ask so much time apart, and leave at once. */
  private List<Integer> servedApart(int apart, List<Integer> asked) {
    Course course = course();
    List<Integer> served = new ArrayList<>();
    int begin = course.now();
    int asking = 0;
    while (served.size() < asked.size()) {
      int time = begin + asking * apart;
      if (asking < asked.size() && course.isQuietUntil(time)) {
        course.waitUntil(time);
        course.request(asked.get(asking));
        asking++;
      } else if (!course.advance()) {
        throw new IllegalStateException("Of the nodes " + asked + " some never enter.");
      }
      for (int node : asked) {
        if (course.phase(node) == Stage.Phase.INSIDE) {
          served.add(node);
          course.exit(node);
        }
      }
    }
    ran(course);
    return served;
  }

  private Map<Measure, Double> rounds() {
    Course course = new Course(scenario);
    for (int i = 0; i < scenario.nodes(); i++) {
      course.request(i);
    }
    boolean isDone = false;
    while (!isDone) {
      course.settle();
      isDone = true;
      for (int i = 0; i < scenario.nodes(); i++) {
        if (course.phase(i) == Stage.Phase.INSIDE) {
          course.exit(i);
          isDone = false;
        }
      }
    }
    ran(course);
    int counted = Arrays.stream(cell.option("count").split(" ")).mapToInt(course::messages).sum();
    return Map.of(Measure.TOTAL, (double) counted);
  }
}
