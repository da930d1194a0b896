package dev.baton.cluster.gate;

import dev.baton.cluster.epoch.Frame;
import java.util.function.LongSupplier;

/**
 * What a member counts and times, if somebody wants to know. Nothing here waits or throws: it is
 * called in the middle of what locks do.
 */
public interface Meters extends AutoCloseable {

  /** For nobody. */
  Meters NONE = new Meters() {};

  /** Where to read how many entries there have been; it is read now and then. */
  default void readEntries(LongSupplier entries) {}

  /** Somebody has waited so long here before it was let in. */
  default void waited(long nanos) {}

  /** The member has waited so long for a permit of its cluster. */
  default void handedOff(long nanos) {}

  default void sent(Frame frame) {}

  /** An epoch was opened, before which nothing could be granted for so long. */
  default void opened(long pauseNanos) {}

  default void lost() {}

  /** Two members accounted for one permit of a lock. */
  default void contradicted() {}

  /** A message or a record was dropped, since nobody who keeps to the protocol sends it. */
  default void malformed() {}

  /** Somebody was not let in, or another member could not be reached, for this reason. */
  default void refused(String reason) {}

  /** A packet or a frame was not sent, not taken, or not believed. */
  default void dropped() {}

  /** The member is gone, and so are its meters. */
  @Override
  default void close() {}
}
