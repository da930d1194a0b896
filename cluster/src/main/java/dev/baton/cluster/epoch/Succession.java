package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Frame.Ask;
import dev.baton.cluster.epoch.Frame.Confirm;
import dev.baton.cluster.epoch.Frame.Confirmed;
import dev.baton.cluster.epoch.Frame.Open;
import dev.baton.cluster.epoch.Frame.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member knows of the chain of records: which is the newest, whom it believes about that,
 * and to whom it tells it.
 */
final class Succession {

  /** Where frames and effects go. */
  interface Surroundings extends Coordinator.Surroundings {
    void install(EpochRecord next);
  }

  private final String self;
  private final boolean hasStore;
  private final Timing timing;
  private final Rules rules;
  private final Surroundings world;
  private final RecentSteps history = new RecentSteps();
  private final Confirmation confirmation;

  /** Who was told the newest record lately, and who was told what came before it. */
  private final Pace opens = new Pace();

  private final Pace confirms = new Pace();

  /** Voters by configuration. */
  private List<String> configured = List.of();

  @SuppressWarnings("NullAway.Init")
  private EpochRecord record;

  /** The record, in short. */
  @SuppressWarnings("NullAway.Init")
  private Step own;

  /**
   * @param hasStore whether this process was started as a voter
   */
  Succession(String self, boolean hasStore, Timing timing, Rules rules, Surroundings world) {
    this.self = self;
    this.hasStore = hasStore;
    this.timing = timing;
    this.rules = rules;
    this.world = world;
    confirmation = new Confirmation(timing, rules);
  }

  void configure(List<String> voters) {
    configured = voters;
  }

  void install(long now, EpochRecord next) {
    record = next;
    own = history.add(next);
    confirmation.install(now, own);
    opens.reset();
    confirms.reset();
  }

  /** The epoch store has answered. */
  void read(List<EpochRecord> recent) {
    recent.forEach(history::add);
    confirmation.read();
  }

  /** Whether it has a seat in the record, in any incarnation, or is a voter. */
  boolean isKnown(String name) {
    return record.member(name) != null || isVoter(name);
  }

  /** By record or by configuration. */
  boolean isVoter(String name) {
    return record.isVoter(name) || configured.contains(name);
  }

  // Whom it believes.

  /** OPEN, and how far its sender is believed. */
  void hearOf(long now, Seat from, EpochRecord newest) {
    if (newest.number() <= record.number()) {
      return;
    }
    boolean fromVoter = isVoter(from.name());
    if (rules.opens(fromVoter, newest.previous() == own.hash())) {
      world.install(newest);
      return;
    }
    // One that is certain to have become a voter since.
    fromVoter |= confirmation.voters().contains(from.name());
    if (fromVoter || record.member(from.name()) != null) {
      if (fromVoter && !readsStore()) {
        confirmation.offer(from.name(), newest);
      }
      confirmation.hint();
      confirm(now);
    } else {
      world.tell(new Effect.Ignored(from, "OPEN"));
    }
  }

  /** CONFIRMED. */
  void hearOf(long now, Seat from, List<Step> steps) {
    if (steps.size() <= RecentSteps.KEPT && confirmation.voters().contains(from.name())) {
      confirmation.answer(from.name(), steps);
      confirm(now);
    } else {
      world.tell(new Effect.Ignored(from, "CONFIRMED"));
    }
  }

  /** Finds out which epoch is the newest: a voter from its store, others from the voters. */
  void confirm(long now) {
    if (readsStore()) {
      if (confirmation.isTimeToRead(now)) {
        world.tell(new Effect.ReadLatest());
      }
      return;
    }
    boolean advanced = confirmation.advance();
    EpochRecord next = confirmation.confirmed(record.number());
    if (next != null) {
      world.install(next);
      return;
    }
    boolean isTime = confirmation.isTimeToAsk(now);
    if (isTime) {
      confirmation.voters().forEach(name -> send(name, new Confirm(record.number())));
    }
    if (advanced || isTime) {
      confirmation.sources().forEach(name -> send(name, new Ask(record.number())));
    }
  }

  /** Whether it has heard of no newer epoch. */
  boolean isQuiet() {
    return confirmation.isQuiet();
  }

  /** Somebody has spoken of a newer epoch; nobody if null. */
  void ask(@Nullable Seat witness) {
    if (witness != null) {
      List<String> asked = isKnown(witness.name()) ? List.of(witness.name()) : record.voters();
      asked.forEach(name -> send(name, new Ask(record.number())));
    }
  }

  /** The store of one that is no voter any more falls behind. */
  private boolean readsStore() {
    return hasStore && record.isVoter(self);
  }

  // To whom it tells it.

  void tellNewest(long now, Seat to) {
    if (opens.allows(now, to.name(), isKnown(to.name()), rules.tellAgainAfter(timing))) {
      send(to.name(), new Open(record));
    }
  }

  /** CONFIRM. */
  void tellWhatFollowed(long now, Seat to, long epoch) {
    if (confirms.allows(now, to.name(), isKnown(to.name()), timing.heartbeat() / 20)) {
      send(to.name(), new Confirmed(history.after(epoch)));
    }
  }

  private void send(String to, Frame frame) {
    world.send(to, Member.ANY, frame);
  }
}
