package dev.baton.voter;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The thread of a voter's store. It does one thing after another, and goes on whatever becomes of
 * them: what fails, the log says. What fails for want of memory is done once more a little later,
 * so that what is done of it already must do no harm then.
 *
 * <p>What must be done at a certain time, or where there may be no memory for a task, has an {@link
 * Alarm}.
 */
final class StoreLoop {

  private static final long MILLI = 1_000_000;
  private static final long NEVER = Long.MAX_VALUE;

  /** After what there was no memory for. */
  private static final long PAUSE_MILLIS = 100;

  /** From one line about what has failed to the next: it may fail again and again. */
  static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final String voter;
  private final VoterLog log;
  private final LongSupplier clock;
  private final long origin;
  private final Thread thread;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** All are here before the start. */
  private final List<Alarm> alarms = new ArrayList<>();

  private volatile boolean closed;

  // Only for the thread.

  /** When the first task is done, if there was no memory for it. */
  private long resumesAt;

  /** What the log has not been told yet; null if there is nothing. */
  private Throwable unsaid;

  /** How many have failed besides. */
  private long more;

  private long quietUntil;

  StoreLoop(String voter, VoterLog log, LongSupplier clock) {
    this.voter = voter;
    this.log = log;
    this.clock = clock;
    origin = clock.getAsLong();
    thread = Thread.ofPlatform().daemon().name("baton-epochs-" + voter).unstarted(this::run);
  }

  /** A task with a time. It is made once, and takes no memory when it is set. */
  final class Alarm {
    private final Runnable task;
    private final AtomicLong due = new AtomicLong(NEVER);

    private Alarm(Runnable task) {
      this.task = task;
    }

    /** Has the task done then, and not when it was to be done before; on any thread. */
    void set(long millis) {
      due.set(now() + millis * MILLI);
      LockSupport.unpark(thread);
    }

    /** Has the task done then at the latest; on the loop. */
    void setWithin(long millis) {
      if (due.get() > now() + millis * MILLI) {
        set(millis);
      }
    }
  }

  /** To be called before the start. */
  Alarm alarm(Runnable task) {
    Alarm alarm = new Alarm(task);
    alarms.add(alarm);
    return alarm;
  }

  void start() {
    thread.start();
  }

  /** Has something done after what was given before; nothing is any more when it is closed. */
  void run(Runnable task) {
    if (!closed) {
      tasks.add(task);
      LockSupport.unpark(thread);
    }
  }

  /** What has not been done by now is not done any more. */
  void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  /** In nanoseconds, from 0 upwards. */
  long now() {
    return clock.getAsLong() - origin;
  }

  // On the thread.

  private void run() {
    while (!closed) {
      try {
        work();
      } catch (RuntimeException | Error e) {
        failed(e);
      }
    }
    if (unsaid != null) {
      quietUntil = 0;
      say();
    }
  }

  private void work() {
    Alarm next = next();
    long due = next == null ? NEVER : next.due.get();
    Runnable task = tasks.peek();
    long now = now();
    if (due <= now) {
      if (next.due.compareAndSet(due, NEVER)) {
        ring(next);
      }
    } else if (task != null && resumesAt <= now) {
      perform(task);
    } else {
      long until = Math.min(due, task == null ? NEVER : resumesAt);
      LockSupport.parkNanos(this, Math.min(until, unsaid == null ? NEVER : quietUntil) - now);
      // Nobody means it; but then it would not park again.
      Thread.interrupted();
    }
    if (unsaid != null) {
      say();
    }
  }

  private Alarm next() {
    Alarm next = null;
    for (int i = 0; i < alarms.size(); i++) {
      Alarm alarm = alarms.get(i);
      if (next == null || alarm.due.get() < next.due.get()) {
        next = alarm;
      }
    }
    return next;
  }

  private void ring(Alarm alarm) {
    try {
      alarm.task.run();
    } catch (OutOfMemoryError e) {
      alarm.setWithin(PAUSE_MILLIS);
      failed(e);
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  private void perform(Runnable task) {
    try {
      task.run();
    } catch (OutOfMemoryError e) {
      resumesAt = now() + PAUSE_MILLIS * MILLI;
      failed(e);
      return;
    } catch (RuntimeException | Error e) {
      failed(e);
    }
    tasks.remove();
  }

  /** Tells somebody, whose error is no reason to leave out others. */
  <T> void tell(Consumer<T> who, T what) {
    try {
      who.accept(what);
    } catch (OutOfMemoryError e) {
      // The task is done once more.
      throw e;
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** Has the log told of it, at once or when it may be told again; takes no memory by itself. */
  void failed(Throwable problem) {
    if (unsaid == null) {
      unsaid = problem;
    } else {
      more++;
    }
  }

  private void say() {
    if (now() < quietUntil) {
      return;
    }
    Throwable problem = unsaid;
    long besides = more;
    try {
      log.say(
          log ->
              log.error(
                  "{}: something has failed here, and the voter goes on ({} more since the last"
                      + " such line)",
                  voter,
                  besides,
                  problem));
    } catch (OutOfMemoryError e) {
      quietUntil = now() + PAUSE_MILLIS * MILLI;
      return;
    }
    unsaid = null;
    more = 0;
    quietUntil = now() + QUIET_NANOS;
  }
}
