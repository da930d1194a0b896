package dev.baton.cluster.attack;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.attack.Fault.Kind;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Timing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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

  /** What may go wrong everywhere. */
  private static final List<Kind> KINDS =
      Arrays.stream(Kind.values())
          .filter(kind -> kind != Kind.ROAM && kind != Kind.FORGERY)
          .toList();

  private static final long MILLI = 1000;
  private static final long SECOND = 1_000_000;

  /** When the last fault is over. */
  static final long CALM = 14 * SECOND;

  /** When applications stop to request. */
  static final long LAST_REQUEST = 16 * SECOND;

  /** When nobody may wait any more. */
  static final long SETTLED = 26 * SECOND;

  /** When every permit must have been handed out again. */
  static final long END = 29 * SECOND;

  static Plan of(String algorithm, int members, long seed) {
    Chance chance = new Chance(seed, "plan");
    long lease = chance.oneOf(1000, 1500, 3000) * MILLI;
    int drift = chance.oneOf(1_000, 50_000, 50_000);
    Timing timing =
        new Timing(
            250 * MILLI,
            lease,
            250 * MILLI,
            800 * MILLI,
            200 * MILLI,
            drift,
            drift == 1000 ? MILLI : 0);
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
        withForgeries(faults(chance, members, voters, lease), members, seed));
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
