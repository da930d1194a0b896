package dev.baton.cluster.attack;

import dev.baton.cluster.attack.Process.Use;
import dev.baton.cluster.epoch.Effect.Granted;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What runs in the processes: it thinks, requests, sometimes gives up, enters and leaves; and, if
 * the plan says so, keeps what it holds until somebody else may want it, and enters again.
 */
final class LockUsers {

  /** Where an event of a process happens. */
  interface Stage {
    void act(Process process, Consumer<Member> event);
  }

  private final Plan plan;
  private final Timeline timeline;
  private final InvariantMonitor monitor;
  private final List<Process> processes;
  private final Stage world;
  private final Chance uses;

  LockUsers(
      Plan plan,
      Timeline timeline,
      InvariantMonitor monitor,
      List<Process> processes,
      Stage world) {
    this.plan = plan;
    this.timeline = timeline;
    this.monitor = monitor;
    this.processes = processes;
    this.world = world;
    uses = new Chance(plan.seed(), "uses");
  }

  // What the member tells.

  void granted(Process process, Granted granted) {
    Use use = process.use(granted.lock());
    use.waits = false;
    use.granted = granted;
    use.fence = granted.fence();
    use.last = granted.fence();
    use.wanted = granted.wanted();
    monitor.granted(process, granted, timeline.time());
    hold(process, granted);
  }

  void wanted(Process process, LockId lock, long fence) {
    Use use = process.use(lock);
    if (use.fence == fence) {
      use.wanted = true;
      if (use.lingers) {
        end(process, use);
      }
    }
  }

  void lost(Process process, LockId lock, long fence) {
    Use use = process.use(lock);
    if (use.fence == fence) {
      use.fence = 0;
      if (use.lingers) {
        use.lingers = false;
      } else {
        use.round++;
        think(process, lock.in(null));
      }
    }
  }

  /** Who waits where it is no more waits where it is now. */
  void moved(Process process) {
    for (LockId lock : process.isAlive() ? plan.locks() : List.<LockId>of()) {
      Use use = process.use(lock);
      LockId here = process.here(lock);
      if (use.waits && here != null && !here.equals(use.asked)) {
        LockId there = use.asked;
        use.asked = here;
        world.act(process, member -> member.cancel(process.clock(timeline.time()), there));
        world.act(process, member -> member.request(process.clock(timeline.time()), here));
      }
    }
  }

  // What it does.

  void think(Process process, LockId lock) {
    int thinker = process.life();
    int round = process.use(lock).round;
    long pause = uses.perMille(500) ? uses.between(1_000, 50_000) : uses.between(50_000, 800_000);
    timeline.after(pause, () -> request(process, lock, thinker, round));
  }

  private void request(Process process, LockId lock, int thinker, int round) {
    Use use = process.use(lock);
    if (process.life() != thinker
        || !process.isAlive()
        || use.round != round
        || timeline.time() > plan.lastRequest()) {
      return;
    }
    if (process.pausedUntil > timeline.time()) {
      timeline.at(process.pausedUntil, () -> request(process, lock, thinker, round));
      return;
    }
    if (use.lingers) {
      if (process.member().isHeld(process.clock(timeline.time()), use.granted.lock())) {
        use.lingers = false;
        monitor.entered(process, use.granted, ++use.last);
        hold(process, use.granted);
        return;
      }
      end(process, use);
    }
    LockId here = process.here(lock);
    if (here == null) {
      think(process, lock);
      return;
    }
    use.asked = here;
    use.waits = true;
    int mine = ++use.round;
    world.act(process, member -> member.request(process.clock(timeline.time()), here));
    if (uses.perMille(150)) {
      timeline.after(uses.between(1_000, 400_000), () -> cancel(process, lock, thinker, mine));
    }
  }

  private void cancel(Process process, LockId lock, int thinker, int round) {
    boolean isPaused = process.pausedUntil > timeline.time();
    Use use = process.use(lock);
    if (process.life() == thinker && use.waits && use.round == round && !isPaused) {
      use.waits = false;
      use.round++;
      world.act(process, member -> member.cancel(process.clock(timeline.time()), use.asked));
      think(process, lock);
    }
  }

  private void hold(Process process, Granted granted) {
    if (timeline.time() >= plan.settled()) {
      return;
    }
    int holder = process.life();
    // When all is calm everybody is quick, so that a long queue is no reason to wait.
    boolean isQuick = timeline.time() >= Plan.CALM || uses.perMille(800);
    long time = isQuick ? uses.between(500, 60_000) : uses.between(60_000, 4_000_000);
    timeline.after(time, () -> release(process, granted, holder));
  }

  private void release(Process process, Granted granted, int holder) {
    Use use = process.use(granted.lock());
    if (process.life() != holder || use.fence != granted.fence()) {
      return;
    }
    if (process.pausedUntil > timeline.time()) {
      timeline.at(process.pausedUntil, () -> release(process, granted, holder));
      return;
    }
    use.round++;
    if (plan.lingers() && !use.wanted) {
      use.lingers = true;
    } else {
      end(process, use);
    }
    think(process, granted.lock().in(null));
  }

  /** Gives back what it holds. */
  private void end(Process process, Use use) {
    Granted granted = use.granted;
    use.fence = 0;
    use.lingers = false;
    world.act(
        process,
        member ->
            member.release(
                process.clock(timeline.time()), granted.lock(), granted.fence(), use.last));
  }

  // At the end.

  void checkNobodyWaits(EpochRecord newest) {
    for (Process process : processes) {
      process.uses.forEach(
          (lock, use) -> {
            if (use.waits && newest.indexOf(process.member().seat()) >= 0) {
              throw new Violation(process + " waits for " + lock + " long after the last fault");
            }
          });
    }
  }

  /** As many processes as there are permits request at once, and keep what they get. */
  void takeAllPermits() {
    for (LockId lock : plan.locks()) {
      for (Process process : takers(lock)) {
        Use use = process.use(lock);
        if (!use.lingers) {
          LockId here = somewhere(process, lock);
          use.asked = here;
          use.waits = true;
          use.round++;
          world.act(process, member -> member.request(process.clock(timeline.time()), here));
        }
      }
    }
  }

  void checkAllPermitsAreTaken() {
    for (LockId lock : plan.locks()) {
      for (Process process : takers(lock)) {
        LockId here = somewhere(process, lock);
        if (!process.member().isHeld(process.clock(timeline.time()), here)) {
          throw new Violation("not all permits of " + here + " can be had again");
        }
      }
    }
  }

  @SuppressWarnings("NullAway") // At the end, every process is somewhere.
  private static LockId somewhere(Process process, LockId lock) {
    return process.here(lock);
  }

  /** As many as there are permits, in each neighbourhood. */
  private List<Process> takers(LockId lock) {
    // This one gives a group only one token at a time, whatever there is.
    boolean isShy = plan.algorithm().equals("chaudhuri-edward-k-style");
    int most = isShy ? 1 : lock.permits();
    Map<LockId, Integer> taken = new HashMap<>();
    return processes.stream()
        // At the end of a link that is still cut, either process may be left out.
        .filter(process -> !plan.isAtCut(process.number))
        .filter(process -> taken.merge(process.here(lock), 1, Integer::sum) <= most)
        .toList();
  }
}
