package dev.baton.lab.campaign;

import dev.baton.cluster.Baton;
import java.util.Random;

/** Moves the member from one neighbourhood to the other, every few seconds. */
final class Wanderer implements Runnable {

  static final String ZONE = "zone-";

  private static final int LEAST_MILLIS = 6_000;
  private static final int MORE_MILLIS = 18_000;

  private final CampaignWorker worker;
  private final Random random;

  Wanderer(CampaignWorker worker, Random random) {
    this.worker = worker;
    this.random = random;
  }

  @Override
  public void run() {
    Baton baton = worker.baton();
    try {
      while (worker.pause(LEAST_MILLIS + random.nextInt(MORE_MILLIS))) {
        String there = baton.neighbourhood().equals(ZONE + 1) ? ZONE + 2 : ZONE + 1;
        try {
          baton.roamTo(there);
          worker.journal().event(System.nanoTime(), "roamed " + there);
        } catch (IllegalStateException e) {
          worker.journal().event(System.nanoTime(), "did not roam: " + e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
