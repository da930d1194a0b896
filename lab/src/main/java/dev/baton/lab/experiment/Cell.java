package dev.baton.lab.experiment;

import dev.baton.lab.run.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One configuration: options as {@code baton simulate} has them, or those of a {@link Probe}. Two
 * are equal if their options are, however they were written.
 *
 * @param options in the order of the file
 * @param written the options in whose place the file has a formula, with all that it has there
 */
record Cell(Map<String, String> options, Map<String, List<String>> written) {

  private static final Pattern ARRAY = Pattern.compile("(?:torus|array):(\\d+)x(\\d+)");

  /** A value that is read from a file. */
  private static final Pattern FILE =
      Pattern.compile("(?:.*:)?(?:zones|sites|empirical|arrivals):([^:]+)");

  /** Options whose argument is a variable of formulas: {@code think:10} makes idle 10. */
  private static final Map<String, String> ARGUMENTS =
      Map.of(
          "think", "idle",
          "contention", "contention",
          "open", "gap",
          "zipf", "zipf",
          "churn", "churn");

  Cell(Map<String, String> options) {
    this(options, Map.of());
  }

  String option(String name) {
    return options.get(name);
  }

  /** An option as the file has it, with its formulas; several if the file has it several times. */
  List<String> written(String name) {
    return written.getOrDefault(name, Collections.singletonList(option(name)));
  }

  /** The same configuration, written in these ways too. */
  Cell alsoWritten(Cell other) {
    Map<String, List<String>> both = new LinkedHashMap<>(written);
    Stream.concat(written.keySet().stream(), other.written.keySet().stream())
        .forEach(
            name ->
                both.put(
                    name,
                    Stream.concat(written(name).stream(), other.written(name).stream())
                        .distinct()
                        .toList()));
    return new Cell(options, both);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cell cell && options.equals(cell.options);
  }

  @Override
  public int hashCode() {
    return options.hashCode();
  }

  /** An option that is a whole number. */
  int number(String name, int otherwise) {
    return option(name) == null ? otherwise : Integer.parseInt(option(name));
  }

  boolean isProbe() {
    return options.containsKey("probe");
  }

  /** The same options in any order make the same text. */
  String canonical() {
    return new TreeMap<>(options)
        .entrySet().stream()
            .map(option -> option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining("\n"));
  }

  /** What is in the files that options name: another content makes other trials. */
  String contents() {
    StringBuilder contents = new StringBuilder();
    new TreeMap<>(options)
        .forEach(
            (name, value) -> {
              Matcher file = FILE.matcher(value);
              if (!name.equals("structure") && !name.equals("topology") && file.matches()) {
                contents.append('\n').append(name).append('\n');
                contents.append(TextFile.read(Path.of(file.group(1))));
              }
            });
    return contents.toString();
  }

  /**
   * Whether each option has the value that the selector says, or one of its list. Formulas in
   * braces are filled in as in the sweeps.
   */
  boolean matches(Map<String, Object> selector) {
    return selector.entrySet().stream()
        .allMatch(
            wanted ->
                wanted.getValue() instanceof List<?> list
                    ? list.stream().anyMatch(value -> has(wanted.getKey(), value))
                    : has(wanted.getKey(), wanted.getValue()));
  }

  private boolean has(String name, Object value) {
    Double variable = variables().get(name);
    String text = value == null ? null : filled(value.toString());
    return Objects.equals(options.get(name), text)
        || value != null && written(name).contains(value.toString())
        || variable != null && text != null && Formula.number(variable).equals(text);
  }

  /** With its formulas filled in; one that uses what this cell does not have stays as it is. */
  private String filled(String text) {
    try {
      return Formula.fill(text, variables());
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** This cell with other options. */
  Cell with(Map<String, Object> other) {
    Map<String, String> changed = new LinkedHashMap<>(options);
    other.forEach(
        (name, value) -> {
          if (value == null) {
            changed.remove(name);
          } else {
            changed.put(name, Formula.fill(value.toString(), variables()));
          }
        });
    return new Cell(changed);
  }

  /** What formulas may use: N, k, u, v, and every option that is a number. */
  Map<String, Double> variables() {
    Map<String, Double> variables = new LinkedHashMap<>();
    variables.put("k", 1.0);
    options.forEach(
        (name, text) -> {
          Double number = number(text);
          if (number != null) {
            variables.put(name.equals("nodes") ? "N" : name, number);
          }
          int colon = text.indexOf(':');
          if (colon > 0 && ARGUMENTS.containsKey(text.substring(0, colon))) {
            Double argument = number(text.substring(colon + 1));
            if (argument != null) {
              variables.put(ARGUMENTS.get(text.substring(0, colon)), argument);
            }
          }
          Matcher array = ARRAY.matcher(text);
          if (array.matches()) {
            variables.put("u", Double.valueOf(array.group(1)));
            variables.put("v", Double.valueOf(array.group(2)));
          }
        });
    return variables;
  }

  private static Double number(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The arguments of {@code baton simulate}. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(options.get("algorithm"));
    options.forEach(
        (name, value) -> {
          if (!name.equals("algorithm")) {
            arguments.add("--" + name);
            arguments.add(value);
          }
        });
    return arguments;
  }

  /** What a user types to measure it again. */
  String command(String experiment, int trials) {
    return isProbe()
        ? "baton experiment " + experiment + " --out DIR"
        : "baton simulate " + String.join(" ", arguments()) + " --trials " + trials;
  }

  /** An option and its value for people: "N 16". */
  static String shown(String option, String value) {
    return switch (option) {
      case "algorithm", "workload", "structure", "probe" -> value;
      case "nodes" -> "N " + value;
      default -> option + " " + value;
    };
  }
}
