package dev.baton.voter;

import dev.baton.cluster.join.VoterSettings;

/**
 * Looks twice a second at what nobody else would notice: threads of Netty that have ended, the disk
 * while this voter leads, and connections to others.
 */
final class Watch {

  /** What is looked at, and what can be done. */
  interface Surroundings {

    /** Whether the store is closed or has failed. */
    boolean isOver();

    /** Whether a thread that talks to other voters has ended. */
    boolean isCutOff();

    void fail(String sentence);

    /** Whether this voter leads, and its disk hangs while those of others do not. */
    boolean isStuck();

    void stepDown();

    /** Looks after the connections to others. */
    void askOthers();
  }

  private final VoterSettings settings;
  private final VoterLog log;
  private final Surroundings world;
  private final StoreLoop.Alarm next;

  Watch(VoterSettings settings, StoreLoop loop, VoterLog log, Surroundings world) {
    this.settings = settings;
    this.log = log;
    this.world = world;
    next = loop.alarm(this::look);
  }

  void begin() {
    next.set(0);
  }

  private void look() {
    if (world.isOver()) {
      return;
    }
    // First: whatever comes of this time, there is another.
    next.set(Pulse.PERIOD_MILLIS);
    if (world.isCutOff()) {
      world.fail(
          "Voter "
              + settings.voter()
              + " has stopped, because a thread that talks to other voters has ended: start it"
              + " again.");
      return;
    }
    if (world.isStuck()) {
      world.stepDown();
      log.say(
          log ->
              log.warn(
                  "{}: another voter must lead, because the disk of {} hangs while others can"
                      + " write",
                  settings.voter(),
                  settings.directory()));
    }
    world.askOthers();
  }
}
