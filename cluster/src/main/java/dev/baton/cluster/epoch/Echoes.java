package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Frame.Hears;
import dev.baton.cluster.epoch.Frame.Probe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whom a process reaches, tried outside the epochs. A member tries those that are left out because
 * they and this member did not reach each other. One that wants a seat tries the voters: if it
 * reached less than a majority of them it could not stay, and every voter that hears it would let
 * it in again and again, each time with a new epoch for everybody.
 */
final class Echoes {

  private final String self;
  private final Timing timing;
  private final Rules rules;
  private final Coordinator.Surroundings world;

  /** When they answered last. */
  private final Map<String, Long> echoes = new HashMap<>();

  Echoes(String self, Timing timing, Rules rules, Coordinator.Surroundings world) {
    this.self = self;
    this.timing = timing;
    this.rules = rules;
    this.world = world;
  }

  /** With every heartbeat of a member. */
  void probeLeftOut(long now, EpochRecord record) {
    List<String> names =
        record.cuts().stream().filter(cut -> self.equals(cut.from())).map(Reason::who).toList();
    echoes.keySet().retainAll(names);
    if (!names.isEmpty()) {
      names.forEach(this::probe);
      List<String> heard = names.stream().filter(name -> isHeard(now, name)).toList();
      record.voters().forEach(name -> world.send(name, Member.ANY, new Hears(heard)));
    }
  }

  /** With every heartbeat of one that has no seat. */
  void probeVoters(EpochRecord record) {
    echoes.keySet().retainAll(record.voters());
    record.voters().forEach(this::probe);
  }

  private void probe(String name) {
    world.send(name, Member.ANY, new Probe());
  }

  /** Somebody answers; returns whether a majority of the voters does now, and did not before. */
  boolean hear(long now, String name, EpochRecord record) {
    boolean had = hasMajority(now, record);
    echoes.put(name, now);
    return !had && hasMajority(now, record);
  }

  /** Whether a majority of the voters has answered lately. */
  boolean hasMajority(long now, EpochRecord record) {
    long heard = record.voters().stream().filter(name -> isHeard(now, name)).count();
    return heard >= rules.majority(record.voters().size());
  }

  private boolean isHeard(long now, String name) {
    return now - echoes.getOrDefault(name, now - 3 * timing.heartbeat()) < 3 * timing.heartbeat();
  }
}
