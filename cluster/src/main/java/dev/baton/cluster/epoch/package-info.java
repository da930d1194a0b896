/**
 * Not for applications. Epochs: how a failure-free algorithm survives failures. An epoch is a fixed
 * membership that runs the paper's algorithm; when membership must change, the epoch is sealed and
 * the next one is opened. A deterministic state machine without threads, clock, random numbers or
 * I/O.
 */
@NullMarked
package dev.baton.cluster.epoch;

import org.jspecify.annotations.NullMarked;
