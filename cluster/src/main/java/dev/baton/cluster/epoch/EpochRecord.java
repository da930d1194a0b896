package dev.baton.cluster.epoch;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Hash;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All that an epoch starts from: a fixed membership, and the state of every lock in use.
 *
 * @param number e; fences begin with it
 * @param previous the hash of the record before this one
 * @param members in the order of their names: a member's place is its node's number
 * @param neighbourhoods where members are, by name; who is nowhere is not listed
 * @param voters names of those whose majority seals an epoch and acknowledges leases
 * @param choices which algorithm runs which lock
 * @param floor for each name the highest incarnation ever admitted: {@link Floors}
 * @param locks those in use, in order
 * @param quarantine how long a lock that is not listed must not be granted
 * @param reasons why the epoch before had to end, and who is left out since then because a link is
 *     cut; empty if nobody knows any more
 * @param identity which cluster it is; null before it has one
 */
public record EpochRecord(
    long number,
    long previous,
    List<Seat> members,
    SortedMap<String, String> neighbourhoods,
    List<String> voters,
    List<Choice> choices,
    SortedMap<String, Integer> floor,
    List<LockState> locks,
    long quarantine,
    List<Reason> reasons,
    @Nullable Identity identity) {

  /** More quarantines do not fit into a record. */
  private static final int MOST_PERMITS = 1 << 18;

  /** The algorithm of the locks of neighbourhoods for which nothing else is said. */
  private static final String LOCAL = "klme";

  /**
   * A rule for lock names: the name itself, or a beginning and a star. The first that fits wins;
   * for a semaphore the first whose algorithm has several permits. The star alone is not meant for
   * the locks of neighbourhoods, which have a default of their own.
   */
  public record Choice(String pattern, String algorithm) {
    boolean fits(LockId id) {
      return fits(id.name()) && !(id.isLocal() && pattern.equals("*"));
    }

    private boolean fits(String name) {
      return pattern.endsWith("*")
          ? name.startsWith(pattern.substring(0, pattern.length() - 1))
          : name.equals(pattern);
    }
  }

  /** Who holds a slot, with which fence. */
  public record Holder(Seat seat, int slot, long fence) {}

  /**
   * A lock in use.
   *
   * @param quarantines for each slot how long it must not be granted
   */
  public record LockState(
      LockId id, List<Holder> holders, List<Seat> waiters, List<Long> quarantines) {

    private long hash() {
      long h = Hash.fold(id.hash(), holders.size());
      for (Holder holder : holders) {
        h = Hash.fold(Hash.fold(Hash.fold(h, holder.seat.hash()), holder.slot), holder.fence);
      }
      h = Hash.fold(h, waiters.size());
      for (Seat waiter : waiters) {
        h = Hash.fold(h, waiter.hash());
      }
      for (long slot : quarantines) {
        h = Hash.fold(h, slot);
      }
      return h;
    }
  }

  /** Without an identity. */
  public EpochRecord(
      long number,
      long previous,
      List<Seat> members,
      SortedMap<String, String> neighbourhoods,
      List<String> voters,
      List<Choice> choices,
      SortedMap<String, Integer> floor,
      List<LockState> locks,
      long quarantine,
      List<Reason> reasons) {
    this(
        number,
        previous,
        members,
        neighbourhoods,
        voters,
        choices,
        floor,
        locks,
        quarantine,
        reasons,
        null);
  }

  /** Without reasons, and without an identity. */
  public EpochRecord(
      long number,
      long previous,
      List<Seat> members,
      SortedMap<String, String> neighbourhoods,
      List<String> voters,
      List<Choice> choices,
      SortedMap<String, Integer> floor,
      List<LockState> locks,
      long quarantine) {
    this(
        number,
        previous,
        members,
        neighbourhoods,
        voters,
        choices,
        floor,
        locks,
        quarantine,
        List.of());
  }

  /** Before the first epoch: nobody is a member, and everybody counts as sealed. */
  public static EpochRecord genesis(List<String> voters, List<Choice> choices) {
    return new EpochRecord(
        0, 0, List.of(), new TreeMap<>(), voters, choices, new TreeMap<>(), List.of(), 0);
  }

  /**
   * The same with another number, on which nothing else in a record depends but where the first
   * epoch of a cluster says that it is.
   */
  public EpochRecord numbered(long other) {
    Identity cluster = identity;
    if (cluster != null && cluster.first() == number) {
      cluster = new Identity(cluster.id(), other);
    }
    return with(other, cluster);
  }

  /** The same as a record of this cluster. */
  EpochRecord identified(Identity cluster) {
    return with(number, cluster);
  }

  private EpochRecord with(long otherNumber, @Nullable Identity otherIdentity) {
    return new EpochRecord(
        otherNumber,
        previous,
        members,
        neighbourhoods,
        voters,
        choices,
        floor,
        locks,
        quarantine,
        reasons,
        otherIdentity);
  }

  /** The place of a seat among the members, or −1. */
  public int indexOf(Seat seat) {
    return members.indexOf(seat);
  }

  public boolean isVoter(String name) {
    return voters.contains(name);
  }

  /** The member of this name, or null. */
  public @Nullable Seat member(String name) {
    for (Seat seat : members) {
      if (seat.name().equals(name)) {
        return seat;
      }
    }
    return null;
  }

  /** Where a member is; null if it is nowhere. */
  public @Nullable String neighbourhoodOf(String name) {
    return neighbourhoods.get(name);
  }

  /** Those among whom a lock is, in order: a member's place is its node's number there. */
  List<Seat> group(LockId id) {
    String neighbourhood = id.neighbourhood();
    return neighbourhood == null
        ? members
        : members.stream().filter(seat -> isIn(seat, neighbourhood)).toList();
  }

  private boolean isIn(Seat member, String neighbourhood) {
    return neighbourhood.equals(neighbourhoodOf(member.name()));
  }

  /** Who is left out because it and a member do not reach each other. */
  List<Reason> cuts() {
    return reasons.stream()
        .filter(reason -> reason.kind() == Reason.Kind.CUT && reason.from() != null)
        .toList();
  }

  /** The names of all members and voters of this record and of another. */
  Set<String> namesWith(EpochRecord other) {
    Set<String> names = new TreeSet<>(voters);
    names.addAll(other.voters);
    members.forEach(member -> names.add(member.name()));
    other.members.forEach(member -> names.add(member.name()));
    return names;
  }

  int floorOf(String name) {
    return Floors.of(floor, name);
  }

  /** The state of a lock, or null if it is not in use. */
  public @Nullable LockState lock(LockId id) {
    int low = 0;
    int high = locks.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = locks.get(middle).id.compareTo(id);
      if (order == 0) {
        return locks.get(middle);
      }
      low = order < 0 ? middle + 1 : low;
      high = order > 0 ? middle - 1 : high;
    }
    return null;
  }

  /** Whether there is an algorithm for such a lock, and room for it in a record. */
  boolean runs(LockId id) {
    return id.permits() <= MOST_PERMITS
        && (id.isLocal()
            || choices.stream()
                .anyMatch(
                    choice ->
                        choice.fits(id)
                            && (id.permits() == 1
                                || Catalog.entry(choice.algorithm).runsAsSemaphore())));
  }

  /** The first choice that fits the lock and has permits enough. */
  public Catalog.Entry algorithm(LockId id) {
    for (Choice choice : choices) {
      if (choice.fits(id)) {
        Catalog.Entry entry = Catalog.entry(choice.algorithm);
        if (id.permits() == 1 || entry.runsAsSemaphore()) {
          return entry;
        }
      }
    }
    if (id.isLocal()) {
      return Catalog.entry(LOCAL);
    }
    throw new IllegalArgumentException("No algorithm is chosen for " + id + ".");
  }

  /** The same on every machine; over all fields that there are, in order. */
  public long hash() {
    long h = Hash.fold(Hash.fold(Hash.mix(number), previous), quarantine);
    h = Hash.fold(h, members.size());
    for (Seat member : members) {
      h = Hash.fold(h, member.hash());
    }
    h = Hash.fold(h, neighbourhoods.size());
    for (Map.Entry<String, String> each : neighbourhoods.entrySet()) {
      h = Hash.fold(Hash.fold(h, Hash.of(each.getKey())), Hash.of(each.getValue()));
    }
    h = Hash.fold(h, voters.size());
    for (String voter : voters) {
      h = Hash.fold(h, Hash.of(voter));
    }
    h = Hash.fold(h, choices.size());
    for (Choice choice : choices) {
      h = Hash.fold(Hash.fold(h, Hash.of(choice.pattern)), Hash.of(choice.algorithm));
    }
    h = Hash.fold(h, floor.size());
    for (Map.Entry<String, Integer> each : floor.entrySet()) {
      h = Hash.fold(Hash.fold(h, Hash.of(each.getKey())), each.getValue());
    }
    h = Hash.fold(h, locks.size());
    for (LockState lock : locks) {
      h = Hash.fold(h, lock.hash());
    }
    for (Reason reason : reasons) {
      h = Hash.fold(Hash.fold(h, reason.kind().ordinal()), Hash.of(reason.who()));
      h = reason.from() == null ? h : Hash.fold(h, Hash.of(reason.from()));
    }
    if (identity != null) {
      h = Hash.fold(Hash.fold(h, Hash.of(identity.id())), identity.first());
    }
    return Hash.mix(h);
  }
}
