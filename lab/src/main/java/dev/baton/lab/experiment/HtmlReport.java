package dev.baton.lab.experiment;

import dev.baton.lab.experiment.ClaimJudge.Judgement;
import dev.baton.lab.experiment.ClaimJudge.Verdict;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A page that holds everything it shows, and asks nothing of a network. */
final class HtmlReport {

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --paper: #fff; --ink: #1a1a1a; --faint: #666; --line: #ccc;
        --good: #176b3a; --other: #7a5200; --bad: #a11d1d; --card: #f6f6f4; }
      @media (prefers-color-scheme: dark) {
        :root { --paper: #16181b; --ink: #e8e8e6; --faint: #a5a8ad; --line: #3c4046;
          --good: #6fce97; --other: #e5b567; --bad: #ff8f86; --card: #1f2226; }
        img.plot { filter: invert(1) hue-rotate(180deg); } }
      * { box-sizing: border-box; }
      body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--paper);
        color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
      h1 { font-size: 1.6rem; } h2 { margin-top: 3rem; font-size: 1.3rem; } h3 { font-size: 1rem; }
      a { color: inherit; } .faint { color: var(--faint); }
      .scroll { overflow-x: auto; } nav ul { columns: 20rem; padding-left: 1.2rem; }
      table { border-collapse: collapse; width: 100%; font-size: .9rem; }
      th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: left;
        vertical-align: top; } td.number { text-align: right; white-space: nowrap; }
      .verdict { font-weight: 600; white-space: nowrap; } .confirmed { color: var(--good); }
      .otherwise { color: var(--other); } .not_confirmed { color: var(--bad); }
      .verdict::before { content: "✓ "; } .verdict.otherwise::before { content: "~ "; }
      .verdict.not_confirmed::before { content: "✗ "; }
      img.plot { width: 100%; min-width: 34rem; max-width: 54rem; height: auto; display: block; }
      figure { margin: 1.5rem 0; } details { margin: 1rem 0; background: var(--card); padding: .6rem; }
      summary { cursor: pointer; } code { font-size: .85em; }
      .note { font-size: .85rem; color: var(--faint); }
      @media (max-width: 40rem) { table.claims, table.claims tbody, table.claims tr,
        table.claims td { display: block; } table.claims thead { display: none; }
        table.claims td { border: 0; padding: .1rem 0; }
        table.claims tr { border-bottom: 1px solid var(--line); padding: .6rem 0; display: block; }
        table.claims td[data-label]::before { content: attr(data-label) ": ";
          color: var(--faint); } .verdict { white-space: normal; } }
      """;

  private final StringBuilder html = new StringBuilder();

  /** The page of a whole run. */
  static String page(ExperimentReport report, String manifestLine) {
    HtmlReport page = new HtmlReport();
    page.head(report, manifestLine);
    report.findings().forEach(page::section);
    page.html.append("</body></html>\n");
    return page.html.toString();
  }

  private void head(ExperimentReport report, String manifestLine) {
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .append("<title>Baton: experiments</title><link rel=\"icon\" href=\"data:,\">")
        .append("<style>\n")
        .append(STYLE)
        .append("</style></head><body>\n<h1>What the papers say, and what was measured</h1>\n<p>");
    List<Judgement> all = report.judgements();
    Map<Verdict, Long> counts = ExperimentReport.counts(all);
    html.append(all.size()).append(" claims: ");
    html.append(
        String.join(
            ", ",
            counts.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .toList()));
    html.append(".</p>\n<p class=\"faint\">").append(escape(manifestLine)).append("</p>\n<p>");
    html.append(
        "± is half of a 95 % interval (Student's t over independent trials; a warm-up is cut off"
            + " by MSER-5). Algorithms that are compared drew the same random numbers. Trials were"
            + " added until an interval was at most 5 % of its mean on each side, or the budget"
            + " was spent: then it says <em>not converged</em>.</p>\n<nav><ul>");
    for (ExperimentReport.Findings findings : report.findings()) {
      html.append("<li><a href=\"#")
          .append(escape(findings.experiment().name()))
          .append("\">")
          .append(escape(findings.experiment().title()))
          .append("</a></li>");
    }
    html.append("</ul></nav>\n");
  }

  private void section(ExperimentReport.Findings findings) {
    Experiment experiment = findings.experiment();
    html.append("<section class=\"experiment\" id=\"")
        .append(escape(experiment.name()))
        .append("\">\n<h2>");
    html.append(escape(experiment.title())).append("</h2>\n<p class=\"faint\">");
    html.append(escape(experiment.paper())).append("</p>\n<p>");
    html.append(escape(experiment.about())).append("</p>\n");
    claims(findings.judgements());
    findings.plots().forEach(this::plot);
    table(experiment, findings.results());
    html.append("<p class=\"faint\">To repeat it: <code>./baton experiment ")
        .append(escape(experiment.name()))
        .append(" --out DIR</code></p>\n</section>\n");
  }

  private void plot(String title, byte[] png) {
    if (png == null) {
      html.append("<p class=\"faint\">Nothing of this run to draw: ")
          .append(escape(title))
          .append("</p>\n");
      return;
    }
    html.append("<figure class=\"scroll\"><img class=\"plot\" alt=\"")
        .append(escape(title))
        .append("\" src=\"data:image/png;base64,")
        .append(Base64.getEncoder().encodeToString(png))
        .append("\"></figure>\n");
  }

  private void claims(List<Judgement> judgements) {
    if (judgements.isEmpty()) {
      return;
    }
    html.append("<table class=\"claims\"><thead><tr><th>claim</th><th>published</th>")
        .append("<th>measured</th><th>verdict</th></tr></thead><tbody>\n");
    for (Judgement judgement : judgements) {
      String kind = judgement.verdict().name().toLowerCase(java.util.Locale.ROOT);
      html.append("<tr><td>")
          .append(escape(judgement.claim().claim()))
          .append(" <span class=\"faint\">(")
          .append(escape(judgement.claim().where()))
          .append(")</span><div class=\"note\">")
          .append(escape(judgement.claim().situation()))
          .append("<br>")
          .append(escape(judgement.claim().compared()))
          .append("</div>");
      if (judgement.verdict() != Verdict.CONFIRMED) {
        String reading =
            judgement.reading() == null ? "" : "In this reading: " + judgement.reading() + ". ";
        html.append("<div class=\"note\">")
            .append(escape(reading))
            .append(escape(judgement.note()))
            .append("</div>");
      }
      html.append("</td><td data-label=\"published\">")
          .append(escape(judgement.claim().published()))
          .append("</td><td data-label=\"measured\">")
          .append(escape(judgement.measured()))
          .append("</td><td class=\"verdict ")
          .append(kind)
          .append("\">")
          .append(judgement.verdict())
          .append("</td></tr>\n");
    }
    html.append("</tbody></table>\n");
  }

  private void table(Experiment experiment, List<Result> results) {
    List<String> names = CellTexts.differing(results.stream().map(Result::cell).toList());
    List<Measure> measures =
        experiment.measures() != null
            ? experiment.measures()
            : Arrays.stream(Measure.values())
                .filter(measure -> results.stream().anyMatch(it -> it.estimate(measure) != null))
                .toList();
    html.append("<details><summary>All ")
        .append(results.size())
        .append(" measured configurations</summary><div class=\"scroll\"><table class=\"cells\">")
        .append("<thead><tr>");
    names.forEach(name -> html.append("<th>").append(escape(name)).append("</th>"));
    measures.forEach(
        measure ->
            html.append("<th>")
                .append(escape(measure.toString()))
                .append("<br><span class=\"faint\">")
                .append(escape(measure.unit()))
                .append("</span></th>"));
    html.append("<th>trials</th></tr></thead><tbody>\n");
    for (Result result : results) {
      html.append("<tr title=\"")
          .append(escape(result.cell().command(experiment.name(), result.trials().size())))
          .append("\">");
      for (String name : names) {
        String value = result.cell().option(name);
        html.append("<td>").append(value == null ? "" : escape(value)).append("</td>");
      }
      for (Measure measure : measures) {
        Estimate estimate = result.estimate(measure);
        html.append("<td class=\"number\">")
            .append(estimate == null ? "" : estimate.toString())
            .append("</td>");
      }
      html.append("<td class=\"number\">")
          .append(result.trials().size())
          .append(result.isPrecise() ? "" : ", not converged")
          .append("</td></tr>\n");
    }
    html.append("</tbody></table></div></details>\n");
  }

  private static String escape(String text) {
    return text.strip()
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
