/**
 * Locks and semaphores for applications. Start with {@link dev.baton.cluster.Baton}.
 *
 * <p>A hold is valid until its member's lease ends; nothing can stop code that runs on after that.
 * Only a resource that refuses old fences is protected from it.
 *
 * <p>This package is the whole interface for applications. The packages below it are the rooms in
 * which the work is done; their types are public only because this package needs them. Dependencies
 * point one way, from here down: no room knows a type of this package. A room answers with values,
 * and what applications see is made of them here, exceptions included.
 */
@NullMarked
package dev.baton.cluster;

import org.jspecify.annotations.NullMarked;
