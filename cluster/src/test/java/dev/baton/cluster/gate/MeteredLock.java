package dev.baton.cluster.gate;

import dev.baton.cluster.epoch.LockId;
import java.util.List;

/** A gate whose registry of meters throws whenever it is told something. */
final class MeteredLock {

  private static final class Throwing implements BufferedMeters.Registry {
    @Override
    public void granted(long entries) {
      fail();
    }

    @Override
    public void waited(long nanos) {
      fail();
    }

    @Override
    public void handedOff(long nanos) {
      fail();
    }

    @Override
    public void sent(Class<?> type, long count) {
      fail();
    }

    @Override
    public void opened(long pauseNanos) {
      fail();
    }

    @Override
    public void lost(long count) {
      fail();
    }

    @Override
    public void contradicted(long count) {
      fail();
    }

    @Override
    public void malformed(long count) {
      fail();
    }

    @Override
    public void dropped(long count) {
      fail();
    }

    @Override
    public void refused(String reason, long count) {
      fail();
    }

    @Override
    public void remove() {
      fail();
    }

    private static void fail() {
      throw new IllegalStateException("on purpose");
    }
  }

  private MeteredLock() {}

  /** Somebody waits, is let in, leaves, and the next is let in; throws if it is not so. */
  static void run() {
    try (BufferedMeters meters = new BufferedMeters("a", new Throwing())) {
      Callbacks callbacks = new Callbacks("a", meters, (lock, fence, reason) -> {});
      Gate gate = new Gate(new LockId("x", 1), false, 1, callbacks, List.of(new GateModel.Idle()));
      Lane lane = gate.lane(0);
      Waiter first = gate.enqueue(1);
      Waiter second = gate.enqueue(2);
      lane.granted(new LockId("x", 1), 0, 100, false);
      check(gate.isEntered(first, first.join()), "the first is not inside");
      check(gate.leave(1), "the first could not leave");
      check(second.isDone(), "the second was not let in");
      check(gate.isEntered(second, second.join()), "the second is not inside");
      lane.lost(100, "lost");
      check(gate.tellLoss(2) != null, "the second does not know of its loss");
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
