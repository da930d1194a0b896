package dev.baton.cluster.net;

import dev.baton.cluster.epoch.Identity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What members say of themselves, for tests. */
public final class Greetings {

  private Greetings() {}

  /** Of a member of a cluster. */
  public static Greeting of(
      String name,
      Endpoint place,
      Identity identity,
      long epoch,
      boolean acknowledges,
      Map<String, Endpoint> voters) {
    Settings settings = new Settings("orders", 1, List.copyOf(voters.keySet()), List.of());
    return new Profile(name, "zone", place, 0, settings)
        .greeting(true, new Standing(identity, epoch, acknowledges, new TreeMap<>(voters)));
  }
}
