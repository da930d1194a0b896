/**
 * Not for applications. One seat of a member: the event loop that runs an {@linkplain
 * dev.baton.cluster.epoch.Member epoch member} on a real clock and a real network, and performs its
 * effects.
 */
@NullMarked
package dev.baton.cluster.seat;

import org.jspecify.annotations.NullMarked;
