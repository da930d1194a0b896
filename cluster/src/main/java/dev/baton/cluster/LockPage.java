package dev.baton.cluster;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Some of the locks and semaphores of a cluster, in the order of their names. */
public final class LockPage {

  private final List<LockView> locks;

  /** Null on the last page. */
  private final @Nullable Supplier<LockPage> rest;

  LockPage(List<LockView> locks, @Nullable Supplier<LockPage> rest) {
    this.locks = locks;
    this.rest = rest;
  }

  /** {@return one view for each lock and semaphore on this page, sorted by name} */
  public List<LockView> locks() {
    return locks;
  }

  /** {@return whether no lock came after those of this page when it was made} */
  public boolean isLast() {
    return rest == null;
  }

  /**
   * Asks the members again, for what comes after this page.
   *
   * @return the next page
   * @throws NoSuchElementException if this is the last one
   */
  public LockPage next() {
    if (rest == null) {
      throw new NoSuchElementException("This is the last page.");
    }
    return rest.get();
  }
}
