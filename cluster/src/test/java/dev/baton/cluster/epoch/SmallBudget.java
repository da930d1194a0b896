package dev.baton.cluster.epoch;

/** All rules, but with little room for locks. */
public class SmallBudget extends Rules {

  private final SizeBudget budget;

  public SmallBudget(SizeBudget budget) {
    this.budget = budget;
  }

  @Override
  SizeBudget budget() {
    return budget;
  }

  /** The same, and locks that are left out do not wait for the leases of who held them. */
  public Rules withoutQuarantine() {
    return new SmallBudget(budget) {
      @Override
      long leftOut(long rem) {
        return Math.min(rem, 1);
      }
    };
  }
}
