/** What the web lab shows, and how runs are drawn: plain Java, compiled to JavaScript as well. */
package dev.baton.web;
