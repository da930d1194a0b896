/** What the web lab shows, and how runs are drawn: plain Java, like the engines. */
package dev.baton.web;
