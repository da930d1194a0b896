package dev.baton.cluster.net;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a process says of itself. The layout stays the same in all versions: what later ones have to
 * say is among the settings.
 *
 * @param name the member's; with TLS the certificate of the connection must be for it
 * @param endpoint where it listens
 * @param advertised reserved: where others reach it, if not there; empty, and not looked at
 * @param consensusPort where the consensus of a voter listens; 0 if it is none
 * @param settled whether it has become a member
 */
public record Greeting(
    Protocols protocols,
    String cluster,
    String name,
    Endpoint endpoint,
    List<Endpoint> advertised,
    int consensusPort,
    boolean settled,
    List<Setting> settings,
    List<AlgorithmVersion> algorithms) {

  /**
   * What differs from another's, in a few words; empty if the two can be in one cluster. Algorithms
   * are not compared: a difference concerns the locks that use them.
   */
  String difference(Greeting there) {
    if (!cluster.equals(there.cluster)) {
      return "cluster: " + cluster + " here, " + there.cluster + " there";
    }
    Map<String, Setting> ours = byName(settings);
    Map<String, Setting> theirs = byName(there.settings);
    if (theirs.size() < there.settings.size()) {
      return "settings: one is named twice there";
    }
    Set<String> names = new LinkedHashSet<>(ours.keySet());
    names.addAll(theirs.keySet());
    if (isSameCluster(ours.get(Standing.CLUSTER_ID), theirs.get(Standing.CLUSTER_ID))) {
      // Who votes is in the record; what was configured was for the time before it.
      names.remove(Settings.VOTERS);
    }
    StringBuilder text = new StringBuilder();
    for (String each : names) {
      Setting here = ours.get(each);
      Setting other = theirs.get(each);
      if (differ(here, other)) {
        text.append(text.isEmpty() ? "" : "; ").append(each);
        text.append(": ").append(here == null ? "missing" : here.text()).append(" here, ");
        text.append(other == null ? "missing" : other.text()).append(" there");
      }
    }
    return text.toString();
  }

  private static boolean isSameCluster(@Nullable Setting here, @Nullable Setting there) {
    return here != null && there != null && here.values().equals(there.values());
  }

  /** Of two kinds for one name the stricter counts. */
  private static boolean differ(@Nullable Setting here, @Nullable Setting there) {
    if (here == null) {
      return there != null && there.kind() == Setting.Kind.EQUAL;
    }
    if (there == null) {
      return here.kind() == Setting.Kind.EQUAL;
    }
    boolean isCompared = here.kind() != Setting.Kind.TOLD || there.kind() != Setting.Kind.TOLD;
    return isCompared && !here.values().equals(there.values());
  }

  /** The voters that it was configured with. */
  List<String> voters() {
    Setting said = byName(settings).get(Settings.VOTERS);
    return said == null ? List.of() : said.values();
  }

  private static Map<String, Setting> byName(List<Setting> settings) {
    Map<String, Setting> byName = new LinkedHashMap<>();
    settings.forEach(each -> byName.put(each.name(), each));
    return byName;
  }
}
