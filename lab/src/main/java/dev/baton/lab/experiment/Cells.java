package dev.baton.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the cells of an experiment from the sweeps in its file. */
final class Cells {

  private final Experiment experiment;
  private final boolean isQuick;

  private Cells(Experiment experiment, boolean isQuick) {
    this.experiment = experiment;
    this.isQuick = isQuick;
  }

  /** Every cell once, in the order of the file. */
  static List<Cell> of(Experiment experiment, boolean isQuick) {
    Cells grid = new Cells(experiment, isQuick);
    Map<Cell, Cell> cells = new LinkedHashMap<>();
    for (Map<String, Object> one : experiment.sweeps()) {
      Map<String, Object> all = new LinkedHashMap<>(experiment.always());
      all.putAll(one);
      grid.add(cells, List.copyOf(all.entrySet()), new LinkedHashMap<>());
    }
    return List.copyOf(cells.values());
  }

  private void add(
      Map<Cell, Cell> cells, List<Map.Entry<String, Object>> rest, Map<String, String> chosen) {
    if (rest.isEmpty()) {
      Cell cell = finished(chosen);
      cells.merge(cell, cell, Cell::alsoWritten);
      return;
    }
    String name = rest.getFirst().getKey();
    for (String value : values(name, rest.getFirst().getValue())) {
      Map<String, String> more = new LinkedHashMap<>(chosen);
      more.put(name, value);
      add(cells, rest.subList(1, rest.size()), more);
    }
  }

  private List<String> values(String name, Object value) {
    String effort = isQuick ? "quick" : "full";
    Object chosen = value instanceof Map<?, ?> byEffort ? byEffort.get(effort) : value;
    if (chosen == null || chosen instanceof List<?> several && several.contains(null)) {
      throw new IllegalArgumentException(
          "The option " + name + " has no value in a sweep of the " + effort + " run.");
    }
    List<?> list = chosen instanceof List<?> several ? several : List.of(chosen);
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.toString()));
    return texts;
  }

  /** Fills in formulas, and how many entries are asked for. */
  private Cell finished(Map<String, String> chosen) {
    Map<String, String> options = new LinkedHashMap<>(chosen);
    Cell cell = new Cell(options);
    options.replaceAll((name, value) -> Formula.fill(value, cell.variables()));
    Map<String, List<String>> written = new LinkedHashMap<>();
    chosen.forEach(
        (name, value) -> {
          if (!value.equals(options.get(name))) {
            written.put(name, List.of(value));
          }
        });
    if (!cell.isProbe() && !options.containsKey("entries")) {
      double entries =
          Formula.value(experiment.effort(isQuick).entries(), new Cell(options).variables());
      options.put("entries", Long.toString(Math.round(entries)));
    }
    return new Cell(options, written);
  }
}
