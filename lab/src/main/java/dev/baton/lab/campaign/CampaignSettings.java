package dev.baton.lab.campaign;

import dev.baton.algorithms.Catalog;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What a campaign is to be.
 *
 * @param voters the first of the members
 * @param algorithm of the locks, or of the semaphore if it is one of semaphores
 * @param time from when all have joined until the end of the last calm
 * @param baseline how much calm there is before the first fault; null for a little
 * @param isLocal whether to stay on loopback even if namespaces could be made
 */
public record CampaignSettings(
    int members,
    int voters,
    String algorithm,
    Duration lease,
    boolean tls,
    long seed,
    Duration time,
    Duration baseline,
    FaultChoice faults,
    Set<Load> loads,
    boolean isLocal) {

  /** Members that come and go; they are numbered after the others. */
  static final int GUESTS = 2;

  /** Time for everybody to have entered before the first fault. */
  public Duration warmUp() {
    return baseline == null ? lease.plusSeconds(1) : baseline;
  }

  /** Time after a fault for the cluster to recover. */
  Duration calm() {
    return lease.multipliedBy(2).plusSeconds(2);
  }

  /** The last calm: whoever asked before it must have been answered at its end. */
  Duration lastCalm() {
    return lease.multipliedBy(3).plusSeconds(3);
  }

  /** The shortest campaign that has room for a fault. */
  public Duration least() {
    return warmUp().plus(faults.each() == null ? lease : faults.each()).plus(lastCalm());
  }

  /** The names of what runs the algorithm; everything else runs what is usual. */
  List<String> names() {
    return Catalog.entry(algorithm).hasPermits()
        ? List.of(Line.PRINTERS)
        : List.of(Line.HOT, Line.MANY + "*", Line.HANDLES + "*");
  }

  /** One for each member and guest, and one for strangers. */
  int places() {
    return members + GUESTS + 1;
  }

  static String name(int member) {
    return "member-" + member;
  }
}
