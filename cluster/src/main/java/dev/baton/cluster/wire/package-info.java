/**
 * Not for applications. What travels between members, as bytes. The format is derived from the
 * records themselves; see docs/decisions/0008-wire-format.md.
 */
@NullMarked
package dev.baton.cluster.wire;

import org.jspecify.annotations.NullMarked;
