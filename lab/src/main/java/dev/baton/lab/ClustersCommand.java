package dev.baton.lab;

import dev.baton.algorithms.Dsta;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.lab.answer.Figures;
import dev.baton.lab.answer.Json;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.run.TextFile;
import dev.baton.simulator.Topology;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton clusters}: runs DSTA, which divides a network into clusters. */
@Command(
    name = "clusters",
    header = "Divide a network into clusters as Raysuz does, message by message.",
    description =
        "%nRuns DSTA: a wave from the root over a breadth-first tree makes every DEPTH-th node of"
            + " each branch the leader of those below it. Printed are the clusters and what it"
            + " costs to form them.%n",
    customSynopsis = "baton clusters --nodes N [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton clusters --nodes 15 --topology binary-tree",
      "  baton clusters --nodes 7 --topology line --root 3 --depth 3 --steps",
      "  baton clusters --nodes 20 --topology torus:4x5 --out zones.txt; baton simulate raysuz"
          + " --nodes 20 --topology torus:4x5 --clusters zones.txt"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class ClustersCommand implements Callable<Integer> {

  /** More would not be read. */
  private static final int MOST_NODES = 1_000_000;

  @Option(names = "--nodes", paramLabel = "N", description = "How many nodes. Required.")
  private Integer nodes;

  @Option(
      names = "--topology",
      paramLabel = "GRAPH",
      description = "The network, as for simulate (default binary-tree).")
  private Topology topology = Topology.parse("binary-tree");

  @Option(
      names = "--depth",
      paramLabel = "D",
      description = "How many levels a cluster has, its leader among them (default 2).")
  private int depth = 2;

  @Option(names = "--root", paramLabel = "R", description = "Where it begins (default 0).")
  private int root;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Decides where there is chance in a graph (default 1).")
  private long seed = 1;

  @Option(names = "--steps", description = "Print every message as it arrives.")
  private boolean steps;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the clusters to a file, as --clusters of simulate and check reads it.")
  private Path out;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (nodes == null || nodes < 1 || nodes > MOST_NODES) {
      throw new IllegalArgumentException(
          "How many nodes there are, 1 to " + MOST_NODES + ", is missing: write --nodes 15.");
    }
    if (depth < 1) {
      throw new IllegalArgumentException(
          "Clusters are at least 1 deep, not " + depth + ": write --depth 2, for example.");
    }
    if (root < 0 || root >= nodes) {
      throw new IllegalArgumentException(
          "The root is one of the nodes 0 to " + (nodes - 1) + ", not " + root + ".");
    }
    Graph graph = topology.graph(nodes, seed);
    if (!graph.isConnected()) {
      throw new IllegalArgumentException(
          "The network " + graph + " does not connect all nodes: write more edges.");
    }
    TextFile.checkDirectory(out);
    Dsta.Division division = Dsta.divide(graph, root, depth);
    if (out != null) {
      TextFile.write(out, zones(graph, division.clusters()));
    }
    PrintWriter to = spec.commandLine().getOut();
    if (json) {
      Json.print(to, fields(graph, division));
    } else {
      print(to, graph, division);
    }
    return 0;
  }

  private void print(PrintWriter to, Graph graph, Dsta.Division division) {
    if (steps) {
      division.steps().forEach(to::println);
      to.println();
    }
    to.println(
        Figures.count(division.clusters().size(), "cluster", "clusters")
            + " of "
            + graph
            + ", "
            + Figures.count(nodes, "node", "nodes")
            + ", depth "
            + depth
            + ", root "
            + root);
    to.println();
    for (Ints cluster : division.clusters()) {
      to.println("  " + text(cluster, " "));
    }
    to.println();
    to.println("The first of each leads it. To form them took");
    division.messages().forEach((type, count) -> to.printf("  %-10s %,9d%n", type, count));
    to.printf("  %-10s %,9d   of all messages%n", "bits", division.bits());
    to.printf("  %-10s %,9d   if every message takes 1%n", "time", division.rounds());
  }

  private Map<String, Object> fields(Graph graph, Dsta.Division division) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", nodes);
    fields.put("topology", graph.toString());
    fields.put("depth", depth);
    fields.put("root", root);
    fields.put(
        "clusters",
        division.clusters().stream()
            .map(it -> Arrays.stream(it.toArray()).boxed().toList())
            .toList());
    fields.put("messages", division.messages());
    fields.put("bits", division.bits());
    fields.put("time", division.rounds());
    if (steps) {
      fields.put("steps", division.steps());
    }
    return fields;
  }

  /** Named by their leaders. Leaders are not linked as such: the file is read with the network. */
  private String zones(Graph graph, List<Ints> clusters) {
    StringBuilder text = new StringBuilder("# Clusters of " + graph + ": use them with\n");
    text.append("# --topology ").append(graph.describe()).append('\n');
    for (Ints cluster : clusters) {
      text.append("zone c").append(cluster.get(0)).append(' ').append(text(cluster, " "));
      text.append('\n');
    }
    return text.toString();
  }

  private static String text(Ints cluster, String separator) {
    return Arrays.stream(cluster.toArray())
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(separator));
  }
}
