package dev.baton.lab.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.baton.lab.campaign.KindTotals;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What each kind of fault came to in one campaign, or in several together.
 *
 * @param campaigns how many
 */
public record CampaignTotals(int campaigns, List<KindTotals> kinds) {

  private static final double NANOS = 1e6;

  /**
   * Reads what campaigns have written.
   *
   * @param outs what stood after {@code --out}
   * @throws IllegalArgumentException with one sentence, if there is no such campaign
   */
  public static CampaignTotals read(List<Path> outs) {
    List<KindTotals.One> faults = new ArrayList<>();
    for (Path out : outs) {
      Path file = out.resolve("campaign.json");
      try {
        JsonNode all = JsonMapper.builder().build().readTree(Files.readString(file)).path("faults");
        all.forEach(fault -> faults.add(one(fault)));
      } catch (IOException e) {
        throw new IllegalArgumentException(
            file + " cannot be read: write directories of campaigns after --merge.", e);
      }
    }
    return new CampaignTotals(outs.size(), KindTotals.of(faults));
  }

  private static KindTotals.One one(JsonNode fault) {
    return new KindTotals.One(
        fault.path("kind").asText(),
        nanos(fault, "outageMillis"),
        nanos(fault, "hotOutageMillis"),
        nanos(fault, "againMillis"),
        nanos(fault, "allBackMillis"),
        fault.path("holdsLost").asInt());
  }

  private static long nanos(JsonNode fault, String name) {
    return fault.path(name).isNumber() ? Math.round(fault.path(name).asLong() * NANOS) : -1;
  }

  public void print(PrintWriter out) {
    out.println(campaigns + (campaigns == 1 ? " campaign" : " campaigns"));
    out.println();
    print(out, kinds);
  }

  static void print(PrintWriter out, List<KindTotals> kinds) {
    TextTable table = new TextTable(14, 5, 8, 8, 8, 8, 8, 5);
    table.row("fault", "times", "outage", "longest", "hot lock", "again", "all back", "lost");
    for (KindTotals kind : kinds) {
      table.row(
          kind.kind(),
          "" + kind.times(),
          seconds(kind.medianOutage()),
          seconds(kind.longestOutage()),
          seconds(kind.longestHotOutage()),
          kind.longestAgain() < 0 ? "no" : seconds(kind.longestAgain()),
          kind.longestBack() < 0 ? "no" : seconds(kind.longestBack()),
          "" + kind.lost());
    }
    table.print(out);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }

  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("campaigns", campaigns);
    fields.put("kinds", fields(kinds));
    return fields;
  }

  static List<Map<String, Object>> fields(List<KindTotals> kinds) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (KindTotals kind : kinds) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("kind", kind.kind());
      row.put("times", kind.times());
      row.put("medianOutageMillis", millis(kind.medianOutage()));
      row.put("longestOutageMillis", millis(kind.longestOutage()));
      row.put("longestHotOutageMillis", millis(kind.longestHotOutage()));
      row.put("longestAgainMillis", kind.longestAgain() < 0 ? null : millis(kind.longestAgain()));
      row.put("longestAllBackMillis", kind.longestBack() < 0 ? null : millis(kind.longestBack()));
      row.put("holdsLost", kind.lost());
      rows.add(row);
    }
    return rows;
  }

  private static long millis(long nanos) {
    return Math.round(nanos / NANOS);
  }
}
