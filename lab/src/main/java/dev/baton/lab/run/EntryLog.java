package dev.baton.lab.run;

import dev.baton.core.stage.Event;
import dev.baton.simulator.Listener;
import dev.baton.simulator.Scenario;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Writes down when each entry of a trial was asked for, made and left, in the order in which they
 * were made. A node that leaves its neighbourhood while it is inside leaves and asks again.
 */
public final class EntryLog implements Listener {

  /** What is known of every entry. */
  public enum Time {
    /** From the request to the entry. */
    RESPONSE,
    /** From the request to the exit. */
    TURNAROUND,
    /** From the last exit, if somebody waited then and all permits were taken. */
    DELAY
  }

  /** Where there is no such time. */
  public static final long NONE = -1;

  /**
   * One entry; times are in ticks.
   *
   * @param delay from the last exit, or {@link #NONE}
   */
  public record Entry(int node, long requested, long entered, long left, long delay) {

    /** The length of this time, in ticks; {@link #NONE} if there is none. */
    public long ticks(Time time) {
      return switch (time) {
        case RESPONSE -> entered - requested;
        case TURNAROUND -> left - requested;
        case DELAY -> delay;
      };
    }
  }

  private final int permits;

  /** Delays are those of one neighbourhood. */
  private final boolean hasDelays;

  /** When each node last asked. */
  private final long[] requested;

  /** The entry of each node that is inside; else −1. */
  private final int[] current;

  private Entry[] entries = new Entry[16];
  private int size;
  private int waiting;
  private int inside;

  /** The last exit that freed the only way in for somebody who waited, until the next entry. */
  private long contendedExit = NONE;

  public EntryLog(Scenario scenario) {
    permits = scenario.setup().permits();
    hasDelays = !scenario.setup().isRoaming();
    requested = new long[scenario.nodes()];
    current = new int[scenario.nodes()];
    Arrays.fill(current, -1);
  }

  /** All entries that were made; those of the warm-up are the first. */
  public List<Entry> entries() {
    return Collections.unmodifiableList(Arrays.asList(entries).subList(0, size));
  }

  @Override
  public void onEvent(long ticks, Event event) {
    switch (event) {
      case Event.Request(int node) -> ask(node, ticks);
      case Event.Exit(int node) -> exit(node, ticks);
      case Event.Leave(int node) when node < current.length && current[node] >= 0 -> {
        exit(node, ticks);
        ask(node, ticks);
      }
      default -> {}
    }
  }

  private void ask(int node, long ticks) {
    requested[node] = ticks;
    waiting++;
  }

  @Override
  public void onEnter(long ticks, int node, int permit) {
    waiting--;
    inside++;
    long delay = hasDelays && contendedExit != NONE ? ticks - contendedExit : NONE;
    contendedExit = NONE;
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, 2 * size);
    }
    entries[size] = new Entry(node, requested[node], ticks, NONE, delay);
    current[node] = size++;
  }

  private void exit(int node, long ticks) {
    if (waiting > 0 && inside == permits) {
      contendedExit = ticks;
    }
    inside--;
    Entry entry = entries[current[node]];
    entries[current[node]] =
        new Entry(node, entry.requested(), entry.entered(), ticks, entry.delay());
    current[node] = -1;
  }
}
