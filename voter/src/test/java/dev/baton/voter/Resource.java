package dev.baton.voter;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Throws if more are ever inside than may be, or if a fence is not larger than the last. */
final class Resource {

  private final int most;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicLong[] fences;
  final AtomicInteger uses = new AtomicInteger();

  Resource(int most) {
    this.most = most;
    fences = new AtomicLong[most];
    for (int slot = 0; slot < most; slot++) {
      fences[slot] = new AtomicLong();
    }
  }

  void use(int slot, long fence) {
    if (inside.incrementAndGet() > most) {
      throw new AssertionError("more than " + most + " are inside");
    }
    long before = fences[slot].getAndSet(fence);
    if (before >= fence) {
      throw new AssertionError("fence " + fence + " after " + before);
    }
    Thread.yield();
    uses.incrementAndGet();
    inside.decrementAndGet();
  }
}
