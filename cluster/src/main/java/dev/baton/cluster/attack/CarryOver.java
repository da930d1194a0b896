package dev.baton.cluster.attack;

import dev.baton.cluster.attack.Fault.Kind;
import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Seat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches promise 4: a member that keeps its seat, and had renewed its lease within a heartbeat
 * before the first SEAL, has not lost its lease when the next epoch opens for it. Needed is, until
 * then, a majority of the voters and an epoch store that are up and within the stated delays of
 * each other and of the member; one coordinator may die. Whether this was so is decided from the
 * plan of faults. And where nothing went wrong either while it was sealed, it was sealed for no
 * longer than messages and the epoch store take.
 */
final class CarryOver {

  /** A member that has renewed in time. */
  private static final class Watched {
    private final Process process;
    private final int life;
    private final Seat seat;
    private final int holds;

    /** When its lease was over before the next epoch; −1 if it was not. */
    private long lostAt = -1;

    private Watched(Process process, int holds) {
      this.process = process;
      life = process.life();
      seat = process.member().seat();
      this.holds = holds;
    }

    private boolean isAlive() {
      return process.isAlive() && process.life() == life;
    }
  }

  /** The end of an epoch, from the first SEAL on. */
  private static final class Change {
    private final EpochRecord record;
    private final long sealedAt;
    private final Map<Process, Watched> watched = new HashMap<>();

    /** Voters that were up and in the epoch at the first SEAL, and in which life. */
    private final Map<Process, Integer> voters = new HashMap<>();

    private final Set<Process> coordinators = new HashSet<>();
    private boolean isJudged;

    private Change(EpochRecord record, long sealedAt) {
      this.record = record;
      this.sealedAt = sealedAt;
    }
  }

  private final Plan plan;
  private final Timeline timeline;
  private final List<Process> processes;
  private final MemoryEpochStore store;
  private final Map<Long, Change> changes = new HashMap<>();
  private final boolean allFit;
  private final boolean isFast;
  private final long slowestStore;
  private long changesJudged;
  private long holdsJudged;

  /** When a process died last. */
  private long diedAt = Long.MIN_VALUE;

  /**
   * @param allFit whether records have room for all locks; if not, a hold may be lost for that
   */
  CarryOver(
      Plan plan,
      Timeline timeline,
      List<Process> processes,
      MemoryEpochStore store,
      boolean allFit) {
    this.allFit = allFit;
    this.plan = plan;
    this.timeline = timeline;
    this.processes = processes;
    this.store = store;
    isFast = plan.loss() == 0 && Weather.slowest(plan) <= plan.timing().slowestFrame();
    slowestStore = plan.timing().slowestStore();
  }

  /** How many changes there were in which the promise had to be kept to somebody. */
  long changesJudged() {
    return changesJudged;
  }

  /** How many holds it was about. */
  long holdsJudged() {
    return holdsJudged;
  }

  /** A process has died. */
  void died() {
    diedAt = timeline.time();
  }

  void sent(Process from, Frame frame) {
    if (isFast && frame instanceof Frame.Seal(long epoch)) {
      Change change = changes.computeIfAbsent(epoch, this::begin);
      change.coordinators.add(from);
    }
  }

  private Change begin(long epoch) {
    EpochRecord record =
        store.chain().stream().filter(it -> it.number() == epoch).findFirst().orElseThrow();
    long now = timeline.time();
    Change change = new Change(record, now);
    for (Process process : processes) {
      EpochRecord known = process.isAlive() ? process.member().record() : null;
      if (known == null || known.number() != epoch) {
        continue;
      }
      if (record.isVoter(process.name()) && process.isVoter()) {
        change.voters.put(process, process.life());
      }
      long renewedAt = process.member().leaseEnd() - plan.timing().lease();
      if (process.member().isMember()
          && renewedAt >= process.clock(now) - plan.timing().heartbeat()) {
        change.watched.put(process, new Watched(process, holds(process)));
      }
    }
    return change;
  }

  private int holds(Process process) {
    long clock = process.clock(timeline.time());
    int holds = 0;
    for (LockId lock : plan.locks()) {
      LockId here = process.here(lock);
      holds += here != null && process.member().isHeld(clock, here) ? 1 : 0;
    }
    return holds;
  }

  void told(Process process, Effect effect) {
    switch (effect) {
      case Effect.Suspended() -> lost(process);
      case Effect.Lost lost when allFit -> lost(process);
      case Effect.Opened(EpochRecord record, int carried) -> opened(process, record);
      default -> {
        // It is not about leases.
      }
    }
  }

  private void lost(Process process) {
    for (Change change : changes.values()) {
      Watched watched = change.watched.get(process);
      if (watched != null && watched.lostAt < 0) {
        watched.lostAt = timeline.time();
      }
    }
  }

  private void opened(Process process, EpochRecord opened) {
    for (Change change : List.copyOf(changes.values())) {
      Watched watched = change.watched.remove(process);
      if (watched == null || !watched.isAlive()) {
        continue;
      }
      boolean keepsSeat =
          opened.previous() == change.record.hash() && opened.indexOf(watched.seat) >= 0;
      long end = watched.lostAt < 0 ? timeline.time() : watched.lostAt;
      if (keepsSeat && isWell(change, process, end)) {
        if (watched.lostAt >= 0) {
          throw new Violation(
              String.format(
                  "%s keeps its seat but loses its lease: epoch %d was sealed %.3f s before",
                  process, change.record.number(), (end - change.sealedAt) / 1e6));
        }
        checkPause(change, process);
        changesJudged += change.isJudged ? 0 : 1;
        change.isJudged = true;
        holdsJudged += watched.holds;
      }
    }
  }

  /** Who is in trouble is waited for before the first SEAL. */
  private void checkPause(Change change, Process process) {
    long now = timeline.time();
    // An answer to CALL counts for that long.
    long since = change.sealedAt - 2 * plan.timing().resend() - Weather.slowest(plan);
    long store = 0;
    for (Fault fault : plan.faults()) {
      boolean isTrouble =
          switch (fault.kind()) {
            // What comes of these is seen when somebody dies.
            case COORDINATOR_DIES, VOTER_RESTARTS, STORE_MISSING, LEAVE, ROAM, FORGERY -> false;
            default -> true;
          };
      long end = fault.start() + fault.length();
      if (isTrouble && (isBetween(since, fault.start(), now) || isBetween(since, end, now))) {
        return;
      }
      if (fault.kind() == Kind.STORE_SLOW && fault.covers(now)) {
        store = Math.max(store, fault.amount());
      }
    }
    // SEAL and its answer, to the voters and then to the others, and OPEN.
    long most = 5 * Weather.slowest(plan) + 2 * Weather.slowestStore(store);
    if (diedAt < since && now - change.sealedAt > most) {
      throw new Violation(
          String.format(
              "%s was sealed for %.3f s although nothing went wrong meanwhile",
              process, (now - change.sealedAt) / 1e6));
    }
  }

  private static boolean isBetween(long from, long time, long to) {
    return from <= time && time <= to;
  }

  /** Whether what the promise needs was there from the first SEAL on. */
  private boolean isWell(Change change, Process member, long end) {
    List<Fault> faults =
        plan.faults().stream()
            .filter(it -> it.start() <= end && it.start() + it.length() >= change.sealedAt)
            .toList();
    for (Fault fault : faults) {
      boolean isBad =
          switch (fault.kind()) {
            case STORM, SLOW_OPEN, STORE_AWAY -> true;
            case STORE_SLOW -> Weather.slowestStore(fault.amount()) > slowestStore;
            default -> false;
          };
      if (isBad) {
        return false;
      }
    }
    List<Process> up = new ArrayList<>();
    change.voters.forEach(
        (voter, life) -> {
          if (voter.isAlive()
              && voter.life() == life
              && !voter.isCutOff()
              && !isPaused(faults, voter)) {
            up.add(voter);
          }
        });
    if (member.isCutOff() || isPaused(faults, member)) {
      return false;
    }
    int majority = change.record.voters().size() / 2 + 1;
    for (int mask = 0; mask < 1 << up.size(); mask++) {
      List<Process> some = new ArrayList<>();
      for (int i = 0; i < up.size(); i++) {
        if ((mask >> i & 1) != 0) {
          some.add(up.get(i));
        }
      }
      long dead = change.coordinators.stream().filter(it -> !some.contains(it)).count();
      if (some.size() >= majority && dead <= 1 && areConnected(faults, some, member)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPaused(List<Fault> faults, Process process) {
    return faults.stream()
        .anyMatch(fault -> fault.kind() == Kind.PAUSE && fault.target() == process.number);
  }

  private static boolean areConnected(List<Fault> faults, List<Process> voters, Process member) {
    Set<Process> all = new HashSet<>(voters);
    all.add(member);
    for (Process from : all) {
      for (Process to : all) {
        if (faults.stream().anyMatch(fault -> fault.cuts(from.number, to.number))) {
          return false;
        }
      }
    }
    return true;
  }
}
