package dev.baton.cluster.seat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who works on which event, and in which order. */
@Timeout(60)
final class InboxTest {

  /** An event, and which thread has worked on it. */
  private record Done(String event, Thread by) {}

  private final Queue<Done> done = new ConcurrentLinkedQueue<>();
  private final List<Thread> owners = new ArrayList<>();
  private volatile boolean ended;

  private final class Events {
    final Thread owner = Thread.ofPlatform().daemon().unstarted(this::run);
    final Inbox<Runnable> inbox = new Inbox<>(owner, Runnable::run);

    Events() {
      owners.add(owner);
    }

    /** With an owner who does what an owner does. */
    Events started() {
      inbox.open();
      owner.start();
      return this;
    }

    private void run() {
      while (!ended) {
        if (!inbox.work()) {
          LockSupport.park(this);
        }
      }
    }

    void post(String event) {
      inbox.post(() -> record(event));
    }

    void offer(String event) {
      inbox.offer(() -> record(event));
    }
  }

  private void record(String event) {
    done.add(new Done(event, Thread.currentThread()));
  }

  private List<String> events() {
    return done.stream().map(Done::event).toList();
  }

  private List<String> eventsBy(Thread thread) {
    return done.stream().filter(each -> each.by == thread).map(Done::event).toList();
  }

  private static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.yield();
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    ended = true;
    for (Thread owner : owners) {
      LockSupport.unpark(owner);
      owner.join(10_000);
      assertThat(owner.isAlive()).isFalse();
    }
  }

  @Test
  void whoBringsAnEventWorksOnIt() {
    Events seat = new Events().started();
    seat.offer("a");
    seat.offer("b");
    assertThat(eventsBy(Thread.currentThread())).containsExactly("a", "b");
  }

  @Test
  void nothingIsWorkedOnBeforeTheBeginning() {
    Events seat = new Events();
    seat.offer("a");
    seat.post("b");
    assertThat(done).isEmpty();
    seat.started();
    until(() -> done.size() == 2);
    assertThat(eventsBy(seat.owner)).containsExactly("a", "b");
  }

  @Test
  void anOwnerThatSleepsIsWokenUp() {
    Events seat = new Events().started();
    until(() -> seat.owner.getState() == Thread.State.WAITING);
    seat.post("a");
    until(() -> done.size() == 1);
    assertThat(eventsBy(seat.owner)).containsExactly("a");
  }

  /** The owner does not come: so nobody else has done it, and what follows waits for it. */
  @Test
  void whatIsForTheOwnerIsLeftToIt() {
    Events seat = new Events();
    seat.inbox.open();
    seat.offer("a");
    seat.post("b");
    seat.offer("c");
    assertThat(events()).containsExactly("a");
    seat.owner.start();
    until(() -> done.size() == 3);
    assertThat(eventsBy(seat.owner)).containsExactly("b", "c");
  }

  @Test
  void whatIsInAHurryComesFirstAndOnlyTheOwnerDoesIt() {
    Events seat = new Events();
    seat.inbox.open();
    seat.inbox.hurry(() -> record("first"));
    seat.offer("a");
    assertThat(done).isEmpty();
    seat.owner.start();
    until(() -> done.size() == 2);
    assertThat(eventsBy(seat.owner)).containsExactly("first", "a");
  }

  /** Who finds somebody at work goes on at once; who is at work does it, too. */
  @Test
  void whoIsAtWorkLooksAgain() throws Exception {
    Events seat = new Events();
    seat.inbox.open();
    CountDownLatch inside = new CountDownLatch(1);
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    Thread worker = atWork(seat, inside, goOn);
    seat.offer("a");
    seat.offer("b");
    assertThat(done).isEmpty();
    goOn.complete(null);
    worker.join();
    assertThat(eventsBy(worker)).containsExactly("a", "b");
    seat.owner.start();
  }

  private static Thread atWork(Events seat, CountDownLatch inside, CompletableFuture<Void> goOn)
      throws InterruptedException {
    Thread worker =
        Thread.ofPlatform()
            .daemon()
            .start(
                () ->
                    seat.inbox.offer(
                        () -> {
                          inside.countDown();
                          goOn.join();
                        }));
    assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
    return worker;
  }

  /** A thread of the application gets back to its own work, however much others bring. */
  @Test
  void aVisitorDoesItsShareAndTheOwnerTheRest() throws Exception {
    Events seat = new Events().started();
    CountDownLatch inside = new CountDownLatch(1);
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    Thread worker = atWork(seat, inside, goOn);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 10 * Inbox.SHARE; i++) {
      all.add("" + i);
      seat.offer("" + i);
    }
    goOn.complete(null);
    worker.join();
    until(() -> done.size() == all.size());
    assertThat(events()).isEqualTo(all);
    assertThat(eventsBy(worker)).hasSizeLessThan(Inbox.SHARE);
    assertThat(eventsBy(seat.owner).size() + eventsBy(worker).size()).isEqualTo(all.size());
  }

  /** What an event brings to its own inbox comes after it, not inside it. */
  @Test
  void anEventThatBringsAnotherIsFinishedFirst() {
    Events seat = new Events().started();
    seat.inbox.offer(
        () -> {
          seat.offer("b");
          record("a");
        });
    assertThat(eventsBy(Thread.currentThread())).containsExactly("a", "b");
  }

  @Test
  void aThreadWorksAtOnePlaceAtATime() {
    Events seat = new Events().started();
    Events other = new Events().started();
    seat.inbox.offer(() -> other.offer("a"));
    until(() -> done.size() == 1);
    assertThat(eventsBy(other.owner)).containsExactly("a");
  }

  /** Threads that bring and post as fast as they can, to two inboxes that bring to each other. */
  @Test
  void nothingIsLostAndWhatOneThreadBringsStaysInOrder() throws Exception {
    int sources = 4;
    int each = 20_000;
    Events seat = new Events().started();
    Events other = new Events().started();
    AtomicInteger working = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    AtomicInteger passedOn = new AtomicInteger();
    AtomicInteger disorder = new AtomicInteger();
    // Not atomic: one thread is at work at a time, and the next sees what it has done.
    int[] last = new int[sources];
    int[] count = new int[1];
    List<Thread> threads = new ArrayList<>();
    for (int s = 0; s < sources; s++) {
      int source = s;
      Runnable bring =
          () -> {
            for (int i = 1; i <= each; i++) {
              int number = i;
              Runnable event =
                  () -> {
                    together.addAndGet(working.getAndIncrement());
                    count[0]++;
                    disorder.addAndGet(last[source] == number - 1 ? 0 : 1);
                    last[source] = number;
                    other.inbox.offer(() -> seat.inbox.offer(passedOn::incrementAndGet));
                    working.decrementAndGet();
                  };
              if (i % 7 == source) {
                seat.inbox.post(event);
              } else {
                seat.inbox.offer(event);
              }
            }
          };
      threads.add(Thread.ofPlatform().daemon().start(bring));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    until(() -> passedOn.get() == sources * each);
    CompletableFuture<Integer> counted = new CompletableFuture<>();
    seat.inbox.offer(() -> counted.complete(count[0]));
    assertThat(counted.get(20, TimeUnit.SECONDS)).isEqualTo(sources * each);
    assertThat(together).hasValue(0);
    assertThat(disorder).hasValue(0);
  }
}
