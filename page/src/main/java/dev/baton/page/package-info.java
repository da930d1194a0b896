/** The page: the engine, which is compiled to JavaScript, and what serves it. */
package dev.baton.page;
