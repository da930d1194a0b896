package dev.baton.lab.answer;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.core.stage.Schedule;
import dev.baton.lab.run.Memory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one or two searches of a check found, for people and as JSON. */
public final class CheckAnswer {

  private static final int TEXT_WIDTH = 84;

  private final Check check;
  private final List<Report> reports = new ArrayList<>();
  private Report.Verdict verdict = Report.Verdict.HOLDS;
  private long states;
  private long transitions;

  /** Of the searches that know it; null if one does not. */
  private Integer depth = 0;

  private double seconds;
  private double collisionBound;
  private Integer maxBypass;

  /** The likely field, or the line that throws; null if there is none. */
  private String hint;

  public CheckAnswer(Check check) {
    this.check = check;
  }

  public void add(Report report, String hint, double seconds) {
    reports.add(report);
    this.hint = hint;
    verdict = report.verdict();
    transitions += report.transitions();
    collisionBound += report.collisionBound();
    if (report.maxBypass() >= 0 && verdict == Report.Verdict.HOLDS) {
      maxBypass = report.maxBypass();
    }
    count(report.states(), report.depth(), seconds);
  }

  /** A search that ran out of memory for its states. */
  public void addIncomplete(long states, int depth, double seconds) {
    verdict = Report.Verdict.INCOMPLETE;
    count(states, depth, seconds);
  }

  private void count(long states, int depth, double seconds) {
    this.states += states;
    boolean isKnown = this.depth != null && depth != Report.NO_DEPTH;
    this.depth = isKnown ? Integer.valueOf(Math.max(this.depth, depth)) : null;
    this.seconds += seconds;
  }

  public boolean holds() {
    return verdict == Report.Verdict.HOLDS;
  }

  /** The path to the violation; null if there is none, or none is known. */
  public String trace() {
    return hasSchedule() ? last().trace() : null;
  }

  /** The same, to be drawn. */
  public Schedule schedule() {
    Check violated = last().check();
    return new Schedule(violated.algorithm(), violated.setup(), violated.fifo(), last().schedule());
  }

  private boolean hasSchedule() {
    return verdict == Report.Verdict.VIOLATED && last().isReplayed();
  }

  private boolean isReduced() {
    return reports.stream().anyMatch(Report::reduced);
  }

  private Report last() {
    return reports.get(reports.size() - 1);
  }

  // JSON.

  public Map<String, Object> fields() {
    boolean violated = verdict == Report.Verdict.VIOLATED;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("algorithm", check.algorithm().id());
    fields.put("nodes", check.setup().n());
    fields.put("requests", check.requests() == Check.UNBOUNDED ? "unbounded" : check.requests());
    fields.put("channels", check.fifo() ? "fifo" : "any");
    fields.put("neighbourhoods", check.setup().neighbourhoods());
    fields.put("joins", check.joins());
    fields.put("leaves", check.leaves());
    fields.put("linkChanges", check.linkChanges());
    fields.put("verdict", verdict.toString());
    fields.put("property", violated ? last().property().toString() : null);
    fields.put("message", violated ? last().message() : null);
    fields.put("hint", violated ? hint : null);
    fields.put("states", states);
    fields.put("transitions", transitions);
    fields.put("depth", depth);
    fields.put("seconds", seconds);
    fields.put("statesPerSecond", Math.round(states / seconds));
    fields.put("reduction", isReduced() ? "receivers-first" : "none");
    fields.put("collisionBound", collisionBound);
    fields.put("trace", trace());
    fields.put("maxBypass", maxBypass);
    return fields;
  }

  // For people.

  /**
   * Prints it.
   *
   * @param file where the trace was written, or null
   * @param showsFields whether to say which fields each event changes
   */
  public void print(PrintWriter out, Path file, boolean showsFields) {
    String requests =
        check.requests() == Check.UNBOUNDED
            ? "unbounded requests"
            : Figures.count(check.requests(), "request", "requests") + " each";
    out.println(
        check.algorithm().id()
            + ", "
            + Figures.count(check.setup().n(), "node", "nodes")
            + (check.setup().structure().isComplete() ? "" : " in a " + check.setup().structure())
            + ", "
            + requests
            + ", channels "
            + (check.fifo() ? "fifo" : "any")
            + (check.setup().permits() == 1 ? "" : ", k " + check.setup().permits())
            + Figures.division(check.setup())
            + moves());
    out.println();
    switch (verdict) {
      case HOLDS -> printHolds(out);
      case VIOLATED -> printViolated(out, file, showsFields);
      case INCOMPLETE -> printIncomplete(out);
    }
    printCounts(out);
  }

  private String moves() {
    if (check.linkChanges() > 0) {
      return ", " + Figures.count(check.linkChanges(), "change of a link", "changes of links");
    }
    if (!check.setup().isRoaming()) {
      return "";
    }
    return ", "
        + Figures.count(check.joins(), "join", "joins")
        + ", "
        + Figures.count(check.leaves(), "leave", "leaves");
  }

  private void printHolds(PrintWriter out) {
    for (Report report : reports) {
      List<Property> properties = report.check().properties();
      if (!properties.contains(Property.BYPASS)) {
        String names = String.join(", ", properties.stream().map(Property::toString).toList());
        row(out, "HOLDS", names + ", in every interleaving");
      } else {
        int bound = report.check().bypassBound();
        row(
            out,
            bound == Integer.MAX_VALUE ? "MEASURED" : "HOLDS",
            (bound == Integer.MAX_VALUE ? "bypass" : "bypass:" + bound)
                + ", at most "
                + Figures.count(maxBypass, "entry", "entries")
                + " by others between a request and its entry");
      }
    }
    out.println();
  }

  private void printViolated(PrintWriter out, Path file, boolean showsFields) {
    Report report = last();
    wrapped(out, "VIOLATED", report.property() + ": " + report.message());
    if (hint != null) {
      wrapped(out, "", hint);
    }
    out.println();
    if (report.property() == Property.CONTRACT) {
      printBroken(out, report);
      return;
    }
    if (!hasSchedule()) {
      out.println(
          "  The search for a shortest path to it does not fit into memory: raise --memory, or"
              + " write fewer --nodes or --requests.");
      out.println();
      return;
    }
    out.println("The shortest path to it:");
    out.println();
    out.print(report.table());
    out.println();
    out.println(
        showsFields
            ? "The same, with what each event does, and the fields that it changes:"
            : "The same as a trace, with what each event does:");
    out.println();
    out.print(showsFields ? ChangedFields.of(schedule()) : trace());
    out.println();
    out.println(
        file == null
            ? "To replay it: add --out FILE to this command, then baton trace FILE."
            : "Written to " + file + ". To replay it: baton trace " + file);
    out.println();
  }

  /** The contract is broken: there is nothing to replay. */
  private static void printBroken(PrintWriter out, Report report) {
    if (!report.schedule().isEmpty()) {
      out.println("This was seen after:");
      out.println();
      out.print(report.table());
      out.println();
    }
    out.println("No answer of a check holds before that is put right: see docs/guide/mistakes.md.");
    out.println();
  }

  private void printIncomplete(PrintWriter out) {
    row(
        out,
        "INCOMPLETE",
        "the memory limit of " + Memory.text(check.memoryBytes()) + " was reached.");
    String likely = reports.isEmpty() ? "" : last().message().replaceFirst("[^.]*\\. ?", "");
    if (!likely.isEmpty()) {
      out.println("  The likely reason: " + likely);
    }
    out.println(
        "  No violation so far, but not every state was visited: raise --memory, "
            + (check.isSwept() || !check.maySweep() ? "" : "add --sweep, ")
            + "or write fewer --nodes or --requests.");
    out.println();
  }

  private void printCounts(PrintWriter out) {
    String reduced = isReduced() ? "   without those that make no difference" : "";
    row(out, "states", Figures.whole(states) + reduced);
    row(out, "transitions", Figures.whole(transitions));
    row(
        out,
        "depth",
        depth == null
            ? "not known after a sweep"
            : Figures.whole(depth) + "   events to the state that is farthest away");
    row(
        out,
        "time",
        Figures.seconds(seconds) + "   " + Figures.rounded(states / seconds) + " states/s");
    if (check.exact()) {
      row(out, "collisions", "none   whole states were compared");
    } else {
      row(
          out,
          "collisions",
          Figures.about(collisionBound)
              + "   expected among 64-bit fingerprints; --exact has none");
    }
  }

  /** A row that may need several lines. */
  private static void wrapped(PrintWriter out, String name, String text) {
    StringBuilder line = new StringBuilder();
    String first = name;
    for (String word : text.split(" ")) {
      if (line.length() + word.length() > TEXT_WIDTH) {
        row(out, first, line.toString());
        line.setLength(0);
        first = "";
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    row(out, first, line.toString());
  }

  private static void row(PrintWriter out, String name, String text) {
    out.printf("  %-12s %s%n", name, text);
  }
}
