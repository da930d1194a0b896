/**
 * What Baton costs, in ratios: {@link dev.baton.benchmarks.Benchmarks} measures kernel, simulator,
 * checker and start-up, each next to what it is compared with.
 */
package dev.baton.benchmarks;
