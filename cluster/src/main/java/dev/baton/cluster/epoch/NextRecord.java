package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame.LockReport;
import dev.baton.cluster.epoch.Frame.Sealed;
import dev.baton.cluster.epoch.Frame.Vote;
import dev.baton.cluster.epoch.Reason.Kind;
import dev.baton.cluster.epoch.Voter.Joiner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** BUILD: makes the next record from the answers to SEAL. */
final class NextRecord {

  /** In seconds. */
  static final long DAY = 86_400;

  /** A waiter and what decides its place. */
  private record Waiter(Seat seat, boolean first, int stamp) {}

  /**
   * What one member says of one lock.
   *
   * @param stays whether the member is among those who share the lock in the next epoch
   */
  private record Part(Seat member, boolean stays, LockReport report) {}

  /** The final state of a member. */
  private record Reply(Seat member, Sealed sealed) {}

  private final EpochRecord record;
  private final Rules rules;
  private final List<Reply> replies = new ArrayList<>();
  private final List<Vote> votes = new ArrayList<>();

  /** Members of the next epoch that were members of the last. */
  private final Set<Seat> survivors = new HashSet<>();

  /** Why members are left out that may have answered. */
  private final List<Reason> cuts;

  /** How long a lease of an evicted member may still run. */
  private final long evictedRem;

  private final long unlisted;

  /** What was found in the answers that cannot all be true. */
  private final List<Effect.Contradicted> contradictions = new ArrayList<>();

  /** With nobody else to be left out that has answered. */
  NextRecord(EpochRecord record, Collection<Sealed> answers, Rules rules) {
    this(record, answers, record.cuts(), rules);
  }

  NextRecord(EpochRecord record, Collection<Sealed> answers, List<Reason> cuts, Rules rules) {
    this.record = record;
    this.cuts = cuts;
    this.rules = rules;
    Set<Seat> replied = new HashSet<>();
    for (Sealed answer : answers) {
      Vote vote = answer.vote();
      if (vote != null) {
        votes.add(vote);
      }
      Seat member = answer.member();
      // One that leaves has given up what it held, and one that is left out has not.
      boolean isLeftOut = member != null && !answer.leaving() && isLeftOut(member);
      if (member != null && rules.counts(isLeftOut)) {
        replies.add(new Reply(member, answer));
        replied.add(member);
        if (!answer.leaving() && !isLeftOut) {
          survivors.add(member);
        }
      }
    }
    replies.sort(Comparator.comparing(reply -> reply.member().name()));
    long rem = 0;
    for (Seat member : record.members()) {
      if (!replied.contains(member)) {
        if (rules.keepsWithoutSnapshot()) {
          survivors.add(member);
        } else {
          rem = Math.max(rem, longestRem(member));
        }
      }
    }
    evictedRem = rules.quarantine(rem);
    unlisted = Math.max(evictedRem, carried(null, 0));
  }

  private boolean isLeftOut(Seat member) {
    return cuts.stream().anyMatch(cut -> cut.who().equals(member.name()));
  }

  private long longestRem(Seat member) {
    long longest = 0;
    for (Vote vote : votes) {
      longest = Math.max(longest, vote.rem().getOrDefault(member, 0L));
    }
    return longest;
  }

  /**
   * What is left of a slot's quarantine. Every voter has waited for it since it installed the
   * record, on its own clock, so that each of their numbers is enough: the shortest is taken. With
   * the longest, a quarantine would begin again whenever a voter restarts.
   */
  private long carried(@Nullable LockId id, int slot) {
    long shortest = Long.MAX_VALUE;
    for (Vote vote : votes) {
      List<Long> slots = id == null ? null : vote.left().get(id);
      shortest = Math.min(shortest, slots == null ? vote.leftOfOthers() : slots.get(slot));
    }
    return votes.isEmpty() ? 0 : shortest;
  }

  /**
   * The next record; null if nobody would be a member.
   *
   * @param others reasons for it besides who comes, goes or moves
   */
  @Nullable EpochRecord next(
      List<Joiner> joiners,
      List<Reason> others,
      List<String> voters,
      List<Choice> choices,
      long wallSeconds) {
    List<Seat> members = new ArrayList<>(survivors);
    SortedMap<String, String> neighbourhoods = neighbourhoods();
    // Who does not fit waits until another has gone.
    for (Joiner joiner : joiners) {
      Seat seat = joiner.seat();
      boolean isNew = members.stream().noneMatch(member -> member.name().equals(seat.name()));
      if (isNew
          && rules.admits(seat.incarnation(), record.floorOf(seat.name()))
          && SizeBudget.hasRoomFor(seat, members)) {
        members.add(seat);
        put(neighbourhoods, seat, joiner.neighbourhood());
      }
    }
    if (members.isEmpty()) {
      return null;
    }
    members.sort(Comparator.comparing(Seat::name));
    SortedMap<LockId, List<Part>> parts = new TreeMap<>();
    record.locks().forEach(lock -> parts.put(lock.id(), new ArrayList<>()));
    for (Reply reply : replies) {
      for (LockReport report : reply.sealed.locks()) {
        parts
            .computeIfAbsent(report.id(), id -> new ArrayList<>())
            .add(new Part(reply.member(), stays(reply, report.id()), report));
      }
    }
    List<LockState> locks = new ArrayList<>();
    parts.forEach(
        (id, those) -> {
          LockState lock = lock(id, those);
          if (isWorthListing(lock)) {
            locks.add(lock);
          }
        });
    Fitted fitted =
        Fitted.of(
            locks, unlisted, rules.budget().record(), member -> rules.leftOut(longestRem(member)));
    return new EpochRecord(
        Math.max(record.number() + 1, plausible(wallSeconds)),
        record.hash(),
        List.copyOf(members),
        neighbourhoods,
        List.copyOf(voters),
        List.copyOf(choices),
        Floors.next(record.floor(), members),
        fitted.locks(),
        fitted.quarantine(),
        reasons(members, others),
        record.identity());
  }

  /**
   * The wall clock of who builds, unless it is more than a day ahead of the middle one of those
   * that have voted, which is then taken in its place: one wrong clock does not use up numbers.
   */
  private long plausible(long wallSeconds) {
    long[] clocks =
        votes.stream().mapToLong(Vote::wallSeconds).filter(clock -> clock > 0).sorted().toArray();
    long middle = clocks.length == 0 ? wallSeconds : clocks[(clocks.length - 1) / 2];
    return wallSeconds > middle + DAY ? middle : wallSeconds;
  }

  /** Slots of which several members account in what {@link #next} was made from. */
  List<Effect.Contradicted> contradictions() {
    return contradictions;
  }

  private List<Reason> reasons(List<Seat> members, List<Reason> others) {
    List<Reason> reasons = new ArrayList<>();
    Set<Seat> leavers = new HashSet<>();
    for (Reply reply : replies) {
      String name = reply.member().name();
      if (reply.sealed.leaving()) {
        leavers.add(reply.member());
        reasons.add(new Reason(Kind.LEAVE, name));
      } else if (!Objects.equals(reply.sealed.neighbourhood(), record.neighbourhoodOf(name))) {
        reasons.add(new Reason(Kind.MOVE, name));
      }
    }
    Set<String> names = new HashSet<>();
    members.forEach(member -> names.add(member.name()));
    List<Reason> links =
        cuts.stream()
            .filter(cut -> !names.contains(cut.who()) && names.contains(cut.from()))
            .distinct()
            .toList();
    for (Seat member : record.members()) {
      boolean isCut = links.stream().anyMatch(cut -> cut.who().equals(member.name()));
      if (!survivors.contains(member) && !leavers.contains(member) && !isCut) {
        reasons.add(new Reason(Kind.SUSPICION, member.name()));
      }
    }
    reasons.addAll(links);
    for (Seat member : members) {
      if (!survivors.contains(member)) {
        reasons.add(new Reason(Kind.JOIN, member.name()));
      }
    }
    reasons.addAll(others);
    return List.copyOf(reasons);
  }

  /** Where the survivors are. */
  private SortedMap<String, String> neighbourhoods() {
    SortedMap<String, String> neighbourhoods = new TreeMap<>();
    for (Seat survivor : survivors) {
      put(neighbourhoods, survivor, record.neighbourhoodOf(survivor.name()));
    }
    for (Reply reply : replies) {
      if (survivors.contains(reply.member)) {
        put(neighbourhoods, reply.member(), reply.sealed.neighbourhood());
      }
    }
    return neighbourhoods;
  }

  private static void put(
      SortedMap<String, String> neighbourhoods, Seat seat, @Nullable String where) {
    if (where == null) {
      neighbourhoods.remove(seat.name());
    } else {
      neighbourhoods.put(seat.name(), where);
    }
  }

  private boolean stays(Reply reply, LockId id) {
    String where = id.neighbourhood();
    return survivors.contains(reply.member)
        && (where == null || where.equals(reply.sealed.neighbourhood()));
  }

  private boolean isWorthListing(LockState lock) {
    return !lock.holders().isEmpty()
        || !lock.waiters().isEmpty()
        || lock.quarantines().stream().anyMatch(quarantine -> quarantine != unlisted);
  }

  private LockState lock(LockId id, List<Part> parts) {
    List<Holder> holders = new ArrayList<>();
    List<Waiter> waiters = new ArrayList<>();
    @Nullable Seat[] accounted = new @Nullable Seat[id.permits()];
    for (Part part : parts) {
      LockReport report = part.report;
      if (part.stays) {
        add(part.member, id, report, holders, waiters);
      }
      report.unused().forEach(slot -> account(part.member, id, slot, accounted, holders));
      if (report.slot() >= 0) {
        account(part.member, id, report.slot(), accounted, holders);
      }
    }
    holders.sort(Comparator.comparingInt(Holder::slot));
    waiters.sort(
        Comparator.comparing((Waiter waiter) -> !waiter.first)
            .thenComparingInt(Waiter::stamp)
            .thenComparing(waiter -> waiter.seat.name()));
    List<Long> quarantines = new ArrayList<>();
    for (int slot = 0; slot < id.permits(); slot++) {
      long left = carried(id, slot);
      quarantines.add(accounted[slot] != null ? left : Math.max(left, evictedRem));
    }
    return new LockState(
        id,
        List.copyOf(holders),
        waiters.stream().map(Waiter::seat).toList(),
        List.copyOf(quarantines));
  }

  /** A slot is in one place: if two members account for it, that is told. */
  private void account(
      Seat member, LockId id, int slot, @Nullable Seat[] accounted, List<Holder> holders) {
    Seat other = accounted[slot];
    accounted[slot] = member;
    if (other != null) {
      boolean isHolder =
          holders.stream().anyMatch(it -> it.slot() == slot && it.seat().equals(member));
      contradictions.add(
          new Effect.Contradicted(id, slot, isHolder ? member : other, isHolder ? other : member));
    }
  }

  /**
   * If two say that they hold one slot, one of them lies, or a rule of the protocol is broken: the
   * one that held it when the epoch began is believed, or else the first. See {@link #account}.
   */
  private void add(
      Seat member, LockId id, LockReport report, List<Holder> holders, List<Waiter> waiters) {
    if (report.slot() >= 0) {
      Holder holder = new Holder(member, report.slot(), report.fence());
      LockState before = record.lock(id);
      boolean isKnown = before != null && before.holders().contains(holder);
      boolean isTaken = holders.stream().anyMatch(other -> other.slot() == holder.slot());
      if (isKnown) {
        holders.removeIf(other -> other.slot() == holder.slot());
      }
      if (isKnown || !isTaken) {
        holders.add(holder);
      }
    } else if (report.waiting()) {
      waiters.add(new Waiter(member, report.first(), report.stamp()));
    }
  }
}
