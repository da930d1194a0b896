package dev.baton.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Notices calls that do not return in time, pauses of the whole process, and threads that have to
 * wait for a core.
 */
final class CallWatch {

  private static final long INTERVAL_NANOS = 50_000_000;

  /** How often it looks itself from one look at the other threads to the next. */
  private static final int LOOKS = 4;

  /** The calls of one thread, one at a time. */
  final class Caller {
    private final String name;
    private volatile Thread thread;
    private volatile String call;
    private volatile long since;
    private volatile long pausedBefore;
    private volatile long boundNanos;
    private volatile boolean forgotten;

    private Caller(String name) {
      this.name = name;
    }

    /** Who has called last; null before the first call. */
    Thread thread() {
      return thread;
    }

    /** Whether the JVM has lost the thread, so that it will never do anything again. */
    boolean isForgotten() {
      return forgotten;
    }

    /** This thread begins a call that takes so long, and what the machine takes, at most. */
    void begin(String what, Duration time) {
      thread = Thread.currentThread();
      boundNanos = time.plus(patience).toNanos();
      pausedBefore = paused;
      since = System.nanoTime();
      call = what;
    }

    void end() {
      call = null;
    }

    private void look() {
      String what = call;
      long start = since;
      long late = System.nanoTime() - start - (paused - pausedBefore) - boundNanos;
      // The same call as before: what was read belongs together.
      if (what != null && late > 0 && start == since) {
        List<String> stack = Stacks.of(thread);
        if (wasFull.getAsBoolean() && Stacks.isForgotten(thread, stack)) {
          forgotten = true;
          findings.count(TortureFindings.Kind.FORGOTTEN_THREADS);
        } else {
          long seconds = (late + boundNanos) / 1_000_000_000;
          findings.violation(
              name + " is still in " + what + " after " + seconds + " s.", Stacks.withDump(stack));
        }
        call = null;
      }
    }
  }

  private final TortureFindings findings;
  private final Duration patience;
  private final Runnable onPause;
  private final BooleanSupplier wasFull;
  private final long longPauseNanos;
  private final List<Caller> callers = new CopyOnWriteArrayList<>();

  /** For how long the process did not run at all, as far as was noticed. */
  private volatile long paused;

  /** How often it has looked at everything. */
  private volatile long rounds;

  /**
   * @param patience what a call may take beyond its own time
   * @param longPause a pause, or a thread's wait for a core, of which {@code onPause} hears
   * @param wasFull whether there has ever been no memory
   */
  CallWatch(
      TortureFindings findings,
      Duration patience,
      Duration longPause,
      Runnable onPause,
      BooleanSupplier wasFull) {
    this.findings = findings;
    this.patience = patience;
    this.onPause = onPause;
    this.wasFull = wasFull;
    longPauseNanos = longPause.toNanos();
    Thread.ofPlatform().daemon().name("torture-watch").start(this::run);
  }

  Caller caller(String name) {
    Caller caller = new Caller(name);
    callers.add(caller);
    return caller;
  }

  /** Returns when everything has been looked at since: whoever was stopped may run before it is. */
  void awaitLook(Alarm.Sleeper sleeper) {
    long enough = rounds + 2;
    while (rounds < enough) {
      sleeper.pause(INTERVAL_NANOS);
    }
  }

  @SuppressWarnings({"InfiniteLoopStatement", "NonAtomicVolatileUpdate"})
  private void run() {
    CoreWaits waits = new CoreWaits();
    for (int look = 0; ; look = (look + 1) % LOOKS) {
      long before = System.nanoTime();
      LockSupport.parkNanos(INTERVAL_NANOS);
      long pause = System.nanoTime() - before - INTERVAL_NANOS;
      if (pause > INTERVAL_NANOS) {
        // Only this thread adds.
        paused += pause;
      }
      try {
        if (pause > longPauseNanos || look == 0 && waits.hasAnyWaited(longPauseNanos)) {
          onPause.run();
        }
        callers.forEach(Caller::look);
        rounds += look == 0 ? 1 : 0;
      } catch (OutOfMemoryError e) {
        // It looks again.
      }
    }
  }
}
