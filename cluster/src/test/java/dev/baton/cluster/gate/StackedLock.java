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

    private static int dive(int depth) {
      return depth == 0 ? 0 : dive(depth - 1);
    }

    @Override
    public void offer(Consumer<Member> event) {
      // Nothing is asked of anybody.
    }
  }

  private final Gate gate =
      new Gate(
          new LockId("x", 1),
          1,
          new Callbacks("a", Meters.NONE, (lock, fence, reason) -> {}),
          List.of(new Idle("a", 1)));

  private StackedLock() {
    gate.granted(new Tenure(gate.lane(0), 0, 100, false));
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

  private static void atAllDepths(BiConsumer<Integer, Integer> trial) throws InterruptedException {
    LittleStack.onSmallStack(
        () -> {
          for (int frames = 0; frames < 50; frames++) {
            for (int shift = 0; shift < 4; shift++) {
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
