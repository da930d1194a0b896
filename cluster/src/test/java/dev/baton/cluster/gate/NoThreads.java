package dev.baton.cluster.gate;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.baton.cluster.epoch.LockId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Somebody is to be called back by a gate while no thread can be started for it. */
final class NoThreads {

  private static final LockId ID = new LockId("x", 1);
  private static final long FENCE = 100;

  private final Duration patience;
  private final Callbacks callbacks =
      new Callbacks("a", Meters.NONE, (lock, fence, reason) -> {}, this::start);
  private final Gate gate = new Gate(ID, false, 1, callbacks, List.of(new GateModel.Idle()));
  private final Lane lane = gate.lane(0);
  private final AcquireLater<Entry> later = new AcquireLater<>(gate, (at, entry) -> entry);
  private volatile boolean hasThreads;

  private NoThreads(Duration patience) {
    this.patience = patience;
    // Its own threads take nothing on either.
    callbacks.close();
  }

  private void start(Runnable task) {
    if (!hasThreads) {
      throw new OutOfMemoryError("on purpose");
    }
    Thread.ofPlatform().daemon().start(task);
  }

  /** The lock is granted; throws if somebody else waits for the call, or it does not come. */
  static void grant(Duration patience) throws Exception {
    NoThreads it = new NoThreads(patience);
    it.goesOn(() -> it.lane.granted(ID, 0, FENCE, false), "the event loop stands still");
    it.goesOn(() -> it.gate.withdraw(it.gate.enqueue(1)), "the gate stands still");
    it.nextTick();
    check(it.result().fence() == FENCE, "it has got something else");
    check(it.gate.leave(it.result()), "it is not inside");
    check(!it.gate.isHeld(), "somebody else is inside");
  }

  /** The member may not ask for the lock; throws as above. */
  static void refuse(Duration patience) throws Exception {
    NoThreads it = new NoThreads(patience);
    it.goesOn(() -> it.lane.refused("on purpose"), "the event loop stands still");
    it.goesOn(() -> it.gate.withdraw(it.gate.enqueue(1)), "the gate stands still");
    it.nextTick();
    it.hearsThat("on purpose");
  }

  /** The member is closed, so that no tick comes any more; throws as above. */
  static void close(Duration patience) throws Exception {
    NoThreads it = new NoThreads(patience);
    Thread closing = Thread.ofPlatform().daemon().start(() -> it.gate.close("it is closed"));
    // Until it has told all that wait, as far as it can.
    check(!closing.join(Duration.ofMillis(200)), "it does not see to it that all are called back");
    it.goesOn(() -> it.gate.look(null), "the gate stands still");
    it.hasThreads = true;
    it.hearsThat("it is closed");
    closing.join();
  }

  private void goesOn(Runnable step, String otherwise) throws InterruptedException {
    Thread thread = Thread.ofPlatform().daemon().start(step);
    check(thread.join(patience), otherwise);
  }

  private void nextTick() {
    check(!later.isDone(), "it was called without a thread");
    check(lane.strays.take(), "the next tick does nothing");
    hasThreads = true;
    lane.finish();
  }

  private Entry result() throws Exception {
    try {
      return later.get(patience.toMillis(), MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("it was not called back", e);
    }
  }

  private void hearsThat(String reason) throws Exception {
    try {
      result();
    } catch (ExecutionException e) {
      check(e.getCause().getMessage().contains(reason), "it hears something else");
      return;
    }
    throw new AssertionError("it hears nothing");
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
