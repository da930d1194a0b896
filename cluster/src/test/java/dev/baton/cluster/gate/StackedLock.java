package dev.baton.cluster.gate;

import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A gate that threads enter and leave with little stack left. */
final class StackedLock {

  /** Its clock needs some stack, too. */
  private record Idle(String name, long leaseEnd) implements Lane.Loop {
    @Override
    public long now() {
      return dive(20);
    }

    @Override
    public void offer(Consumer<Member> event) {
      // Nothing is asked of anybody.
    }
  }

  /** Its meters need more stack than anybody makes sure of; meanwhile others want the lock. */
  private final class Hungry implements Meters {
    @Override
    public void waited(long nanos) {
      gate.wanted(gate.lane(0), FENCE);
      dive(3000);
    }
  }

  private static final int FENCE = 100;

  private final Gate gate =
      new Gate(
          new LockId("x", 1),
          false,
          1,
          new Callbacks("a", new Hungry(), (lock, fence, reason) -> {}),
          List.of(new Idle("a", 1)));

  private StackedLock() {
    gate.granted(new Tenure(gate.lane(0), 0, FENCE, false));
  }

  /** Throws if a thread that leaves is neither inside nor has let the next one in. */
  static void leave() throws InterruptedException {
    atAllDepths(
        (frames, shift) -> {
          StackedLock it = new StackedLock();
          check(it.gate.enter(1), frames, "it could not enter");
          Waiter next = it.gate.enqueue(2);
          if (LittleStack.run(frames, shift, () -> it.gate.leave(1))) {
            check(it.gate.leave(1), frames, "it has left half-way");
          }
          check(next.isDone(), frames, "the next was not let in");
        });
  }

  /** Throws if a thread that has waited in vain is inside for ever. */
  static void await() throws InterruptedException {
    atDepths(
        1500,
        1,
        (frames, shift) -> {
          StackedLock it = new StackedLock();
          Acquire acquire = new Acquire(it.gate, 1);
          if (!LittleStack.run(frames, shift, () -> acquire.uninterruptibly(1))) {
            check(it.gate.leave(1), frames, "it has entered half-way");
          }
          check(it.gate.of(1) == null, frames, "it is inside and does not know it");
        });
  }

  /** Throws if a thread that has not entered is inside for ever. */
  static void enter() throws InterruptedException {
    atAllDepths(
        (frames, shift) -> {
          StackedLock it = new StackedLock();
          if (!LittleStack.run(frames, shift, () -> it.gate.enter(1))) {
            check(it.gate.leave(1), frames, "it has entered half-way");
          }
          // What the event loop does at its next tick.
          it.gate.lane(0).finish();
          check(it.gate.of(1) == null, frames, "it is inside and does not know it");
          check(it.gate.enter(2), frames, "the next could not enter");
        });
  }

  /** Throws if a thread that has not entered hears that it has lost the lock. */
  static void lose() throws InterruptedException {
    atAllDepths(
        (frames, shift) -> {
          StackedLock it = new StackedLock();
          boolean hasFailed = LittleStack.run(frames, shift, () -> it.gate.enter(1));
          it.gate.lane(0).lost(FENCE, "the lease is over");
          check(!hasFailed || it.gate.lossOf(1) == null, frames, "it has lost what it never had");
          check(hasFailed || it.gate.lossOf(1) != null, frames, "it does not hear of its loss");
        });
  }

  private static int dive(int depth) {
    return depth == 0 ? 0 : dive(depth - 1);
  }

  private static void atAllDepths(BiConsumer<Integer, Integer> trial) throws InterruptedException {
    atDepths(50, 4, trial);
  }

  private static void atDepths(int depths, int shifts, BiConsumer<Integer, Integer> trial)
      throws InterruptedException {
    LittleStack.onSmallStack(
        () -> {
          for (int frames = 0; frames < depths; frames++) {
            for (int shift = 0; shift < shifts; shift++) {
              trial.accept(frames, shift);
            }
          }
        });
  }

  private static void check(boolean holds, int frames, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise + ", " + frames + " frames above the end");
    }
  }
}
