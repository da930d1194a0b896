package dev.baton.cluster.net;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.net.Setting.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * What a member has been told about its cluster.
 *
 * @param algorithms those of this build
 * @param others whatever else the hello says
 */
public record Settings(
    String cluster,
    long leaseNanos,
    List<String> voters,
    List<Choice> choices,
    List<AlgorithmVersion> algorithms,
    List<Setting> others) {

  static final String VOTERS = "voters";

  /** With the algorithms of this build, and nothing else. */
  public Settings(String cluster, long leaseNanos, List<String> voters, List<Choice> choices) {
    this(cluster, leaseNanos, voters, choices, AlgorithmVersion.all(), List.of());
  }

  /** As they stand in a hello. */
  List<Setting> named() {
    List<Setting> named = new ArrayList<>();
    named.add(new Setting("lease", Kind.EQUAL, length(leaseNanos)));
    named.add(new Setting(VOTERS, Kind.EQUAL, voters));
    List<String> chosen = new ArrayList<>();
    for (Choice choice : choices) {
      chosen.add(choice.pattern());
      chosen.add(choice.algorithm());
    }
    named.add(new Setting("algorithms", Kind.EQUAL, chosen));
    named.addAll(others);
    return named;
  }

  private static String length(long nanos) {
    return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + " ms" : nanos + " ns";
  }
}
