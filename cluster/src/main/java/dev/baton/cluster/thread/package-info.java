/**
 * Not for applications. Threads for what may block, and must wait neither for others nor for a free
 * carrier.
 */
@NullMarked
package dev.baton.cluster.thread;

import org.jspecify.annotations.NullMarked;
