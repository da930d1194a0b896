package dev.baton.lab.demo;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.BatonLock;
import dev.baton.cluster.BatonSemaphore;
import dev.baton.cluster.Hold;
import dev.baton.cluster.HoldLostException;
import dev.baton.cluster.Permit;
import dev.baton.lab.member.MemberConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A member as a process that enters again and again, adds 1 to the guarded file, and writes its
 * history. It obeys lines on its standard input:
 *
 * <pre>
 * work     enter again and again
 * stroll   enter again and again, with a pause after each time
 * stay     enter once more and stay inside           answer: inside
 * rest     keep running, but stop entering           answer: resting
 * leave    leave the cluster, wherever it is         answer: left
 * </pre>
 *
 * When its input ends it is gone at once, so that nobody is left behind.
 */
public final class Worker {

  /** The name of the lock or semaphore. */
  static final String LOCK = "demo";

  private static final long LOOK_MILLIS = 5;
  private static final long PAUSE_MILLIS = 5;

  private enum Order {
    WORK,
    STROLL,
    STAY,
    REST
  }

  private interface Section {
    Hold enter() throws InterruptedException;
  }

  private final Baton baton;
  private final Section section;
  private final History history;
  private final GuardedFile file;

  @GuardedBy("this")
  private Order order = Order.REST;

  @GuardedBy("this")
  private boolean leaving;

  /** Whether it has said that it rests; nobody has asked for that in the beginning. */
  @GuardedBy("this")
  private boolean hasAnswered = true;

  private Worker(Baton baton, Section section, History history, GuardedFile file) {
    this.baton = baton;
    this.section = section;
    this.history = history;
    this.file = file;
  }

  /**
   * Runs one.
   *
   * @param args its configuration, the directory of the guarded file, its history, and the number
   *     of permits
   */
  public static void main(String[] args) throws IOException {
    run(args, BatonBuilder::join);
  }

  static void run(String[] args, Function<BatonBuilder, Baton> join) throws IOException {
    BlockingQueue<String> orders = new LinkedBlockingQueue<>();
    Thread.ofPlatform().daemon().name("orders").start(() -> listen(orders));
    try {
      MemberConfig config = MemberConfig.read(Path.of(args[0]));
      int permits = Integer.parseInt(args[3]);
      Baton baton = join.apply(config.builder());
      Worker worker =
          new Worker(
              baton,
              section(baton, permits),
              new History(Path.of(args[2]), config.member()),
              new GuardedFile(Path.of(args[1])));
      say("joined");
      worker.obey(orders);
    } catch (InterruptedException | RuntimeException e) {
      fail(e);
    }
  }

  private static void listen(BlockingQueue<String> orders) {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        orders.add(line);
      }
    } catch (IOException e) {
      // As if it had ended.
    }
    Runtime.getRuntime().halt(1);
  }

  private static Section section(Baton baton, int permits) {
    if (permits == 1) {
      BatonLock lock = baton.lock(LOCK);
      return lock::acquire;
    }
    BatonSemaphore semaphore = baton.semaphore(LOCK, permits);
    return semaphore::acquire;
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private void obey(BlockingQueue<String> orders) throws InterruptedException {
    Thread thread = Thread.ofPlatform().daemon().name("worker").start(this::work);
    while (true) {
      String line = orders.take();
      switch (line) {
        case "work" -> order(Order.WORK);
        case "stroll" -> order(Order.STROLL);
        case "stay" -> order(Order.STAY);
        case "rest" -> order(Order.REST);
        case "leave" -> leave(thread);
        default -> throw new IllegalArgumentException("There is no order '" + line + "'.");
      }
    }
  }

  private synchronized void order(Order next) {
    order = next;
    hasAnswered = false;
    notifyAll();
  }

  private void leave(Thread thread) throws InterruptedException {
    synchronized (this) {
      leaving = true;
      notifyAll();
    }
    baton.close();
    thread.join();
    say("left");
    Runtime.getRuntime().halt(0);
  }

  private static void fail(Exception e) {
    say("failed " + e.getMessage());
    e.printStackTrace();
    Runtime.getRuntime().halt(1);
  }

  private void work() {
    try {
      while (awaitWork()) {
        enter();
        pause();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      // A thread that waits when the member is closed is refused.
      if (!isLeaving()) {
        fail(e);
      }
    }
  }

  private synchronized boolean isLeaving() {
    return leaving;
  }

  /** False if it is to leave. */
  private synchronized boolean awaitWork() throws InterruptedException {
    while (order == Order.REST && !leaving) {
      if (!hasAnswered) {
        hasAnswered = true;
        say("resting");
      }
      wait();
    }
    return !leaving;
  }

  /** Another order ends it. */
  private synchronized void pause() throws InterruptedException {
    if (order == Order.STROLL && !leaving) {
      TimeUnit.MILLISECONDS.timedWait(this, PAUSE_MILLIS);
    }
  }

  private void enter() throws IOException, InterruptedException {
    long requested = System.nanoTime();
    Hold hold = section.enter();
    long valid = System.nanoTime();
    int slot = hold instanceof Permit permit ? permit.slot() : 0;
    long value = file.read(slot);
    history.enter(slot, hold.fence(), value, requested, valid);
    try {
      valid = stay(hold, valid);
      hold.check();
      file.write(slot, value + 1, hold.fence());
      history.left(System.nanoTime());
      hold.close();
    } catch (HoldLostException e) {
      history.lost(valid);
    }
  }

  /** Stays inside for as long as ordered; returns when the hold was last seen to be valid. */
  private synchronized long stay(Hold hold, long entered) throws InterruptedException {
    long valid = entered;
    if (order == Order.STAY) {
      say("inside");
    }
    while (order == Order.STAY) {
      long now = System.nanoTime();
      hold.check();
      valid = now;
      TimeUnit.MILLISECONDS.timedWait(this, LOOK_MILLIS);
    }
    return valid;
  }
}
