package dev.baton.cluster.epoch;

/**
 * The durations of the protocol, all in the unit of the clock that the caller reads.
 *
 * @param heartbeat from one sign of life to the next
 * @param lease L
 * @param sealTimeout T_seal, how long suspects are waited for
 * @param suspectAfter the silence after which a voter suspects
 * @param resend after which an unacknowledged message is sent again
 * @param driftPpm ρ in millionths: clocks run within 1 ± ρ of real time
 * @param margin added to D
 */
public record Timing(
    long heartbeat,
    long lease,
    long sealTimeout,
    long suspectAfter,
    long resend,
    int driftPpm,
    long margin) {

  private static final long MILLION = 1_000_000;

  /** The defaults, in nanoseconds. */
  public static Timing ofNanos() {
    long milli = MILLION;
    return new Timing(
        500 * milli, 3000 * milli, 250 * milli, 1600 * milli, 250 * milli, 1000, 10 * milli);
  }

  /** A duration that is over on the slowest clock, measured on the fastest: × (1 + ρ) / (1 − ρ). */
  public long stretch(long duration) {
    long faster = MILLION + driftPpm;
    long slower = MILLION - driftPpm;
    return duration / slower * faster + (duration % slower * faster + slower - 1) / slower;
  }
}
