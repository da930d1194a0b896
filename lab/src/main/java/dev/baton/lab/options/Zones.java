package dev.baton.lab.options;

import dev.baton.core.Graph;
import dev.baton.lab.run.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of zones. In a zone every two nodes are linked; the first node of each is its gateway,
 * and all gateways are linked: a message from one zone to another takes up to three links.
 */
public final class Zones {

  private Zones() {}

  /**
   * Reads a file with a line for each zone, its name and how many nodes it has.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  public static Graph read(Path file, int nodes) {
    List<Integer> sizes = new ArrayList<>();
    for (String line : TextFile.read(file).lines().toList()) {
      String text = line.replaceFirst("#.*", "").strip();
      if (!text.isEmpty()) {
        sizes.add(size(file, text));
      }
    }
    int sum = sizes.stream().mapToInt(Integer::intValue).sum();
    if (sum != nodes) {
      throw new IllegalArgumentException(
          file + " has zones of " + sum + " nodes in all: write --nodes " + sum + ".");
    }
    Graph.Edges edges = new Graph.Edges(nodes);
    List<Integer> gateways = new ArrayList<>();
    int first = 0;
    for (int size : sizes) {
      for (int gateway : gateways) {
        edges.add(gateway, first);
      }
      gateways.add(first);
      for (int i = first; i < first + size; i++) {
        for (int j = i + 1; j < first + size; j++) {
          edges.add(i, j);
        }
      }
      first += size;
    }
    return edges.toGraph(sizes.size() + " zones");
  }

  private static int size(Path file, String line) {
    String[] words = line.split("\\s+");
    try {
      int size = words.length == 2 ? Integer.parseInt(words[1]) : 0;
      if (size > 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "'"
            + line
            + "' in "
            + file
            + " is not a zone: write its name and how many nodes it has, such as eu-west 4.");
  }
}
