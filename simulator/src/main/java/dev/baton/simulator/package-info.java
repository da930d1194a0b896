/**
 * Discrete-event runs of an algorithm: a {@link dev.baton.simulator.Scenario} says what is
 * simulated, {@link dev.baton.simulator.Simulation} runs one trial of it, and {@link
 * dev.baton.simulator.Summary} puts the outcomes of several trials together.
 */
package dev.baton.simulator;
