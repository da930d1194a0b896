/** Records runs, and draws them. */
module dev.baton.web {
  requires dev.baton.algorithms;
  requires transitive dev.baton.checker;
  requires transitive dev.baton.core;
  requires transitive dev.baton.simulator;

  exports dev.baton.web;
}
