/**
 * Members as processes that work under one lock, write down what they do, and are judged by what
 * they have written.
 */
package dev.baton.lab.demo;
