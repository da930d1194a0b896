package dev.baton.cluster.attack;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.attack.Fault.Kind;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Timing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a seed decides before a run begins. Times are microseconds.
 *
 * @param voters how many of the processes are voters
 * @param loss of messages, in thousandths; likewise {@code duplicates}
 * @param lingers whether applications keep a lock that nobody else wants
 * @param jitter the most that a message takes longer than another
 * @param roams whether every lock is one of each neighbourhood, and members go from one to another
 * @param faults in the order of their starts
 */
record Plan(
    long seed,
    String algorithm,
    int members,
    int voters,
    Timing timing,
    List<LockId> locks,
    int loss,
    int duplicates,
    boolean lingers,
    long jitter,
    boolean roams,
    List<Fault> faults) {

  /** How many neighbourhoods there are where members roam. */
  static final int NEIGHBOURHOODS = 2;

  /** What is added to what a seed draws first. */
  private static final Set<Kind> LATER =
      EnumSet.of(Kind.ROAM, Kind.FORGERY, Kind.LINK_CUT, Kind.STORE_MISSING, Kind.DIRECTORY_SHARED);

  /** What may go wrong everywhere. */
  private static final List<Kind> KINDS =
      Arrays.stream(Kind.values()).filter(kind -> !LATER.contains(kind)).toList();

  private static final long MILLI = 1000;
  private static final long SECOND = 1_000_000;

  /** When the last fault is over. */
  static final long CALM = 14 * SECOND;

  private static final long LAST_REQUEST = 16 * SECOND;

  /** When all that was in trouble is a member again, and a cut that stays has been noticed. */
  static final long STEADY = 21 * SECOND;

  private static final long SETTLED = 26 * SECOND;

  /** How long a run takes, if no link is cut for ever. */
  static final long END = 29 * SECOND;

  private static final long FOR_EVER = 100 * SECOND;

  /** With the lease that the seed draws. */
  static Plan of(String algorithm, int members, long seed) {
    return of(algorithm, members, seed, 0);
  }

  /**
   * What a seed decides.
   *
   * @param fixed the lease in milliseconds; 0 to draw one
   */
  static Plan of(String algorithm, int members, long seed, long fixed) {
    Chance chance = new Chance(seed, "plan");
    long drawn = chance.oneOf(1000, 1500, 3000);
    long lease = (fixed == 0 ? drawn : fixed) * MILLI;
    int drift = chance.oneOf(1_000, 50_000, 50_000);
    Timing timing = Timing.forLease(lease, MILLI).withDrift(drift, drift == 1000 ? MILLI : 0);
    boolean isSemaphore = Catalog.entry(algorithm).runsAsSemaphore();
    List<LockId> locks = new ArrayList<>();
    locks.add(new LockId("a", isSemaphore ? 2 + chance.below(2) : 1));
    if (chance.perMille(500)) {
      locks.add(new LockId("b", isSemaphore ? 1 + chance.below(3) : 1));
    }
    int voters = members < 3 || chance.perMille(100) ? 1 : 3;
    if (members >= 5 && chance.perMille(400)) {
      voters = 5;
    }
    return new Plan(
        seed,
        algorithm,
        members,
        voters,
        timing,
        List.copyOf(locks),
        chance.oneOf(0, 0, 5, 30),
        chance.oneOf(0, 5, 30),
        new Chance(seed, "lingering").perMille(500),
        chance.oneOf(1, 3, 20, 80) * MILLI,
        false,
        ForgetfulVoters.add(
            withCut(
                withForgeries(faults(chance, members, voters, lease), members, seed),
                members,
                seed),
            members,
            voters,
            timing,
            seed));
  }

  /** In a quarter of the seeds one link is cut; in half of these, or nearly so, for ever. */
  private static List<Fault> withCut(List<Fault> faults, int members, long seed) {
    Chance chance = new Chance(seed, "cut");
    if (!chance.perMille(250)) {
      return faults;
    }
    List<Fault> more = new ArrayList<>(faults);
    long start = chance.between(2 * SECOND, CALM - 2 * SECOND);
    int one = chance.below(members);
    int other = (one + 1 + chance.below(members - 1)) % members;
    long length = chance.between(SECOND, CALM - start);
    // Where a voter is lost as well, there may be no majority that can talk, or nobody who tells a
    // member of the new voters.
    boolean isLost = faults.stream().anyMatch(fault -> fault.kind() == Kind.DIRECTORY_LOST);
    length = chance.perMille(500) && !isLost ? FOR_EVER : length;
    more.add(new Fault(Kind.LINK_CUT, start, length, one, 0, other));
    more.sort(Comparator.comparingLong(Fault::start));
    return List.copyOf(more);
  }

  /** The link that is never repaired; null if there is none. */
  @Nullable Fault cutForEver() {
    return faults.stream()
        .filter(fault -> fault.kind() == Kind.LINK_CUT && fault.length() == FOR_EVER)
        .findFirst()
        .orElse(null);
  }

  /** Whether the process is at an end of it. */
  boolean isAtCut(int process) {
    Fault cut = cutForEver();
    return cut != null && (cut.target() == process || cut.amount() == process);
  }

  /** When applications stop to request; later if there is a cut that they are to meet. */
  long lastRequest() {
    return cutForEver() == null ? LAST_REQUEST : LAST_REQUEST + 14 * SECOND;
  }

  /** When nobody may wait any more. */
  long settled() {
    return cutForEver() == null ? SETTLED : SETTLED + 10 * SECOND;
  }

  /** When every permit must have been handed out again. */
  long end() {
    return cutForEver() == null ? END : END + 10 * SECOND;
  }

  /** In half of the seeds. */
  private static List<Fault> withForgeries(List<Fault> faults, int members, long seed) {
    Chance chance = new Chance(seed, "forgeries");
    if (chance.perMille(500)) {
      return faults;
    }
    List<Fault> more = new ArrayList<>(faults);
    int count = 1 + chance.below(4);
    for (int i = 0; i < count; i++) {
      long start = chance.between(SECOND, CALM - SECOND);
      long length = Math.min(chance.between(300 * MILLI, 5 * SECOND), CALM - start);
      int kind = chance.below(Forger.Kind.values().length);
      more.add(new Fault(Kind.FORGERY, start, length, chance.below(members), 0, kind));
    }
    more.sort(Comparator.comparingLong(Fault::start));
    return List.copyOf(more);
  }

  /** The same, with members that roam. */
  Plan roaming() {
    Chance chance = new Chance(seed, "roaming");
    List<Fault> more = new ArrayList<>(faults);
    int count = 3 + chance.below(10);
    for (int i = 0; i < count; i++) {
      long start = chance.between(2 * SECOND, CALM - SECOND);
      int target = chance.below(members);
      more.add(new Fault(Kind.ROAM, start, 0, target, 0, chance.below(NEIGHBOURHOODS)));
    }
    more.sort(Comparator.comparingLong(Fault::start));
    return with(true, List.copyOf(more));
  }

  /** Where a process is at first. */
  @Nullable String neighbourhood(int process) {
    return roams ? "n" + process % NEIGHBOURHOODS : null;
  }

  private static List<Fault> faults(Chance chance, int members, int voters, long lease) {
    List<Fault> faults = new ArrayList<>();
    int count = 2 + chance.below(9);
    // Some seeds are about one kind of fault, so that few of them get into each other's way.
    Kind favourite = KINDS.get(chance.below(KINDS.size()));
    boolean isLost = false;
    for (int i = 0; i < count; i++) {
      Kind kind = chance.perMille(300) ? favourite : KINDS.get(chance.below(KINDS.size()));
      long start = chance.between(2 * SECOND, CALM - SECOND);
      long length = chance.oneOf(300 * MILLI, lease / 2, lease, lease + SECOND, 3 * lease);
      length = Math.min(chance.between(length / 2, length), CALM - start);
      int target = chance.below(members);
      if (kind == Kind.DIRECTORY_LOST) {
        // One of three is enough: without a majority of directories there is no epoch store.
        if (isLost || voters < 3) {
          continue;
        }
        isLost = true;
        target = chance.below(voters);
      }
      int mask = 1 + chance.below((1 << members) - 2);
      long amount =
          switch (kind) {
            case STORM -> chance.between(100, 600);
            case SLOW_OPEN, STORE_SLOW -> chance.between(100 * MILLI, 3 * SECOND);
            default -> 0;
          };
      Fault fault = new Fault(kind, start, length, target, mask, amount);
      faults.add(fault);
      if (kind == Kind.BRIDGE) {
        addGlimpse(chance, faults, fault);
      }
    }
    faults.sort(Comparator.comparingLong(Fault::start));
    return List.copyOf(faults);
  }

  /**
   * Together with a bridge: OPEN is slow, and a member that was cut off until it was suspected is
   * heard again by voters that are sealed, before it learns of the next epoch.
   */
  private static void addGlimpse(Chance chance, List<Fault> faults, Fault bridge) {
    long start = bridge.start();
    long slow = chance.between(SECOND, 3 * SECOND);
    faults.add(new Fault(Kind.SLOW_OPEN, start, bridge.length() + 3 * SECOND, 0, 0, slow));
    if (chance.perMille(500)) {
      long cut = chance.between(900 * MILLI, 1700 * MILLI);
      int alone = 1 << bridge.target();
      faults.add(new Fault(Kind.PARTITION, start, cut, bridge.target(), alone, 0));
      faults.add(
          new Fault(Kind.STORE_SLOW, start, 3 * SECOND, 0, 0, chance.between(MILLI, SECOND)));
    }
  }

  Plan with(List<Fault> fewer) {
    return with(roams, fewer);
  }

  private Plan with(boolean roaming, List<Fault> others) {
    return new Plan(
        seed,
        algorithm,
        members,
        voters,
        timing,
        locks,
        loss,
        duplicates,
        lingers,
        jitter,
        roaming,
        others);
  }
}
