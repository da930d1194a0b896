package dev.baton.voter;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Finds out that another voter can be reached again, and has the connections to it made again.
 * After a cut TCP repeats what it has not delivered in ever longer pauses, so that a connection
 * stays dead for up to as long again as the network was, and Ratis gives none up by itself.
 *
 * <p>Belongs to the loop of the store.
 */
final class Pulse {

  static final long PERIOD_MILLIS = 500;

  /** Who has answered is not asked again before; a little less than two periods. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2 * PERIOD_MILLIS - 100);

  /** More than an answer from another continent takes. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** A silence that long is no hiccup. */
  private static final long SILENCE = TimeUnit.SECONDS.toNanos(2);

  private final Exchange exchange;
  private final Consumer<String> redial;
  private final Consumer<Runnable> loop;

  /** When others were asked last. */
  private final Map<String, Long> asked = new HashMap<>();

  /** When others have answered last. */
  private final Map<String, Long> heard = new HashMap<>();

  /**
   * @param redial makes the connections of Ratis to a voter again
   * @param loop runs what it is given on the loop of the store
   */
  Pulse(Exchange exchange, Consumer<String> redial, Consumer<Runnable> loop) {
    this.exchange = exchange;
    this.redial = redial;
    this.loop = loop;
  }

  /** Every {@link #PERIOD_MILLIS}. */
  void ask(Collection<String> others) {
    long now = System.nanoTime();
    for (String voter : others) {
      if (!hasAnswered(voter, now)) {
        asked.put(voter, now);
        exchange
            .pulse(voter, PATIENCE)
            .thenAccept(answer -> loop.accept(() -> heard(voter, System.nanoTime())));
      }
    }
  }

  /** Whether the last question was answered, and is not long ago. */
  private boolean hasAnswered(String voter, long now) {
    Long question = asked.get(voter);
    Long answer = heard.get(voter);
    return question != null && answer != null && answer - question >= 0 && now - question < PAUSE;
  }

  private void heard(String voter, long now) {
    Long last = heard.put(voter, now);
    if (last != null && now - last > SILENCE) {
      redial.accept(voter);
    }
  }
}
