/** Checks every schedule of a small system. */
module dev.baton.checker {
  requires transitive dev.baton.core;

  exports dev.baton.checker;
}
