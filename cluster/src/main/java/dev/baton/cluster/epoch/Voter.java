package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame.Beat;
import dev.baton.cluster.epoch.Frame.Vote;
import dev.baton.cluster.epoch.Reason.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a voter knows: whose leases it has acknowledged and when, of whom it has heard, whom other
 * voters suspect, and who wants to join.
 */
final class Voter {

  /** The last beat of a member or voter. */
  private record Heard(long at, Beat beat) {}

  /** A wish to join, and where; null for nowhere. */
  record Joiner(Seat seat, @Nullable String neighbourhood, long at) {}

  /** The most wishes to join that are kept; others ask again. */
  private static final int MOST_JOINERS = 1_000;

  private final Timing timing;
  private final Rules rules;

  /** The numbers of earlier processes of this voter that have certainly ended: {@link Former}. */
  private final Set<Long> ended;

  /** Installed before anything else happens. */
  @SuppressWarnings("NullAway.Init")
  private EpochRecord record;

  private long installedAt;

  /** Since when nobody can have been silent for long: see {@link #forgive}. */
  private long forgivenAt;

  /** ackTime: when a lease was acknowledged last. */
  private final Map<Seat, Long> ackTime = new HashMap<>();

  /** By seat: for members, when they were heard of last. */
  private final Map<Seat, Long> heardAt = new HashMap<>();

  /** Of members. */
  private final Map<Seat, Heard> beats = new HashMap<>();

  /** By name: of other incarnations of members and voters, such as a voter that has restarted. */
  private final Map<String, Heard> others = new HashMap<>();

  private final Map<String, Joiner> joiners = new TreeMap<>();

  private final LeftOut leftOut;

  Voter(Timing timing, Rules rules, Set<Long> ended) {
    this.timing = timing;
    this.rules = rules;
    this.ended = ended;
    leftOut = new LeftOut(timing, rules);
  }

  /** A new epoch, or a restart: counts as an acknowledgement of everybody's lease. */
  void install(long now, EpochRecord next) {
    record = next;
    installedAt = now;
    ackTime.keySet().retainAll(next.members());
    for (Seat member : next.members()) {
      if (rules.acknowledgesAtOpen()) {
        ackTime.put(member, now);
      }
    }
    heardAt.clear();
    beats.clear();
    others.clear();
    joiners.values().removeIf(joiner -> !isEligible(joiner.seat));
    leftOut.install(now, next.cuts());
    forgive(now);
  }

  /** This voter was late itself, and suspects nobody for a while. */
  void forgive(long now) {
    forgivenAt = now;
    for (Seat member : record.members()) {
      heardAt.put(member, now);
    }
  }

  // Leases.

  void acknowledge(long now, Seat member) {
    ackTime.put(member, now);
  }

  /**
   * This voter's part of the answer to SEAL.
   *
   * @param remembers whether it knows whose leases it has acknowledged, and when; if not, it may
   *     have acknowledged all of them just now
   */
  Vote vote(String name, long now, long wallSeconds, boolean remembers) {
    long d = rules.stretch(timing, timing.lease()) + timing.margin();
    Map<Seat, Long> rem = new HashMap<>();
    for (Seat member : record.members()) {
      Long at = remembers ? ackTime.get(member) : Long.valueOf(now);
      boolean hasEnded = ended.contains(member.start()) && member.member().equals(name);
      rem.put(member, at == null || hasEnded ? 0 : Math.max(0, at + d - now));
    }
    long since = remembers ? installedAt : now;
    long leftOfOthers = left(now, since, record.quarantine());
    Map<LockId, List<Long>> left = new HashMap<>();
    for (LockState state : record.locks()) {
      List<Long> slots = state.quarantines().stream().map(slot -> left(now, since, slot)).toList();
      if (slots.stream().anyMatch(slot -> slot != leftOfOthers)) {
        left.put(state.id(), slots);
      }
    }
    return new Vote(name, Map.copyOf(rem), Map.copyOf(left), leftOfOthers, wallSeconds);
  }

  private long left(long now, long since, long quarantine) {
    return rules.carried(Math.max(0, since + rules.stretch(timing, quarantine) - now));
  }

  // Suspicion.

  /** A member has shown that it is there. */
  void heard(long now, Seat from) {
    heardAt.computeIfPresent(from, (seat, at) -> now);
  }

  void hear(long now, Seat from, Beat beat) {
    heard(now, from);
    if (beat.epoch() != record.number()) {
      return;
    }
    if (record.indexOf(from) >= 0) {
      beats.put(from, new Heard(now, beat));
    } else if (rules.keepsBeat(isKnown(from.name()))) {
      others.put(from.name(), new Heard(now, beat));
    }
    assert others.size() <= record.members().size() + record.voters().size()
        : "beats are kept of others than members and voters";
    assert beat.suspects().size() + beat.stuck().size() <= 2 * record.members().size()
        : "a beat lists more seats than there are";
  }

  /** Whether it lists no more seats than there are, and names a place that can be read. */
  boolean fits(Beat beat) {
    int members = record.members().size();
    boolean isShort =
        beat.epoch() != record.number()
            || rules.fits(beat.suspects().size(), members)
                && rules.fits(beat.stuck().size(), members);
    return isShort && Hidden.isPlain(beat.neighbourhood());
  }

  private boolean isKnown(String name) {
    return record.isVoter(name) || record.member(name) != null;
  }

  /** The last beats of a voter, as a member and in any other incarnation; each may be null. */
  private @Nullable Heard[] beatsOf(String voter) {
    return new @Nullable Heard[] {beats.get(record.member(voter)), others.get(voter)};
  }

  /**
   * Whom this voter suspects: those it has not heard of, and of two members that cannot reach each
   * other the one that has more such links, or else is not a voter, or has the later name.
   */
  List<Seat> suspects(long now, Set<Seat> unanswering) {
    Map<String, Set<String>> links = cutLinks(now);
    List<Seat> suspects = new ArrayList<>();
    for (Seat member : record.members()) {
      if (isSilent(now, member)
          || unanswering.contains(member)
          || isCutOff(links, member.member())) {
        suspects.add(member);
      }
    }
    return suspects;
  }

  private boolean isSilent(long now, Seat member) {
    return now - heardAt.getOrDefault(member, now) > timing.suspectAfter();
  }

  /** Whether the member of this seat gives way to another that it does not reach. */
  boolean isCutOff(long now, Seat seat) {
    return isCutOff(cutLinks(now), seat.member());
  }

  private boolean isCutOff(Map<String, Set<String>> links, String member) {
    for (String other : links.getOrDefault(member, Set.of())) {
      int more = count(links, member) - count(links, other);
      if (more > 0 || more == 0 && yields(member, other)) {
        return true;
      }
    }
    return false;
  }

  /** For each member the others that are there, but do not reach it or are not reached by it. */
  private Map<String, Set<String>> cutLinks(long now) {
    Map<String, Set<String>> links = new HashMap<>();
    beats.forEach(
        (by, heard) -> {
          if (isFresh(now, heard.at) && record.indexOf(by) >= 0) {
            for (Seat about : heard.beat.stuck()) {
              if (record.indexOf(about) >= 0) {
                cut(now, links, by, about);
                cut(now, links, about, by);
              }
            }
          }
        });
    return links;
  }

  private void cut(long now, Map<String, Set<String>> links, Seat from, Seat to) {
    if (!isSilent(now, to)) {
      links.computeIfAbsent(from.member(), name -> new TreeSet<>()).add(to.member());
    }
  }

  /** How many links of a member are cut, with those for which others are left out already. */
  private int count(Map<String, Set<String>> links, String member) {
    Set<String> all = new HashSet<>(links.getOrDefault(member, Set.of()));
    for (Reason cut : record.cuts()) {
      if (cut.from() != null && Seat.memberOf(cut.from()).equals(member)) {
        all.add(Seat.memberOf(cut.who()));
      }
    }
    return all.size();
  }

  /** Why some of these are to be left out of the next epoch though they may answer. */
  List<Reason> cuts(long now, Set<Seat> suspected) {
    Map<String, Set<String>> links = cutLinks(now);
    List<Reason> cuts = new ArrayList<>();
    for (Seat seat : record.members()) {
      String member = seat.member();
      if (suspected.contains(seat) && rules.leavesOut(isCutOff(links, member))) {
        links
            .getOrDefault(member, Set.of())
            .forEach(other -> cuts.add(new Reason(Kind.CUT, seat.name(), other)));
      }
    }
    return cuts;
  }

  private boolean yields(String a, String b) {
    boolean aVotes = record.isVoter(a);
    boolean bVotes = record.isVoter(b);
    return aVotes == bVotes ? a.compareTo(b) > 0 : bVotes;
  }

  private boolean isFresh(long now, long at) {
    return now - at <= timing.suspectAfter();
  }

  /** Whom a majority of the voters suspects, this voter's own suspects among them. */
  Set<Seat> suspectedByMajority(long now, String self, List<Seat> own) {
    Map<Seat, Integer> counts = new HashMap<>();
    for (String voter : record.voters()) {
      for (Seat member : voter.equals(self) ? own : suspectsOf(now, voter)) {
        counts.merge(member, 1, Integer::sum);
      }
    }
    Set<Seat> suspected = new HashSet<>();
    counts.forEach(
        (seat, count) -> {
          if (count >= rules.majority(record.voters().size()) && record.indexOf(seat) >= 0) {
            suspected.add(seat);
          }
        });
    return suspected;
  }

  /** Whom another voter has said lately that it suspects, in any incarnation. */
  private Collection<Seat> suspectsOf(long now, String voter) {
    Set<Seat> suspects = new HashSet<>();
    for (Heard heard : beatsOf(voter)) {
      if (heard != null && isFresh(now, heard.at)) {
        suspects.addAll(heard.beat.suspects());
      }
    }
    return suspects;
  }

  /** Whether a voter of this name has been heard of lately, in this epoch. */
  boolean isHeard(long now, String name) {
    if (isFresh(now, forgivenAt)) {
      return true;
    }
    for (Heard heard : beatsOf(name)) {
      if (heard != null && isFresh(now, heard.at)) {
        return true;
      }
    }
    return false;
  }

  // Reasons for a new epoch.

  /** Whether a member wants to leave, wants to be elsewhere, or needs new numbers. */
  boolean isAskedForNewEpoch(long now) {
    for (Seat member : record.members()) {
      Heard heard = beats.get(member);
      if (heard != null
          && isFresh(now, heard.at)
          && (heard.beat.leaving() || heard.beat.exhausted() || roams(member, heard.beat))) {
        return true;
      }
    }
    return false;
  }

  /** Who needs new numbers, by name. */
  List<String> exhausted(long now) {
    return record.members().stream()
        .filter(
            member -> {
              Heard heard = beats.get(member);
              return heard != null && isFresh(now, heard.at) && heard.beat.exhausted();
            })
        .map(Seat::name)
        .toList();
  }

  private boolean roams(Seat member, Beat beat) {
    return !Objects.equals(beat.neighbourhood(), record.neighbourhoodOf(member.name()));
  }

  LeftOut leftOut() {
    return leftOut;
  }

  void join(long now, Seat seat, @Nullable String neighbourhood) {
    leftOut.asks(now, seat.name());
    if (joiners.size() >= MOST_JOINERS) {
      joiners.values().removeIf(joiner -> !isFresh(now, joiner.at));
    }
    boolean hasRoom = joiners.size() < MOST_JOINERS || joiners.containsKey(seat.name());
    if (hasRoom && Hidden.isPlain(neighbourhood)) {
      joiners.put(seat.name(), new Joiner(seat, neighbourhood, now));
    }
  }

  /** Those who ask to join, are heard of, and may. */
  List<Joiner> joiners(long now) {
    List<Joiner> eligible = new ArrayList<>();
    for (Joiner joiner : joiners.values()) {
      if (isFresh(now, joiner.at)
          && isEligible(joiner.seat)
          && leftOut.isHealed(now, joiner.seat.name())) {
        eligible.add(joiner);
      }
    }
    return eligible;
  }

  private boolean isEligible(Seat seat) {
    return rules.admits(seat.incarnation(), record.floorOf(seat.name()))
        && !record.members().contains(seat);
  }
}
