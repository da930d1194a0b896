package dev.baton.cluster.gate;

import dev.baton.cluster.epoch.Frame;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers on their way to the application's registry. Threads that work on locks leave them here,
 * and a thread of its own tells the registry ten times a second: a registry that throws or blocks
 * does so there, and holds up no lock.
 */
public final class BufferedMeters implements Meters {

  /** The registry, behind its own words. Called by one thread; it may throw, and it may block. */
  public interface Registry {
    void granted(long entries);

    void waited(long nanos);

    void handedOff(long nanos);

    void sent(Class<?> type, long count);

    void opened(long pauseNanos);

    void lost(long count);

    void contradicted(long count);

    void malformed(long count);

    void dropped(long count);

    void refused(String reason, long count);

    /** Removes all that was registered. */
    void remove();
  }

  private static final Logger LOG = LoggerFactory.getLogger(BufferedMeters.class);

  private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(100);

  /** How long whoever closes waits for the last numbers. */
  private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(250);

  /** So many times wait for the registry at most; others are not recorded. Counts are exact. */
  static final int MOST_TIMES = 10_000;

  private record Time(LongConsumer to, long nanos) {}

  /** A count that only grows, and how much of it the registry was told. */
  private static final class Count {
    private final LongAdder all = new LongAdder();

    /** Only for the thread. */
    private long told;

    void increment() {
      all.increment();
    }

    /**
     * How much has been added since the last call. Nothing is ever set back to zero: a sum may miss
     * what is added meanwhile, which is in the next one then.
     */
    long untold() {
      long before = told;
      told = all.sum();
      return told - before;
    }
  }

  private final Registry registry;
  private final Thread thread;
  private final Queue<Time> times = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Map<Class<?>, Count> sent = new ConcurrentHashMap<>();
  private final Map<String, Count> refused = new ConcurrentHashMap<>();
  private final Count lost = new Count();
  private final Count contradicted = new Count();
  private final Count malformed = new Count();
  private final Count dropped = new Count();
  private volatile @Nullable LongSupplier entries;
  private volatile boolean closed;

  // Only for the thread.
  private long granted;
  private boolean hasFailed;

  public BufferedMeters(String member, Registry registry) {
    this.registry = registry;
    thread = Thread.ofPlatform().daemon().name("baton-meters-" + member).unstarted(this::run);
    thread.start();
  }

  // By whoever works on a lock.

  @Override
  public void readEntries(LongSupplier read) {
    entries = read;
  }

  @Override
  public void waited(long nanos) {
    add(registry::waited, nanos);
  }

  @Override
  public void handedOff(long nanos) {
    add(registry::handedOff, nanos);
  }

  @Override
  public void opened(long pauseNanos) {
    add(registry::opened, pauseNanos);
  }

  private void add(LongConsumer to, long nanos) {
    if (!closed && waiting.get() < MOST_TIMES) {
      try {
        times.add(new Time(to, nanos));
        waiting.incrementAndGet();
      } catch (OutOfMemoryError e) {
        // Whoever brings it has more important things to finish.
      }
    }
  }

  /** An algorithm's message by its own type, everything else by the type of the frame. */
  @Override
  public void sent(Frame frame) {
    Object named = frame instanceof Frame.Carry carry ? carry.message() : frame;
    sent.computeIfAbsent(named.getClass(), type -> new Count()).increment();
  }

  @Override
  public void lost() {
    lost.increment();
  }

  @Override
  public void contradicted() {
    contradicted.increment();
  }

  @Override
  public void malformed() {
    malformed.increment();
  }

  @Override
  public void dropped() {
    dropped.increment();
  }

  @Override
  public void refused(String reason) {
    refused.computeIfAbsent(reason, it -> new Count()).increment();
  }

  /** The registry hears the last numbers and forgets all meters; if it blocks, later. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    long deadline = System.nanoTime() + PATIENCE;
    boolean interrupted = false;
    while (thread.isAlive() && deadline - System.nanoTime() > 0) {
      try {
        thread.join(1);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // By the thread.

  private void run() {
    boolean isLast;
    do {
      isLast = closed;
      try {
        tellAll();
      } catch (RuntimeException | Error e) {
        // What it has not told yet is told in the next round.
        complain(e);
      }
      if (!isLast) {
        LockSupport.parkNanos(this, PERIOD);
      }
    } while (!isLast);
    try {
      registry.remove();
    } catch (RuntimeException | Error e) {
      complain(e);
    }
  }

  private void tellAll() {
    LongSupplier read = entries;
    if (read != null) {
      tell(registry::granted, newEntries(read));
    }
    tell(registry::lost, lost.untold());
    tell(registry::contradicted, contradicted.untold());
    tell(registry::malformed, malformed.untold());
    tell(registry::dropped, dropped.untold());
    sent.forEach((type, count) -> tell(n -> registry.sent(type, n), count.untold()));
    refused.forEach((reason, count) -> tell(n -> registry.refused(reason, n), count.untold()));
    for (Time next = times.poll(); next != null; next = times.poll()) {
      waiting.decrementAndGet();
      tellOne(next.to, next.nanos);
    }
  }

  private long newEntries(LongSupplier read) {
    long before = granted;
    granted = Math.max(before, read.getAsLong());
    return granted - before;
  }

  private void tell(LongConsumer to, long count) {
    if (count > 0) {
      tellOne(to, count);
    }
  }

  /** A number that the registry does not take is gone. */
  private void tellOne(LongConsumer to, long number) {
    try {
      to.accept(number);
    } catch (RuntimeException | Error e) {
      complain(e);
    }
  }

  /** The log is the application's, too; the thread goes on in any case. */
  private void complain(Throwable e) {
    if (!hasFailed) {
      hasFailed = true;
      try {
        LOG.warn("Meters have failed; numbers are missing or come later, locks go on.", e);
      } catch (RuntimeException | Error again) {
        // Then nobody hears of it.
      }
    }
  }
}
