/** Not for applications. Threads for what must wait neither for others nor for a free carrier. */
@NullMarked
package dev.baton.cluster.thread;

import org.jspecify.annotations.NullMarked;
