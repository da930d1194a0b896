package dev.baton.cluster.gate;

import dev.baton.cluster.thread.SpareThreads;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the application back, on threads that may be blocked without harm. What its code throws
 * goes to the log.
 */
public final class Callbacks implements AutoCloseable {

  /** Hears of every hold of the member that is lost. */
  public interface OnLost {
    void lost(String lock, long fence, String reason);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

  /** So much waits at most for a listener that blocks, and so many block at most besides. */
  static final int MOST_WAITING = 1000;

  /** For those who wait for the loss of a hold. */
  private final ExecutorService inOrder;

  /** For those who are told what happens to the member; they do not hold up the others. */
  private final ExecutorService notices;

  /** Those that are told in order, those that are told apart, and those that nobody is told of. */
  private final AtomicInteger losses = new AtomicInteger();

  private final AtomicInteger lossesApart = new AtomicInteger();
  private final AtomicInteger unheard = new AtomicInteger();

  private final AtomicInteger waiting = new AtomicInteger();

  /** Of what happens to the member; since the last line in the log. */
  private final AtomicInteger untold = new AtomicInteger();

  private final Meters meters;

  /** So many threads of the platform at most are blocked apart from the others. */
  private static final int MOST_APART = 64;

  /** For what must not wait for anything else. */
  private final Executor apart;

  private final Consumer<Runnable> starting = this::startApart;
  private final OnLost onLost;

  public Callbacks(String member, Meters meters, OnLost onLost) {
    this(member, meters, onLost, new SpareThreads("baton-async", MOST_APART));
  }

  Callbacks(String member, Meters meters, OnLost onLost, Executor apart) {
    this.apart = apart;
    this.meters = meters;
    this.onLost = onLost;
    inOrder = thread("baton-callbacks-" + member);
    notices = thread("baton-listeners-" + member);
  }

  /** It starts with the first task. */
  private static ExecutorService thread(String name) {
    return Executors.newSingleThreadExecutor(
        task -> Thread.ofPlatform().daemon().name(name).unstarted(task));
  }

  public Meters meters() {
    return meters;
  }

  /**
   * For whoever must hear of it: in order, unless others have blocked the thread for so long that
   * too many wait; then on a thread of its own, unless too many of these are blocked, too.
   */
  public void run(Runnable callback) {
    if (losses.incrementAndGet() <= MOST_WAITING) {
      execute(
          inOrder,
          () -> {
            losses.decrementAndGet();
            runSafely(() -> tellOfLoss(callback));
          });
      return;
    }
    losses.decrementAndGet();
    if (lossesApart.incrementAndGet() <= MOST_WAITING) {
      runApart(
          () -> {
            try {
              tellOfLoss(callback);
            } finally {
              lossesApart.decrementAndGet();
            }
          });
      return;
    }
    lossesApart.decrementAndGet();
    unheard.incrementAndGet();
  }

  private void tellOfLoss(Runnable callback) {
    int missed = unheard.getAndSet(0);
    if (missed > 0) {
      LOG.warn("Listeners were not told of {} lost holds, since too many of them block.", missed);
    }
    callback.run();
  }

  /** By a thread that nobody else uses. Never throws: who is called back would wait for ever. */
  public void runApart(Runnable callback) {
    Insistence.insist(starting, callback);
  }

  /**
   * The same once.
   *
   * @throws OutOfMemoryError if there is no thread for it; then it is not run
   */
  void startApart(Runnable callback) {
    Runnable safely = () -> runSafely(callback);
    try {
      apart.execute(safely);
    } catch (OutOfMemoryError e) {
      try {
        // After the others, on a thread that there is.
        inOrder.execute(safely);
      } catch (RejectedExecutionException closed) {
        throw e;
      }
    }
  }

  /** Tells a listener of the member, in order; not if too much waits for those that block. */
  public void tell(Runnable notice) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      untold.incrementAndGet();
      return;
    }
    execute(
        notices,
        () -> {
          waiting.decrementAndGet();
          int missed = untold.getAndSet(0);
          if (missed > 0) {
            LOG.warn("Listeners were not told of {} events, since one of them blocked.", missed);
          }
          runSafely(notice);
        });
  }

  private void execute(Executor thread, Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      // The member was closed meanwhile; what is told late is told by a thread of its own.
      runApart(task);
    } catch (OutOfMemoryError e) {
      // The thread cannot start; perhaps a virtual one can.
      startApart(task);
    }
  }

  /** One listener that fails does not keep others from hearing. */
  private static void runSafely(Runnable callback) {
    try {
      callback.run();
    } catch (RuntimeException | Error e) {
      LOG.error("A listener has failed.", e);
    }
  }

  void lost(String lock, long fence, String reason, List<Consumer<String>> ofThisHold) {
    ofThisHold.forEach(listener -> run(() -> listener.accept(reason)));
    onLost.lost(lock, fence, reason);
    meters.lost();
  }

  /** What was told before is still called. */
  @Override
  public void close() {
    inOrder.shutdown();
    notices.shutdown();
  }
}
