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
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** One run: processes with their applications, a network, an epoch store, and what goes wrong. */
final class World {

  private static final long WALL_SECONDS = 40_000_000;

  private final Plan plan;
  private final Rules rules;
  private final Agenda agenda = new Agenda();
  private final Weather weather;
  private final Chance life;
  private final Applications applications;
  private final EpochRecord genesis;
  private final MemoryEpochStore store;
  private final Monitor monitor;
  private final List<Process> processes = new ArrayList<>();

  /** Faults that wait for somebody to send SEAL or to answer it. */
  private final List<Fault> armed = new ArrayList<>();

  private long hash;

  World(Plan plan, Rules rules) {
    this.plan = plan;
    this.rules = rules;
    weather = new Weather(plan);
    life = new Chance(plan.seed(), "life");
    List<String> voters = new ArrayList<>();
    for (int i = 0; i < plan.members(); i++) {
      String name = "m" + i;
      processes.add(new Process(i, name, plan.neighbourhood(i)));
      if (i < plan.voters()) {
        voters.add(name);
      }
    }
    genesis =
        EpochRecord.genesis(
            voters,
            plan.locks().stream().map(lock -> new Choice(lock.name(), plan.algorithm())).toList());
    store = new MemoryEpochStore(genesis);
    monitor = new Monitor(store);
    applications = new Applications(plan, agenda, monitor, processes, this::act);
  }

  Monitor monitor() {
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
      agenda.at(life.between(0, 200_000), () -> start(process));
    }
    for (Fault fault : plan.faults()) {
      agenda.at(fault.start(), () -> begin(fault));
    }
    agenda.runUntil(Plan.CALM);
    armed.clear();
    for (Process process : processes) {
      if (!process.isAlive()) {
        start(process);
      }
    }
    agenda.runUntil(Plan.SETTLED);
    checkAllAreMembersWhereTheyWant();
    applications.checkNobodyWaits();
    applications.takeAllPermits();
    agenda.runUntil(Plan.END);
    applications.checkAllPermitsAreTaken();
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
          act(target, member -> member.leave(target.clock(agenda.time())));
          agenda.after(fault.length(), () -> crash(target, 1));
        }
      }
      case ROAM -> {
        String where = "n" + fault.amount();
        target.roam(where);
        act(target, member -> member.roam(target.clock(agenda.time()), where));
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
      agenda.after(
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
    agenda.after(downFor, () -> start(process));
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
        act(
            process,
            member -> member.reconfigure(process.clock(agenda.time()), voters, latest.choices()));
        break;
      }
    }
    agenda.after(1_000_000, () -> replace(lost, name));
  }

  private boolean fires(Kind kind) {
    for (Fault fault : armed) {
      if (fault.kind() == kind && fault.covers(agenda.time())) {
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
    long clock = Process.clock(agenda.time(), ppm, offset);
    Seat seat = new Seat(process.name(), 1, life.next());
    boolean votes = store.chain().getLast().isVoter(process.name());
    Member member =
        votes
            ? Member.startVoter(clock, seat, plan.timing(), rules)
            : Member.start(clock, seat, genesisNow(), plan.timing(), rules);
    process.start(member, ppm, offset);
    act(process, fresh -> fresh.roam(clock, process.neighbourhood()));
    int started = process.life();
    agenda.after(life.between(0, 60_000), () -> tick(process, started));
    if (votes) {
      agenda.after(1_000_000, () -> readAgain(process, started));
    }
    for (LockId lock : plan.locks()) {
      applications.think(process, lock);
    }
  }

  /** A process that is no voter knows whom to ask from its configuration. */
  private EpochRecord genesisNow() {
    List<String> voters = store.chain().getLast().voters();
    return EpochRecord.genesis(voters, genesis.choices());
  }

  /** The runtime asks the epoch store again when it does not answer. */
  private void readAgain(Process process, int started) {
    if (process.life() == started && process.isAlive() && process.member().record() == null) {
      readLatest(process);
      agenda.after(1_000_000, () -> readAgain(process, started));
    }
  }

  private void tick(Process process, int started) {
    if (process.life() == started && process.isAlive()) {
      long wall = WALL_SECONDS + agenda.time() / 1_000_000;
      process.member().leader(leader(process));
      act(process, member -> member.tick(process.clock(agenda.time()), wall));
      agenda.after(60_000, () -> tick(process, started));
    }
  }

  /**
   * Whom a process takes for the leader of the store: nobody, the same as all others, or itself, so
   * that all voters coordinate at once.
   */
  private String leader(Process process) {
    List<String> voters = store.chain().getLast().voters();
    return switch ((int) (plan.seed() % 3)) {
      case 0 -> null;
      case 1 -> voters.getLast();
      default -> process.name();
    };
  }

  /** An event of a process; if it is paused, later. */
  private void act(Process process, Consumer<Member> event) {
    if (!process.isAlive()) {
      return;
    }
    if (process.pausedUntil > agenda.time()) {
      int before = process.life();
      agenda.at(
          process.pausedUntil,
          () -> {
            if (process.life() == before) {
              act(process, event);
            }
          });
      return;
    }
    long time = agenda.time();
    monitor.before(process, time);
    event.accept(process.member());
    List<Effect> effects = process.member().drain();
    hash = Hash.fold(hash, Hash.fold(time, process.number * 1000L + effects.size()));
    for (Effect effect : effects) {
      if (process.isAlive()) {
        perform(process, effect);
      }
    }
    if (process.isAlive()) {
      monitor.after(process, time);
    }
  }

  private void perform(Process process, Effect effect) {
    switch (effect) {
      case Effect.Send(String to, int incarnation, Frame frame) ->
          send(process, to, incarnation, frame);
      case Effect.SendAgain(String to, int incarnation, Frame.Carry carry) ->
          send(process, to, incarnation, carry);
      case Effect.Propose(long expected, EpochRecord record) -> propose(process, expected, record);
      case Effect.ReadLatest() -> readLatest(process);
      case Effect.Granted granted -> {
        hash = Hash.fold(hash, granted.fence());
        applications.granted(process, granted);
      }
      case Effect.Full(LockId lock, int inUse) ->
          throw new Violation(process + " may not ask for " + lock);
      case Effect.Wanted(LockId lock, long fence) -> applications.wanted(process, lock, fence);
      case Effect.Lost(LockId lock, int slot, long fence) ->
          applications.lost(process, lock, fence);
      case Effect.Moved(LockId lock, int slot, long fence) ->
          applications.lost(process, lock, fence);
      case Effect.Opened(EpochRecord record, int carried) -> {
        monitor.opened(process, record, carried);
        agenda.after(0, () -> applications.moved(process));
      }
      case Effect.Evicted evicted -> hash = Hash.fold(hash, evicted.seat().incarnation());
      case Effect.Left() -> crash(process, 500_000);
      case Effect.Suspended() -> hash = Hash.fold(hash, 1);
      case Effect.Resumed() -> hash = Hash.fold(hash, 2);
    }
  }

  // The network.

  private void send(Process from, String to, int incarnation, Frame frame) {
    long time = agenda.time();
    Process receiver = find(to);
    if (receiver == null) {
      return;
    }
    Seat sender = from.member().seat();
    boolean isCut = weather.isCut(time, from.number, receiver.number);
    int copies = isCut || weather.isLost(time) ? 0 : weather.isDoubled(time) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      agenda.after(
          weather.delay(time, frame),
          () -> {
            if (receiver.name().equals(to)) {
              act(
                  receiver,
                  member ->
                      member.receive(receiver.clock(agenda.time()), sender, incarnation, frame));
            }
          });
    }
    if (frame instanceof Frame.Seal && fires(Kind.COORDINATOR_DIES)
        || frame instanceof Frame.Sealed sealed
            && sealed.vote() != null
            && fires(Kind.VOTER_RESTARTS)) {
      crash(from, life.between(10_000, 1_000_000));
    }
  }

  private Process find(String name) {
    for (Process process : processes) {
      if (process.name().equals(name)) {
        return process;
      }
    }
    return null;
  }

  // The epoch store: a word to it, and its answer, may be late or never arrive.

  private void propose(Process process, long expected, EpochRecord record) {
    int sender = process.life();
    there(
        () ->
            store.propose(
                expected,
                record,
                winner ->
                    back(
                        process,
                        sender,
                        member -> member.chosen(process.clock(agenda.time()), winner))));
  }

  private void readLatest(Process process) {
    int sender = process.life();
    there(
        () ->
            store.latest(
                latest ->
                    back(
                        process,
                        sender,
                        member -> member.latest(process.clock(agenda.time()), latest))));
  }

  private void there(Runnable action) {
    long delay = weather.storeDelay(agenda.time());
    if (delay >= 0) {
      agenda.after(delay, action);
    }
  }

  private void back(Process process, int sender, Consumer<Member> answer) {
    long delay = weather.storeDelay(agenda.time());
    if (delay >= 0) {
      agenda.after(
          delay,
          () -> {
            if (process.life() == sender) {
              act(process, answer);
            }
          });
    }
  }
}
