package dev.baton.voter;

/**
 * A voter that has lost its directory asks to be taken into the group in its former place.
 *
 * @param address where it listens
 */
record ReplacementRequest(VoterHello hello, String address) {}
