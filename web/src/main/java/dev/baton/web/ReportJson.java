package dev.baton.web;

import dev.baton.checker.Property;
import dev.baton.checker.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the searches of a check found, as the page reads it; counts are those of all of them. */
final class ReportJson {

  private ReportJson() {}

  /**
   * The answer.
   *
   * @param reports in their order; only the last one can be other than that all holds
   */
  static Map<String, Object> fields(List<Report> reports) {
    Report last = reports.get(reports.size() - 1);
    boolean isKnown = reports.stream().allMatch(it -> it.depth() != Report.NO_DEPTH);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("verdict", last.verdict().toString());
    fields.put("property", last.property() == null ? null : last.property().toString());
    fields.put("message", last.message());
    fields.put("states", reports.stream().mapToLong(Report::states).sum());
    fields.put("transitions", reports.stream().mapToLong(Report::transitions).sum());
    fields.put("depth", isKnown ? reports.stream().mapToInt(Report::depth).max().orElse(0) : null);
    fields.put("trace", last.schedule() == null ? null : last.trace());
    fields.put("events", last.schedule() == null ? 0 : last.schedule().size());
    fields.put("loop", last.schedule() == null ? Recording.NONE : last.loop());
    fields.put("properties", reports.stream().flatMap(it -> names(it).stream()).toList());
    fields.put("bypassBound", bypassBound(last));
    boolean isCounted = last.verdict() == Report.Verdict.HOLDS && last.maxBypass() >= 0;
    fields.put("maxBypass", isCounted ? Integer.valueOf(last.maxBypass()) : null);
    fields.put("reduced", reports.stream().anyMatch(Report::reduced));
    fields.put("exact", last.check().exact());
    return fields;
  }

  private static List<String> names(Report report) {
    return report.check().properties().stream().map(Property::toString).toList();
  }

  /** Null if bypasses are only measured, or not at all. */
  private static Integer bypassBound(Report report) {
    boolean isBound =
        report.check().properties().contains(Property.BYPASS)
            && report.check().bypassBound() != Integer.MAX_VALUE;
    return isBound ? Integer.valueOf(report.check().bypassBound()) : null;
  }
}
