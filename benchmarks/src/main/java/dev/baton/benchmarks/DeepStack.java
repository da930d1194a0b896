package dev.baton.benchmarks;

import java.util.random.RandomGenerator;

/** Calls something with hardly any stack left. */
final class DeepStack {

  /** Of a thread that does this; with more, each call would take long. */
  static final long BYTES = 256 << 10;

  /** From here to the end there is room for more than any call of a lock takes. */
  private static final int FRAMES = 800;

  private int depth;

  /** Finds out how deep it is; before every call, since frames that are compiled are smaller. */
  void measure() {
    depth = 0;
    try {
      fall();
    } catch (StackOverflowError e) {
      // Now it is known.
    }
  }

  /** At a depth that is drawn, from the very end on; whatever comes of it is thrown. */
  void run(RandomGenerator random, Runnable call) {
    try {
      descend(Math.max(0, depth - random.nextInt(FRAMES)), call);
    } catch (BootstrapMethodError e) {
      // Of a lambda that is made for the first time.
      throw overflow(e);
    }
  }

  /** The end of the stack, if that is why something could not be linked. */
  private static Error overflow(Error failed) {
    for (Throwable it = failed; it != null; it = it.getCause()) {
      if (it instanceof StackOverflowError overflow) {
        return overflow;
      }
    }
    return failed;
  }

  @SuppressWarnings("InfiniteRecursion")
  private void fall() {
    depth++;
    fall();
  }

  private static void descend(int frames, Runnable call) {
    if (frames == 0) {
      call.run();
    } else {
      descend(frames - 1, call);
    }
  }
}
