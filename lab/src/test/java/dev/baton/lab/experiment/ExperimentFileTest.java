package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import net.objecthunter.exp4j.function.Functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reference of the guide and the schema know what the program knows, and nothing else. */
class ExperimentFileTest {

  private static final Path GUIDE = Path.of("../docs/guide");
  private static final ObjectMapper YAML = new YAMLMapper();

  private static final Map<String, Class<?>> RECORDS =
      Map.of(
          "Effort", Experiment.Effort.class,
          "Plot", Experiment.Plot.class,
          "Curve", Experiment.Curve.class,
          "Claim", Experiment.Claim.class,
          "Comparison", Experiment.Comparison.class);

  private static String reference;
  private static JsonNode schema;

  @BeforeAll
  static void read() throws IOException {
    reference = Files.readString(GUIDE.resolve("experiment-file.md"));
    schema = new ObjectMapper().readTree(GUIDE.resolve("experiment.schema.json").toFile());
  }

  // The reference.

  /** The first columns of a section's table. */
  private static List<String> firstColumn(String heading) {
    int begin = reference.indexOf("\n## " + heading + "\n");
    assertThat(begin).as(heading).isPositive();
    int end = reference.indexOf("\n## ", begin + 1);
    String section = reference.substring(begin, end < 0 ? reference.length() : end);
    return section
        .lines()
        .filter(line -> line.startsWith("| `") && !line.startsWith("| `probe` |"))
        .map(line -> line.substring(2, line.indexOf(" |")))
        .toList();
  }

  private static List<String> names(String heading) {
    return firstColumn(heading).stream().map(name -> name.replace("`", "")).toList();
  }

  private static List<String> components(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(RecordComponent::getName)
        .filter(name -> type != Experiment.class || !List.of("name", "text").contains(name))
        .toList();
  }

  @Test
  void theReferenceHasAllKeys() {
    assertThat(names("Experiment")).isEqualTo(components(Experiment.class));
    RECORDS.forEach((name, type) -> assertThat(names(name)).isEqualTo(components(type)));
  }

  @Test
  void theReferenceHasAllMeasuresQuantitiesAndProbes() {
    List<String> rows = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      rows.add("| `" + measure + "` | " + measure.unit() + " | ");
    }
    assertThat(reference).contains(rows);
    assertThat(names("Measures")).hasSameSizeAs(rows);
    assertThat(names("Quantities"))
        .isEqualTo(Stream.of(Quantity.values()).map(Quantity::toString).toList());
    assertThat(names("Probes")).isEqualTo(ExperimentReview.PROBES);
    for (String option : Probe.OWN) {
      assertThat(reference).contains("`" + option + "`");
    }
  }

  @Test
  void theReferenceHasAllFunctions() {
    List<String> functions = new ArrayList<>();
    for (String row : firstColumn("Formulas")) {
      for (MatchResult call :
          Pattern.compile("`((\\w+)\\([^)]*\\))`").matcher(row).results().toList()) {
        functions.add(call.group(2));
        assertThat(Formula.value(call.group(1), Map.of("a", 0.5, "b", 2.0, "n", 3.0))).isFinite();
      }
    }
    List<String> known = new ArrayList<>(List.of("min", "max", "H"));
    for (String name : words()) {
      if (Functions.getBuiltinFunction(name) != null) {
        known.add(name);
      }
    }
    assertThat(functions).containsExactlyInAnyOrderElementsOf(known).hasSizeGreaterThan(20);
  }

  /** All names that the library could have, among others. */
  private static List<String> words() {
    return List.of(
        ("abs acos asin atan cbrt ceil cos cosh cot coth csc csch exp expm1 floor log log10 log1p"
                + " log2 logb pow sec sech signum sin sinh sqrt tan tanh todegree toradian round")
            .split(" "));
  }

  // The schema.

  @Test
  void theSchemaHasAllKeys() {
    assertThat(properties(schema)).isEqualTo(components(Experiment.class));
    RECORDS.forEach(
        (name, type) ->
            assertThat(properties(schema.path("$defs").path(name.toLowerCase(Locale.ROOT))))
                .isEqualTo(components(type)));
    assertThat(texts(schema.path("$defs").path("measure").path("enum")))
        .isEqualTo(Stream.of(Measure.values()).map(Measure::toString).toList());
    assertThat(texts(schema.path("$defs").path("quantity").path("enum")))
        .isEqualTo(Stream.of(Quantity.values()).map(Quantity::toString).toList());
    assertThat(texts(schema.path("$defs").path("probe").path("enum")))
        .isEqualTo(ExperimentReview.PROBES);
    JsonNode plot = schema.path("$defs").path("plot").path("properties");
    assertThat(texts(plot.path("kind").path("enum")))
        .isEqualTo(Stream.of(PlotKind.values()).map(PlotKind::toString).toList());
    assertThat(texts(plot.path("legend").path("enum")))
        .isEqualTo(Stream.of(PlotLegend.values()).map(PlotLegend::toString).toList());
  }

  private static List<String> properties(JsonNode object) {
    return object.path("properties").properties().stream().map(Map.Entry::getKey).toList();
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  static List<String> experiments() {
    return Experiments.names();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyExperimentFitsTheSchemaAndPassesTheReview(String name) throws IOException {
    Experiment experiment = Experiments.named(name).getFirst();
    assertThat(mistakes(schema, YAML.readTree(experiment.text()), "")).isEmpty();
    ExperimentReview.check(experiment, true);
    ExperimentReview.check(experiment, false);
  }

  @Test
  void theSchemaNoticesMistakes() throws IOException {
    String text = Experiments.named("raymond-trees").getFirst().text();
    Map<String, String> broken = new LinkedHashMap<>();
    broken.put(text.replace("title:", "titel:"), "titel");
    broken.put(text.replaceFirst("x: N", "x: N\n    legend: left"), "legend");
    broken.put(text.replaceFirst("y: messages", "kind: lines"), "none of these");
    broken.put(text.replaceFirst("quantity: \\w+", "quantity: roughly"), "quantity");
    broken.put(text.replaceFirst("least: \\d+", "least: few"), "least");
    broken.put(text.replaceFirst("is: ", "atMost: N, is: "), "one");
    broken.forEach(
        (changed, word) -> {
          try {
            assertThat(mistakes(schema, YAML.readTree(changed), "").toString()).contains(word);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  /** What does not fit: enough of JSON Schema for the one that we have. */
  private static List<String> mistakes(JsonNode rule, JsonNode value, String way) {
    List<String> found = new ArrayList<>();
    if (rule.has("$ref")) {
      String name = rule.path("$ref").asText().replace("#/$defs/", "");
      found.addAll(mistakes(schema.path("$defs").path(name), value, way));
    }
    if (rule.has("type") && !typesOf(rule.path("type")).contains(type(value))) {
      found.add(way + " is a " + type(value));
      return found;
    }
    if (rule.has("enum") && !texts(rule.path("enum")).contains(value.asText())) {
      found.add(way + " is " + value.asText());
    }
    if (rule.has("anyOf")
        && StreamSupport.stream(rule.path("anyOf").spliterator(), false)
            .noneMatch(one -> mistakes(one, value, way).isEmpty())) {
      found.add(way + " is none of these");
    }
    if (rule.has("oneOf")
        && StreamSupport.stream(rule.path("oneOf").spliterator(), false)
                .filter(one -> value.has(one.path("required").path(0).asText()))
                .count()
            != 1) {
      found.add(way + " is not one of these");
    }
    for (JsonNode required : rule.path("required")) {
      if (!rule.has("oneOf") && !value.has(required.asText())) {
        found.add(way + " has no " + required.asText());
      }
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      JsonNode known = rule.path("properties").path(field.getKey());
      JsonNode other = rule.path("additionalProperties");
      if (!known.isMissingNode()) {
        found.addAll(mistakes(known, field.getValue(), way + "." + field.getKey()));
      } else if (other.isObject()) {
        found.addAll(mistakes(other, field.getValue(), way + "." + field.getKey()));
      } else if (other.isBoolean()) {
        found.add(way + " knows no " + field.getKey());
      }
    }
    for (int i = 0; rule.has("items") && i < value.size(); i++) {
      found.addAll(mistakes(rule.path("items"), value.get(i), way + "[" + i + "]"));
    }
    return found;
  }

  private static List<String> typesOf(JsonNode type) {
    List<String> types = type.isArray() ? new ArrayList<>(texts(type)) : new ArrayList<>();
    if (!type.isArray()) {
      types.add(type.asText());
    }
    if (types.contains("number")) {
      types.add("integer");
    }
    return types;
  }

  private static String type(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "array";
      case OBJECT -> "object";
      case BOOLEAN -> "boolean";
      case NULL -> "null";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      default -> "string";
    };
  }
}
