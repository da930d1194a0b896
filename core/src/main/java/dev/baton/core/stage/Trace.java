package dev.baton.core.stage;

import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.Text;
import dev.baton.core.stage.Script.Result;
import dev.baton.core.stage.Script.WrongLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A scenario file: a script of events, and below each event, indented, what it does.
 *
 * <pre>
 * algorithm raymond
 * nodes 3
 * structure line
 *
 * # 2 asks across 1.
 * 2 requests
 *   2 -> 1 REQUEST
 * 1 receives REQUEST from 2
 *   1 -> 0 REQUEST
 * show 1
 *   1: HOLDER=0 USING=no ASKED=yes REQUEST_Q=[2]
 * </pre>
 *
 * Head lines: {@code algorithm}, {@code nodes}, and where they differ from the default {@code
 * structure}, {@code holder}, {@code permits}, {@code groups} (how many) or {@code clusters} (their
 * depth, or the nodes of each, its leader first, as in {@code 0,1,2 3,4}), {@code neighbourhoods}
 * (between how many nodes roam) and {@code outside} (how many nodes start in none), {@code
 * channels} (fifo, or any). Script lines: the events of {@link Event}; {@code show} with nodes, or
 * none for all; {@code network}; {@code end}. A line that begins with # is a comment.
 */
public final class Trace {

  private final Script script;

  private String algorithm;
  private int algorithmLine;
  private int nodes;
  private String structure;
  private int holder;
  private int permits = 1;
  private int division;
  private List<Ints> clusters = List.of();
  private int neighbourhoods;
  private int outside;
  private boolean fifo = true;

  private Trace(String file, String text) {
    script = new Script(file, text);
    script.readHead(this::readSetting);
    if (algorithm == null || nodes == 0) {
      throw script.missing(
          "the head must say 'algorithm ID' and 'nodes N' before the first event.");
    }
  }

  /**
   * Reads a scenario.
   *
   * @throws WrongLine if its head is wrong
   */
  public static Trace parse(String file, String text) {
    return new Trace(file, text);
  }

  /** The id in the head. */
  public String algorithm() {
    return algorithm;
  }

  // The head.

  private boolean readSetting(int line, String key, String value) {
    switch (key) {
      case "algorithm" -> {
        algorithm = value;
        algorithmLine = line;
      }
      case "nodes" -> nodes = number(line, value);
      case "structure" -> structure = value;
      case "holder" -> holder = number(line, value);
      case "permits" -> permits = number(line, value);
      case "groups" -> division = number(line, value);
      case "clusters" -> readClusters(line, value);
      case "neighbourhoods" -> neighbourhoods = number(line, value);
      case "outside" -> outside = number(line, value);
      case "channels" -> {
        if (!value.equals("fifo") && !value.equals("any")) {
          throw wrong(line, "channels are 'fifo' or 'any', not '" + value + "'.");
        }
        fifo = value.equals("fifo");
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void readClusters(int line, String value) {
    if (!value.contains(",") && !value.contains(" ")) {
      division = number(line, value);
      return;
    }
    clusters = new ArrayList<>();
    for (String cluster : value.split(" +")) {
      String[] members = cluster.split(",");
      int[] numbers = new int[members.length];
      Arrays.setAll(numbers, i -> number(line, members[i]));
      clusters.add(Ints.of(numbers));
    }
  }

  private int number(int line, String text) {
    return script.number(line, text);
  }

  private WrongLine wrong(int line, String what) {
    return script.wrong(line, what);
  }

  // The script.

  /** Finds algorithms by id and structures by name. */
  public interface Library {
    Algorithm algorithm(String id);

    /** The structure that an algorithm uses by default. */
    Graph defaultStructure(String id, int nodes);

    /**
     * The structure with this name.
     *
     * @throws IllegalArgumentException with one sentence that says what to write
     */
    Graph structure(String name, int nodes);
  }

  /**
   * Runs the script and compares what happens with the indented lines.
   *
   * @throws WrongLine if a line asks for something that cannot happen
   */
  public Result run(Library library) {
    return run(library, event -> {});
  }

  /**
   * The events of the script, which can all happen; what the indented lines say does not matter.
   *
   * @throws WrongLine if a line asks for something that cannot happen
   */
  public Schedule schedule(Library library) {
    List<Event> events = new ArrayList<>();
    run(library, events::add);
    return new Schedule(known(library), setup(library), fifo, events);
  }

  private Result run(Library library, Consumer<Event> listener) {
    Stage stage = stage(library);
    return script.run(
        new Script.Steps() {
          @Override
          public List<String> run(int line, String text) {
            return runLine(stage, line, text, listener);
          }

          @Override
          public boolean isEvent(String text) {
            return Character.isDigit(text.charAt(0));
          }
        });
  }

  private Stage stage(Library library) {
    Algorithm known = known(library);
    try {
      return new Stage(known, setup(library), fifo);
    } catch (WrongLine e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw script.wrongHead(e.getMessage());
    }
  }

  private Algorithm known(Library library) {
    try {
      return library.algorithm(algorithm);
    } catch (IllegalArgumentException e) {
      throw wrong(algorithmLine, e.getMessage());
    }
  }

  private Setup setup(Library library) {
    try {
      Graph graph =
          structure == null
              ? library.defaultStructure(algorithm, nodes)
              : library.structure(structure, nodes);
      if (!clusters.isEmpty()) {
        graph = graph.divided(clusters);
      }
      return new Setup(nodes, holder, permits, graph, division, neighbourhoods, outside);
    } catch (IllegalArgumentException e) {
      throw script.wrongHead(e.getMessage());
    }
  }

  private List<String> runLine(Stage stage, int line, String text, Consumer<Event> listener) {
    String[] words = text.split(" ");
    switch (words[0]) {
      case "show" -> {
        return show(stage, line, words);
      }
      case "network" -> {
        return stage.inFlight().stream()
            .map(m -> m.from() + " -> " + m.node() + " " + Text.of(m.message()))
            .toList();
      }
      case "end" -> {
        return end(stage);
      }
      default -> {
        try {
          Event event = EventLine.parse(stage, text);
          stage.step(event);
          listener.accept(event);
        } catch (IllegalArgumentException e) {
          throw wrong(line, e.getMessage());
        }
        List<String> effects = new ArrayList<>(stage.effects());
        if (stage.violation() != null) {
          effects.add("violation: " + stage.violation());
        }
        return effects;
      }
    }
  }

  private List<String> show(Stage stage, int line, String[] words) {
    for (int w = 1; w < words.length; w++) {
      if (number(line, words[w]) < 0 || number(line, words[w]) >= stage.size()) {
        throw wrong(line, "there is no node " + words[w] + ": see 'nodes' in the head.");
      }
    }
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < stage.size(); i++) {
      if (words.length == 1 || isNamed(line, words, i)) {
        shown.add(i + ": " + Text.of(stage.node(i)));
      }
    }
    return shown;
  }

  private boolean isNamed(int line, String[] words, int node) {
    for (int w = 1; w < words.length; w++) {
      if (number(line, words[w]) == node) {
        return true;
      }
    }
    return false;
  }

  /** Whether the run may end here. */
  private static List<String> end(Stage stage) {
    List<String> verdict = new ArrayList<>();
    for (int i = 0; i < stage.size(); i++) {
      if (stage.phase(i) == Stage.Phase.WAITING) {
        boolean isOutside = stage.neighbourhood(i) == Node.NONE;
        verdict.add(i + " still waits" + (isOutside ? ", outside" : ""));
      }
    }
    int messages = stage.inFlight().size();
    if (messages > 0) {
      verdict.add(messages == 1 ? "1 message is under way" : messages + " messages are under way");
    }
    if (verdict.isEmpty()) {
      verdict.add("nobody waits, no message is under way");
    }
    return verdict;
  }

  // Writing.

  private static String spelled(List<Ints> clusters) {
    return clusters.stream()
        .map(
            cluster ->
                Arrays.stream(cluster.toArray())
                    .mapToObj(String::valueOf)
                    .collect(Collectors.joining(",")))
        .collect(Collectors.joining(" "));
  }

  /** Prints a schedule as a scenario file. */
  public static String print(
      Algorithm algorithm, Setup setup, boolean fifo, String comment, List<Event> schedule) {
    StringBuilder text = new StringBuilder();
    for (String line : comment.split("\n")) {
      text.append("# ").append(line).append('\n');
    }
    text.append("algorithm ").append(algorithm.id()).append('\n');
    text.append("nodes ").append(setup.n()).append('\n');
    if (!setup.structure().isComplete()) {
      text.append("structure ").append(setup.structure().describe()).append('\n');
    }
    if (setup.holder() != 0) {
      text.append("holder ").append(setup.holder()).append('\n');
    }
    if (setup.permits() != 1) {
      text.append("permits ").append(setup.permits()).append('\n');
    }
    if (!setup.structure().zones().isEmpty()
        && !setup.structure().describe().startsWith("zones:")) {
      text.append("clusters ").append(spelled(setup.structure().zones())).append('\n');
    }
    if (setup.division() != 0) {
      text.append(setup.parts()).append(' ').append(setup.division()).append('\n');
    }
    if (setup.isRoaming()) {
      text.append("neighbourhoods ").append(setup.neighbourhoods()).append('\n');
    }
    if (setup.outside() != 0) {
      text.append("outside ").append(setup.outside()).append('\n');
    }
    if (!fifo) {
      text.append("channels any\n");
    }
    text.append('\n');
    for (Event event : schedule) {
      text.append(event).append('\n');
    }
    text.append("end\n");
    Library only =
        new Library() {
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
    return parse("schedule", text.toString()).run(only).transcript();
  }
}
