package dev.baton.cluster.net;

import dev.baton.cluster.net.Packet.Hello;
import java.util.HashMap;
import java.util.Map;

/**
 * Which name belongs to which endpoint. A name is bound by a {@link Hello} that answers a call of
 * ours, is signed by the member of this name, and has our settings. It goes to another endpoint
 * only when nobody answers at the old one.
 *
 * <p>Used by one thread, with readings of its clock.
 */
final class Bindings {

  /** What comes of a hello. */
  enum Verdict {
    BOUND,
    /** It answers no call that is open: dropped. */
    STALE,
    /** It speaks of another endpoint than it comes from: dropped. */
    MISPLACED,
    NOT_TRUSTED,
    OTHER_SETTINGS,
    /** Whoever has the name lives. */
    NAME_TAKEN,
    /** Whoever has the name is to be asked, and then this one again. */
    ASK_HOLDER
  }

  /** Whether whoever has a name still lives. */
  private record Inquiry(long since, boolean answered) {}

  private final String self;
  private final Endpoint here;
  private final Settings settings;
  private final Guard guard;
  private final long patience;

  private final Map<Endpoint, Long> challenges = new HashMap<>();
  private final Map<String, Endpoint> endpoints = new HashMap<>();
  private final Map<String, Inquiry> inquiries = new HashMap<>();

  private String objection = "";

  /**
   * @param patience how long a holder of a name has to answer
   */
  Bindings(String self, Endpoint here, Settings settings, Guard guard, long patience) {
    this.self = self;
    this.here = here;
    this.settings = settings;
    this.guard = guard;
    this.patience = patience;
  }

  /** An endpoint is called with this challenge; earlier ones do not count any more. */
  void call(Endpoint endpoint, long challenge) {
    challenges.put(endpoint, challenge);
  }

  /** Where a name is bound, or null. */
  Endpoint endpoint(String name) {
    return endpoints.get(name);
  }

  /** A sign of life from an endpoint. */
  void heard(Endpoint endpoint) {
    inquiries.replaceAll(
        (name, inquiry) ->
            endpoint.equals(endpoints.get(name)) ? new Inquiry(inquiry.since, true) : inquiry);
  }

  void forget(Endpoint endpoint) {
    challenges.remove(endpoint);
    endpoints.values().removeIf(endpoint::equals);
    inquiries.keySet().retainAll(endpoints.keySet());
  }

  /** What was wrong with the last hello that was not trusted or had other settings. */
  String objection() {
    return objection;
  }

  /**
   * @param settled whether this process has become a member
   */
  Verdict hello(long now, Endpoint sender, Hello hello, boolean settled) {
    Greeting greeting = hello.greeting();
    Long challenge = challenges.get(sender);
    if (challenge == null || challenge != greeting.challenge()) {
      return Verdict.STALE;
    }
    challenges.remove(sender);
    if (!greeting.endpoint().equals(sender)) {
      return Verdict.MISPLACED;
    }
    objection = guard.objection(hello);
    if (objection != null) {
      return Verdict.NOT_TRUSTED;
    }
    objection = settings.difference(greeting.settings());
    if (!objection.isEmpty()) {
      return Verdict.OTHER_SETTINGS;
    }
    if (greeting.name().equals(self)) {
      // Of two that both begin, one must give way.
      boolean mine = settled || !greeting.settled() && here.compareTo(sender) < 0;
      return mine ? Verdict.NAME_TAKEN : Verdict.ASK_HOLDER;
    }
    return bind(now, sender, greeting);
  }

  private Verdict bind(long now, Endpoint sender, Greeting greeting) {
    String name = greeting.name();
    Endpoint holder = endpoints.get(name);
    // Two processes do not listen at one endpoint: there, the newer one has replaced the other.
    if (holder != null && !holder.equals(sender)) {
      Inquiry inquiry = inquiries.computeIfAbsent(name, it -> new Inquiry(now, false));
      if (inquiry.answered) {
        inquiries.remove(name);
        return Verdict.NAME_TAKEN;
      }
      if (now - inquiry.since < patience) {
        return Verdict.ASK_HOLDER;
      }
      inquiries.remove(name);
    }
    endpoints.values().removeIf(sender::equals);
    endpoints.put(name, sender);
    return Verdict.BOUND;
  }
}
