package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;

/** What a leader thinks of a proposal, by the chain that it knows. */
sealed interface Verdict {

  /** The proposal may go into the log. */
  record Fits() implements Verdict {}

  /** Something follows the expected epoch already: the proposal itself, or what it has lost to. */
  record Decided(EpochRecord winner) implements Verdict {}

  /** The last record is not the one that the proposal is to follow, nor is one before it. */
  record NotInChain() implements Verdict {}

  /**
   * The number is one that no clock should have.
   *
   * @param instead the number to take
   */
  record TooFarAhead(long instead) implements Verdict {}

  record Malformed(String why) implements Verdict {}
}
