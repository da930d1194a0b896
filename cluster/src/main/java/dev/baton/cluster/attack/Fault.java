package dev.baton.cluster.attack;

import java.util.Locale;

/**
 * Something that goes wrong for a while.
 *
 * @param start in microseconds
 * @param target a process, by number
 * @param mask processes, as bits: one side of a partition
 * @param amount how much: a delay in microseconds, or a share in thousandths; of ROAM, where to; of
 *     FORGERY, what; of LINK_CUT, the other end
 */
record Fault(Kind kind, long start, long length, int target, int mask, long amount) {

  /** What goes wrong. */
  enum Kind {
    /** A process dies and comes back without memory. */
    CRASH,
    /** A process does nothing, while its clock runs on. */
    PAUSE,
    /** Two sides do not hear each other. */
    PARTITION,
    /** One side does not hear the other. */
    ONE_WAY,
    /** Two sides that share one process. */
    BRIDGE,
    /** Two processes do not hear each other; for ever, if it lasts longer than everything else. */
    LINK_CUT,
    /** Messages are lost and doubled. */
    STORM,
    /** OPEN is slow. */
    SLOW_OPEN,
    /** The epoch store answers late. */
    STORE_SLOW,
    /** The epoch store does not answer; what was proposed may count all the same. */
    STORE_AWAY,
    /** Who sends SEAL next dies. */
    COORDINATOR_DIES,
    /** The voter that answers SEAL next dies and comes back at once. */
    VOTER_RESTARTS,
    /** A voter dies and loses its directory: another name takes its place. */
    DIRECTORY_LOST,
    /** A member leaves, and comes back later. */
    LEAVE,
    /** A member goes to another neighbourhood; only where members roam. */
    ROAM,
    /** Somebody sends frames that it is not entitled to, as {@link Forger} makes them. */
    FORGERY,
    /** The voter that answers SEAL next dies and comes back without its epoch store. */
    STORE_MISSING,
    /**
     * A voter is cut off and lives on, and its directory is used by another process: one that has
     * not got it for itself, or that has a copy.
     */
    DIRECTORY_SHARED
  }

  boolean covers(long time) {
    return start <= time && time < start + length;
  }

  private boolean isInMask(int process) {
    return (mask >> process & 1) != 0;
  }

  /** Whether a frame from one process to another is cut off. */
  boolean cuts(int from, int to) {
    return switch (kind) {
      case PARTITION -> isInMask(from) != isInMask(to);
      case ONE_WAY -> isInMask(from) && !isInMask(to);
      case LINK_CUT -> from == target && to == amount || to == target && from == amount;
      case BRIDGE -> from != target && to != target && isInMask(from) != isInMask(to);
      default -> false;
    };
  }

  @Override
  public String toString() {
    String text =
        String.format(
            Locale.ROOT, "%7.3f s  %s", start / 1e6, kind.name().toLowerCase().replace('_', ' '));
    String how =
        switch (kind) {
          case PARTITION, ONE_WAY -> " " + Integer.toBinaryString(mask);
          case BRIDGE -> " " + Integer.toBinaryString(mask) + " over " + target;
          case CRASH, PAUSE, DIRECTORY_LOST, LEAVE -> " " + target;
          case DIRECTORY_SHARED -> " of " + target + (amount == 0 ? "" : " as a copy");
          case STORM, SLOW_OPEN, STORE_SLOW -> " " + amount;
          case LINK_CUT -> " " + target + " to " + amount;
          case ROAM -> " " + target + " to n" + amount;
          case FORGERY -> " of " + Forger.Kind.values()[(int) amount] + " by " + target;
          case STORE_AWAY, COORDINATOR_DIES, VOTER_RESTARTS, STORE_MISSING -> "";
        };
    return text + how + String.format(Locale.ROOT, " for %.3f s", length / 1e6);
  }
}
