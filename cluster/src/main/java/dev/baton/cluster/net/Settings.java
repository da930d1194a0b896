package dev.baton.cluster.net;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import java.util.List;
import java.util.Objects;

/**
 * What all members of a cluster must agree on.
 *
 * @param format a hash of the wire format, with the messages of all algorithms
 */
public record Settings(
    String cluster, long format, long leaseNanos, List<String> voters, List<Choice> choices) {

  /** What differs, in a few words; empty if nothing does. */
  String difference(Settings other) {
    if (!cluster.equals(other.cluster)) {
      return "cluster: " + cluster + " here, " + other.cluster + " there";
    }
    StringBuilder text = new StringBuilder();
    compare(text, "wire format", format, other.format);
    compare(text, "lease", millis(leaseNanos), millis(other.leaseNanos));
    compare(text, "voters", voters, other.voters);
    compare(text, "algorithms", choices, other.choices);
    return text.toString();
  }

  private static String millis(long nanos) {
    return nanos / 1_000_000 + " ms";
  }

  private static void compare(StringBuilder text, String what, Object here, Object there) {
    if (!Objects.equals(here, there)) {
      text.append(text.isEmpty() ? "" : "; ");
      text.append(what).append(": ").append(here).append(" here, ").append(there).append(" there");
    }
  }
}
