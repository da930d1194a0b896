package dev.baton.cluster.attack;

import dev.baton.cluster.epoch.Effect.Granted;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import java.util.HashMap;
import java.util.Map;

/** A simulated process: a clock, perhaps a member, and an application that uses locks. */
final class Process {

  /** What the application does with one lock. */
  static final class Use {
    /** 0 while it does not hold. */
    long fence;

    /** The grant that it holds by. */
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

  private Member member;
  long pausedUntil;
  final Map<LockId, Use> uses = new HashMap<>();

  Process(int number, String name) {
    this.number = number;
    this.name = name;
  }

  String name() {
    return name;
  }

  void rename(String other) {
    name = other;
  }

  void start(Member started, long clockPpm, long clockOffset) {
    member = started;
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

  Member member() {
    return member;
  }

  Use use(LockId lock) {
    return uses.computeIfAbsent(lock, id -> new Use());
  }

  boolean holds(LockId lock, long fence) {
    Use use = uses.get(lock);
    return use != null && use.fence == fence;
  }

  @Override
  public String toString() {
    return name;
  }
}
