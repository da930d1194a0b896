/** What does the work of commands: threads, memory, trials, files. It prints nothing. */
package dev.baton.lab.run;
