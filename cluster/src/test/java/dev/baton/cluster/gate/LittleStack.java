package dev.baton.cluster.gate;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs something on a thread that has little stack left. */
public final class LittleStack {

  private final Runnable action;
  private boolean isDone;
  private boolean hasThrown;

  private LittleStack(Runnable action) {
    this.action = action;
  }

  /**
   * @param frames how many frames above the lowest that there can be
   * @return whether it ended with a StackOverflowError
   */
  public static boolean run(int frames, Runnable action) {
    return run(frames, 0, action);
  }

  /**
   * @param shift how many small frames are above them, so that others end at other places
   */
  public static boolean run(int frames, int shift, Runnable action) {
    LittleStack stack = new LittleStack(action);
    stack.shift(shift, frames);
    if (!stack.isDone) {
      throw new AssertionError("there was no stack at all " + frames + " frames above the end");
    }
    return stack.hasThrown;
  }

  private int shift(int shift, int frames) {
    return shift == 0 ? dive(frames) : shift(shift - 1, frames) + 1;
  }

  /** Returns how far it is from the end. */
  private int dive(int frames) {
    int distance;
    try {
      distance = dive(frames) + 1;
    } catch (StackOverflowError e) {
      distance = 0;
    }
    if (distance >= frames && !isDone) {
      try {
        isDone = true;
        action.run();
      } catch (StackOverflowError e) {
        hasThrown = true;
      }
    }
    return distance;
  }

  /** Runs something on a thread of its own with a small stack, and throws what it throws. */
  public static void onSmallStack(Runnable work) throws InterruptedException {
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    Thread thread = new Thread(null, work, "small stack", 512 << 10);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((it, e) -> thrown.set(e));
    thread.start();
    thread.join();
    if (thrown.get() != null) {
      throw new AssertionError(thrown.get());
    }
  }
}
