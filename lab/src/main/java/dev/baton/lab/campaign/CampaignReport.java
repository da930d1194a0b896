package dev.baton.lab.campaign;

import dev.baton.lab.campaign.CampaignJudge.Done;
import dev.baton.lab.campaign.CampaignJudge.Effect;
import java.util.Locale;

/** A page about a campaign that holds everything it shows, and asks nothing of a network. */
public final class CampaignReport {

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --paper: #fdfdfb; --ink: #16181d; --ink-2: #474c56;
        --faint: #666c77; --rule: #e1e1da; --lane: #8d929b; --now: #0a5cad; --now-soft: #e6f0fa;
        --mark: #8a6a00; --bad: #9d1048; --bad-soft: #fbeaf0; --good: #17643f; --sunken: #f4f4f0; }
      @media (prefers-color-scheme: dark) {
        :root { --paper: #14161a; --ink: #ecece7; --ink-2: #b6bac2; --faint: #959ba5;
          --rule: #2b2f36; --lane: #787e89; --now: #79b8ff; --now-soft: #1c2c3f; --mark: #e2c044;
          --bad: #ff8db0; --bad-soft: #3a1a26; --good: #6fd0a0; --sunken: #1f2329; } }
      * { box-sizing: border-box; }
      body { margin: 0 auto; padding: 24px; max-width: 1280px; background: var(--paper);
        color: var(--ink); font: 14px/1.45 system-ui, "Noto Sans", "Liberation Sans", sans-serif; }
      h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 32px 0 8px; }
      .good { color: var(--good); } .bad { color: var(--bad); fill: var(--bad); }
      .faint { color: var(--faint); fill: var(--faint); } p { margin: 4px 0; max-width: 60rem; }
      .scroll { overflow-x: auto; margin: 12px 0 20px; }
      svg.line { display: block; width: 100%; min-width: 900px; height: auto; }
      svg text { font: 12px system-ui, "Noto Sans", "Liberation Sans", sans-serif;
        fill: var(--ink); } svg .small { font-size: 11px; } svg text.faint { fill: var(--faint); }
      svg text.bad { fill: var(--bad); font-weight: 600; }
      .name { font-weight: 600; } .label { font-size: 11px !important; }
      .grants { fill: var(--ink-2); } .base { stroke: var(--lane); stroke-width: 1; }
      .tick { stroke: var(--lane); stroke-width: 1; } .during { fill: var(--lane); opacity: .13; }
      .calm { stroke: var(--good); stroke-dasharray: 3 3; }
      .fault { fill: var(--ink-2); } .fault.network { fill: var(--now); }
      .fault.disks { fill: var(--mark); } .fault.clocks { fill: var(--good); }
      .outage { fill: var(--bad); opacity: .22; } .stall { fill: var(--mark); }
      .away, .joining, .suspended, .stopped { fill: none; stroke: var(--lane); stroke-width: 1; }
      .away { fill: url(#hatch); } .stopped { fill: url(#hatch); stroke-dasharray: 2 2; }
      .joining { fill: var(--now-soft); } .suspended { fill: var(--bad-soft); stroke: var(--bad); }
      table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
      th { text-align: left; color: var(--faint); font-weight: 400; font-size: 12px; }
      th, td { border-bottom: 1px solid var(--rule); padding: 4px 12px 4px 0;
        vertical-align: top; } th.number, td.number { text-align: right; white-space: nowrap; }
      .note { color: var(--faint); font-size: 12px; } li { margin: 2px 0; }
      code { font-family: ui-monospace, "Liberation Mono", monospace; font-size: 13px; }
      .key span { margin-right: 20px; white-space: nowrap; } .key svg { vertical-align: -2px; }
      dl { display: grid; grid-template-columns: max-content max-content 1fr; gap: 2px 16px;
        margin: 8px 0; } dt, dd { margin: 0; } dd.value { text-align: right; font-weight: 600; }
      @media (max-width: 640px) { body { padding: 12px; } dl { grid-template-columns: 1fr auto; }
        dl .faint { display: none; } }
      """;

  private static final String HATCH =
      "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>"
          + "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\""
          + " patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\""
          + " stroke=\"#8d929b\" stroke-width=\"1.5\"/></pattern></defs></svg>\n";

  private final Campaign.Outcome outcome;
  private final CampaignJudge.Findings found;
  private final StringBuilder html = new StringBuilder();

  private CampaignReport(Campaign.Outcome outcome) {
    this.outcome = outcome;
    found = outcome.findings();
  }

  /** The whole page. */
  public static String page(Campaign.Outcome outcome, String verdict) {
    CampaignReport report = new CampaignReport(outcome);
    report.head(verdict);
    report.key();
    report.html.append(new CampaignChart(outcome).draw());
    report.kinds();
    report.faults();
    report.html.append("</body></html>\n");
    return report.html.toString();
  }

  private void head(String verdict) {
    CampaignSettings settings = outcome.settings();
    String sign = outcome.isFine() ? "✓ " : "✕ ";
    add(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\""
            + " content=\"width=device-width, initial-scale=1\"><title>Baton: campaign, seed"
            + " %d</title><link rel=\"icon\" href=\"data:,\"><style>\n%s</style></head><body>\n%s",
        settings.seed(), STYLE, HATCH);
    add(
        "<h1 class=\"%s\">%s%s</h1>\n",
        outcome.isFine() ? "good" : "bad", sign, outcome.isFine() ? "OK" : "Violated");
    add(
        "<p>%d members, %d voters, %s, lease %.1f s%s, on %s, seed %d, %.0f s. %d faults.</p>\n",
        settings.members(),
        settings.voters(),
        escape(settings.algorithm()),
        settings.lease().toMillis() / 1e3,
        settings.tls() ? ", TLS" : "",
        outcome.where(),
        settings.seed(),
        (outcome.course().end() - outcome.course().start()) / 1e9,
        found.effects().size());
    outcome.leftOut().forEach(line -> add("<p class=\"faint\">%s</p>\n", escape(line)));
    if (!outcome.isFine()) {
      html.append("<ul class=\"violations\">");
      outcome
          .violations()
          .forEach(violation -> add("<li class=\"bad\">✕ %s</li>\n", escape(violation)));
      html.append("</ul>\n");
    }
    html.append("<dl>");
    fact("grants", found.grants(), "entries into locks and semaphores");
    fact("epochs", found.epochs(), "changes of the membership, by faults and by members that roam");
    fact("holds lost", found.lostHolds(), "by members that were cut off, stopped or moved");
    fact("overlaps", found.overlaps(), "two holds of one permit, valid at one moment");
    fact("fence inversions", found.fenceInversions(), "a fence that is not above all before");
    fact("lost waiters", found.lostWaiters(), "asked before the last calm, no answer at its end");
    fact("members not back", found.notBack(), "granted nothing in the last calm");
    fact("grown", found.grown(), "more threads or heap than at the first calm");
    html.append("</dl>\n");
  }

  private void fact(String name, long value, String note) {
    add("<dt>%s</dt><dd class=\"value\">%,d</dd><dd class=\"faint\">%s</dd>\n", name, value, note);
  }

  private void key() {
    html.append("<h2>Time line</h2>\n<p class=\"key note\">");
    key("fault", "fault of processes");
    key("fault network", "of the network");
    key("fault disks", "of disks");
    key("fault clocks", "of clocks");
    key("grants", "grants per second");
    key("outage", "✕ no grant to anybody for 0.5 s or more");
    key("away", "does not run");
    key("joining", "starts and joins");
    key("suspended", "has no lease");
    if (!outcome.stalls().isEmpty()) {
      key("stall", "the machine itself stood still");
    }
    html.append("</p>\n");
  }

  private void key(String mark, String words) {
    add(
        "<span><svg width=\"16\" height=\"12\" aria-hidden=\"true\"><rect class=\"%s\" x=\"1\""
            + " y=\"1\" width=\"14\" height=\"10\"/></svg> %s</span> ",
        mark, words);
  }

  /** What each kind of fault came to. */
  private void kinds() {
    if (found.effects().isEmpty()) {
      return;
    }
    html.append(
        "<h2>By kind of fault</h2>\n<div class=\"scroll\"><table><thead><tr><th>fault</th>"
            + "<th class=\"number\">times</th><th class=\"number\">outage, median</th>"
            + "<th class=\"number\">longest</th><th class=\"number\">hot lock, longest</th>"
            + "<th class=\"number\">again, longest</th>"
            + "<th class=\"number\">all back, longest</th><th class=\"number\">holds lost</th>"
            + "</tr></thead><tbody>\n");
    for (KindTotals kind : found.kinds()) {
      row(
          "<td>" + kind.kind() + "</td>",
          "" + kind.times(),
          seconds(kind.medianOutage()),
          seconds(kind.longestOutage()),
          seconds(kind.longestHotOutage()),
          inTime(kind.longestAgain()),
          inTime(kind.longestBack()),
          "" + kind.lost());
    }
    html.append("</tbody></table></div>\n");
  }

  private static String inTime(long nanos) {
    return nanos < 0 ? "not in time" : seconds(nanos);
  }

  private void faults() {
    if (found.effects().isEmpty()) {
      return;
    }
    html.append(
        "<h2>All faults</h2>\n<p class=\"note\">Outage: the longest time without a grant to"
            + " anybody, from the beginning of the fault until, before the next one, all collect"
            + " garbage. All back: from the end of the fault until every member has been granted"
            + " something. Share: what members that kept their seats were granted per second, as a"
            + " part of what they were granted before the first fault, both without the first 10 s."
            + " Unseated: the most members without a seat in an epoch of the fault.</p>\n"
            + "<div class=\"scroll\"><table class=\"faults\"><thead><tr><th>fault</th>"
            + "<th class=\"number\">at</th><th class=\"number\">for</th>"
            + "<th class=\"number\">outage</th><th class=\"number\">hot lock</th>"
            + "<th class=\"number\">again</th>"
            + "<th class=\"number\">all back</th><th class=\"number\">holds lost</th>"
            + "<th class=\"number\">share</th><th class=\"number\">unseated</th>"
            + "<th class=\"number\">epochs</th></tr></thead><tbody>\n");
    for (Effect effect : found.effects()) {
      Done done = effect.done();
      String note = note(done.note()) + note(String.join(", ", effect.reasons()));
      row(
          "<td>"
              + done.fault().number()
              + " <b>"
              + done.fault().kind().id()
              + "</b>: "
              + escape(done.what())
              + note
              + "</td>",
          seconds(done.begin() - outcome.course().start()),
          seconds(done.end() - done.begin()),
          seconds(effect.outage()),
          seconds(effect.hotOutage()),
          inTime(effect.again()),
          inTime(effect.back()),
          "" + effect.lost(),
          Double.isNaN(effect.share()) ? "" : Math.round(effect.share() * 100) + " %",
          "" + effect.unseated(),
          "" + effect.epochs());
    }
    html.append("</tbody></table></div>\n");
  }

  private static String note(String words) {
    return words.isEmpty() ? "" : "<div class=\"note\">" + escape(words) + "</div>";
  }

  private void row(String first, String... cells) {
    html.append("<tr>").append(first);
    for (String cell : cells) {
      html.append("<td class=\"number\">").append(cell).append("</td>");
    }
    html.append("</tr>\n");
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }

  private void add(String format, Object... values) {
    html.append(String.format(Locale.ROOT, format, values));
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
