package dev.baton.cluster.epoch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a voter knows of members that are left out because a link is cut: whether its ends hear each
 * other again, how often that was so, and whether they still ask to be let in.
 */
final class LeftOut {

  /** A link that was cut before has to work twice as long as the last time, so many times. */
  private static final int DOUBLINGS = 5;

  /** For so many times the silence that is suspicious a link has to last to be as good as new. */
  private static final int STEADY = 128;

  /** Who has not asked to be let in for so many leases does not come back. */
  private static final int LEASES = 10;

  /** Between two members, the one with the lesser name first. */
  private record Link(String one, String other) {
    static Link of(Reason cut) {
      String who = Seat.memberOf(cut.who());
      String from = Seat.memberOf(String.valueOf(cut.from()));
      return who.compareTo(from) < 0 ? new Link(who, from) : new Link(from, who);
    }
  }

  /** How often a link was cut, and when last. */
  private record Cut(int times, long at) {}

  /** Since when, and when last, the ends of a link have heard each other. */
  private record Hearing(long since, long at) {}

  private final Timing timing;
  private final Rules rules;

  /** As the record has them; by these, what this voter knows of each. */
  private List<Reason> cuts = List.of();

  private final Map<Reason, Hearing> hearings = new HashMap<>();

  /** When they have asked last, or were left out. */
  private final Map<Reason, Long> askedAt = new HashMap<>();

  private final Map<Link, Cut> links = new HashMap<>();

  LeftOut(Timing timing, Rules rules) {
    this.timing = timing;
    this.rules = rules;
  }

  void install(long now, List<Reason> next) {
    cuts.forEach(cut -> links.computeIfPresent(Link.of(cut), (link, it) -> new Cut(it.times, now)));
    links.values().removeIf(cut -> now - cut.at > STEADY * timing.suspectAfter());
    Set<Link> fresh = new HashSet<>();
    for (Reason cut : next) {
      if (!cuts.contains(cut)) {
        fresh.add(Link.of(cut));
      }
      askedAt.putIfAbsent(cut, now);
    }
    fresh.forEach(
        link -> links.merge(link, new Cut(1, now), (before, it) -> new Cut(before.times + 1, now)));
    hearings.keySet().retainAll(next);
    askedAt.keySet().retainAll(next);
    cuts = next;
  }

  /** One of this name asks to be let in. */
  void asks(long now, String name) {
    askedAt.replaceAll((cut, before) -> cut.who().equals(name) ? now : before);
  }

  /** A member says whom it hears and is heard by, of those that are left out. */
  void hears(long now, String member, List<String> names) {
    if (!rules.fits(names.size(), cuts.size())) {
      return;
    }
    for (Reason cut : cuts) {
      if (member.equals(cut.from())) {
        Hearing before = hearings.get(cut);
        if (!names.contains(cut.who())) {
          hearings.remove(cut);
        } else if (before == null || !isFresh(now, before)) {
          hearings.put(cut, new Hearing(now, now));
        } else {
          hearings.put(cut, new Hearing(before.since, now));
        }
      }
    }
  }

  private boolean isFresh(long now, Hearing hearing) {
    return now - hearing.at <= timing.suspectAfter();
  }

  /** Whether all links work again for which one of this name is left out; for long enough. */
  boolean isHealed(long now, String name) {
    return cuts.stream()
        .filter(cut -> cut.who().equals(name))
        .allMatch(cut -> rules.comesBack(isHealed(now, cut)));
  }

  private boolean isHealed(long now, Reason cut) {
    Hearing hearing = hearings.get(cut);
    Cut link = links.get(Link.of(cut));
    int doublings = link == null ? 0 : Math.min(link.times - 1, DOUBLINGS);
    return hearing != null
        && isFresh(now, hearing)
        && hearing.at - hearing.since >= timing.suspectAfter() << doublings;
  }

  /** The cuts that the next record has to name as well. */
  List<Reason> staying(long now) {
    return cuts.stream()
        .filter(cut -> now - askedAt.getOrDefault(cut, now) <= LEASES * timing.lease())
        .toList();
  }
}
