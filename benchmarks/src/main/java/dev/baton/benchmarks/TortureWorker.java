package dev.baton.benchmarks;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonLock;
import dev.baton.cluster.BatonSemaphore;
import dev.baton.cluster.ClusterSuspendedException;
import dev.baton.cluster.Hold;
import dev.baton.cluster.HoldLostException;
import dev.baton.cluster.LockTimeoutException;
import dev.baton.cluster.Permit;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * A thread that enters locks of one process in every way there is, and visits what they guard. What
 * it does, and with which lock of which member, is drawn from its seed.
 */
final class TortureWorker implements Runnable {

  /** Of these locks the even ones guard a witness, the odd ones a counter. */
  static final int LOCKS = 4;

  static final int PERMITS = 2;

  /** All locks, and each permit of the semaphore, which guards a witness. */
  static final int PLACES = LOCKS + PERMITS;

  private static final Duration AT_ONCE = Duration.ZERO;

  /** For what has to wait until others have left: all are inside for milliseconds. */
  private static final Duration UNLIMITED = Duration.ofSeconds(10);

  private static final int MOST_TRIES = 1000;

  private interface Entering {
    /** Whether the thread has entered. */
    boolean enter() throws InterruptedException;
  }

  private final String name;
  private final TortureProcess process;
  private final TortureFindings findings;
  private final CallWatch.Caller caller;
  private final Alarm.Sleeper sleeper;
  private final Random random;

  /** Null if it has an ordinary stack. */
  private final DeepStack stack;

  private final List<SharedCounters.Tally> tallies;

  /** What it does inside; nothing is allocated there. */
  private final Runnable dwell = this::dwell;

  /** Where it is inside. */
  private TortureMember at;

  /** The last error that it met, for those who read what was violated. */
  private String trouble = "no error before";

  private volatile boolean isResting;

  TortureWorker(String name, TortureProcess process, long seed, boolean isDeep) {
    this.name = name;
    this.process = process;
    findings = process.findings();
    caller = process.watch().caller(name);
    sleeper = process.alarm().sleeper();
    random = new Random(seed);
    stack = isDeep ? new DeepStack() : null;
    tallies =
        IntStream.range(0, PLACES).mapToObj(place -> process.counters().new Tally(place)).toList();
  }

  /** Whether it is inside of nothing and does nothing. */
  boolean isResting() {
    return isResting || caller.isForgotten();
  }

  void interrupt() {
    Thread thread = caller.thread();
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** It does not come to rest: says where it is. */
  void accuse() {
    Thread thread = caller.thread();
    String state = thread == null ? "new" : thread.getState().toString();
    List<String> stack = thread == null ? List.of() : Stacks.of(thread);
    findings.violation(name + " does not come to rest, but is " + state + ".", stack);
  }

  @Override
  public void run() {
    while (!process.isOver()) {
      try {
        stepOrRest();
      } catch (OutOfMemoryError e) {
        // There was no memory even to say so; a virtual thread needs some to pause.
        full();
      }
      Thread.interrupted();
    }
    tallies.forEach(SharedCounters.Tally::tell);
    isResting = true;
  }

  private void stepOrRest() {
    isResting = process.isResting();
    if (isResting) {
      sleeper.pause(5_000_000);
    } else {
      step();
      // So that the machine has time for what members do by themselves.
      sleeper.pause(random.nextInt(400_000));
    }
  }

  private void step() {
    TortureMember member = process.members().get(random.nextInt(process.members().size()));
    Baton baton = member.baton();
    if (baton == null) {
      sleeper.pause(1_000_000);
      return;
    }
    try {
      act(member, baton);
    } catch (InterruptedException e) {
      findings.count(TortureFindings.Kind.INTERRUPTS);
    } catch (LockTimeoutException | ClusterSuspendedException e) {
      findings.count(TortureFindings.Kind.TIME_OUTS);
    } catch (CancellationException e) {
      findings.count(TortureFindings.Kind.CANCELS);
    } catch (HoldLostException e) {
      lost(member, e.getMessage());
    } catch (IllegalStateException e) {
      findings.count(TortureFindings.Kind.CLOSED);
      member.refused(baton, e);
      sleeper.pause(2_000_000);
    } catch (StackOverflowError e) {
      if (stack == null) {
        unexpected(e);
      }
      overflow("a call");
    } catch (OutOfMemoryError e) {
      if (!process.wasFull()) {
        unexpected(e);
      }
      full();
    } catch (RuntimeException | Error e) {
      unexpected(e);
    } finally {
      caller.end();
      Thread.interrupted();
    }
  }

  private void overflow(String where) {
    trouble = "StackOverflowError in " + where + " before";
    findings.count(TortureFindings.Kind.OVERFLOWS);
  }

  private void full() {
    trouble = "OutOfMemoryError before";
    findings.count(TortureFindings.Kind.FULL_HEAPS);
  }

  private void unexpected(Throwable e) {
    findings.violation(name + " has met an unexpected " + e, e.getStackTrace());
  }

  private void lost(TortureMember member, String what) {
    findings.count(TortureFindings.Kind.LOSSES);
    if (member.isExcused()) {
      return;
    }
    process.watch().awaitLook(sleeper);
    if (!member.isExcused()) {
      findings.violation("Nothing was done to member " + member.name() + ", but " + what);
    }
  }

  private void act(TortureMember member, Baton baton) throws InterruptedException {
    if (process.sabotages(Sabotage.HANG)) {
      caller.begin("a call that does not return", AT_ONCE);
      while (!process.isOver()) {
        sleeper.pause(1_000_000);
        Thread.interrupted();
      }
    }
    int what = random.nextInt(100);
    if (stack != null || what < 55) {
      int place = random.nextInt(LOCKS);
      caller.begin("lock(name)", AT_ONCE);
      BatonLock lock = baton.lock("x" + place);
      caller.end();
      if (what < 25) {
        own(member, lock, place, "lock()", UNLIMITED, () -> lock(lock));
      } else if (what < 35 && stack == null) {
        own(member, lock, place, "lockInterruptibly()", UNLIMITED, () -> lockInterruptibly(lock));
      } else if (what < 45) {
        own(member, lock, place, "tryLock()", AT_ONCE, lock::tryLock);
      } else {
        Duration time = time();
        own(member, lock, place, "tryLock(" + time + ")", time, () -> lock.tryLock(time));
      }
    } else if (what < 85) {
      int place = random.nextInt(LOCKS);
      caller.begin("lock(name)", AT_ONCE);
      BatonLock lock = baton.lock("x" + place);
      caller.end();
      if (what < 70) {
        Duration time = time();
        caller.begin("acquire(" + time + ")", time);
        use(member, place, random.nextBoolean() ? lock.acquire(time) : lock.tryAcquire(time));
      } else {
        caller.begin("acquireAsync()", AT_ONCE);
        CompletableFuture<Hold> later = lock.acquireAsync().toCompletableFuture();
        use(member, place, await(later));
      }
    } else {
      caller.begin("semaphore(name, permits)", UNLIMITED);
      BatonSemaphore semaphore = baton.semaphore("s", PERMITS);
      caller.end();
      Permit permit;
      if (what < 95) {
        Duration time = time();
        caller.begin("acquire(" + time + ") of a permit", time);
        permit = random.nextBoolean() ? semaphore.acquire(time) : semaphore.tryAcquire(time);
      } else {
        caller.begin("acquireAsync() of a permit", AT_ONCE);
        permit = await(semaphore.acquireAsync().toCompletableFuture());
      }
      use(member, permit == null ? LOCKS : LOCKS + permit.slot(), permit);
    }
  }

  private Duration time() {
    return switch (random.nextInt(6)) {
      case 0 -> Duration.ZERO;
      case 1 -> Duration.ofMillis(-1);
      case 2 -> Duration.ofNanos(random.nextInt(200_000));
      case 3 -> Duration.ofMillis(random.nextInt(5));
      default -> Duration.ofMillis(random.nextInt(200));
    };
  }

  // Locks that a thread owns.

  private static boolean lock(BatonLock lock) {
    lock.lock();
    return true;
  }

  private static boolean lockInterruptibly(BatonLock lock) throws InterruptedException {
    lock.lockInterruptibly();
    return true;
  }

  private void own(
      TortureMember member,
      BatonLock lock,
      int place,
      String call,
      Duration time,
      Entering entering)
      throws InterruptedException {
    boolean isInside = false;
    boolean isAnswered = false;
    if (stack != null) {
      // Which takes its time if the heap is full.
      stack.measure();
    }
    caller.begin(call, time);
    try {
      isInside = enter(entering);
      isAnswered = true;
    } catch (HoldLostException e) {
      findings.violation(
          name + " (" + trouble + ") was not inside, but " + call + " says: " + e.getMessage(),
          e.getStackTrace());
    } finally {
      caller.end();
      if (!isAnswered && isHeld(lock)) {
        findings.violation(call + " has thrown, and yet " + name + " is inside (" + trouble + ").");
        leave(member, lock, false);
      }
    }
    if (!isInside) {
      findings.count(TortureFindings.Kind.TIME_OUTS);
      return;
    }
    try {
      if (random.nextInt(4) == 0) {
        enterAgain(member, lock);
      }
      visit(member, place, lock.fence(), lock::isHeldByCurrentThread);
    } finally {
      leave(member, lock, true);
    }
    if (isHeld(lock)) {
      findings.violation(name + " is still inside after unlock().");
      leave(member, lock, false);
    }
  }

  /** With little stack left if it is such a worker. */
  private boolean enter(Entering entering) throws InterruptedException {
    if (stack == null) {
      return entering.enter();
    }
    boolean[] isInside = new boolean[1];
    stack.run(
        random,
        () -> {
          try {
            isInside[0] = entering.enter();
          } catch (InterruptedException e) {
            // Not inside.
          }
        });
    return isInside[0];
  }

  /** Inside a hold that is lost this throws, and must not begin another one. */
  private void enterAgain(TortureMember member, BatonLock lock) {
    long fence = lock.fence();
    caller.begin("lock() by a thread that is inside", AT_ONCE);
    lock.lock();
    caller.end();
    try {
      if (lock.fence() != fence) {
        findings.violation(name + " was inside already, and has got another fence.");
      }
    } finally {
      leave(member, lock, false);
    }
  }

  private boolean isHeld(BatonLock lock) {
    for (int i = 0; i < MOST_TRIES; i++) {
      try {
        return lock.isHeldByCurrentThread();
      } catch (OutOfMemoryError e) {
        pause();
      }
    }
    return false;
  }

  private void pause() {
    sleeper.pause(5_000_000);
    Thread.interrupted();
  }

  /** Unlocks once; whatever goes wrong, it is tried until the lock has answered. */
  private void leave(TortureMember member, BatonLock lock, boolean mayBeDeep) {
    boolean hasFailed = false;
    for (int i = 0; i < MOST_TRIES; i++) {
      boolean isDeep = mayBeDeep && stack != null && !hasFailed && random.nextBoolean();
      if (isDeep) {
        stack.measure();
      }
      caller.begin("unlock()", AT_ONCE);
      try {
        if (isDeep) {
          stack.run(random, lock::unlock);
        } else {
          lock.unlock();
        }
        return;
      } catch (HoldLostException e) {
        lost(member, e.getMessage());
        return;
      } catch (IllegalMonitorStateException e) {
        // What has thrown before may have let go.
        if (!hasFailed) {
          findings.violation(
              name + " (" + trouble + ") was inside, but unlock() says: " + e.getMessage(),
              e.getStackTrace());
        }
        return;
      } catch (StackOverflowError e) {
        hasFailed = true;
        overflow("unlock()");
      } catch (OutOfMemoryError e) {
        hasFailed = true;
        full();
        pause();
      } finally {
        caller.end();
      }
    }
    findings.violation(name + " cannot unlock.");
  }

  // Locks and permits that a handle owns.

  /** Null if it was cancelled. */
  private <H extends Hold> H await(CompletableFuture<H> later) throws InterruptedException {
    caller.begin("a hold of acquireAsync()", UNLIMITED);
    boolean isHere = false;
    try {
      switch (random.nextInt(4)) {
        case 0 -> later.cancel(true);
        case 1 -> {
          sleeper.pause(random.nextInt(2_000_000));
          later.cancel(false);
        }
        case 2 -> later.orTimeout(random.nextInt(3_000), TimeUnit.MICROSECONDS);
        default -> {}
      }
      H hold = join(later);
      isHere = true;
      return hold;
    } finally {
      if (!isHere) {
        // Leaves the queue; if the hold has come meanwhile, nobody else will close it.
        later.cancel(true);
        if (!later.isCompletedExceptionally()) {
          close(later.join());
        }
      }
    }
  }

  private <H> H join(CompletableFuture<H> later) throws InterruptedException {
    try {
      while (true) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (later.isDone()) {
          return later.join();
        }
        sleeper.pause(200_000);
      }
    } catch (CancellationException e) {
      throw e;
    } catch (CompletionException e) {
      findings.count(TortureFindings.Kind.TIME_OUTS);
      if (e.getCause() instanceof IllegalStateException cause) {
        throw cause;
      }
      if (e.getCause() instanceof OutOfMemoryError cause) {
        throw cause;
      }
      return null;
    }
  }

  private void use(TortureMember member, int place, Hold hold) {
    caller.end();
    if (hold == null) {
      findings.count(TortureFindings.Kind.TIME_OUTS);
      return;
    }
    try {
      if (random.nextInt(4) == 0) {
        boolean throwsToo = random.nextBoolean();
        hold.onLost(
            reason -> {
              if (throwsToo) {
                throw new IllegalStateException("A listener of the application fails.");
              }
            });
      }
      visit(member, place, hold.fence(), hold::isHeld);
    } finally {
      if (random.nextBoolean()) {
        caller.begin("close() of a hold", AT_ONCE);
        close(hold);
      } else {
        caller.begin("close() of a hold by another thread", AT_ONCE);
        closeElsewhere(hold);
      }
      caller.end();
    }
  }

  private void close(Hold hold) {
    for (int i = 0; i < MOST_TRIES; i++) {
      try {
        hold.close();
        return;
      } catch (HoldLostException e) {
        // Whoever was inside has found out, or was inside no more.
        return;
      } catch (OutOfMemoryError e) {
        pause();
      }
    }
    findings.violation(name + " cannot close a hold.");
  }

  private void closeElsewhere(Hold hold) {
    Thread other = null;
    for (int i = 0; i < MOST_TRIES && other == null; i++) {
      try {
        other = Thread.ofVirtual().start(() -> close(hold));
      } catch (OutOfMemoryError e) {
        pause();
      }
    }
    while (other != null && other.isAlive()) {
      try {
        other.join();
      } catch (InterruptedException e) {
        // It waits all the same.
      }
    }
  }

  // Inside.

  private void visit(TortureMember member, int place, long fence, BooleanSupplier isValid) {
    at = member;
    boolean isCounter = place < LOCKS && place % 2 == 1;
    if (process.sabotages(Sabotage.OVERLAP)) {
      // As if the lock had let it in beside somebody else.
      process.counters().witness(0, Long.MAX_VALUE, dwell, () -> true);
      tallies.get(1).count(dwell, () -> true);
    }
    SharedCounters.Visit visit =
        isCounter
            ? tallies.get(place).count(dwell, isValid)
            : process.counters().witness(place, fence, dwell, isValid);
    switch (visit) {
      case VALID -> {
        findings.count(TortureFindings.Kind.VISITS);
        if (!member.isExcused()) {
          findings.count(TortureFindings.Kind.UNDISTURBED_VISITS);
        }
      }
      case LOST -> lost(member, "a hold with fence " + fence + " was not valid to its end.");
      case NOT_ALONE ->
          findings.violation(
              name
                  + " has a valid hold with fence "
                  + fence
                  + ", but this fence or a higher one was used before it was left.");
    }
  }

  private void dwell() {
    int how = random.nextInt(100);
    if (how < 80) {
      long end = System.nanoTime() + random.nextInt(20_000);
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    } else if (how < 95) {
      Thread.yield();
    } else {
      sleeper.pause(random.nextInt(3_000_000));
    }
    while (at.lingers() && !process.isOver()) {
      sleeper.pause(1_000_000);
      // An interrupt would let it park no more.
      Thread.interrupted();
    }
  }
}
