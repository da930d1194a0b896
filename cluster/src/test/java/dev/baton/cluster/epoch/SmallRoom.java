package dev.baton.cluster.epoch;

/** All rules, but with little room for locks. */
public class SmallRoom extends Rules {

  private final Room room;

  public SmallRoom(Room room) {
    this.room = room;
  }

  @Override
  Room room() {
    return room;
  }

  /** The same, and locks that are left out do not wait for the leases of who held them. */
  public Rules withoutQuarantine() {
    return new SmallRoom(room) {
      @Override
      long leftOut(long rem) {
        return Math.min(rem, 1);
      }
    };
  }
}
