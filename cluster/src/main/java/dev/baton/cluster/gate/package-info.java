/**
 * Not for applications. One lock inside one member: the threads and handles that wait at its gate,
 * who is inside, and what is told to the application. There is no network here: a gate meets the
 * seat that asks for it in a {@link dev.baton.cluster.gate.Lane}.
 */
@NullMarked
package dev.baton.cluster.gate;

import org.jspecify.annotations.NullMarked;
