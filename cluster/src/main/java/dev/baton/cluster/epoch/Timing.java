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
    return forLease(3000 * MILLION, MILLION);
  }

  /**
   * What a live cluster uses. From the first SEAL to the next renewal no lease is renewed; in that
   * time a coordinator may die after twice T_seal, then others have to suspect it, and the next one
   * has to write a record and to tell it. With the last renewal a heartbeat ago, this leaves L (1 −
   * 1/8 − 2/16 − 9/20), three tenths of a lease, for that record and for messages.
   *
   * @param milli a millisecond, in the unit of the clock
   */
  public static Timing forLease(long lease, long milli) {
    return new Timing(
        Math.min(lease / 8, 500 * milli),
        lease,
        Math.min(lease / 16, 250 * milli),
        Math.min(lease * 9 / 20, 1600 * milli),
        Math.min(lease / 12, 250 * milli),
        1000,
        10 * milli);
  }

  /** The most that a message may take if holds are to be kept in every change of an epoch. */
  public long slowestFrame() {
    return Math.min(lease / 50, suspectAfter / 4);
  }

  /** The most that a word to the epoch store may take for that, and its answer. */
  public long slowestStore() {
    return lease / 15;
  }

  /** The longest round trip for that. */
  public long longestRoundTrip() {
    return 2 * slowestFrame();
  }

  /** How long to wait before a message is sent again, if answers take that long. */
  long resend(long roundTrip) {
    return Math.max(resend, Math.min(2 * roundTrip, suspectAfter / 2));
  }

  /** The same with other clocks. */
  public Timing withDrift(int ppm, long newMargin) {
    return new Timing(heartbeat, lease, sealTimeout, suspectAfter, resend, ppm, newMargin);
  }

  /** A duration that is over on the slowest clock, measured on the fastest: × (1 + ρ) / (1 − ρ). */
  public long stretch(long duration) {
    long faster = MILLION + driftPpm;
    long slower = MILLION - driftPpm;
    return duration / slower * faster + (duration % slower * faster + slower - 1) / slower;
  }
}
