package dev.baton.lab.campaign;

import dev.baton.lab.demo.Exclusion;
import dev.baton.lab.demo.Stay;
import dev.baton.lab.demo.Stay.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides from what the processes have written whether the cluster kept its promises.
 *
 * <ul>
 *   <li>Overlap: two holds of one permit that were both valid at one moment. A hold counts from
 *       when its owner first found it valid to when it last did; both times were read before the
 *       look, so an overlap is never an error of measurement.
 *   <li>Fence inversion: in the order of entries at one permit, a fence that is not larger than all
 *       before; or one that was given twice, even if one of the two holds was lost at once.
 *   <li>Lost waiter: a call that was made before the last calm, by a process that lived through it,
 *       and was not answered at its end.
 *   <li>Not back: a member that was not granted anything in the last calm.
 *   <li>Grown: a process with more threads or more heap than at its first calm.
 * </ul>
 *
 * <p>An outage is the longest time without a grant to anybody from the beginning of a fault until
 * all look at themselves before the next; it is measured, not judged.
 */
public final class CampaignJudge {

  private static final double MORE_THREADS = 1.25;
  private static final int FEW_THREADS = 10;
  private static final double MORE_HEAP = 1.5;
  private static final long LITTLE_HEAP = 24L << 20;

  /** So much of a fault, and of the calm before the first, is not compared. */
  private static final long SETTLING = Duration.ofSeconds(10).toNanos();

  /** Waits that were answered sooner are not kept. */
  private static final long LONG_WAIT = Duration.ofSeconds(1).toNanos();

  /**
   * When things happened.
   *
   * @param start when all had joined
   * @param faults what was done, in order
   * @param looks when all were told to collect garbage and look at themselves: nobody is granted
   *     anything meanwhile, which is no outage
   * @param calm when the last calm began, and {@code end} when it ended
   * @param survivors the journals of processes that lived through the last calm
   */
  public record Course(
      long start, List<Done> faults, List<Long> looks, long calm, long end, Set<Path> survivors) {

    /** When what followed a fault is over: at the next one, or before that, when all look. */
    long over(int fault) {
      long next = fault + 1 < faults.size() ? faults.get(fault + 1).begin : end;
      return look(faults.get(fault).end, next);
    }

    /** When all first look at themselves between two moments; the later one if they do not. */
    long look(long from, long to) {
      return looks.stream().filter(look -> look >= from && look < to).min(Long::compare).orElse(to);
    }
  }

  /**
   * A fault that was carried out.
   *
   * @param who the member that was meant by the leader or a follower; empty otherwise
   * @param note what else there is to say
   */
  public record Done(PlannedFault fault, long begin, long end, String who, String note) {

    /** What happened, with the names of those to whom. */
    public String what() {
      return who.isEmpty()
          ? fault.what()
          : fault.what().replace(fault.victim(), fault.victim() + " (" + who + ")");
    }
  }

  /**
   * What a fault came to. Times are in nanoseconds.
   *
   * @param outage the longest time without a grant to anybody
   * @param hotOutage the same for the lock that everybody wants
   * @param again from the end of the fault until somebody has been granted something; −1 if that
   *     was not before the next fault
   * @param back from the end of the fault until every member has been granted something again; −1
   *     if that was not before the next fault
   * @param lost holds that were lost
   * @param share what members that kept their seats were granted per second, as a part of what
   *     these were granted before the first fault, both without the first ten seconds; not a number
   *     if there are no more than ten
   * @param unseated the most members that were missing from an epoch in the fault
   * @param epochs how many began in the fault
   * @param reasons why they began, each once
   */
  public record Effect(
      Done done,
      long outage,
      long hotOutage,
      long again,
      long back,
      int lost,
      double share,
      int unseated,
      int epochs,
      List<String> reasons) {

    /** What {@link KindTotals} need of it. */
    public KindTotals.One one() {
      return new KindTotals.One(done.fault.kind().id(), outage, hotOutage, again, back, lost);
    }
  }

  /**
   * What was found.
   *
   * @param violations one sentence for each; no campaign should have one
   * @param grantsBySecond of each member, from the start
   * @param worstWait the longest wait that was answered, and in the last calm
   */
  public record Findings(
      long grants,
      long lostHolds,
      int overlaps,
      int fenceInversions,
      int lostWaiters,
      int notBack,
      int grown,
      List<String> violations,
      List<Effect> effects,
      Map<String, int[]> grantsBySecond,
      List<Journals.Event> events,
      int epochs,
      long worstWait,
      long worstWaitInCalm,
      List<long[]> outages) {

    /** What each kind of fault came to. */
    public List<KindTotals> kinds() {
      return KindTotals.of(effects.stream().map(Effect::one).toList());
    }
  }

  private final CampaignSettings settings;
  private final Course course;
  private final Journals journals;
  private final Epochs epochs;
  private final List<String> violations = new ArrayList<>();

  private CampaignJudge(
      CampaignSettings settings, Course course, Journals journals, Epochs epochs) {
    this.settings = settings;
    this.course = course;
    this.journals = journals;
    this.epochs = epochs;
  }

  /** Reads all journals of a directory, and of the logs why epochs began. */
  public static Findings judge(CampaignSettings settings, Course course, Path directory)
      throws IOException {
    Journals journals = Journals.read(directory, LONG_WAIT);
    Epochs epochs = new Epochs(settings.members(), journals.events, Epochs.reasons(directory));
    return new CampaignJudge(settings, course, journals, epochs).judge();
  }

  private Findings judge() {
    int overlaps = 0;
    int inversions = 0;
    for (var slot : journals.stays.entrySet()) {
      Exclusion exclusion = Exclusion.of(slot.getValue());
      Set<Long> reused = journals.reused(slot.getKey());
      overlaps += exclusion.overlaps().size();
      inversions += Math.max(exclusion.inversions().size(), reused.size());
      say(slot.getKey(), exclusion, reused);
    }
    List<Stay> all = journals.all();
    long[] times = all.stream().mapToLong(Stay::entered).sorted().toArray();
    long[] hot = times(Line.HOT);
    int lostWaiters = lostWaiters();
    int notBack = notBack(all);
    int grown = grown();
    return new Findings(
        all.size(),
        all.stream().filter(stay -> stay.ended() == Ended.LOST).count(),
        overlaps,
        inversions,
        lostWaiters,
        notBack,
        grown,
        violations,
        effects(all, times, hot.length == 0 ? times : hot),
        bySecond(all),
        events(),
        epochs.count(course.start, Long.MAX_VALUE),
        worstWait(course.start),
        worstWait(course.calm),
        outages(times));
  }

  private void say(Journals.Slot slot, Exclusion exclusion, Set<Long> reused) {
    String name = slot.lock() + (slot.slot() == 0 ? "" : " slot " + slot.slot());
    if (!exclusion.overlaps().isEmpty()) {
      Exclusion.Clash first = exclusion.overlaps().getFirst();
      violations.add(
          exclusion.overlaps().size()
              + " overlaps at "
              + name
              + ", the first at "
              + seconds(first.later().entered())
              + ": "
              + text(first.earlier())
              + " and "
              + text(first.later()));
    }
    if (!exclusion.inversions().isEmpty()) {
      Exclusion.Clash first = exclusion.inversions().getFirst();
      violations.add(
          exclusion.inversions().size()
              + " fences out of order at "
              + name
              + ", the first at "
              + seconds(first.later().entered())
              + ": "
              + text(first.earlier())
              + ", then "
              + text(first.later()));
    } else if (!reused.isEmpty()) {
      violations.add("the fence " + reused.iterator().next() + " of " + name + " was given twice");
    }
  }

  private String text(Stay stay) {
    return stay.member()
        + " with fence "
        + stay.fence()
        + " from "
        + seconds(stay.entered())
        + " to "
        + seconds(stay.end());
  }

  /** Since the start of the campaign. */
  private String seconds(long time) {
    return String.format(java.util.Locale.ROOT, "%.3f s", (time - course.start) / 1e9);
  }

  private long[] times(String lock) {
    return journals.stays.entrySet().stream()
        .filter(slot -> slot.getKey().lock().equals(lock))
        .flatMap(slot -> slot.getValue().stream())
        .mapToLong(Stay::entered)
        .sorted()
        .toArray();
  }

  private int lostWaiters() {
    int lost = 0;
    for (Journals.Wait wait : journals.waits) {
      if (course.survivors.contains(wait.journal())
          && wait.asked() < course.calm
          && wait.answered() > course.end) {
        lost++;
        violations.add(
            wait.member()
                + " has waited for "
                + wait.lock()
                + " since "
                + seconds(wait.asked())
                + ", through the whole last calm");
      }
    }
    return lost;
  }

  private int notBack(List<Stay> all) {
    int missing = 0;
    for (int member = 1; member <= settings.members(); member++) {
      String name = CampaignSettings.name(member);
      if (all.stream()
          .noneMatch(
              stay ->
                  stay.member().equals(name)
                      && stay.entered() >= course.calm
                      && stay.entered() <= course.end)) {
        missing++;
        violations.add(name + " was granted nothing in the last calm");
      }
    }
    return missing;
  }

  private int grown() {
    Map<Path, List<Journals.Health>> byProcess = new HashMap<>();
    for (Journals.Health health : journals.health) {
      byProcess.computeIfAbsent(health.journal(), key -> new ArrayList<>()).add(health);
    }
    int grown = 0;
    for (List<Journals.Health> of : byProcess.values()) {
      Journals.Health first = of.getFirst();
      Journals.Health last = of.getLast();
      if (last.threads() > first.threads() * MORE_THREADS + FEW_THREADS) {
        grown++;
        violations.add(
            last.member() + " has " + last.threads() + " threads, after " + first.threads());
      }
      if (last.heap() > first.heap() * MORE_HEAP + LITTLE_HEAP) {
        grown++;
        violations.add(
            last.member()
                + " has "
                + (last.heap() >> 20)
                + " MiB on its heap, after "
                + (first.heap() >> 20));
      }
    }
    return grown;
  }

  // What is measured.

  private List<Effect> effects(List<Stay> all, long[] times, long[] hot) {
    List<Effect> effects = new ArrayList<>();
    for (int i = 0; i < course.faults.size(); i++) {
      Done done = course.faults.get(i);
      long next = course.over(i);
      int lost =
          (int)
              all.stream()
                  .filter(stay -> stay.ended() == Ended.LOST)
                  .filter(stay -> stay.end() >= done.begin && stay.end() < next)
                  .count();
      effects.add(
          new Effect(
              done,
              gap(times, done.begin, next),
              gap(hot, done.begin, next),
              again(times, done.end, next),
              back(all, done.end, next),
              lost,
              share(all, done),
              epochs.unseated(done.begin, done.end),
              epochs.count(done.begin, done.end),
              epochs.reasons(done.begin, done.end)));
    }
    return effects;
  }

  private double share(List<Stay> all, Done done) {
    Set<String> seated = epochs.seated(done.begin, done.end);
    long calmUntil = course.look(course.start, course.faults.getFirst().begin);
    double before = rate(all, seated, course.start, calmUntil);
    return before > 0 ? rate(all, seated, done.begin, done.end) / before : Double.NaN;
  }

  /** Grants per second, after the first seconds; not a number if there is no time after these. */
  private static double rate(List<Stay> all, Set<String> members, long from, long to) {
    long settled = from + SETTLING;
    long grants =
        all.stream()
            .filter(stay -> stay.entered() >= settled && stay.entered() < to)
            .filter(stay -> members.contains(stay.member()))
            .count();
    return to > settled ? grants * 1e9 / (to - settled) : Double.NaN;
  }

  /** The longest time without one of these between two moments. */
  static long gap(long[] sorted, long from, long to) {
    long longest = 0;
    long last = from;
    int i = Arrays.binarySearch(sorted, from);
    for (i = i < 0 ? -i - 1 : i; i < sorted.length && sorted[i] < to; i++) {
      longest = Math.max(longest, sorted[i] - last);
      last = sorted[i];
    }
    return Math.max(longest, to - last);
  }

  private static long again(long[] sorted, long from, long to) {
    int i = Arrays.binarySearch(sorted, from);
    int first = i < 0 ? -i - 1 : i;
    return first < sorted.length && sorted[first] < to ? sorted[first] - from : -1;
  }

  private long back(List<Stay> all, long from, long to) {
    Map<String, Long> first = new TreeMap<>();
    for (Stay stay : all) {
      if (stay.entered() >= from && stay.entered() < to) {
        first.merge(stay.member(), stay.entered(), Math::min);
      }
    }
    long last = from;
    for (int member = 1; member <= settings.members(); member++) {
      Long time = first.get(CampaignSettings.name(member));
      if (time == null) {
        return -1;
      }
      last = Math.max(last, time);
    }
    return last - from;
  }

  private Map<String, int[]> bySecond(List<Stay> all) {
    int seconds = (int) ((course.end - course.start) / 1_000_000_000L) + 1;
    Map<String, int[]> grants = new TreeMap<>();
    for (int member = 1; member <= settings.members(); member++) {
      grants.put(CampaignSettings.name(member), new int[seconds]);
    }
    for (Stay stay : all) {
      int second = (int) Math.floorDiv(stay.entered() - course.start, 1_000_000_000L);
      if (second >= 0 && second < seconds) {
        grants.computeIfAbsent(stay.member(), key -> new int[seconds])[second]++;
      }
    }
    return grants;
  }

  /** All times of half a second or more without a grant to anybody. */
  private List<long[]> outages(long[] times) {
    List<long[]> outages = new ArrayList<>();
    long last = course.start;
    for (long time : times) {
      if (time >= course.start && time <= course.end) {
        if (time - last >= 500_000_000L) {
          outages.add(new long[] {last, time});
        }
        last = time;
      }
    }
    return outages;
  }

  /** What happened to members: as they tell it, and what they cannot tell. */
  private List<Journals.Event> events() {
    List<Journals.Event> events = new ArrayList<>(journals.events);
    for (Done done : course.faults) {
      if (done.fault.kind() == FaultKind.STOP) {
        String victim = done.who.isEmpty() ? done.fault.victim() : done.who;
        events.add(new Journals.Event(victim, done.begin, "stopped"));
        events.add(new Journals.Event(victim, done.end, "continued"));
      }
    }
    events.sort(Comparator.comparingLong(Journals.Event::time));
    return events;
  }

  private long worstWait(long since) {
    return journals.waits.stream()
        .filter(wait -> wait.asked() >= since && wait.answered() != Long.MAX_VALUE)
        .mapToLong(wait -> wait.answered() - wait.asked())
        .max()
        .orElse(0);
  }
}
