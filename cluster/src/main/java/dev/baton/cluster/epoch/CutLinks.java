package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Frame.Hears;
import dev.baton.cluster.epoch.Frame.Probe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The links of a member to those that are left out because they and this member did not reach each
 * other: whether they do again is tried outside the epoch.
 */
final class CutLinks {

  private final String self;
  private final Timing timing;
  private final Coordinator.Surroundings world;

  /** When they answered last. */
  private final Map<String, Long> echoes = new HashMap<>();

  CutLinks(String self, Timing timing, Coordinator.Surroundings world) {
    this.self = self;
    this.timing = timing;
    this.world = world;
  }

  /** With every heartbeat of a member. */
  void probe(long now, EpochRecord record) {
    List<String> names =
        record.cuts().stream().filter(cut -> self.equals(cut.from())).map(Reason::who).toList();
    echoes.keySet().retainAll(names);
    if (!names.isEmpty()) {
      names.forEach(name -> world.send(name, Member.ANY, new Probe()));
      List<String> heard = names.stream().filter(name -> isHeard(now, name)).toList();
      record.voters().forEach(name -> world.send(name, Member.ANY, new Hears(heard)));
    }
  }

  private boolean isHeard(long now, String name) {
    return now - echoes.getOrDefault(name, now - 3 * timing.heartbeat()) < 3 * timing.heartbeat();
  }

  void heard(long now, String name) {
    echoes.put(name, now);
  }
}
