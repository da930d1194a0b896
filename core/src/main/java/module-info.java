/** The contract between an algorithm and its harness, and the smallest harness. */
module dev.baton.core {
  exports dev.baton.core;
  exports dev.baton.core.stage;
}
