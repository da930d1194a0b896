package dev.baton.lab.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What faults of one kind came to, all together. Times are in nanoseconds.
 *
 * @param kind its id
 * @param longestAgain −1 if once nobody was granted anything before the next fault
 * @param longestBack −1 if once somebody was granted nothing before the next fault
 */
public record KindTotals(
    String kind,
    int times,
    long medianOutage,
    long longestOutage,
    long longestHotOutage,
    long longestAgain,
    long longestBack,
    int lost) {

  /** What is known of one fault; {@link CampaignJudge.Effect} says what the numbers are. */
  public record One(String kind, long outage, long hotOutage, long again, long back, int lost) {}

  /** Of each kind that there was, in the order of the guide, which is that of {@link FaultKind}. */
  public static List<KindTotals> of(List<One> faults) {
    Map<String, List<One>> kinds =
        new TreeMap<>(Comparator.comparing(KindTotals::place).thenComparing(it -> it));
    faults.forEach(one -> kinds.computeIfAbsent(one.kind, key -> new ArrayList<>()).add(one));
    return kinds.entrySet().stream().map(it -> total(it.getKey(), it.getValue())).toList();
  }

  private static int place(String kind) {
    return Arrays.stream(FaultKind.values()).map(FaultKind::id).toList().indexOf(kind);
  }

  private static KindTotals total(String kind, List<One> faults) {
    long[] outages = faults.stream().mapToLong(One::outage).sorted().toArray();
    return new KindTotals(
        kind,
        outages.length,
        outages[(outages.length - 1) / 2],
        outages[outages.length - 1],
        faults.stream().mapToLong(One::hotOutage).max().orElse(0),
        longest(faults, One::again),
        longest(faults, One::back),
        faults.stream().mapToInt(One::lost).sum());
  }

  /** Of times that are negative if they were too long to be measured. */
  private static long longest(List<One> faults, ToLongFunction<One> time) {
    return faults.stream().mapToLong(time).anyMatch(nanos -> nanos < 0)
        ? -1
        : faults.stream().mapToLong(time).max().orElse(0);
  }
}
