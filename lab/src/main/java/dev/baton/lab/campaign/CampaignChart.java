package dev.baton.lab.campaign;

import dev.baton.lab.campaign.CampaignJudge.Done;
import dev.baton.lab.campaign.CampaignJudge.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A campaign as drawings, one for every few minutes: faults as bars, below them a lane for each
 * member with its grants per second, and across all lanes the times without a grant to anybody.
 */
final class CampaignChart {

  private static final int PANEL_SECONDS = 200;
  private static final int SHORTEST_PANEL_SECONDS = 30;
  private static final int LEFT = 84;
  private static final int WIDTH = 1232;
  private static final int RIGHT = WIDTH - 8;
  private static final int LANES = 66;
  private static final int LANE = 40;
  private static final int FAULT_TOP = 38;
  private static final int FAULT_HEIGHT = 16;
  private static final int LABEL_WIDTH = 8;
  private static final int OUTAGE_LABEL = 48;

  /** What a member is while it is not simply at work. */
  private record Spell(String kind, String words, double from, double to) {}

  private final Campaign.Outcome outcome;
  private final CampaignJudge.Findings found;
  private final List<String> members;
  private final int most;
  private final double total;
  private final StringBuilder svg = new StringBuilder();

  // The part that is being drawn, in seconds.

  private double from;
  private double to;

  CampaignChart(Campaign.Outcome outcome) {
    this.outcome = outcome;
    found = outcome.findings();
    members = List.copyOf(found.grantsBySecond().keySet());
    most =
        found.grantsBySecond().values().stream()
            .flatMapToInt(java.util.Arrays::stream)
            .max()
            .orElse(1);
    total = seconds(outcome.course().end());
  }

  /** All drawings, one below the other. */
  String draw() {
    int panels = (int) Math.ceil(total / PANEL_SECONDS);
    double length = Math.max(SHORTEST_PANEL_SECONDS, Math.ceil(total / panels));
    for (int i = 0; i < panels; i++) {
      from = i * length;
      to = from + length;
      panel();
    }
    return svg.toString();
  }

  private double seconds(long time) {
    return (time - outcome.course().start()) / 1e9;
  }

  private double x(double second) {
    double share = (second - from) / (to - from);
    return LEFT + Math.clamp(share, 0, 1) * (RIGHT - LEFT);
  }

  private boolean isSeen(double begin, double end) {
    return end >= from && begin < to;
  }

  private void panel() {
    int height = LANES + members.size() * LANE + 22;
    add(
        "<figure class=\"scroll\"><svg class=\"line\" viewBox=\"0 0 %d %d\" role=\"img\">"
            + "<title>From %.0f s to %.0f s: faults, grants per second of each member, and times"
            + " without a grant. The tables below have the same facts.</title>\n",
        WIDTH, height, from, Math.min(to, total));
    outages(height);
    calm(height);
    for (int i = 0; i < members.size(); i++) {
      lane(members.get(i), LANES + i * LANE);
    }
    found.effects().forEach(effect -> fault(effect, height));
    axis(height);
    svg.append("</svg></figure>\n");
  }

  private void outages(int height) {
    double free = 0;
    for (long[] outage : found.outages()) {
      double begin = seconds(outage[0]);
      double end = seconds(outage[1]);
      if (isSeen(begin, end)) {
        double left = x(begin);
        double width = Math.max(1, x(end) - left);
        add(
            "<rect class=\"outage\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>no"
                + " grant for %.2f s</title></rect>\n",
            left, LANES - 6, width, height - LANES - 16, end - begin);
        if (begin >= from && left >= free) {
          boolean fits = left + OUTAGE_LABEL < RIGHT;
          add(
              "<text class=\"bad small\" x=\"%.1f\" y=\"%d\"%s>✕ %.1f s</text>\n",
              fits ? left : RIGHT, height - 2, fits ? "" : " text-anchor=\"end\"", end - begin);
          free = left + OUTAGE_LABEL;
        }
      }
    }
    for (long[] stall : outcome.stalls()) {
      double begin = seconds(stall[0]);
      double end = seconds(stall[1]);
      if (isSeen(begin, end)) {
        add(
            "<rect class=\"stall\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"4\"><title>the"
                + " machine itself stood still for %.2f s</title></rect>\n",
            x(begin), LANES - 10, Math.max(2, x(end) - x(begin)), end - begin);
      }
    }
  }

  private void calm(int height) {
    double begin = seconds(outcome.course().calm());
    if (isSeen(begin, total)) {
      add(
          "<line class=\"calm\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\"/><text"
              + " class=\"faint small\" x=\"%4$.1f\" y=\"%2$d\">last calm</text>\n",
          x(begin), FAULT_TOP + 12, height - 20, x(begin) + 4);
    }
  }

  // Members.

  private void lane(String member, int top) {
    int base = top + LANE - 8;
    add("<text class=\"name\" x=\"0\" y=\"%d\">%s</text>\n", base - 4, member);
    add("<line class=\"base\" x1=\"%d\" x2=\"%d\" y1=\"%3$d\" y2=\"%3$d\"/>\n", LEFT, RIGHT, base);
    for (Spell spell : spells(member)) {
      if (isSeen(spell.from, spell.to)) {
        add(
            "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>%s %s from"
                + " %.1f s to %.1f s</title></rect>\n",
            spell.kind,
            x(spell.from),
            top + 2,
            Math.max(1, x(spell.to) - x(spell.from)),
            LANE - 10,
            member,
            spell.words,
            spell.from,
            spell.to);
      }
    }
    int[] grants = found.grantsBySecond().get(member);
    StringBuilder path = new StringBuilder();
    for (int second = (int) from; second < Math.min(grants.length, (int) to); second++) {
      double high = (double) grants[second] / most * (LANE - 12);
      if (high > 0) {
        path.append(
            String.format(
                Locale.ROOT,
                "M%.1f %dV%.1fH%.1fV%dZ",
                x(second) + 0.4,
                base,
                base - Math.max(1, high),
                x(second + 1) - 0.4,
                base));
      }
    }
    add("<path class=\"grants\" d=\"%s\"/>\n", path);
  }

  /** When there was no process, when it had not joined, and when it had no lease. */
  private List<Spell> spells(String member) {
    List<Spell> spells = new ArrayList<>();
    String kind = null;
    double since = 0;
    for (Journals.Event event : found.events()) {
      if (!event.member().equals(member)) {
        continue;
      }
      String word = event.text().split(" ")[0];
      String next =
          switch (word) {
            case "started" -> "joining";
            case "joined", "resumed" -> "";
            case "suspended" -> "suspended";
            case "left", "failed" -> "away";
            case "killed" -> "away";
            case "stopped" -> "stopped";
            case "continued" -> "";
            default -> null;
          };
      if (next == null || next.equals(kind)) {
        continue;
      }
      add(spells, kind, since, seconds(event.time()));
      kind = next;
      since = seconds(event.time());
    }
    add(spells, kind, since, total);
    return spells;
  }

  private static void add(List<Spell> spells, String kind, double since, double until) {
    String words =
        switch (kind == null ? "" : kind) {
          case "joining" -> "starts and joins";
          case "suspended" -> "has no lease";
          case "stopped" -> "is stopped";
          case "away" -> "does not run";
          default -> null;
        };
    if (words != null && until > 0) {
      spells.add(new Spell(kind, words, Math.max(0, since), until));
    }
  }

  // Faults.

  private void fault(Effect effect, int height) {
    Done done = effect.done();
    double begin = seconds(done.begin());
    double end = seconds(done.end());
    if (!isSeen(begin, end)) {
      return;
    }
    String group = done.fault().kind().need().name().toLowerCase(Locale.ROOT);
    double left = x(begin);
    double width = Math.max(2, x(end) - left);
    String title = done.fault().number() + ": " + CampaignReport.escape(done.what());
    add(
        "<rect class=\"during\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
        left, FAULT_TOP + FAULT_HEIGHT, width, height - FAULT_TOP - FAULT_HEIGHT - 20);
    add(
        "<rect class=\"fault %s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>%s, for"
            + " %.1f s; outage %.2f s</title></rect>\n",
        group, left, FAULT_TOP, width, FAULT_HEIGHT, title, end - begin, effect.outage() / 1e9);
    if (begin >= from) {
      // Two rows of labels, so that neighbours do not run into each other.
      int y = done.fault().number() % 2 == 1 ? 12 : 28;
      String label = done.fault().number() + " " + done.fault().kind().id();
      boolean fits = left + label.length() * LABEL_WIDTH < RIGHT;
      add(
          "<text class=\"label\" x=\"%.1f\" y=\"%d\"%s>%s</text>\n",
          fits ? left : RIGHT, y, fits ? "" : " text-anchor=\"end\"", label);
      add(
          "<line class=\"tick\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\"/>\n",
          left, y + 2, FAULT_TOP);
    }
  }

  private void axis(int height) {
    double length = to - from;
    int step = length <= 40 ? 5 : length <= 90 ? 10 : 20;
    for (int second = (int) Math.ceil(from / step) * step; second < to; second += step) {
      if (second > total) {
        break;
      }
      add(
          "<line class=\"tick\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\"/><text"
              + " class=\"faint small\" x=\"%1$.1f\" y=\"%4$d\""
              + " text-anchor=\"middle\">%5$s</text>\n",
          x(second),
          LANES + members.size() * LANE - 6,
          LANES + members.size() * LANE - 2,
          height - 12,
          clock(second));
    }
    add("<text class=\"faint small\" x=\"0\" y=\"12\">fault</text>\n");
    add("<text class=\"faint small\" x=\"0\" y=\"%d\">up to %d/s</text>\n", LANES - 2, most);
  }

  private static String clock(int second) {
    return second < 60 ? second + " s" : String.format("%d:%02d", second / 60, second % 60);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
