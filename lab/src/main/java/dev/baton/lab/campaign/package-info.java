/**
 * Members as processes under real faults: a plan of faults from a seed, the ground on which the
 * members run (namespaces of their own, or loopback), what they do and write down, the judge over
 * what they have written, and a report.
 */
package dev.baton.lab.campaign;
