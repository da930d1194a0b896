/**
 * The contract of an algorithm: a {@link dev.baton.core.Node} handles events and records effects in
 * an {@link dev.baton.core.Outbox}; one walk over its fields ({@link dev.baton.core.State}) saves,
 * restores, hashes and prints it.
 */
package dev.baton.core;
