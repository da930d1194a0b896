package dev.baton.lab.experiment;

/** What was measured in one configuration. */
interface Measured {

  Cell cell();

  /** Whether the intervals that the experiment names became as narrow as they should. */
  boolean isPrecise();

  /** Null if no trial has such a measure. */
  Estimate estimate(Measure measure);

  /**
   * The difference to another configuration, trial by trial: both drew the same random numbers.
   * Null if they have no trial in common.
   */
  Estimate differenceTo(Measured other, Measure measure);
}
