package dev.baton.cluster.net;

/**
 * What a process says of itself.
 *
 * @param challenge from the call that this answers: an old greeting cannot be said again
 * @param name the member's
 * @param consensusPort where the consensus of a voter listens; 0 if it is none
 * @param settled whether it has become a member
 */
public record Greeting(
    long challenge,
    String name,
    String zone,
    Endpoint endpoint,
    int consensusPort,
    boolean settled,
    Settings settings) {}
