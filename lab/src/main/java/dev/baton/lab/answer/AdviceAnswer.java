package dev.baton.lab.answer;

import dev.baton.lab.run.Advice;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** What {@code baton advise} recommends, and the measures behind it, for people and as JSON. */
public final class AdviceAnswer {

  private static final int WIDTH = 98;

  private final Advice advice;

  public AdviceAnswer(Advice advice) {
    this.advice = advice;
  }

  // For people.

  public void print(PrintWriter out) {
    out.printf(
        Locale.ROOT, "%-26s%10s%10s%10s%10s%n", "", "messages", "response", "bypass", "load");
    for (Advice.Row row : advice.rows()) {
      boolean isWorthwhile = advice.worthwhile().contains(row);
      out.printf(
          Locale.ROOT,
          "%s %-24s%10s%10s%10s%10s%n",
          row.equals(advice.best()) ? ">" : isWorthwhile ? "*" : " ",
          row.algorithm().id(),
          Figures.about(row.hops()),
          Figures.about(row.response()),
          Figures.whole((long) row.bypass()),
          Figures.percent(row.load()));
    }
    if (!advice.leftOut().isEmpty()) {
      wrap(out, "  too many messages or too much state: " + String.join(", ", advice.leftOut()));
    }
    out.println();
    wrap(out, "Use " + advice.best().algorithm().id() + ": " + reason(advice.best()) + ".");
    alternative(out, "fewest messages", Advice.Row::hops, Figures::about);
    alternative(out, "shortest wait", Advice.Row::response, Figures::about);
    alternative(out, "smallest bypass", Advice.Row::bypass, Figures::about);
    alternative(out, "least load on one node", Advice.Row::load, Figures::percent);
  }

  private static void wrap(PrintWriter out, String text) {
    String rest = text;
    while (rest.length() > WIDTH) {
      int space = rest.lastIndexOf(' ', WIDTH);
      out.println(rest.substring(0, space));
      rest = "  " + rest.substring(space + 1);
    }
    out.println(rest);
  }

  private static String reason(Advice.Row row) {
    return Figures.about(row.hops())
        + " messages per entry, "
        + Figures.about(row.response())
        + " from request to entry, at most "
        + Figures.whole((long) row.bypass())
        + " entries by others while one waits, "
        + Figures.percent(row.load())
        + " of all messages at one node";
  }

  private void alternative(
      PrintWriter out,
      String what,
      ToDoubleFunction<Advice.Row> measure,
      DoubleFunction<String> text) {
    Advice.Row row =
        advice.worthwhile().stream()
            .min(Comparator.comparingDouble(measure).thenComparingDouble(Advice.Row::cost))
            .orElseThrow();
    if (!row.equals(advice.best())
        && measure.applyAsDouble(row) < measure.applyAsDouble(advice.best())) {
      out.println(
          "  "
              + what
              + ": "
              + row.algorithm().id()
              + " ("
              + text.apply(measure.applyAsDouble(row))
              + ")");
    }
  }

  // JSON.

  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("recommended", advice.best().algorithm().id());
    List<Map<String, Object>> list = new ArrayList<>();
    for (Advice.Row row : advice.rows()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("algorithm", row.algorithm().id());
      one.put("messagesPerEntry", row.hops());
      one.put("responseTime", row.response());
      one.put("maxBypass", (long) row.bypass());
      one.put("maxLoadShare", row.load());
      one.put("worthwhile", advice.worthwhile().contains(row));
      list.add(one);
    }
    fields.put("rows", list);
    fields.put("leftOut", advice.leftOut());
    return fields;
  }
}
