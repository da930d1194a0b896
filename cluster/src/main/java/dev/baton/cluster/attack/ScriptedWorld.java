package dev.baton.cluster.attack;

import dev.baton.cluster.attack.Process.Use;
import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Timing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A world in which nothing is left to chance: every frame takes 1 ms, a word to the epoch store 5
 * ms, clocks are right, and what goes wrong is said from outside.
 */
final class ScriptedWorld implements World.Conditions, World.Watcher {

  private static final long FRAME = 1_000;
  private static final long STORE = 5_000;

  /** One process that another does not hear. */
  private record Cut(Process from, Process to) {}

  private final Timeline timeline = new Timeline();
  private final Narrator narrator = new Narrator();
  private final List<Process> processes = new ArrayList<>();
  private final Set<Cut> cuts = new HashSet<>();
  private final MemoryEpochStore store;
  private final InvariantMonitor monitor;
  private final World world;

  /** Who crashes as soon as it has sent SEAL; null for nobody. */
  private @Nullable Process doomed;

  /** Who hears nothing any more from then on; null for nobody. */
  private @Nullable Process deafened;

  private long storeDelay = STORE;

  /** Hears of what is granted and lost, after everybody else. */
  private BiConsumer<Process, Effect> application = (process, effect) -> {};

  private int starts;

  ScriptedWorld(String algorithm, List<String> voters, Timing timing, Rules rules) {
    store = new MemoryEpochStore(EpochRecord.genesis(voters, List.of(new Choice("*", algorithm))));
    store.onOpened(record -> say("the epoch store takes epoch " + record.number()));
    monitor = new InvariantMonitor(store);
    world =
        new World(timing, timing.heartbeat() / 10, rules, timeline, store, processes, this, this);
  }

  // What is done to it.

  /** Lets these be the members of the first epoch, all with a lease; time begins after that. */
  void begin(List<String> members) {
    members.forEach(name -> start(name, null));
    while (!members.stream().allMatch(this::isReady)) {
      pass(FRAME);
    }
    narrator.beginAt(timeline.time());
  }

  private boolean isReady(String name) {
    Process process = find(name);
    return process != null
        && process.member().isMember()
        && process.member().leaseEnd() > process.clock(timeline.time());
  }

  void pass(long micros) {
    timeline.runUntil(timeline.time() + micros);
    narrator.next(timeline.time());
  }

  /** What has happened since the last call. */
  List<String> take() {
    List<String> lines = narrator.take();
    narrator.next(timeline.time());
    return lines;
  }

  /** The process of this name; null if there never was one. */
  @Nullable Process find(String name) {
    return processes.stream().filter(it -> it.name().equals(name)).findFirst().orElse(null);
  }

  /** The process of this name, which there is. */
  Process process(String name) {
    return Objects.requireNonNull(find(name), name);
  }

  boolean isHeld(Process process, LockId lock) {
    return process.isAlive()
        && process.use(lock).fence != 0
        && process.member().isHeld(process.clock(timeline.time()), lock);
  }

  /** Hears of everything that a process tells its application from now on. */
  void run(BiConsumer<Process, Effect> told) {
    application = told;
  }

  /** Lets something happen later. */
  void after(long micros, Runnable action) {
    timeline.after(micros, action);
  }

  EpochRecord newest() {
    return store.chain().getLast();
  }

  /** How many epochs there have been. */
  int epochs() {
    return store.chain().size() - 1;
  }

  void start(String name, @Nullable String neighbourhood) {
    Process process = find(name);
    if (process == null) {
      process = new Process(processes.size(), name, neighbourhood);
      processes.add(process);
    }
    process.roam(neighbourhood);
    world.start(process, 0, 0, ++starts, 0);
  }

  /**
   * Another process takes its place, while it is cut off and lives on.
   *
   * @param isCopy whether that has the lock on a copy of the directory; else it has the directory
   *     itself, without the lock
   */
  void startHeir(Process original, boolean isCopy) {
    Process heir = original.shareDirectory(processes.size(), isCopy);
    processes.add(heir);
    world.start(heir, 0, 0, ++starts, 0);
  }

  void crash(Process process) {
    process.die();
  }

  void crashAfterSeal(Process process) {
    doomed = process;
  }

  /** The same, and then another does not hear anybody any more. */
  void crashAfterSeal(Process process, Process deaf) {
    doomed = process;
    deafened = deaf;
  }

  void pause(Process process, long micros) {
    process.pausedUntil = timeline.time() + micros;
  }

  boolean isPaused(Process process) {
    return process.pausedUntil > timeline.time();
  }

  void cut(Process one, Process other) {
    cuts.add(new Cut(one, other));
    cuts.add(new Cut(other, one));
  }

  /** From now on the first does not hear the second. */
  void deafen(Process to, Process from) {
    cuts.add(new Cut(from, to));
  }

  /** How long a word to the epoch store takes from now on, and its answer. */
  void slowStore(long micros) {
    storeDelay = micros;
  }

  void heal() {
    cuts.clear();
  }

  void request(Process process, LockId lock) {
    process.use(lock).waits = true;
    world.act(process, member -> member.request(process.clock(timeline.time()), lock));
  }

  /** Returns false if it does not hold the lock, or has lost it. */
  boolean release(Process process, LockId lock) {
    Use use = process.use(lock);
    long fence = use.fence;
    use.fence = 0;
    world.act(process, member -> member.release(process.clock(timeline.time()), lock, fence));
    return fence != 0;
  }

  void leave(Process process) {
    world.act(process, member -> member.leave(process.clock(timeline.time())));
  }

  void roam(Process process, String where) {
    process.roam(where);
    world.act(process, member -> member.roam(process.clock(timeline.time()), where));
  }

  /** The operator tells a voter that another process is to take the place of a lost one. */
  void replace(Process told, String lost, String by) {
    EpochRecord latest = store.chain().getLast();
    List<String> voters = new ArrayList<>(latest.voters());
    voters.replaceAll(voter -> voter.equals(lost) ? by : voter);
    world.act(
        told, member -> member.reconfigure(told.clock(timeline.time()), voters, latest.choices()));
  }

  boolean isVoter(String name) {
    return store.chain().getLast().isVoter(name);
  }

  /** What an application that looks would see. */
  String show(Process process) {
    if (!process.isAlive()) {
      return process + ": down";
    }
    long clock = process.clock(timeline.time());
    EpochRecord record = process.member().record();
    StringBuilder text = new StringBuilder(process.member().seat() + ": ");
    text.append(record == null ? "no epoch" : "epoch " + record.number());
    if (process.member().isSealed()) {
      text.append(", sealed");
    }
    long lease = process.member().leaseEnd() - clock;
    boolean hasLease = process.member().leaseEnd() > clock;
    text.append(hasLease ? ", lease for " + Narrator.seconds(lease) : ", no lease");
    process.uses.forEach(
        (lock, use) -> {
          if (use.fence != 0) {
            boolean isHeld = process.member().isHeld(clock, use.granted.lock());
            text.append(isHeld ? ", holds " : ", no longer holds ").append(use.granted.lock());
          } else if (use.waits) {
            text.append(", waits for ").append(lock);
          }
        });
    return text.append(isPaused(process) ? ", paused" : "").toString();
  }

  List<Process> processes() {
    return processes;
  }

  // Conditions.

  @Override
  public long[] delays(long time, Process from, Process to, Frame frame) {
    return cuts.contains(new Cut(from, to)) ? new long[0] : new long[] {FRAME};
  }

  @Override
  public long storeDelay(long time) {
    return storeDelay;
  }

  /** Nobody: then the voters coordinate in the order of their names. */
  @Override
  public @Nullable String leader(String process, List<String> voters) {
    return null;
  }

  /** So early that epochs are numbered 1, 2, 3. */
  @Override
  public long wallSeconds(long time) {
    return 1;
  }

  // What happens.

  @Override
  public void before(Process process) {
    monitor.before(process, timeline.time());
  }

  @Override
  public void acted(Process process, List<Effect> effects) {
    narrator.next(timeline.time());
  }

  @Override
  public void told(Process process, Effect effect) {
    narrator.told(process, effect);
    switch (effect) {
      case Effect.Granted granted -> {
        Use use = process.use(granted.lock());
        use.waits = false;
        use.granted = granted;
        use.fence = granted.fence();
        monitor.granted(process, granted, timeline.time());
      }
      case Effect.Lost lost -> process.use(lost.lock()).fence = 0;
      case Effect.Moved moved -> process.use(moved.lock()).fence = 0;
      case Effect.Opened opened -> monitor.opened(process, opened.record(), opened.holdsCarried());
      case Effect.Left left -> process.die();
      default -> {
        // Only to be told.
      }
    }
    application.accept(process, effect);
  }

  @Override
  public void sent(Process from, Process to, Frame frame, int copies) {
    narrator.sent(from, to, frame, copies == 0 || !to.isAlive());
    if (frame instanceof Frame.Seal && from == doomed) {
      doomed = null;
      // When the others have been sent theirs.
      timeline.after(0, () -> die(from));
    }
  }

  private void die(Process process) {
    say(process + " crashes");
    process.die();
    Process deaf = deafened;
    if (deaf != null) {
      processes.forEach(other -> deafen(deaf, other));
    }
  }

  /** Of something that is not the event of a process. */
  private void say(String text) {
    narrator.next(timeline.time());
    narrator.say(text);
  }

  @Override
  public void after(Process process) {
    monitor.after(process, timeline.time());
  }
}
