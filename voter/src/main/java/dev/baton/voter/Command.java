package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;

/** An entry of the log. */
sealed interface Command {

  /** Lets a record follow an epoch, unless another does already. */
  record Propose(long expected, EpochRecord next) implements Command {}

  /** Asks for the last record; in the log, so that the answer knows all that was chosen before. */
  record Latest() implements Command {}
}
