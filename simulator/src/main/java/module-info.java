/** Runs of algorithms in simulated time. */
module dev.baton.simulator {
  requires transitive dev.baton.core;

  exports dev.baton.simulator;
}
