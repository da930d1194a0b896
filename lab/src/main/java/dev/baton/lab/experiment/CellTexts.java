package dev.baton.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What was measured in some configurations, in one line. */
final class CellTexts {

  /** As many are shown. */
  private static final int SHOWN = 3;

  private CellTexts() {}

  static String of(List<Measured> cells, Measure measure) {
    Map<Measured, String> texts = new LinkedHashMap<>();
    String unit =
        switch (measure) {
          case INVERSIONS -> " out of order";
          case VIOLATED -> " of the trials";
          default -> "";
        };
    cells.forEach(cell -> texts.put(cell, cell.estimate(measure) + unit));
    return of(texts);
  }

  /** The values, each with the options in which the cells differ; of many, some. */
  static String of(Map<Measured, String> values) {
    List<Measured> cells = List.copyOf(values.keySet());
    List<String> names = differing(cells.stream().map(Measured::cell).toList());
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Measured cell = cells.get(i);
      if (cells.size() > SHOWN && i >= SHOWN - 1 && i < cells.size() - 1) {
        if (i == SHOWN - 1) {
          parts.add("…");
        }
        continue;
      }
      List<String> where = new ArrayList<>();
      names.stream()
          .filter(name -> cell.cell().option(name) != null)
          .forEach(name -> where.add(Cell.shown(name, cell.cell().option(name))));
      String doubt = cell.isPrecise() ? "" : " (not converged)";
      parts.add(
          values.get(cell)
              + doubt
              + (where.isEmpty() ? "" : " (" + String.join(", ", where) + ")"));
    }
    return String.join("; ", parts);
  }

  /** The options that are not the same in all cells; entries and seed tell nothing. */
  static List<String> differing(List<Cell> cells) {
    return cells.stream()
        .flatMap(cell -> cell.options().keySet().stream())
        .distinct()
        .filter(name -> !name.equals("entries"))
        .filter(
            name ->
                cells.stream()
                    .anyMatch(
                        cell -> !Objects.equals(cell.option(name), cells.get(0).option(name))))
        .toList();
  }
}
