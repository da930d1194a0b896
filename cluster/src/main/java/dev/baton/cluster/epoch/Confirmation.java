package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Frame.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a member has heard of newer epochs that it cannot be sure of: from somebody who is not a
 * voter, or not the one that follows its own. A voter asks its epoch store. Any other member asks
 * the voters that it knows: what a majority of them confirms is certain, and where that has other
 * voters, a majority of those must confirm what comes next.
 *
 * <p>A record itself is only taken from a voter. Its hash is short enough for somebody who tries to
 * make another record with the same one, so a hash that a majority confirms says nothing of a
 * record that came from anybody else.
 */
final class Confirmation {

  /** How often it asks before it waits to be told of a newer epoch again. */
  private static final int MOST_ROUNDS = 20;

  /** The first few follow each other quickly: the voters are about to open the epoch as well. */
  private static final int QUICK_ROUNDS = 5;

  private final Timing timing;
  private final Rules rules;

  /** The newest that is certain; at first the own one. */
  @SuppressWarnings("NullAway.Init")
  private Step certain;

  /** By voter: what has followed the own epoch. */
  private final Map<String, List<Step>> answers = new HashMap<>();

  /** By voter: the newest record that it has sent. */
  private final Map<String, EpochRecord> offers = new HashMap<>();

  private int roundsLeft;
  private long askedAt;

  /** Whether the epoch store has been asked and has not answered. */
  private boolean reads;

  Confirmation(Timing timing, Rules rules) {
    this.timing = timing;
    this.rules = rules;
  }

  /** A record is installed: what was heard before is settled. */
  void install(long now, Step own) {
    certain = own;
    answers.clear();
    offers.clear();
    roundsLeft = 0;
    askedAt = now - timing.lease();
  }

  /** Whether there is nothing to ask for. */
  boolean isQuiet() {
    return roundsLeft == 0;
  }

  /** Those who can confirm the next step. */
  List<String> voters() {
    return certain.voters();
  }

  /** There may be a newer epoch. */
  void hint() {
    if (roundsLeft == 0) {
      roundsLeft = MOST_ROUNDS;
    }
  }

  /** A voter has sent a record; with it, it confirms its number and hash. */
  void offer(String voter, EpochRecord newest) {
    EpochRecord before = offers.get(voter);
    if (before == null || before.number() < newest.number()) {
      offers.put(voter, newest);
      List<Step> steps = new ArrayList<>(answers.getOrDefault(voter, List.of()));
      steps.removeIf(step -> step.number() == newest.number());
      steps.add(Step.of(newest));
      answers.put(voter, steps);
    }
  }

  /** A voter tells what has followed the own epoch. */
  void answer(String voter, List<Step> steps) {
    List<Step> all = new ArrayList<>(steps);
    EpochRecord offer = offers.get(voter);
    if (offer != null && steps.stream().noneMatch(step -> step.number() == offer.number())) {
      all.add(Step.of(offer));
    }
    answers.put(voter, all);
  }

  /** Goes on to the newest epoch that is certain; returns whether that is another one. */
  boolean advance() {
    boolean advanced = false;
    for (Step next = newestConfirmed(); next != null; next = newestConfirmed()) {
      certain = next;
      advanced = true;
    }
    return advanced;
  }

  private @Nullable Step newestConfirmed() {
    Step newest = null;
    for (String voter : certain.voters()) {
      for (Step step : answers.getOrDefault(voter, List.of())) {
        if (step.number() > (newest == null ? certain : newest).number() && isConfirmed(step)) {
          newest = step;
        }
      }
    }
    return newest;
  }

  private boolean isConfirmed(Step step) {
    int count = 0;
    for (String voter : certain.voters()) {
      count += answers.getOrDefault(voter, List.of()).contains(step) ? 1 : 0;
    }
    return count >= rules.majority(certain.voters().size());
  }

  /** The record that is certain; null if it is the own one, or has not come yet. */
  @Nullable EpochRecord confirmed(long own) {
    if (certain.number() > own) {
      for (EpochRecord offer : offers.values()) {
        if (offer.number() == certain.number() && Step.of(offer).equals(certain)) {
          return offer;
        }
      }
    }
    return null;
  }

  /** Voters that have the record that is certain, or a newer one, and have not sent it. */
  List<String> sources() {
    return answers.entrySet().stream()
        .filter(each -> each.getValue().contains(certain))
        .map(Map.Entry::getKey)
        .filter(voter -> !offers.containsKey(voter))
        .sorted()
        .toList();
  }

  /** Whether it is time to ask the voters. */
  boolean isTimeToAsk(long now) {
    boolean isQuick = MOST_ROUNDS - roundsLeft < QUICK_ROUNDS;
    return isTime(now, isQuick ? timing.heartbeat() / 10 : timing.resend());
  }

  /** Whether it is time to ask the epoch store. */
  boolean isTimeToRead(long now) {
    boolean isTime = isTime(now, reads ? 4 * timing.resend() : timing.resend());
    reads |= isTime;
    return isTime;
  }

  private boolean isTime(long now, long pause) {
    if (roundsLeft == 0 || now - askedAt < pause) {
      return false;
    }
    roundsLeft--;
    askedAt = now;
    return true;
  }

  /** The epoch store has answered: if that was nothing new, there is nothing to confirm. */
  void read() {
    reads = false;
    roundsLeft = 0;
  }
}
