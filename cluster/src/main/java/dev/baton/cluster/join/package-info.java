/**
 * Not for applications: how a member gets its seats, and what members tell each other besides
 * frames.
 */
package dev.baton.cluster.join;
