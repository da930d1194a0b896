/**
 * A system without time: {@link dev.baton.core.stage.Stage} runs nodes one event at a time, in
 * whatever order its caller chooses, and {@link dev.baton.core.stage.Trace} reads and writes
 * scenario files, which are schedules of such events with their effects.
 */
package dev.baton.core.stage;
