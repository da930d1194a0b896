/**
 * Locks and semaphores for applications. Start with {@link dev.baton.cluster.Baton}.
 *
 * <p>A hold is valid until its member's lease ends; nothing can stop code that runs on after that.
 * Only a resource that refuses old fences is protected from it.
 */
package dev.baton.cluster;
