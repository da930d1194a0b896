/**
 * The options of commands, each group a class that picocli fills: what they are called, what their
 * help says, and what they describe.
 */
package dev.baton.lab.options;
