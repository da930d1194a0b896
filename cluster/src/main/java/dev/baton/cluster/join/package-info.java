/**
 * Not for applications. How a member gets its seats in a cluster, inside one JVM or over the
 * network, and what members tell each other besides frames.
 */
@NullMarked
package dev.baton.cluster.join;

import org.jspecify.annotations.NullMarked;
