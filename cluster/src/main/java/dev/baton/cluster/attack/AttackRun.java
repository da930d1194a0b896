package dev.baton.cluster.attack;

import dev.baton.cluster.attack.Fault.Kind;
import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Rules;
import dev.baton.core.Hash;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One run of the attack: a world, applications in its processes, and what goes wrong. */
final class AttackRun implements World.Watcher {

  private final Plan plan;
  private final Timeline timeline = new Timeline();
  private final Chance life;
  private final LockUsers users;
  private final MemoryEpochStore store;
  private final InvariantMonitor monitor;
  private final List<Process> processes = new ArrayList<>();
  private final World world;

  /** Faults that wait for somebody to send SEAL or to answer it. */
  private final List<Fault> armed = new ArrayList<>();

  private long hash;

  AttackRun(Plan plan, Rules rules) {
    this.plan = plan;
    life = new Chance(plan.seed(), "life");
    List<String> voters = new ArrayList<>();
    for (int i = 0; i < plan.members(); i++) {
      String name = "m" + i;
      processes.add(new Process(i, name, plan.neighbourhood(i)));
      if (i < plan.voters()) {
        voters.add(name);
      }
    }
    store =
        new MemoryEpochStore(
            EpochRecord.genesis(
                voters,
                plan.locks().stream()
                    .map(lock -> new Choice(lock.name(), plan.algorithm()))
                    .toList()));
    monitor = new InvariantMonitor(store);
    world = new World(plan.timing(), rules, timeline, store, processes, new Weather(plan), this);
    users = new LockUsers(plan, timeline, monitor, processes, world::act);
  }

  InvariantMonitor monitor() {
    return monitor;
  }

  long hash() {
    return hash;
  }

  int epochs() {
    return store.chain().size() - 1;
  }

  // The run.

  void run() {
    for (Process process : processes) {
      timeline.at(life.between(0, 200_000), () -> start(process));
    }
    for (Fault fault : plan.faults()) {
      timeline.at(fault.start(), () -> begin(fault));
    }
    timeline.runUntil(Plan.CALM);
    armed.clear();
    for (Process process : processes) {
      if (!process.isAlive()) {
        start(process);
      }
    }
    timeline.runUntil(Plan.SETTLED);
    checkAllAreMembersWhereTheyWant();
    users.checkNobodyWaits();
    users.takeAllPermits();
    timeline.runUntil(Plan.END);
    users.checkAllPermitsAreTaken();
    monitor.checkChain();
  }

  private void checkAllAreMembersWhereTheyWant() {
    for (Process process : processes) {
      if (!process.member().isMember()) {
        throw new Violation(process + " is not a member, long after the last fault");
      }
      if (!Objects.equals(process.whereabouts(), process.neighbourhood())) {
        throw new Violation(process + " is not where it wants to be, long after the last fault");
      }
    }
  }

  // Faults.

  private void begin(Fault fault) {
    Process target = processes.get(fault.target());
    switch (fault.kind()) {
      case CRASH -> crash(target, fault.length());
      case PAUSE ->
          target.pausedUntil = Math.max(target.pausedUntil, fault.start() + fault.length());
      case DIRECTORY_LOST -> loseDirectory(target, fault.length());
      case LEAVE -> {
        if (target.isAlive()) {
          world.act(target, member -> member.leave(target.clock(timeline.time())));
          timeline.after(fault.length(), () -> crash(target, 1));
        }
      }
      case ROAM -> {
        String where = "n" + fault.amount();
        target.roam(where);
        world.act(target, member -> member.roam(target.clock(timeline.time()), where));
      }
      case COORDINATOR_DIES, VOTER_RESTARTS -> armed.add(fault);
      default -> {
        // The weather knows.
      }
    }
  }

  private void crash(Process process, long downFor) {
    if (process.isAlive()) {
      process.die();
      int dead = process.life();
      timeline.after(
          downFor,
          () -> {
            if (!process.isAlive() && process.life() == dead) {
              start(process);
            }
          });
    }
  }

  /** The voter never comes back: the operator puts another name in its place. */
  private void loseDirectory(Process process, long downFor) {
    String lost = process.name();
    if (!store.chain().getLast().isVoter(lost)) {
      return;
    }
    process.die();
    process.rename(lost + "x");
    timeline.after(downFor, () -> start(process));
    replace(lost, process.name());
  }

  private void replace(String lost, String name) {
    EpochRecord latest = store.chain().getLast();
    if (!latest.isVoter(lost)) {
      return;
    }
    List<String> voters = new ArrayList<>(latest.voters());
    voters.replaceAll(voter -> voter.equals(lost) ? name : voter);
    for (Process process : processes) {
      if (process.isAlive() && latest.isVoter(process.name())) {
        world.act(
            process,
            member -> member.reconfigure(process.clock(timeline.time()), voters, latest.choices()));
        break;
      }
    }
    timeline.after(1_000_000, () -> replace(lost, name));
  }

  private boolean fires(Kind kind) {
    for (Fault fault : armed) {
      if (fault.kind() == kind && fault.covers(timeline.time())) {
        armed.remove(fault);
        return true;
      }
    }
    return false;
  }

  // Processes.

  private void start(Process process) {
    if (process.isAlive()) {
      return;
    }
    int drift = plan.timing().driftPpm();
    long ppm = life.perMille(700) ? life.oneOf(-drift, drift) : life.between(-drift, drift);
    long offset = life.between(0, 1_000_000_000);
    long number = life.next();
    world.start(process, ppm, offset, number, life.between(0, World.TICK));
    for (LockId lock : plan.locks()) {
      users.think(process, lock);
    }
  }

  // What happens in the world.

  @Override
  public void before(Process process) {
    monitor.before(process, timeline.time());
  }

  @Override
  public void acted(Process process, List<Effect> effects) {
    hash = Hash.fold(hash, Hash.fold(timeline.time(), process.number * 1000L + effects.size()));
  }

  @Override
  public void told(Process process, Effect effect) {
    switch (effect) {
      case Effect.Granted granted -> {
        hash = Hash.fold(hash, granted.fence());
        users.granted(process, granted);
      }
      case Effect.Full(LockId lock, int inUse) ->
          throw new Violation(process + " may not ask for " + lock);
      case Effect.Wanted(LockId lock, long fence) -> users.wanted(process, lock, fence);
      case Effect.Lost(LockId lock, int slot, long fence) -> users.lost(process, lock, fence);
      case Effect.Moved(LockId lock, int slot, long fence) -> users.lost(process, lock, fence);
      case Effect.Opened(EpochRecord record, int carried) -> {
        monitor.opened(process, record, carried);
        timeline.after(0, () -> users.moved(process));
      }
      case Effect.Evicted evicted -> hash = Hash.fold(hash, evicted.seat().incarnation());
      case Effect.Left() -> crash(process, 500_000);
      case Effect.Suspended() -> hash = Hash.fold(hash, 1);
      case Effect.Resumed() -> hash = Hash.fold(hash, 2);
      case Effect.Send send -> {}
      case Effect.SendAgain again -> {}
      case Effect.Propose propose -> {}
      case Effect.ReadLatest read -> {}
    }
  }

  @Override
  public void sent(Process from, Process to, Frame frame, int copies) {
    if (frame instanceof Frame.Seal && fires(Kind.COORDINATOR_DIES)
        || frame instanceof Frame.Sealed sealed
            && sealed.vote() != null
            && fires(Kind.VOTER_RESTARTS)) {
      crash(from, life.between(10_000, 1_000_000));
    }
  }

  @Override
  public void after(Process process) {
    monitor.after(process, timeline.time());
  }
}
