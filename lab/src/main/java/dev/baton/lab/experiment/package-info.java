/**
 * Experiments: files that say what is swept, what is measured and what a paper claims; the trials
 * behind them; and the report.
 */
package dev.baton.lab.experiment;
