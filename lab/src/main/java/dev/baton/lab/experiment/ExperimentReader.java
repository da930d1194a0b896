package dev.baton.lab.experiment;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Reads the file of an experiment; what is wrong with it is said by line and key. */
final class ExperimentReader {

  private ExperimentReader() {}

  /**
   * The experiment of this name.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot be read
   */
  static Experiment read(String name, String text) {
    try {
      Experiment experiment = Texts.YAML.readValue(text, Experiment.class);
      if (experiment == null) {
        throw new IllegalArgumentException("The experiment " + name + " is empty.");
      }
      return experiment.of(name, text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "The experiment " + name + " cannot be read: " + where(e, text) + ": " + what(e), e);
    }
  }

  private static String where(JsonProcessingException e, String text) {
    String way = e instanceof JsonMappingException mapping ? way(mapping) : "";
    YamlLines lines = YamlLines.of(text);
    if (!way.isEmpty() && !lines.isEmpty()) {
      return lines.at(way);
    }
    JsonLocation location = e.getLocation();
    return location == null ? "the file" : "line " + Math.max(1, location.getLineNr());
  }

  private static String way(JsonMappingException e) {
    StringBuilder way = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        way.append('[').append(step.getIndex()).append(']');
      } else {
        way.append(way.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return way.toString();
  }

  private static String what(JsonProcessingException e) {
    if (e.getCause() instanceof IllegalArgumentException mistake) {
      return mistake.getMessage();
    }
    if (e instanceof UnrecognizedPropertyException unknown) {
      List<String> known =
          unknown.getKnownPropertyIds().stream()
              .map(Object::toString)
              .filter(key -> unknown.getReferringClass() != Experiment.class || isOfFile(key))
              .sorted()
              .toList();
      return "there is no such key: write " + String.join(", ", known) + ".";
    }
    if (e instanceof MismatchedInputException mismatch) {
      return kind(mismatch.getTargetType()) + " is expected here.";
    }
    return e.getOriginalMessage().replaceFirst("(?s)\\s+in 'reader'.*", "") + ".";
  }

  /** An experiment also has what is not in its file. */
  private static boolean isOfFile(String key) {
    return !key.equals("name") && !key.equals("text");
  }

  private static String kind(Class<?> type) {
    if (type == int.class || type == Integer.class) {
      return "a whole number";
    }
    if (type == Double.class) {
      return "a number";
    }
    if (type == boolean.class) {
      return "true or false";
    }
    if (type == String.class) {
      return "a text";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    boolean hasKeys = Map.class.isAssignableFrom(type) || type.isRecord();
    return hasKeys ? "a value with keys, such as {algorithm: raymond}," : "another value";
  }
}
