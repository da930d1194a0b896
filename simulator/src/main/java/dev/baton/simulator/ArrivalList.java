package dev.baton.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Requests that arrive as a file says, in lines of a time and a node:
 *
 * <pre>
 * 0.5  3
 * 0.7  0    # a request at node 0
 * </pre>
 */
final class ArrivalList implements Workload {

  private final String file;
  private final long[] ticks;
  private final int[] nodes;

  private ArrivalList(String file, List<long[]> rows) {
    this.file = file;
    rows.sort((a, b) -> Long.compare(a[0], b[0]));
    ticks = rows.stream().mapToLong(row -> row[0]).toArray();
    nodes = rows.stream().mapToInt(row -> (int) row[1]).toArray();
  }

  /**
   * Reads what a file says.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static ArrivalList parse(String file, String text) {
    List<long[]> rows = new ArrayList<>();
    for (String line : text.split("\n")) {
      String content = line.replaceFirst("#.*", "").strip();
      if (content.isEmpty()) {
        continue;
      }
      String[] words = content.split("[\\s,;]+");
      long time = Ticks.parse(words[0]);
      if (words.length != 2 || time < 0 || !words[1].matches("[0-9]{1,9}")) {
        throw new IllegalArgumentException(
            "'" + content + "' in " + file + ": write a time and a node, such as 0.5 3.");
      }
      rows.add(new long[] {time, Integer.parseInt(words[1])});
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          file + " has no arrivals: write a time and a node in each line, such as 0.5 3.");
    }
    return new ArrivalList(file, rows);
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  /** What was measured may be of any kind. */
  @Override
  public boolean isSteady() {
    return false;
  }

  @Override
  public long length() {
    return ticks.length;
  }

  @Override
  public boolean hasDemand() {
    return false;
  }

  @Override
  public Arrivals arrivals(Sources sources) {
    int last = Arrays.stream(nodes).max().getAsInt();
    if (last >= sources.nodes()) {
      throw new IllegalArgumentException(
          file
              + " has an arrival at node "
              + last
              + ", but the nodes are 0 to "
              + (sources.nodes() - 1)
              + ".");
    }
    int[] at = new int[sources.nodes()];
    return node -> {
      while (at[node] < nodes.length && nodes[at[node]] != node) {
        at[node]++;
      }
      return at[node] == nodes.length ? Arrivals.NEVER : ticks[at[node]++];
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrivalList it
        && file.equals(it.file)
        && Arrays.equals(ticks, it.ticks)
        && Arrays.equals(nodes, it.nodes);
  }

  @Override
  public int hashCode() {
    return file.hashCode() + 31 * Arrays.hashCode(ticks);
  }

  @Override
  public String toString() {
    return "arrivals:" + file;
  }
}
