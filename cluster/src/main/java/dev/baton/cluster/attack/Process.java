package dev.baton.cluster.attack;

import dev.baton.cluster.epoch.Effect.Granted;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Former;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A simulated process: a clock, perhaps a member, and an application that uses locks. */
final class Process {

  /** What the application does with one lock. */
  static final class Use {
    /** 0 while it does not hold. */
    long fence;

    /** What it has asked for last: the lock itself, or that of a neighbourhood. */
    @SuppressWarnings("NullAway.Init") // Set before it waits.
    LockId asked;

    /** The grant that it holds by. */
    @SuppressWarnings("NullAway.Init") // Set before the fence.
    Granted granted;

    /** The highest fence that it has entered with. */
    long last;

    /** Whether somebody else may wait for what it holds. */
    boolean wanted;

    /** Whether it keeps what it holds although nobody is inside. */
    boolean lingers;

    boolean waits;

    /** Counts requests, so that a late event of an earlier one is recognised. */
    int round;
  }

  final int number;
  private String name;

  /** Rate in millionths above or below real time, and where the clock started. */
  private long ppm;

  private long offset;

  /** How often it has been started. */
  private int life;

  /** Null while it is down. */
  private @Nullable Member member;

  long pausedUntil;

  /** Whether nothing that it says arrives, for ever. */
  private boolean isCutOff;

  /** Whether it was started as a voter. */
  private boolean isVoter;

  /** Whether it is started as one that is no voter, whatever the record says. */
  private boolean hasNoStore;

  /** What its directory says of the processes that have used it. */
  private final List<Former> formers = new ArrayList<>();

  /** Where it wants to be; null where nobody roams. */
  private @Nullable String neighbourhood;

  /** By the lock of the plan. */
  final Map<LockId, Use> uses = new HashMap<>();

  Process(int number, String name, @Nullable String neighbourhood) {
    this.number = number;
    this.name = name;
    this.neighbourhood = neighbourhood;
  }

  void roam(@Nullable String where) {
    neighbourhood = where;
  }

  @Nullable String neighbourhood() {
    return neighbourhood;
  }

  /** Where its member is; null if it is nowhere. */
  @Nullable String whereabouts() {
    EpochRecord record = member().record();
    return record == null ? null : record.neighbourhoodOf(member().seat().name());
  }

  /** The lock of the plan as it is where the process is; null if that is nowhere. */
  @Nullable LockId here(LockId lock) {
    if (neighbourhood == null) {
      return lock;
    }
    String where = whereabouts();
    return where == null ? null : lock.in(where);
  }

  String name() {
    return name;
  }

  void rename(String other) {
    name = other;
    formers.clear();
  }

  /** Another process that has its name and uses its directory, while it is cut off and lives on. */
  Process shareDirectory(int heirNumber, boolean isCopy) {
    Process heir = new Process(heirNumber, name, neighbourhood);
    for (Former former : formers) {
      heir.formers.add(new Former(former.start(), isCopy, !isCopy));
    }
    isCutOff = true;
    name += "~";
    return heir;
  }

  boolean isCutOff() {
    return isCutOff;
  }

  void loseStore() {
    hasNoStore = true;
  }

  /** Returns whether it had none. */
  boolean findStore() {
    boolean had = hasNoStore;
    hasNoStore = false;
    return had;
  }

  boolean isVoter() {
    return isVoter;
  }

  boolean hasStore() {
    return !hasNoStore;
  }

  /** The directory remembers a process with this number. */
  void remember(long start) {
    formers.add(new Former(start, true, true));
  }

  List<Former> formers() {
    return formers;
  }

  void start(Member started, boolean asVoter, long clockPpm, long clockOffset) {
    member = started;
    isVoter = asVoter;
    ppm = clockPpm;
    offset = clockOffset;
  }

  /** The clock that {@link #start} sets, before there is a member. */
  static long clock(long time, long ppm, long offset) {
    return offset + time + time * ppm / 1_000_000;
  }

  long clock(long time) {
    return clock(time, ppm, offset);
  }

  void die() {
    member = null;
    life++;
    pausedUntil = 0;
    uses.clear();
  }

  boolean isAlive() {
    return member != null;
  }

  int life() {
    return life;
  }

  /** Only of a process that is alive. */
  @SuppressWarnings("NullAway") // The callers know that it is.
  Member member() {
    return member;
  }

  Use use(LockId lock) {
    return uses.computeIfAbsent(lock.in(null), id -> new Use());
  }

  boolean holds(LockId lock, long fence) {
    Use use = uses.get(lock.in(null));
    return use != null && use.fence == fence;
  }

  @Override
  public String toString() {
    return name;
  }
}
