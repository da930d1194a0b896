package dev.baton.lab.campaign;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One fault of a plan.
 *
 * @param number from 1
 * @param atMillis when it begins, counted from the start of the campaign; later if one before takes
 *     longer than planned
 * @param millis how long it lasts
 * @param victim {@code member-3}, {@link #LEADER} or {@link #FOLLOWER}; empty if it has none
 * @param members one side of a cut, the middle and the halves of a bridge, the ends of a link, the
 *     order of restarts
 * @param rule what happens to packets
 * @param variant which of several things to do, in the order that {@link FaultPlan} says
 */
public record PlannedFault(
    int number,
    FaultKind kind,
    long atMillis,
    long millis,
    String victim,
    List<Integer> members,
    LinkRule rule,
    int variant) {

  /** The voter that leads the consensus when the fault begins. */
  static final String LEADER = "the leader";

  /** The first voter that does not lead then. */
  static final String FOLLOWER = "a follower";

  // How plans are asked for one of these alone.
  static final String THE_LEADER = "leader";
  static final String A_FOLLOWER = "follower";
  static final String EVERYBODY = "everybody";

  private static final List<String> STRANGERS =
      List.of(
          "another cluster name",
          "itself as the only voter",
          "other voters",
          "a name that is taken",
          "a certificate that nobody trusts");

  /** One line for people. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%3d  %6.1f s  %5.1f s  %-14s  %s",
        number,
        atMillis / 1e3,
        millis / 1e3,
        kind.id(),
        what());
  }

  /** What it does, for people. */
  public String what() {
    return switch (kind) {
      case KILL -> victim + " is killed (kill -9), and started again at the end";
      case STOP -> victim + " is stopped (SIGSTOP), and continues at the end";
      case ROLLING -> "restarts one after the other: " + names(members);
      case CHURN ->
          variant
              + (variant == 1 ? " more member joins" : " more members join")
              + " and "
              + (variant == 1 ? "leaves" : "leave");
      case STRANGERS -> "noise at all ports, and a stranger with " + STRANGERS.get(variant);
      case CUT ->
          variant == 1
              ? "everybody is alone"
              : victim.isEmpty()
                  ? names(members) + " and the others are apart"
                  : victim + " is alone";
      case ONE_WAY -> victim + (variant == 0 ? " is not heard" : " hears nobody");
      case BRIDGE ->
          names(left())
              + " and "
              + names(right())
              + " have only "
              + names(members.subList(0, 1))
              + " in common";
      case LINK -> "no link between " + names(members);
      case FLAP -> "the links of " + victim + " go and come every " + variant + " ms";
      case DELAY ->
          "packets take "
              + rule.delayMillis()
              + " to "
              + (rule.delayMillis() + rule.jitterMillis())
              + " ms";
      case LOSS -> percent(rule.loss()) + " of all packets are lost";
      case REORDER -> percent(rule.reordered()) + " of all packets are overtaken";
      case DUPLICATE -> percent(rule.doubled()) + " of all packets arrive twice";
      case DISK_FROZEN -> "the disk of " + victim + " hangs";
      case DISK_FULL -> "the disk of " + victim + " is full";
      case DISK_FAILING -> "the disk of " + victim + " answers with I/O errors";
      case DISK_READ_ONLY -> "the disk of " + victim + " becomes read-only";
      case CLOCK -> "the wall clock of " + victim + " jumps by " + variant + " s, and back";
    };
  }

  /** Of a bridge: those of one half. */
  List<Integer> left() {
    return members.subList(1, 1 + members.size() / 2);
  }

  List<Integer> right() {
    return members.subList(1 + members.size() / 2, members.size());
  }

  private static String percent(double share) {
    return Math.round(share * 100) + " %";
  }

  static String names(List<Integer> members) {
    return members.stream().map(CampaignSettings::name).collect(Collectors.joining(", "));
  }
}
