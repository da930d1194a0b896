package dev.baton.lab.answer;

import dev.baton.lab.demo.Demo;
import dev.baton.lab.demo.DemoCluster;
import dev.baton.lab.demo.HistoryJudge;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code baton demo} prints.
 *
 * @param outcome null if it did not finish
 * @param failure why; null otherwise
 * @param files where everything was written
 */
public record DemoAnswer(DemoCluster.Plan plan, Demo.Outcome outcome, String failure, Path files) {

  public boolean isFine() {
    return outcome != null && outcome.isFine();
  }

  private String verdict() {
    return isFine() ? "OK" : "VIOLATED";
  }

  public void print(PrintWriter out) {
    String what = plan.permits() == 1 ? "one lock" : "a semaphore of " + plan.permits();
    out.println(
        plan.algorithm()
            + ", "
            + plan.members()
            + " members, "
            + plan.voters()
            + " voters, "
            + what);
    out.println();
    if (outcome != null) {
      print(out, outcome.findings());
      out.println();
    }
    out.println("verdict: " + (isFine() ? "OK" : "VIOLATED: " + reasons() + "; see " + files));
  }

  private void print(PrintWriter out, HistoryJudge.Findings found) {
    String rate = Figures.whole(Math.round(outcome.grantsPerSecond()));
    row(out, "grants", Figures.whole(found.grants()), rate + " per second before the kill");
    row(out, "hand-off p50", micros(found.handOff(0.50)), "from an exit to the entry of another");
    row(out, "hand-off p99", micros(found.handOff(0.99)), "");
    String killed = outcome.killed() + " was killed inside; the lease is ";
    String lease = plan.lease().toMillis() / 1000.0 + " s";
    row(out, "recovery", millis(outcome.recovery()), killed + lease);
    out.println();
    row(out, "overlaps", Figures.whole(found.overlaps()), "two inside at once");
    row(
        out,
        "fence inversions",
        Figures.whole(found.fenceInversions()),
        "a fence not above all before");
    row(
        out,
        "lost updates",
        Figures.whole(found.lostUpdates()),
        "the file shows " + Figures.whole(found.counter()));
  }

  private static void row(PrintWriter out, String name, String value, String note) {
    out.println(String.format("  %-17s %12s   %s", name, value, note).stripTrailing());
  }

  private static String micros(Long nanos) {
    return nanos == null ? "none" : Figures.whole(Math.round(nanos / 1e3)) + " µs";
  }

  private static String millis(Duration time) {
    return time == null ? "none" : Figures.whole(time.toMillis()) + " ms";
  }

  private String reasons() {
    if (outcome == null) {
      return failure;
    }
    List<String> reasons = new ArrayList<>();
    HistoryJudge.Findings found = outcome.findings();
    add(reasons, found.overlaps(), "overlap", "overlaps");
    add(reasons, found.fenceInversions(), "fence inversion", "fence inversions");
    add(reasons, found.lostUpdates(), "lost update", "lost updates");
    if (outcome.recovery() == null) {
      reasons.add("nobody entered after the kill");
    }
    return String.join(", ", reasons);
  }

  private static void add(List<String> reasons, long number, String one, String many) {
    if (number != 0) {
      reasons.add(Figures.count(number, one, many));
    }
  }

  public Map<String, Object> fields() {
    HistoryJudge.Findings found = outcome == null ? null : outcome.findings();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("members", plan.members());
    fields.put("voters", plan.voters());
    fields.put("algorithm", plan.algorithm());
    fields.put("k", plan.permits());
    fields.put("leaseMillis", plan.lease().toMillis());
    fields.put("grants", found == null ? null : found.grants());
    fields.put("grantsPerSecond", found == null ? null : rounded(outcome.grantsPerSecond()));
    Map<String, Object> handOff = new LinkedHashMap<>();
    handOff.put("p50", found == null ? null : inMicros(found.handOff(0.50)));
    handOff.put("p99", found == null ? null : inMicros(found.handOff(0.99)));
    fields.put("handOffMicros", handOff);
    fields.put(
        "recoveryMillis",
        found == null || outcome.recovery() == null ? null : outcome.recovery().toMillis());
    fields.put("overlaps", found == null ? null : found.overlaps());
    fields.put("fenceInversions", found == null ? null : found.fenceInversions());
    fields.put("lostUpdates", found == null ? null : found.lostUpdates());
    fields.put("counter", found == null ? null : found.counter());
    fields.put("verdict", verdict());
    if (!isFine()) {
      fields.put("reason", reasons());
      fields.put("files", files.toString());
    }
    return fields;
  }

  private static Double inMicros(Long nanos) {
    return nanos == null ? null : rounded(nanos / 1e3);
  }

  private static double rounded(double number) {
    return Math.round(number * 10) / 10.0;
  }
}
