/**
 * Not for applications. The attack: the classes of the epoch layer over a simulated network,
 * clocks, processes and epoch store, with every fault that the protocol claims to survive. A seed
 * decides everything.
 */
@NullMarked
package dev.baton.cluster.attack;

import org.jspecify.annotations.NullMarked;
