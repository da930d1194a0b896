package dev.baton.voter;

import dev.baton.cluster.gate.Insistence;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Finds out that another voter can be reached again, and has the connections to it made again.
 * After a cut TCP repeats what it has not delivered in ever longer pauses, so that a connection
 * stays dead for up to as long again as the network was, and Ratis gives none up by itself.
 *
 * <p>While Ratis hears what it should, others are asked only now and then, so that connections that
 * are not used are not forgotten on their way.
 *
 * <p>Belongs to the loop of the store.
 */
final class Pulse {

  static final long PERIOD_MILLIS = 500;

  /** More than an answer from another continent takes. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** Who has answered is not asked again before; a little less than two periods. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2 * PERIOD_MILLIS - 100);

  /** The same while Ratis hears what it should. */
  private static final long LONG_PAUSE = TimeUnit.SECONDS.toNanos(20);

  /** Ratis hears of others more often than that. */
  private static final long CALM_MILLIS = 1_000;

  /** A silence that long is no hiccup. */
  private static final long SILENCE = TimeUnit.SECONDS.toNanos(2);

  /** What a pulse needs of the world. */
  interface Surroundings {

    /** Asks a voter whether it is there. */
    CompletableFuture<?> ask(String voter);

    /** For how long Ratis has waited for a sign that all is well with a voter. */
    long silenceMillis(String voter);

    /**
     * Whether that is a sign of the voter itself: those that do not lead say nothing to another.
     */
    boolean isOwnSign(String voter);

    /** Makes the connections of Ratis to a voter again. */
    void redial(String voter);
  }

  /** The voters that are reached through these. */
  static Surroundings between(String self, Exchange exchange, Engine engine, VoterLog log) {
    return new Surroundings() {
      @Override
      public CompletableFuture<?> ask(String voter) {
        return exchange.pulse(voter, PATIENCE);
      }

      @Override
      public long silenceMillis(String voter) {
        return engine.waitMillis(voter);
      }

      @Override
      public boolean isOwnSign(String voter) {
        return engine.leads() || voter.equals(engine.leader());
      }

      /** Not on the loop: it takes long. */
      @Override
      public void redial(String voter) {
        Thread.ofPlatform()
            .daemon()
            .name("baton-redial-" + voter)
            .start(() -> redialSafely(self, engine, voter, log));
      }
    };
  }

  private static void redialSafely(String self, Engine engine, String voter, VoterLog log) {
    try {
      Insistence.insist(engine::redial, voter);
    } catch (RuntimeException | Error e) {
      log.complain(self, "the connections to " + voter + " were not made again", e);
    }
  }

  private final Surroundings world;
  private final Consumer<Runnable> loop;
  private final LongSupplier clock;

  /** When others were asked last. */
  private final Map<String, Long> asked = new HashMap<>();

  /** When others have answered last. */
  private final Map<String, Long> answered = new HashMap<>();

  /** When others have answered last, or Ratis has heard what it should. */
  private final Map<String, Long> heard = new HashMap<>();

  /**
   * @param loop runs what it is given on the loop of the store
   */
  Pulse(Surroundings world, Consumer<Runnable> loop, LongSupplier clock) {
    this.world = world;
    this.loop = loop;
    this.clock = clock;
  }

  /** Every {@link #PERIOD_MILLIS}. */
  void ask(Collection<String> others) {
    long now = clock.getAsLong();
    for (String voter : others) {
      long silence = world.silenceMillis(voter);
      boolean isCalm = silence < CALM_MILLIS;
      // Without one, a voter is taken to be well as long as it answers.
      if (isCalm && (world.isOwnSign(voter) || !owesAnswer(voter))) {
        heard(voter, now - TimeUnit.MILLISECONDS.toNanos(silence));
      }
      if (!hasAnswered(voter, now, isCalm ? LONG_PAUSE : PAUSE)) {
        asked.put(voter, now);
        world.ask(voter).thenAccept(answer -> loop.accept(() -> answered(voter)));
      }
    }
  }

  /** Whether the last question was answered, and is not long ago. */
  private boolean hasAnswered(String voter, long now, long pause) {
    Long question = asked.get(voter);
    return question != null && !owesAnswer(voter) && now - question < pause;
  }

  private boolean owesAnswer(String voter) {
    Long question = asked.get(voter);
    Long answer = answered.get(voter);
    return question != null && (answer == null || answer - question < 0);
  }

  private void answered(String voter) {
    long now = clock.getAsLong();
    answered.put(voter, now);
    heard(voter, now);
  }

  private void heard(String voter, long at) {
    Long last = heard.get(voter);
    if (last != null && at - last > SILENCE) {
      // Before it is written down: if it fails, it is tried again when the voter is heard next.
      world.redial(voter);
    }
    if (last == null || at - last > 0) {
      heard.put(voter, at);
    }
  }
}
