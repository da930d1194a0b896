package dev.baton.voter;

/**
 * A voter that has lost its directory wants to be taken into the group in its own former place.
 *
 * @param address where it listens
 */
record ReplacementRequest(VoterHello hello, String address) {}
