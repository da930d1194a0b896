package dev.baton.lab.answer;

import dev.baton.lab.campaign.Campaign;
import dev.baton.lab.campaign.CampaignJudge;
import dev.baton.lab.campaign.CampaignReport;
import dev.baton.lab.campaign.CampaignSettings;
import dev.baton.lab.campaign.Load;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What {@code baton campaign} prints.
 *
 * @param outcome null if it did not finish
 * @param failure why; null otherwise
 * @param files what the processes wrote
 */
public record CampaignAnswer(
    CampaignSettings settings, Campaign.Outcome outcome, String failure, Path files) {

  private static final int MOST_VIOLATIONS = 20;
  private static final int MOST_REASONS = 3;

  public boolean isFine() {
    return outcome != null && outcome.isFine();
  }

  public String page() {
    return CampaignReport.page(outcome, verdict());
  }

  private String verdict() {
    return isFine() ? "OK" : "VIOLATED: " + reasons();
  }

  private String reasons() {
    if (outcome == null) {
      return failure;
    }
    String first = outcome.violations().getFirst();
    int more = outcome.violations().size() - 1;
    return more == 0 ? first : first + "; and " + more + " more";
  }

  public void print(PrintWriter out) {
    out.println(
        settings.algorithm()
            + ", "
            + settings.members()
            + " members, "
            + settings.voters()
            + " voters, lease "
            + settings.lease().toMillis() / 1000.0
            + " s"
            + (settings.tls() ? ", TLS" : "")
            + (outcome == null ? "" : ", " + outcome.where())
            + ", seed "
            + settings.seed());
    out.println();
    if (outcome != null) {
      outcome.leftOut().forEach(out::println);
      print(out, outcome.findings());
    }
    out.println("verdict: " + verdict() + (isFine() ? "" : "; see " + files));
  }

  private void print(PrintWriter out, CampaignJudge.Findings found) {
    if (!found.effects().isEmpty()) {
      TextTable table = new TextTable(4, 9, 8, 14, 44, 8, 8, 8, 8, 5, 6, 8, 6);
      table.row(
          "",
          "at",
          "for",
          "fault",
          "",
          "outage",
          "hot lock",
          "again",
          "all back",
          "lost",
          "share",
          "unseated",
          "epochs");
      for (CampaignJudge.Effect effect : found.effects()) {
        CampaignJudge.Done done = effect.done();
        table.row(
            "" + done.fault().number(),
            seconds(done.begin() - outcome.course().start()),
            seconds(done.end() - done.begin()),
            done.fault().kind().id(),
            done.what() + reasons(effect.reasons()),
            seconds(effect.outage()),
            seconds(effect.hotOutage()),
            effect.again() < 0 ? "no" : seconds(effect.again()),
            effect.back() < 0 ? "no" : seconds(effect.back()),
            "" + effect.lost(),
            Double.isNaN(effect.share()) ? "" : Math.round(effect.share() * 100) + " %",
            "" + effect.unseated(),
            "" + effect.epochs());
      }
      table.print(out);
      out.println();
      CampaignTotals.print(out, found.kinds());
      out.println();
    }
    row(out, "grants", found.grants(), Figures.whole(Math.round(rate(found))) + " per second");
    row(out, "epochs", found.epochs(), "");
    row(out, "holds lost", found.lostHolds(), "by members that were cut off, stopped or moved");
    row(
        out,
        "longest wait",
        seconds(found.worstWait()),
        "in the last calm " + seconds(found.worstWaitInCalm()));
    out.println();
    row(out, "overlaps", found.overlaps(), "two valid holds of one permit");
    row(out, "fence inversions", found.fenceInversions(), "a fence not above all before");
    row(out, "lost waiters", found.lostWaiters(), "asked before the last calm, and still waiting");
    row(out, "members not back", found.notBack(), "not granted anything in the last calm");
    row(out, "grown", found.grown(), "processes with more threads or heap than at first");
    int others = outcome.violations().size() - found.violations().size();
    row(out, "ended", others, "processes that ended by themselves");
    out.println();
    outcome.violations().stream()
        .limit(MOST_VIOLATIONS)
        .forEach(violation -> out.println("  ✗ " + violation));
    if (!outcome.violations().isEmpty()) {
      out.println();
    }
  }

  /** Why epochs began, without those of members that roam. */
  private static String reasons(List<String> all) {
    List<String> reasons = all.stream().filter(reason -> !reason.startsWith("move of")).toList();
    int more = reasons.size() - MOST_REASONS;
    return reasons.isEmpty()
        ? ""
        : reasons.stream().limit(MOST_REASONS).collect(Collectors.joining(", ", "; epochs: ", ""))
            + (more > 0 ? " and " + more + " more" : "");
  }

  private double rate(CampaignJudge.Findings found) {
    return found.grants() / ((outcome.course().end() - outcome.course().start()) / 1e9);
  }

  private static void row(PrintWriter out, String name, long value, String note) {
    row(out, name, Figures.whole(value), note);
  }

  private static void row(PrintWriter out, String name, String value, String note) {
    out.println(String.format("  %-17s %12s   %s", name, value, note).stripTrailing());
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }

  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("members", settings.members());
    fields.put("voters", settings.voters());
    fields.put("algorithm", settings.algorithm());
    fields.put("leaseMillis", settings.lease().toMillis());
    fields.put("tls", settings.tls());
    fields.put("seed", settings.seed());
    fields.put("seconds", settings.time().toMillis() / 1e3);
    fields.put("baselineMillis", settings.warmUp().toMillis());
    fields.put("faultKinds", settings.faults().words());
    fields.put("loads", settings.loads().stream().map(Load::id).toList());
    if (outcome != null) {
      add(fields, outcome.findings());
    }
    fields.put("verdict", isFine() ? "OK" : "VIOLATED");
    if (!isFine()) {
      fields.put("reason", reasons());
      fields.put("files", files.toString());
    }
    return fields;
  }

  private void add(Map<String, Object> fields, CampaignJudge.Findings found) {
    fields.put("where", outcome.where());
    fields.put("leftOut", outcome.leftOut());
    fields.put("grants", found.grants());
    fields.put("grantsPerSecond", Math.round(rate(found) * 10) / 10.0);
    fields.put("epochs", found.epochs());
    fields.put("holdsLost", found.lostHolds());
    fields.put("longestWaitMillis", millis(found.worstWait()));
    fields.put("longestWaitInCalmMillis", millis(found.worstWaitInCalm()));
    fields.put("overlaps", found.overlaps());
    fields.put("fenceInversions", found.fenceInversions());
    fields.put("lostWaiters", found.lostWaiters());
    fields.put("membersNotBack", found.notBack());
    fields.put("grown", found.grown());
    fields.put("ended", outcome.violations().size() - found.violations().size());
    fields.put("violations", outcome.violations());
    List<Map<String, Object>> faults = new ArrayList<>();
    for (CampaignJudge.Effect effect : found.effects()) {
      CampaignJudge.Done done = effect.done();
      Map<String, Object> fault = new LinkedHashMap<>();
      fault.put("number", done.fault().number());
      fault.put("kind", done.fault().kind().id());
      fault.put("what", done.what());
      fault.put("atMillis", millis(done.begin() - outcome.course().start()));
      fault.put("millis", millis(done.end() - done.begin()));
      fault.put("outageMillis", millis(effect.outage()));
      fault.put("hotOutageMillis", millis(effect.hotOutage()));
      fault.put("againMillis", effect.again() < 0 ? null : millis(effect.again()));
      fault.put("allBackMillis", effect.back() < 0 ? null : millis(effect.back()));
      fault.put("holdsLost", effect.lost());
      fault.put("share", Math.round(effect.share() * 1000) / 1000.0);
      fault.put("unseated", effect.unseated());
      fault.put("epochs", effect.epochs());
      fault.put("reasons", effect.reasons());
      fault.put("note", done.note());
      faults.add(fault);
    }
    fields.put("faults", faults);
    fields.put("kinds", CampaignTotals.fields(found.kinds()));
  }

  private static long millis(long nanos) {
    return Math.round(nanos / 1e6);
  }
}
