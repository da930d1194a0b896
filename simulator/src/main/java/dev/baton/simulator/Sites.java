package dev.baton.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Places far from each other, and how long a message takes from each to each: a matrix. Written as
 *
 * <pre>
 * sites  york  lima  oslo
 * york   0.2   52    41        # from york; the mean time one way
 * lima   52    0.2   93
 * oslo   41    93    0.2
 * law    lognormal:MEAN,0.1    # of all the numbers above; if left out, constant:MEAN
 * nodes  2     1     1         # how many are where; if left out, they are dealt like cards
 * </pre>
 *
 * <p>In place of a number there may be a time with a law of its own, such as {@code uniform:40,60}.
 */
public final class Sites {

  private static final String MEAN = "MEAN";

  private final String file;
  private final UnaryOperator<String> files;
  private final List<String> names = new ArrayList<>();
  private final List<String[]> rows = new ArrayList<>();
  private String law = "constant:" + MEAN;
  private String[] counts;
  private Distribution[][] delays;

  private Sites(String file, UnaryOperator<String> files) {
    this.file = file;
    this.files = files;
  }

  /**
   * Reads what a file says.
   *
   * @param file its name
   * @param files gives what is in other files that it names
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Sites parse(String file, String text, UnaryOperator<String> files) {
    Sites sites = new Sites(file, files);
    for (String line : text.split("\n")) {
      String content = line.replaceFirst("#.*", "").strip();
      if (!content.isEmpty()) {
        sites.read(content);
      }
    }
    sites.put();
    return sites;
  }

  private IllegalArgumentException wrong(String line, String what) {
    return new IllegalArgumentException("'" + line + "' in " + file + ": " + what);
  }

  private void read(String line) {
    String[] words = line.split("\\s+");
    String[] rest = Arrays.copyOfRange(words, 1, words.length);
    if (names.isEmpty()) {
      if (!words[0].equals("sites") || rest.length == 0) {
        throw wrong(line, "begin with the names of the sites, such as 'sites york lima oslo'.");
      }
      names.addAll(List.of(rest));
    } else if (words[0].equals("law") && rest.length == 1) {
      law = rest[0];
    } else if (words[0].equals("nodes") && rest.length == names.size()) {
      counts = rest;
    } else if (rows.size() < names.size()
        && words[0].equals(names.get(rows.size()))
        && rest.length == names.size()) {
      rows.add(rest);
    } else {
      throw wrong(
          line,
          "write one line for each site, in the order of the first line, with "
              + names.size()
              + " times, such as '"
              + names.getFirst()
              + " 0.2 52'; then perhaps 'law lognormal:MEAN,0.1' and 'nodes 2 1'.");
    }
  }

  private void put() {
    if (names.isEmpty() || rows.size() < names.size()) {
      throw new IllegalArgumentException(
          file
              + (names.isEmpty()
                  ? " has no sites: begin with 'sites york lima oslo', for example."
                  : " has no line for "
                      + names.get(rows.size())
                      + ": write its name and "
                      + names.size()
                      + " times."));
    }
    delays = new Distribution[names.size()][names.size()];
    for (int from = 0; from < names.size(); from++) {
      for (int to = 0; to < names.size(); to++) {
        delays[from][to] = delay(rows.get(from)[to]);
      }
    }
  }

  private Distribution delay(String cell) {
    boolean isNumber = Ticks.parse(cell) >= 0;
    try {
      Distribution delay = Laws.parse(isNumber ? law.replace(MEAN, cell) : cell, files);
      if (delay.isPerLink()) {
        throw new IllegalArgumentException("write a law without sites or zones.");
      }
      return delay;
    } catch (IllegalArgumentException e) {
      throw wrong(isNumber ? law : cell, e.getMessage());
    }
  }

  /**
   * The same places as zones of so many nodes.
   *
   * @throws IllegalArgumentException with one sentence, if the file says of how many nodes it is,
   *     and these are others
   */
  Zones zones(int n) {
    int[] siteOf = new int[n];
    if (counts == null) {
      Arrays.setAll(siteOf, i -> i % names.size());
      return Zones.of(file, siteOf, delays);
    }
    int node = 0;
    for (int site = 0; site < counts.length; site++) {
      long count = counts[site].matches("[0-9]{1,9}") ? Long.parseLong(counts[site]) : -1;
      if (count < 0 || node + count > n) {
        throw wrongCounts(n);
      }
      Arrays.fill(siteOf, node, node + (int) count, site);
      node += (int) count;
    }
    if (node < n) {
      throw wrongCounts(n);
    }
    return Zones.of(file, siteOf, delays);
  }

  /** Over all pairs of different sites. */
  double meanDelay() {
    int[] oneAtEach = new int[names.size()];
    Arrays.setAll(oneAtEach, i -> i);
    return names.size() == 1 ? delays[0][0].mean() : Zones.of(file, oneAtEach, delays).meanDelay();
  }

  private IllegalArgumentException wrongCounts(int n) {
    return wrong(
        "nodes " + String.join(" ", counts),
        "the system has "
            + n
            + " nodes: write how many of them are at each site, or leave this line out.");
  }

  @Override
  public String toString() {
    return file;
  }
}
