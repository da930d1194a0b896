package dev.baton.cluster.net;

import dev.baton.cluster.epoch.LockId;
import java.util.List;

/**
 * One lock as one member has it.
 *
 * @param holds those who are inside
 * @param waiting how many threads and handles wait
 * @param first whether their member's turn has come already; else {@code stamp} says when it asked
 * @param stamp 0 if the member does not ask
 * @param rests whether a permit lies there with which nobody is inside
 * @param entries how often it was entered there
 * @param messages how many messages of the algorithm the member has sent for it
 */
public record LockPart(
    LockId id,
    List<Inside> holds,
    int waiting,
    boolean first,
    int stamp,
    boolean rests,
    long entries,
    long messages) {

  /**
   * Somebody inside.
   *
   * @param nanos for how long
   */
  public record Inside(int slot, long fence, long nanos) {}
}
