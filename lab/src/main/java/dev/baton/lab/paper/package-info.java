/** What a paper takes over: tables for LaTeX, and figures. */
package dev.baton.lab.paper;
