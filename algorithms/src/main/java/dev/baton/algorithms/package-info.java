/**
 * The algorithms: one class per paper, named as the literature names it and written in the paper's
 * own terms, and the {@link dev.baton.algorithms.Catalog} with one entry for each.
 *
 * <p>An algorithm is a {@link dev.baton.core.Node}. It knows nothing of time, threads or transport,
 * and is run unchanged by the simulator, the checker and the cluster.
 */
package dev.baton.algorithms;
