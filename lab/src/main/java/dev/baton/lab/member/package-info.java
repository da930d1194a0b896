/**
 * A member as a process: its configuration, and the socket through which other processes of the
 * same user reach it.
 */
package dev.baton.lab.member;
