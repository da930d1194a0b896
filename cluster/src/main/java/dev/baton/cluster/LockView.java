package dev.baton.cluster;

import java.time.Instant;

/**
 * A lock or semaphore as one member sees it: what happens here, not what happens elsewhere.
 *
 * @param permits 1 for a lock
 * @param algorithm which finds the next holder
 * @param held how many permits are held here
 * @param fence the highest of them; 0 if none is held here
 * @param since when the longest of these holds began; null if there is none
 * @param waiting how many threads and handles wait here
 * @param entries how often it was entered here
 * @param messages how many messages of the algorithm this member has sent for it, those left out
 *     that it had to send again. The sum over all members, divided by the sum of their entries, is
 *     what an entry costs.
 */
public record LockView(
    String name,
    int permits,
    String algorithm,
    int held,
    long fence,
    Instant since,
    int waiting,
    long entries,
    long messages) {}
