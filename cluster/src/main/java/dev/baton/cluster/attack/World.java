package dev.baton.cluster.attack;

import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Former;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.epoch.Timing;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Processes, a network between them and an epoch store, with time. What becomes of what they send
 * is up to {@link Conditions}; what applications do and what goes wrong, up to whoever watches.
 */
final class World {

  /** What becomes of what is sent, and what else is not up to the processes. */
  interface Conditions {

    /** How long each copy of a frame is under way; empty if it does not arrive. */
    long[] delays(long time, Process from, Process to, Frame frame);

    /** How long a word to the epoch store or its answer takes; −1 if it never arrives. */
    long storeDelay(long time);

    /** Whom a process takes for the leader of the store; null for nobody. */
    @Nullable String leader(String process, List<String> voters);

    /** What wall clocks show. */
    long wallSeconds(long time);
  }

  /** Hears of everything; may let things happen as well. */
  interface Watcher {

    /** A process is about to take an event. */
    void before(Process process);

    /** It has taken it, and these are the effects. */
    void acted(Process process, List<Effect> effects);

    /** One of them that is not a frame; the epoch store has been asked, if it is for the store. */
    void told(Process process, Effect effect);

    /** A frame is under way to a process that there is, in so many copies. */
    void sent(Process from, Process to, Frame frame, int copies);

    /** All effects are performed, and the process lives. */
    void after(Process process);
  }

  private final Timing timing;

  /** From one tick of a process to the next. */
  private final long tick;

  private final Rules rules;
  private final Timeline timeline;
  private final MemoryEpochStore store;
  private final List<Process> processes;
  private final Conditions conditions;
  private final Watcher watcher;

  World(
      Timing timing,
      long tick,
      Rules rules,
      Timeline timeline,
      MemoryEpochStore store,
      List<Process> processes,
      Conditions conditions,
      Watcher watcher) {
    this.timing = timing;
    this.tick = tick;
    this.rules = rules;
    this.timeline = timeline;
    this.store = store;
    this.processes = processes;
    this.conditions = conditions;
    this.watcher = watcher;
  }

  // Processes.

  /**
   * Starts a process, for the first time or again.
   *
   * @param ppm how much its clock is faster than real time, in millionths
   * @param offset what the clock showed at the beginning of time
   * @param number that no other start of a process has
   * @param firstTick after this time
   */
  void start(Process process, long ppm, long offset, long number, long firstTick) {
    long clock = Process.clock(timeline.time(), ppm, offset);
    Seat seat = new Seat(process.name(), 1, number);
    boolean votes = store.chain().getLast().isVoter(process.name()) && process.hasStore();
    Member member =
        votes
            ? Member.startVoter(clock, seat, Former.ended(process.formers(), rules), timing, rules)
            : Member.start(clock, seat, genesisNow(), timing, rules);
    if (votes) {
      process.remember(number);
    }
    process.start(member, votes, ppm, offset);
    act(process, fresh -> fresh.roam(clock, process.neighbourhood()));
    int started = process.life();
    timeline.after(firstTick, () -> tick(process, started));
    if (votes) {
      timeline.after(1_000_000, () -> readAgain(process, started));
    }
  }

  /** A process that is not a voter knows whom to ask from its configuration. */
  private EpochRecord genesisNow() {
    List<String> voters = store.chain().getLast().voters();
    return EpochRecord.genesis(voters, store.chain().getFirst().choices());
  }

  /** The runtime asks the epoch store again when it does not answer. */
  private void readAgain(Process process, int started) {
    if (process.life() == started && process.isAlive() && process.member().record() == null) {
      readLatest(process);
      timeline.after(1_000_000, () -> readAgain(process, started));
    }
  }

  private void tick(Process process, int started) {
    if (process.life() == started && process.isAlive()) {
      long time = timeline.time();
      process.member().leader(leader(process));
      act(
          process,
          member -> member.tick(process.clock(timeline.time()), conditions.wallSeconds(time)));
      timeline.after(tick, () -> tick(process, started));
    }
  }

  private @Nullable String leader(Process process) {
    return conditions.leader(process.name(), store.chain().getLast().voters());
  }

  /** An event of a process; if it is paused, later. */
  void act(Process process, Consumer<Member> event) {
    if (!process.isAlive()) {
      return;
    }
    if (process.pausedUntil > timeline.time()) {
      int before = process.life();
      timeline.at(
          process.pausedUntil,
          () -> {
            if (process.life() == before) {
              act(process, event);
            }
          });
      return;
    }
    watcher.before(process);
    event.accept(process.member());
    List<Effect> effects = process.member().drain();
    watcher.acted(process, effects);
    for (Effect effect : effects) {
      if (process.isAlive()) {
        perform(process, effect);
      }
    }
    if (process.isAlive()) {
      watcher.after(process);
    }
  }

  private void perform(Process process, Effect effect) {
    switch (effect) {
      case Effect.Send(String to, int incarnation, Frame frame) ->
          send(process, to, incarnation, frame);
      case Effect.SendAgain(String to, int incarnation, Frame.Carry carry) ->
          send(process, to, incarnation, carry);
      case Effect.Propose(long expected, EpochRecord record) -> {
        propose(process, expected, record);
        watcher.told(process, effect);
      }
      case Effect.ReadLatest() -> {
        readLatest(process);
        watcher.told(process, effect);
      }
      default -> watcher.told(process, effect);
    }
  }

  // The network.

  private void send(Process from, String to, int incarnation, Frame frame) {
    Process receiver = find(to);
    if (receiver == null || from.isCutOff()) {
      return;
    }
    Seat sender = from.member().seat();
    long[] delays = conditions.delays(timeline.time(), from, receiver, frame);
    for (long delay : delays) {
      timeline.after(
          delay,
          () -> {
            if (receiver.name().equals(to)) {
              act(
                  receiver,
                  member ->
                      member.receive(receiver.clock(timeline.time()), sender, incarnation, frame));
            }
          });
    }
    watcher.sent(from, receiver, frame, delays.length);
  }

  private @Nullable Process find(String name) {
    for (Process process : processes) {
      if (process.name().equals(name)) {
        return process;
      }
    }
    return null;
  }

  // The epoch store: a word to it, and its answer, may be late or never arrive.

  private void propose(Process process, long expected, EpochRecord record) {
    if (process.isCutOff()) {
      return;
    }
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
                        member -> member.chosen(process.clock(timeline.time()), winner))));
  }

  private void readLatest(Process process) {
    if (process.isCutOff()) {
      return;
    }
    int sender = process.life();
    there(
        () ->
            store.latest(
                latest ->
                    back(
                        process,
                        sender,
                        member ->
                            member.latest(
                                process.clock(timeline.time()), latest, store.recent()))));
  }

  private void there(Runnable action) {
    long delay = conditions.storeDelay(timeline.time());
    if (delay >= 0) {
      timeline.after(delay, action);
    }
  }

  private void back(Process process, int sender, Consumer<Member> answer) {
    long delay = conditions.storeDelay(timeline.time());
    if (delay >= 0) {
      timeline.after(
          delay,
          () -> {
            if (process.life() == sender) {
              act(process, answer);
            }
          });
    }
  }
}
