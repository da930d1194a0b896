package dev.baton.simulator;

import dev.baton.core.Graph;
import dev.baton.core.Ints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Places whose nodes are near each other: who is in which, who leads there, which leaders are
 * linked, and how long a message takes. Written as
 *
 * <pre>
 * zone  eu 0 1 2     # its name, its leader, its other nodes
 * zone  us 3-5
 * link  eu us        # between the two leaders; without any, those of all zones to the first
 * delay eu us constant:40
 * delay eu eu exponential:0.5
 * </pre>
 *
 * <p>A delay that is not written is {@code constant:1}.
 */
public final class Zones {

  private static final Distribution UNIT = new Distribution.Constant(Ticks.PER_UNIT);

  private final String name;
  private final Map<String, Ints> members = new LinkedHashMap<>();
  private final Set<Set<Integer>> links = new LinkedHashSet<>();

  /** From the nodes of one zone to those of another. */
  private Distribution[][] delays = new Distribution[0][];

  private boolean hasDelays;

  /** The zone of each node, by its place in the list of zones. */
  private int[] zoneOf = new int[0];

  private Zones(String name) {
    this.name = name;
  }

  /**
   * Reads what a file says.
   *
   * @param name of the file
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  public static Zones parse(String name, String text) {
    Zones zones = new Zones(name);
    List<String[]> later = new ArrayList<>();
    for (String line : text.split("\n")) {
      String[] words = line.replaceFirst("#.*", "").strip().split("\\s+");
      if (words[0].equals("zone") && words.length > 2) {
        zones.readZone(words);
      } else if (words[0].equals("link") && words.length == 3
          || words[0].equals("delay") && words.length == 4) {
        later.add(words);
      } else if (!words[0].isEmpty()) {
        throw zones.wrong(
            line, "write 'zone eu 0 1 2', 'link eu us' or 'delay eu us constant:40', for example.");
      }
    }
    if (zones.members.isEmpty()) {
      throw new IllegalArgumentException(
          name + " has no zone: write a line such as 'zone eu 0 1 2' for each, its leader first.");
    }
    zones.number();
    later.forEach(zones::readPair);
    return zones;
  }

  /** Zones without names, leaders and links, for their delays alone. */
  static Zones of(String name, int[] zoneOf, Distribution[][] delays) {
    Zones zones = new Zones(name);
    zones.zoneOf = zoneOf;
    zones.delays = delays;
    zones.hasDelays = true;
    return zones;
  }

  private IllegalArgumentException wrong(String line, String what) {
    return new IllegalArgumentException("'" + line.strip() + "' in " + name + ": " + what);
  }

  private void readZone(String[] words) {
    List<Integer> nodes = new ArrayList<>();
    for (String word : Arrays.asList(words).subList(2, words.length)) {
      int dash = word.indexOf('-');
      int first = node(words, dash < 0 ? word : word.substring(0, dash));
      int last = dash < 0 ? first : node(words, word.substring(dash + 1));
      for (int i = first; i <= last; i++) {
        nodes.add(i);
      }
    }
    Ints before = members.put(words[1], Ints.of(nodes.stream().mapToInt(it -> it).toArray()));
    if (before != null || nodes.isEmpty()) {
      throw wrong(String.join(" ", words), "write each zone once, with the numbers of its nodes.");
    }
  }

  private int node(String[] words, String number) {
    if (!number.matches("[0-9]{1,9}")) {
      throw wrong(
          String.join(" ", words),
          "'" + number + "' is not the number of a node: write zone eu 0 1 2, for example.");
    }
    return Integer.parseInt(number);
  }

  /** Every node is in one zone; there is no gap. */
  private void number() {
    int n = members.values().stream().mapToInt(Ints::size).sum();
    // Which says what is wrong.
    Graph.complete(n).divided(List.copyOf(members.values()));
    zoneOf = new int[n];
    delays = new Distribution[members.size()][members.size()];
    for (Distribution[] from : delays) {
      Arrays.fill(from, UNIT);
    }
    int zone = 0;
    for (Ints nodes : members.values()) {
      for (int i = 0; i < nodes.size(); i++) {
        zoneOf[nodes.get(i)] = zone;
      }
      zone++;
    }
  }

  private void readPair(String[] words) {
    int one = zone(words, words[1]);
    int other = zone(words, words[2]);
    if (words[0].equals("delay")) {
      Distribution delay = Distribution.parse(words[3]);
      hasDelays = true;
      delays[one][other] = delay;
      delays[other][one] = delay;
    } else if (one == other || !links.add(Set.of(one, other))) {
      throw wrong(String.join(" ", words), "a link is between two zones, and is written once.");
    }
  }

  private int zone(String[] words, String zone) {
    int place = List.copyOf(members.keySet()).indexOf(zone);
    if (place < 0) {
      throw wrong(
          String.join(" ", words),
          "there is no zone "
              + zone
              + ": write one of "
              + String.join(", ", members.keySet())
              + ".");
    }
    return place;
  }

  /** Whether any is written. */
  public boolean hasDelays() {
    return hasDelays;
  }

  public int nodes() {
    return zoneOf.length;
  }

  /** The nodes of each zone, its leader first. */
  public List<Ints> members() {
    return List.copyOf(members.values());
  }

  /** Leaders are linked to the nodes of their zones and, as it is written, to each other. */
  public Graph tree() {
    Graph.Edges edges = new Graph.Edges(nodes());
    for (Ints zone : members.values()) {
      for (int i = 1; i < zone.size(); i++) {
        edges.add(zone.get(0), zone.get(i));
      }
    }
    linkLeaders(edges, 1);
    return edges.toGraph(toString()).divided(members());
  }

  /** In a zone every two nodes are linked; so are the leaders, all of them or as it is written. */
  public Graph network() {
    Graph.Edges edges = new Graph.Edges(nodes());
    for (Ints zone : members.values()) {
      for (int i = 0; i < zone.size(); i++) {
        for (int j = i + 1; j < zone.size(); j++) {
          edges.add(zone.get(i), zone.get(j));
        }
      }
    }
    linkLeaders(edges, members.size());
    return edges.toGraph(members.size() + " zones");
  }

  /**
   * @param hubs if no links are written, so many of the first zones are linked to all others
   */
  private void linkLeaders(Graph.Edges edges, int hubs) {
    List<Ints> zones = members();
    for (Set<Integer> link : links) {
      List<Integer> ends = List.copyOf(link);
      edges.add(zones.get(ends.get(0)).get(0), zones.get(ends.get(1)).get(0));
    }
    for (int one = 0; links.isEmpty() && one < hubs; one++) {
      for (int other = one + 1; other < zones.size(); other++) {
        edges.add(zones.get(one).get(0), zones.get(other).get(0));
      }
    }
  }

  /** How long a message takes on a link between two nodes. */
  Distribution delay(int from, int to) {
    return delays[zoneOf[from]][zoneOf[to]];
  }

  /** Over all pairs of different nodes. */
  double meanDelay() {
    double n = nodes();
    long[] sizes = new long[delays.length];
    for (int zone : zoneOf) {
      sizes[zone]++;
    }
    double sum = 0;
    for (int one = 0; one < sizes.length; one++) {
      for (int other = 0; other < sizes.length; other++) {
        long pairs = sizes[one] * (one == other ? sizes[one] - 1 : sizes[other]);
        sum += pairs == 0 ? 0 : pairs * delays[one][other].mean();
      }
    }
    return n < 2 ? 1 : sum / (n * (n - 1));
  }

  @Override
  public String toString() {
    return name;
  }
}
