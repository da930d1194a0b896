/** The command line: what a user types and reads, and all threads, files and clocks behind it. */
package dev.baton.lab;
