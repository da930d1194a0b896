/**
 * Not for applications. Members in several processes: connections, and the names that are bound to
 * them. Frames travel as {@link dev.baton.cluster.net.Packet}s.
 */
@NullMarked
package dev.baton.cluster.net;

import org.jspecify.annotations.NullMarked;
