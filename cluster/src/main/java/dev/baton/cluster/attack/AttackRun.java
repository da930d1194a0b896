package dev.baton.cluster.attack;

import dev.baton.cluster.attack.Fault.Kind;
import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Seat;
import dev.baton.core.Hash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One run of the attack: a world, applications in its processes, and what goes wrong. */
final class AttackRun implements World.Watcher {

  private final Plan plan;
  private final Timeline timeline = new Timeline();
  private final Chance life;
  private final LockUsers users;
  private final MemoryEpochStore store;
  private final InvariantMonitor monitor;
  private final CarryOver carryOver;
  private final List<Process> processes = new ArrayList<>();
  private final World world;

  /** From one tick of a process to the next. */
  private final long tick;

  /** Faults that wait for somebody to send SEAL or to answer it. */
  private final List<Fault> armed = new ArrayList<>();

  private final Forger forger;

  /** A process that tells somebody a record. */
  private record Told(int process, int life, String to, long epoch) {}

  /** When that was, lately. */
  private final Map<Told, List<Long>> tellings = new HashMap<>();

  /** So many changes are allowed when all is steady: an end of a cut link may be left out late. */
  private static final int MOST_EPOCHS = 2;

  private long hash;

  AttackRun(Plan plan, Rules rules) {
    this.plan = plan;
    life = new Chance(plan.seed(), "life");
    forger = new Forger(plan.seed());
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
    carryOver = new CarryOver(plan, timeline, processes, store, rules.hasRoomForLocks());
    tick = plan.timing().heartbeat() / 4;
    Weather weather = new Weather(plan);
    world = new World(plan.timing(), tick, rules, timeline, store, processes, weather, this);
    users = new LockUsers(plan, timeline, monitor, processes, world::act);
  }

  InvariantMonitor monitor() {
    return monitor;
  }

  CarryOver carryOver() {
    return carryOver;
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
    for (Process process : List.copyOf(processes)) {
      calm(process);
    }
    timeline.runUntil(Plan.STEADY);
    int steady = epochs();
    timeline.runUntil(plan.settled());
    checkAllAreMembersWhereTheyWant();
    users.checkNobodyWaits(store.chain().getLast());
    users.takeAllPermits();
    timeline.runUntil(plan.end());
    users.checkAllPermitsAreTaken();
    if (epochs() > steady + MOST_EPOCHS) {
      throw new Violation(
          "epochs change for ever: " + (epochs() - steady) + " times long after the last fault");
    }
    monitor.checkChain();
  }

  /** From now on it lives, with its store, unless another has taken its place. */
  private void calm(Process process) {
    if (process.findStore() || process.isCutOff()) {
      process.die();
      carryOver.died();
    }
    if (process.isCutOff()) {
      processes.remove(process);
    } else if (!process.isAlive()) {
      start(process);
    }
  }

  private void checkAllAreMembersWhereTheyWant() {
    int leftOut = 0;
    for (Process process : processes) {
      if (store.chain().getLast().indexOf(process.member().seat()) < 0) {
        // Of two between whom the link is still cut one is not a member; nobody knows which.
        if (!plan.isAtCut(process.number) || ++leftOut > 1) {
          throw new Violation(process + " is not a member, long after the last fault");
        }
        continue;
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
      case COORDINATOR_DIES, VOTER_RESTARTS, STORE_MISSING -> armed.add(fault);
      case DIRECTORY_SHARED -> share(target, fault.amount() == 1);
      case FORGERY -> forge(fault);
      default -> {
        // The weather knows.
      }
    }
  }

  private void crash(Process process, long downFor) {
    if (process.isAlive()) {
      process.die();
      carryOver.died();
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
    carryOver.died();
    process.rename(lost + "x");
    timeline.after(downFor, () -> start(process));
    replace(lost, process.name());
  }

  /** The process is cut off and lives on, while another one uses its directory. */
  private void share(Process process, boolean isCopy) {
    if (process.isAlive() && store.chain().getLast().isVoter(process.name())) {
      Process heir = process.shareDirectory(processes.size(), isCopy);
      processes.add(heir);
      start(heir);
    }
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

  // Forgeries.

  private void forge(Fault fault) {
    if (fault.covers(timeline.time())) {
      Forger.Kind kind = Forger.Kind.values()[(int) fault.amount()];
      for (Process process : processes) {
        if (process.isAlive() && process.member().record() != null) {
          EpochRecord known = process.member().record();
          deliver(process, forger.forge(kind, forgerOf(fault), known));
        }
      }
      timeline.after(forger.pause(), () -> forge(fault));
    }
  }

  /** A process that never is a voter sends as itself; in place of others somebody outside does. */
  private Seat forgerOf(Fault fault) {
    return Forger.sender(fault.target() < plan.voters() ? null : processes.get(fault.target()));
  }

  /** Whoever forges hears what is sent, and is faster than whoever was meant. */
  private void forgeAnswers(Process from, Process to, Frame frame) {
    EpochRecord known = from.isAlive() ? from.member().record() : null;
    for (Fault fault : plan.faults()) {
      if (fault.kind() == Kind.FORGERY && fault.covers(timeline.time()) && known != null) {
        Forger.Kind kind = Forger.Kind.values()[(int) fault.amount()];
        deliver(from, forger.answer(kind, forgerOf(fault), frame, known));
        if (kind == Forger.Kind.CARRY && frame instanceof Frame.Carry) {
          deliver(to, List.of(new Forger.Letter(Forger.sender(null), frame)));
        }
      }
    }
  }

  private void deliver(Process to, List<Forger.Letter> letters) {
    for (Forger.Letter letter : letters) {
      int life = to.life();
      timeline.after(
          forger.delay(),
          () -> {
            if (to.life() == life) {
              world.act(to, member -> receiveForged(to, member, letter));
            }
          });
    }
  }

  private void receiveForged(Process to, Member member, Forger.Letter letter) {
    boolean wasSealed = member.isSealed();
    Seat seat = member.seat();
    member.receive(to.clock(timeline.time()), letter.from(), Member.ANY, letter.frame());
    if (member.isSealed() && !wasSealed) {
      throw new Violation(to + " was sealed by " + letter.from() + ", which is not a voter");
    }
    if (!member.seat().equals(seat)) {
      throw new Violation(to + " became " + member.seat() + " by a word of " + letter.from());
    }
  }

  /** STALE is answered at a bounded rate. */
  private void checkPace(Process process, List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Send(String to, int ignored, Frame.Open(EpochRecord record))) {
        Told told = new Told(process.number, process.life(), to, record.number());
        long since = timeline.time() - plan.timing().resend() / 2;
        List<Long> times = tellings.computeIfAbsent(told, it -> new ArrayList<>());
        times.removeIf(time -> time < since);
        times.add(timeline.time());
        // One when it was chosen, and one that was asked for.
        if (times.size() > 2) {
          throw new Violation(process + " tells " + to + " the same record again and again");
        }
      }
    }
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
    if (process.isAlive() || process.isCutOff()) {
      return;
    }
    int drift = plan.timing().driftPpm();
    long ppm = life.perMille(700) ? life.oneOf(-drift, drift) : life.between(-drift, drift);
    long offset = life.between(0, 1_000_000_000);
    long number = life.next();
    world.start(process, ppm, offset, number, life.between(0, tick));
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
    checkPace(process, effects);
    hash = Hash.fold(hash, Hash.fold(timeline.time(), process.number * 1000L + effects.size()));
  }

  @Override
  public void told(Process process, Effect effect) {
    carryOver.told(process, effect);
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
        if (record.isVoter(process.name()) && process.hasStore() && !process.isVoter()) {
          // The operator starts it as the voter that it has become.
          crash(process, 500_000);
        }
        timeline.after(0, () -> users.moved(process));
      }
      case Effect.Evicted evicted -> hash = Hash.fold(hash, evicted.seat().incarnation());
      case Effect.Left() -> crash(process, 500_000);
      case Effect.FarAway far -> hash = Hash.fold(hash, 4);
      case Effect.Suspended() -> hash = Hash.fold(hash, 1);
      case Effect.Resumed() -> hash = Hash.fold(hash, 2);
      case Effect.Contradicted(LockId lock, int slot, Seat believed, Seat denied) ->
          // Nobody here claims what it does not have; Forger neither.
          throw new Violation(
              process
                  + " finds slot "
                  + slot
                  + " of "
                  + lock
                  + " at "
                  + believed
                  + " and "
                  + denied);
      case Effect.Malformed(LockId lock, Seat from, String why) ->
          throw new Violation(
              process + " drops a message of " + from + " for " + lock + ": " + why);
      case Effect.MalformedRecord(long number, String why) ->
          throw new Violation(process + " does not install epoch " + number + ": " + why);
      case Effect.Ignored ignored -> hash = Hash.fold(hash, 3);
      case Effect.Send send -> {}
      case Effect.SendAgain again -> {}
      case Effect.Propose propose -> {}
      case Effect.ReadLatest read -> {}
    }
  }

  @Override
  public void sent(Process from, Process to, Frame frame, int copies) {
    carryOver.sent(from, frame);
    forgeAnswers(from, to, frame);
    if (frame instanceof Frame.Seal && fires(Kind.COORDINATOR_DIES)
        || frame instanceof Frame.Sealed sealed
            && sealed.vote() != null
            && fires(Kind.VOTER_RESTARTS)) {
      crash(from, life.between(10_000, 1_000_000));
    } else if (frame instanceof Frame.Sealed sealed
        && sealed.vote() != null
        && fires(Kind.STORE_MISSING)) {
      from.loseStore();
      crash(from, 50_000);
    }
  }

  @Override
  public void after(Process process) {
    monitor.after(process, timeline.time());
  }
}
