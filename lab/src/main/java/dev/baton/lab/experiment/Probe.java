package dev.baton.lab.experiment;

import dev.baton.core.Hash;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
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

/**
 * Measures what averages hide, event by event and without chance: what each single request costs,
 * and in which order some are served. In a round everything that is under way arrives, in the order
 * in which it was sent: a message takes one unit of time.
 *
 * <ul>
 *   <li>{@code single}: each node in turn asks in a system of its own, as at the start; {@code
 *       inside: M} lets nodes 0 … M − 1 enter before, and stay.
 *   <li>{@code pairs}: in one system, every pair of different nodes takes its turn as the node that
 *       was inside last and the node that asks; or the same node with {@code pair: own}; {@code
 *       holder} and {@code requester} name one pair.
 *   <li>{@code order}: while {@code inside} is inside, the nodes of {@code asks} ask, each when all
 *       that was sent before has arrived; then all leave as soon as they have entered.
 *   <li>{@code rounds}: all ask at once, and leave together; {@code count} names the types of
 *       messages that are counted.
 *   <li>{@code rush}: see {@link Rush}.
 * </ul>
 */
final class Probe {

  private static final Set<String> OWN =
      Set.of("probe", "inside", "pair", "holder", "requester", "asks", "count");

  private final Cell cell;
  private final Scenario scenario;
  private long hash;

  private Probe(Cell cell, Scenario scenario) {
    this.cell = cell;
    this.scenario = scenario;
  }

  /** Runs the probe that the cell names. */
  static Trial run(Cell cell) {
    String name = cell.option("probe");
    if (name.equals("rush")) {
      return Rush.run(cell);
    }
    Map<String, String> options = new LinkedHashMap<>(cell.options());
    options.keySet().removeAll(OWN);
    Probe probe = new Probe(cell, ScenarioOptions.parse(new Cell(options).arguments()));
    Map<Measure, Double> measures =
        switch (name) {
          case "single" -> probe.single();
          case "pairs" -> probe.pairs();
          case "order" -> probe.order();
          case "rounds" -> probe.rounds();
          default ->
              throw new IllegalArgumentException(
                  "There is no probe '" + name + "': write single, pairs, order, rounds or rush.");
        };
    return new Trial(measures, Trial.text(probe.hash));
  }

  private Stage stage() {
    return new Stage(scenario.algorithm(), scenario.setup(), scenario.fifo());
  }

  private int number(String option, int otherwise) {
    return cell.option(option) == null ? otherwise : Integer.parseInt(cell.option(option));
  }

  private void step(Stage stage, Event event) {
    stage.step(event);
    if (stage.violation() != null) {
      throw new IllegalStateException(stage.violation());
    }
    stage.effects().forEach(effect -> hash = Hash.fold(hash, Hash.of(effect)));
  }

  /** What is under way arrives; how many messages these were. */
  private int round(Stage stage) {
    List<Event.Deliver> underWay = stage.inFlight();
    underWay.forEach(message -> step(stage, message));
    return underWay.size();
  }

  private int settle(Stage stage) {
    int messages = 0;
    while (!stage.inFlight().isEmpty()) {
      messages += round(stage);
    }
    return messages;
  }

  // What single requests cost.

  /** The costs of some entries. */
  private static final class Costs {
    private final List<Integer> messages = new ArrayList<>();
    private final List<Integer> times = new ArrayList<>();

    Map<Measure, Double> measures() {
      Map<Measure, Double> measures = new EnumMap<>(Measure.class);
      measures.put(Measure.MESSAGES, mean(messages));
      measures.put(Measure.LEAST, (double) messages.stream().mapToInt(m -> m).min().orElseThrow());
      measures.put(Measure.MOST, (double) messages.stream().mapToInt(m -> m).max().orElseThrow());
      measures.put(Measure.RESPONSE, mean(times));
      measures.put(Measure.SLOWEST, (double) times.stream().mapToInt(t -> t).max().orElseThrow());
      return measures;
    }

    private static double mean(List<Integer> numbers) {
      return numbers.stream().mapToInt(number -> number).average().orElseThrow();
    }
  }

  /** Lets a node ask, enter and leave, and all messages arrive. */
  private void enter(Stage stage, int node, Costs costs) {
    int messages = 0;
    int time = 0;
    step(stage, new Event.Request(node));
    while (stage.phase(node) != Stage.Phase.INSIDE) {
      messages += round(stage);
      time++;
    }
    messages += settle(stage);
    step(stage, new Event.Exit(node));
    messages += settle(stage);
    if (costs != null) {
      costs.messages.add(messages);
      costs.times.add(time);
    }
  }

  private Map<Measure, Double> single() {
    Costs costs = new Costs();
    int inside = number("inside", 0);
    int first = number("requester", inside);
    int last = number("requester", scenario.nodes() - 1);
    for (int node = first; node <= last; node++) {
      Stage stage = stage();
      settle(stage);
      for (int i = 0; i < inside; i++) {
        step(stage, new Event.Request(i));
        settle(stage);
      }
      enter(stage, node, costs);
    }
    return costs.measures();
  }

  private Map<Measure, Double> pairs() {
    Costs costs = new Costs();
    boolean isOwn = "own".equals(cell.option("pair"));
    Stage stage = stage();
    settle(stage);
    for (int holder = 0; holder < scenario.nodes(); holder++) {
      for (int node = 0; node < scenario.nodes(); node++) {
        boolean isMeant =
            holder == number("holder", holder)
                && node == number("requester", node)
                && isOwn == (holder == node);
        if (isMeant) {
          enter(stage, holder, null);
          enter(stage, node, costs);
        }
      }
    }
    return costs.measures();
  }

  // Several at once.

  private Map<Measure, Double> order() {
    Stage stage = stage();
    int inside = number("inside", 0);
    step(stage, new Event.Request(inside));
    settle(stage);
    List<Integer> asked =
        Arrays.stream(cell.option("asks").split(" ")).map(Integer::valueOf).toList();
    for (int node : asked) {
      step(stage, new Event.Request(node));
      settle(stage);
    }
    List<Integer> served = new ArrayList<>();
    for (int node = inside; served.size() < asked.size(); ) {
      step(stage, new Event.Exit(node));
      settle(stage);
      for (int next : asked) {
        if (stage.phase(next) == Stage.Phase.INSIDE) {
          node = next;
        }
      }
      served.add(node);
    }
    int inversions = 0;
    for (int i = 0; i < served.size(); i++) {
      for (int j = i + 1; j < served.size(); j++) {
        inversions += asked.indexOf(served.get(i)) > asked.indexOf(served.get(j)) ? 1 : 0;
      }
    }
    return Map.of(Measure.INVERSIONS, (double) inversions);
  }

  private Map<Measure, Double> rounds() {
    Stage stage = stage();
    Set<String> types = Set.of(cell.option("count").split(" "));
    for (int i = 0; i < scenario.nodes(); i++) {
      step(stage, new Event.Request(i));
    }
    int counted = 0;
    boolean isDone = false;
    while (!isDone) {
      while (!stage.inFlight().isEmpty()) {
        Event.Deliver next = stage.inFlight().getFirst();
        counted += types.contains(type(next)) ? 1 : 0;
        step(stage, next);
      }
      isDone = true;
      for (int i = 0; i < scenario.nodes(); i++) {
        if (stage.phase(i) == Stage.Phase.INSIDE) {
          step(stage, new Event.Exit(i));
          isDone = false;
        }
      }
    }
    return Map.of(Measure.TOTAL, (double) counted);
  }

  private static String type(Event.Deliver message) {
    return Text.of(message.message()).replaceFirst("\\(.*", "");
  }
}
