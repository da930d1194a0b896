package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What is done to members from outside, and when: drawn from a seed. */
final class TorturePlan {

  /**
   * One thing that is done.
   *
   * @param afterMillis since the one before
   * @param lastsMillis until the next one can be done
   * @param process to which it is done, from 1
   * @param torment of which kind it is
   * @param command of {@link TortureProcess}; or "stop" and for how long, which the parent does
   */
  record Event(long afterMillis, long lastsMillis, int process, Torment torment, String command) {}

  private final Random random;
  private final boolean isLocal;
  private final int processes;
  private final long leaseMillis;

  TorturePlan(long seed, boolean isLocal, int processes, long leaseMillis) {
    random = new Random(seed);
    this.isLocal = isLocal;
    this.processes = processes;
    this.leaseMillis = leaseMillis;
  }

  /** Whatever comes in this time. */
  List<Event> forMillis(long millis) {
    List<Event> events = new ArrayList<>();
    for (long time = 0; time < millis; ) {
      Event next = next();
      time += next.afterMillis + next.lastsMillis;
      events.add(next);
    }
    return events;
  }

  private Event next() {
    long after = 100 + random.nextInt(900);
    int what = random.nextInt(100);
    // The first one over TCP is the voter, without which nobody has a lease.
    int process = isLocal ? 1 : 2 + random.nextInt(processes - 1);
    int member = random.nextInt(TortureProcess.LOCAL_MEMBERS);
    long length = leaseMillis + random.nextInt((int) leaseMillis);
    if (what < 30) {
      String how = random.nextInt(3) == 0 ? " interrupted" : " quietly";
      return new Event(after, 0, process, Torment.CLOSES, "reopen " + member + how);
    } else if (what < 55) {
      String cut = isLocal ? "cut " + member + " " : "stop ";
      return new Event(after, isLocal ? 0 : length, process, Torment.LOSSES, cut + length);
    } else if (what < 65 && !isLocal) {
      // A voter may fail if it has no memory, and a network in one JVM has its voter in there.
      return new Event(after, 0, process, Torment.HEAP, "heap " + (300 + random.nextInt(700)));
    } else if (what < 80) {
      int any = 1 + random.nextInt(processes);
      return new Event(
          after, 0, any, Torment.CARRIERS, "carriers " + random.nextInt((int) leaseMillis / 2));
    }
    return new Event(after, 0, 1 + random.nextInt(processes), Torment.LOOKS, "look " + member);
  }
}
