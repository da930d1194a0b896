package dev.baton.cluster.seat;

import java.time.Duration;
import java.time.Instant;

/** This machine's wall clock, which epochs are numbered by. */
public final class WallClock {

  private static final Instant FIRST_SECOND = Instant.parse("2025-01-01T00:00:00Z");

  private WallClock() {}

  public static long seconds() {
    return Duration.between(FIRST_SECOND, Instant.now()).toSeconds();
  }
}
