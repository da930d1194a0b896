package dev.baton.cluster.epoch;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * For each name the highest incarnation ever admitted, in a bounded space. Names of members that
 * come once and never again would fill up the record: of those that are gone, some are forgotten
 * when there are many. From then on every name that is not listed counts as if it had been admitted
 * as often as any of them, so that no incarnation is admitted twice.
 */
final class Floors {

  /** Stands for all names that are not listed. */
  private static final String OTHERS = "";

  /**
   * So many names of those that are gone are listed at most, and so many when some are forgotten.
   */
  static final int MOST = 2_000;

  private static final int KEPT = 1_000;

  private Floors() {}

  /** What is known of a name. */
  static int of(SortedMap<String, Integer> floor, String name) {
    Integer listed = floor.get(name);
    return listed != null ? listed : floor.getOrDefault(OTHERS, 0);
  }

  /** After these members have been admitted. */
  static SortedMap<String, Integer> next(SortedMap<String, Integer> floor, List<Seat> members) {
    SortedMap<String, Integer> next = new TreeMap<>(floor);
    members.forEach(member -> next.merge(member.name(), member.incarnation(), Math::max));
    Set<String> present = members.stream().map(Seat::name).collect(Collectors.toSet());
    List<Map.Entry<String, Integer>> gone =
        next.entrySet().stream()
            .filter(each -> !present.contains(each.getKey()) && !each.getKey().equals(OTHERS))
            .sorted(Map.Entry.comparingByValue(Comparator.naturalOrder()))
            .toList();
    if (gone.size() > MOST) {
      List<Map.Entry<String, Integer>> forgotten = gone.subList(0, gone.size() - KEPT);
      next.merge(OTHERS, forgotten.getLast().getValue(), Math::max);
      forgotten.stream().map(Map.Entry::getKey).toList().forEach(next::remove);
    }
    return next;
  }
}
