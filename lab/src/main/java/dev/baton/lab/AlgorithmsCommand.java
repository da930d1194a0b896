package dev.baton.lab;

import dev.baton.algorithms.Catalog;
import dev.baton.lab.answer.Json;
import dev.baton.lab.answer.TextTable;
import dev.baton.lab.options.HelpOption;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton algorithms}: the catalog. */
@Command(
    name = "algorithms",
    header = "List the algorithms, with what they need and what they cost.",
    description =
        "%nPrints one row per algorithm: its id, which all other commands take, the paper it is"
            + " from, what it needs from the network, and what an entry costs according to the"
            + " papers. N is the number of nodes, T the mean time of a message.%n",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton algorithms",
      "  baton algorithms --json | jq -r '.algorithms[] | select(.fifo) | .id'"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class AlgorithmsCommand implements Runnable {

  @Option(names = "--json", description = "Print one JSON object instead of the table.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      List<Map<String, Object>> rows = Catalog.entries().stream().map(this::fields).toList();
      Json.print(out, Map.of("algorithms", rows));
    } else {
      print(out);
    }
  }

  private Map<String, Object> fields(Catalog.Entry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", entry.id());
    fields.put("name", entry.name());
    fields.put("family", entry.family().text());
    fields.put("paper", entry.paper());
    fields.put("network", entry.network());
    fields.put("fifo", entry.needsFifo());
    fields.put("permits", entry.permits());
    fields.put("isolated", entry.cost().isolated());
    fields.put("saturated", entry.cost().saturated());
    fields.put("delay", entry.cost().delay());
    fields.put("fairness", entry.cost().fairness());
    return fields;
  }

  private void print(PrintWriter out) {
    Map<String, List<Catalog.Entry>> families = new LinkedHashMap<>();
    for (Catalog.Entry entry : Catalog.entries()) {
      families.computeIfAbsent(entry.family().text(), f -> new ArrayList<>()).add(entry);
    }
    TextTable table = new TextTable(27, 12, 8, 1, 8, 10, 8, 12);
    table.row("algorithm", "paper", "network", "k", "isolated", "saturated", "delay", "fairness");
    families.forEach(
        (family, entries) -> {
          table.row("");
          table.row(family);
          for (Catalog.Entry entry : entries) {
            addRow(table, entry);
          }
        });
    table.print(out);
    out.println();
    out.println("network    what it runs on; FIFO: it needs channels that keep the order");
    out.println(
        "           roaming: nodes leave neighbourhoods and join others; k in each of them");
    out.println("k          how many may be inside at once");
    out.println("isolated   messages per entry when one node requests at a time;");
    out.println("saturated  when all N request all the time");
    out.println("delay      from an exit to the next entry, in message times T");
    out.println(
        "fairness   the most entries by others between a request, made while no message is under"
            + " way,");
    out.println("           and its entry");
  }

  private void addRow(TextTable table, Catalog.Entry entry) {
    table.row(
        " " + entry.id(),
        entry.paper(),
        entry.network() + (entry.needsFifo() ? " FIFO" : ""),
        entry.permits(),
        entry.cost().isolated(),
        entry.cost().saturated(),
        entry.cost().delay(),
        entry.cost().fairness());
  }
}
