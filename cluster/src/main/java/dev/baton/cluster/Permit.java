package dev.baton.cluster;

/** One permit of a semaphore, held through this handle. */
public final class Permit extends Hold {

  Permit(Grant grant) {
    super(grant);
  }

  /** Which of the permits, from 0; fences grow for each of them. */
  public int slot() {
    return grant().turn().slot;
  }
}
