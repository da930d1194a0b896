/** Applications to copy. */
package dev.baton.examples;
