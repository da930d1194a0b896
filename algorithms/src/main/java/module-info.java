/** The algorithms, one class per paper, and their catalog. */
module dev.baton.algorithms {
  requires transitive dev.baton.core;

  exports dev.baton.algorithms;
}
