/**
 * Every schedule of a small system: a {@link dev.baton.checker.Check} says what is checked, {@link
 * dev.baton.checker.Search} visits every reachable state, and a {@link dev.baton.checker.Report}
 * says what it found, with a shortest schedule to a violation.
 *
 * <p>A state of one node is a number ({@code Locals}), a state of the system a vector of such
 * numbers ({@code Space}), and a state that has been visited a fingerprint of its vector ({@code
 * Partition} and {@code Fingerprints}). The module starts no threads: {@link
 * dev.baton.checker.Workers} run what can be done at the same time.
 */
package dev.baton.checker;
