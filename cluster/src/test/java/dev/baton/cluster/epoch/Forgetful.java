package dev.baton.cluster.epoch;

import java.util.List;

/** Rules about voters that have forgotten what they said, taken away one at a time. */
public final class Forgetful {

  /** A process that has no store acknowledges leases if its name is a voter's. */
  public static final Rules WITHOUT_STORE =
      new Rules() {
        @Override
        boolean votes(boolean isNamed, boolean hasStore) {
          return isNamed;
        }
      };

  /** What a voter reads from the epoch store may be old. */
  public static final Rules WITH_OLD_STORE =
      new Rules() {
        @Override
        EpochRecord read(EpochRecord latest, List<EpochRecord> recent) {
          return recent.getFirst();
        }
      };

  /** The lock on a copy of a directory says that the process which uses the original has ended. */
  public static final Rules WITH_COPY =
      new Rules() {
        @Override
        boolean isOver(boolean isLocked, boolean isSamePlace) {
          return isLocked;
        }
      };

  /** Who has the directory itself needs no lock to know that the process before it has ended. */
  public static final Rules WITHOUT_LOCK =
      new Rules() {
        @Override
        boolean isOver(boolean isLocked, boolean isSamePlace) {
          return isSamePlace;
        }
      };

  private Forgetful() {}
}
