package dev.baton.cluster.attack;

import dev.baton.cluster.attack.Fault.Kind;
import dev.baton.cluster.epoch.Timing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * In a third of the seeds a voter comes back and knows less than it has said, or less than another
 * process that has its name. Such a thing is dangerous only where a majority of the others does not
 * know better: so more goes wrong around it.
 */
final class ForgetfulVoters {

  private static final long MILLI = 1000;
  private static final long SECOND = 1_000_000;

  private final List<Fault> faults;
  private final Chance chance;
  private final int members;
  private final int voters;
  private final Timing timing;

  private ForgetfulVoters(
      List<Fault> faults, Chance chance, int members, int voters, Timing timing) {
    this.faults = faults;
    this.chance = chance;
    this.members = members;
    this.voters = voters;
    this.timing = timing;
  }

  /** The faults, and perhaps more. */
  static List<Fault> add(List<Fault> faults, int members, int voters, Timing timing, long seed) {
    Chance chance = new Chance(seed, "forgetful voters");
    boolean isCut = faults.stream().anyMatch(fault -> fault.kind() == Kind.LINK_CUT);
    if (voters < 3 || isCut || chance.perMille(600)) {
      return faults;
    }
    List<Fault> more = new ArrayList<>(faults);
    ForgetfulVoters it = new ForgetfulVoters(more, chance, members, voters, timing);
    Kind kind = chance.oneOf(Kind.STORE_MISSING, Kind.VOTER_RESTARTS, Kind.DIRECTORY_SHARED);
    if (kind == Kind.DIRECTORY_SHARED) {
      it.shareDirectory();
    } else {
      it.restart(kind);
    }
    more.sort(Comparator.comparingLong(Fault::start));
    return List.copyOf(more);
  }

  private void add(Kind kind, long start, long length, int target, int mask, long amount) {
    faults.add(new Fault(kind, start, length, target, mask, amount));
  }

  /**
   * A voter that has sealed the epoch comes back. A member that was cut off until it was suspected
   * is then heard by that voter, and by some that do not hear whoever seals; the next epoch is long
   * in coming.
   */
  private void restart(Kind kind) {
    long start = chance.between(3 * SECOND, Plan.CALM - 4 * SECOND);
    int mask = 1 + chance.below((1 << members) - 2);
    int alone = chance.below(members);
    int shared = chance.below(voters);
    long cut = chance.between(timing.suspectAfter(), 2 * timing.suspectAfter());
    add(kind, start, Plan.CALM - start, 0, 0, 0);
    add(Kind.PARTITION, start, cut, alone, 1 << alone, 0);
    add(Kind.BRIDGE, start + cut / 2, 2 * timing.lease(), shared, mask, 0);
    add(Kind.STORE_SLOW, start, 2 * timing.lease(), 0, 0, chance.between(SECOND / 2, 3 * SECOND));
  }

  /**
   * Of three voters the first has its directory shared. The second has not heard of its last
   * leases. The third has, but is no member any more, since it does not reach two others; and is
   * down when the heir of the directory votes.
   */
  private void shareDirectory() {
    long start = chance.between(7 * SECOND, Plan.CALM - 2 * SECOND);
    int first = chance.below(voters);
    add(Kind.DIRECTORY_SHARED, start, Plan.CALM - start, first, 0, chance.below(2));
    if (voters == 3 && members >= 5) {
      int second = (first + 1) % voters;
      int third = (first + 2) % voters;
      long deaf = chance.between(timing.suspectAfter() / 3, timing.suspectAfter() * 9 / 10);
      add(Kind.LINK_CUT, start - 5 * SECOND, 5 * SECOND + 100 * MILLI, third, 0, members - 1);
      add(Kind.LINK_CUT, start - 5 * SECOND, 5 * SECOND + 100 * MILLI, third, 0, members - 2);
      add(Kind.PARTITION, start - deaf, deaf, second, 1 << second, 0);
      add(Kind.CRASH, start, 2 * timing.lease(), third, 0, 0);
    }
  }
}
