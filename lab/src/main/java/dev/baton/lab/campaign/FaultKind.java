package dev.baton.lab.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A kind of fault, and what the machine must have for it. */
public enum FaultKind {
  KILL("kill", Need.NOTHING),
  STOP("stop", Need.NOTHING),
  ROLLING("rolling", Need.NOTHING),
  CHURN("churn", Need.NOTHING),
  STRANGERS("strangers", Need.NOTHING),
  CUT("cut", Need.NETWORK),
  ONE_WAY("one-way", Need.NETWORK),
  BRIDGE("bridge", Need.NETWORK),
  LINK("link", Need.NETWORK),
  FLAP("flap", Need.NETWORK),
  DELAY("delay", Need.NETWORK),
  LOSS("loss", Need.NETWORK),
  REORDER("reorder", Need.NETWORK),
  DUPLICATE("duplicate", Need.NETWORK),
  DISK_FROZEN("disk-frozen", Need.DISKS),
  DISK_FULL("disk-full", Need.DISKS),
  DISK_FAILING("disk-failing", Need.DISKS),
  DISK_READ_ONLY("disk-read-only", Need.DISKS),
  CLOCK("clock", Need.CLOCKS);

  /** What the machine must have. */
  public enum Need {
    NOTHING("processes"),
    NETWORK("network"),
    DISKS("disks"),
    CLOCKS("clocks");

    private final String group;

    Need(String group) {
      this.group = group;
    }
  }

  private final String id;
  private final Need need;

  FaultKind(String id, Need need) {
    this.id = id;
    this.need = need;
  }

  /** As it is written on the command line. */
  public String id() {
    return id;
  }

  public Need need() {
    return need;
  }

  /**
   * The kinds that one word means: all, none, those of a group, or one.
   *
   * @throws IllegalArgumentException with one sentence, if there is no such kind
   */
  static Set<FaultKind> named(String word) {
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    for (FaultKind kind : values()) {
      if (word.equals("all") || word.equals(kind.id) || word.equals(kind.need.group)) {
        kinds.add(kind);
      }
    }
    if (kinds.isEmpty() && !word.equals("none")) {
      throw new IllegalArgumentException(
          "There is no fault '" + word + "': write all, none, or some of " + names() + ".");
    }
    return kinds;
  }

  /** What may be written behind its id and a colon, for people; empty if nothing may. */
  private String forms() {
    return switch (this) {
      case KILL, STOP, ONE_WAY, FLAP -> PlannedFault.THE_LEADER;
      case DISK_FROZEN, DISK_FULL, DISK_FAILING, DISK_READ_ONLY ->
          PlannedFault.THE_LEADER + " or " + PlannedFault.A_FOLLOWER;
      case CUT -> PlannedFault.EVERYBODY + " or " + PlannedFault.THE_LEADER;
      case DELAY -> "a number of milliseconds";
      case LINK -> "two members, as in 4-5";
      default -> "";
    };
  }

  /**
   * Returns the form if there is such a one.
   *
   * @throws IllegalArgumentException with one sentence, if there is not
   */
  String checkForm(String form) {
    boolean isThere =
        switch (this) {
          case DELAY -> form.matches("[1-9][0-9]{0,3}");
          case LINK -> form.matches("([1-9])-(?!\\1)[1-9]");
          default -> List.of(forms().split(" or ")).contains(form);
        };
    if (form.isEmpty() || !isThere) {
      throw new IllegalArgumentException(
          "There is no '"
              + id
              + ":"
              + form
              + "': "
              + (forms().isEmpty()
                  ? "write " + id + " alone."
                  : "behind the colon write " + forms() + "."));
    }
    return form;
  }

  /** All groups and kinds, as a list to choose from. */
  public static String names() {
    List<String> names = new ArrayList<>();
    Arrays.stream(Need.values()).forEach(need -> names.add(need.group));
    Arrays.stream(values()).forEach(kind -> names.add(kind.id));
    return names.stream().distinct().collect(Collectors.joining(", "));
  }
}
