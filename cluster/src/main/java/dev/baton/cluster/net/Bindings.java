package dev.baton.cluster.net;

import dev.baton.cluster.epoch.Hidden;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which name belongs to which endpoint. A name is bound by a hello over a connection whose
 * certificate is for this name, if the name may join and its settings fit. It goes to another
 * endpoint only when nobody answers at the old one.
 *
 * <p>Used by one thread, with readings of its clock.
 */
final class Bindings {

  /** What comes of a hello. */
  enum Verdict {
    BOUND,
    /** It speaks of another endpoint than it comes from: dropped. */
    MISPLACED,
    NOT_TRUSTED,
    NOT_ADMITTED,
    OTHER_PROTOCOL,
    OTHER_SETTINGS,
    /** Whoever has the name lives. */
    NAME_TAKEN,
    /** Whoever has the name is to be asked, and then this one again. */
    ASK_HOLDER,
    /** It has this process's name, and is the one to keep it. */
    GIVE_WAY
  }

  /** Whether whoever has a name still lives. */
  private record Inquiry(long since, boolean answered) {}

  private final Profile profile;
  private final AdmittedNames admitted;
  private final long patience;

  /** The cluster that this process is in. */
  private final Supplier<Standing> standing;

  private final Map<String, Endpoint> endpoints = new HashMap<>();
  private final Map<String, Inquiry> inquiries = new HashMap<>();

  private String objection = "";

  /**
   * @param patience how long a holder of a name has to answer
   */
  Bindings(Profile profile, AdmittedNames admitted, long patience, Supplier<Standing> standing) {
    this.profile = profile;
    this.admitted = admitted;
    this.patience = patience;
    this.standing = standing;
  }

  /** Of a process that is in no cluster yet. */
  Bindings(Profile profile, AdmittedNames admitted, long patience) {
    this(profile, admitted, patience, () -> Standing.NONE);
  }

  /** Where a name is bound, or null. */
  @Nullable Endpoint endpoint(String name) {
    return endpoints.get(name);
  }

  /** A sign of life from an endpoint. */
  void heard(Endpoint endpoint) {
    inquiries.replaceAll(
        (name, inquiry) ->
            endpoint.equals(endpoints.get(name)) ? new Inquiry(inquiry.since, true) : inquiry);
  }

  void forget(Endpoint endpoint) {
    endpoints.values().removeIf(endpoint::equals);
    inquiries.keySet().retainAll(endpoints.keySet());
  }

  /** Whether a name is among those that may join; on any thread. */
  boolean mayJoin(String name) {
    return admitted.admit(name, profile.settings().voters());
  }

  /** What was wrong with the last hello that was refused. */
  String objection() {
    return objection;
  }

  /**
   * @param distrust why the connection is not that of the name, or null
   * @param settled whether this process has become a member
   */
  Verdict hello(
      long now, Endpoint sender, Greeting greeting, @Nullable String distrust, boolean settled) {
    if (!greeting.endpoint().equals(sender)) {
      return Verdict.MISPLACED;
    }
    if (distrust != null) {
      objection = distrust;
      return Verdict.NOT_TRUSTED;
    }
    if (!mayJoin(greeting.name())) {
      objection = "only the voters and " + admitted + " may join";
      return Verdict.NOT_ADMITTED;
    }
    if (Hidden.isIn(greeting.name())) {
      objection = "its name has characters that cannot be seen";
      return Verdict.NOT_ADMITTED;
    }
    if (!Protocols.OURS.meets(greeting.protocols())) {
      objection = "protocol: " + Protocols.OURS + " here, " + greeting.protocols() + " there";
      return Verdict.OTHER_PROTOCOL;
    }
    objection = profile.greeting(settled, standing.get()).difference(greeting);
    if (!objection.isEmpty()) {
      return Verdict.OTHER_SETTINGS;
    }
    if (greeting.name().equals(profile.name())) {
      // Of two that both begin, one must give way.
      boolean mine = settled || !greeting.settled() && profile.endpoint().compareTo(sender) < 0;
      objection = "its name is taken";
      return mine ? Verdict.NAME_TAKEN : Verdict.GIVE_WAY;
    }
    return bind(now, sender, greeting);
  }

  private Verdict bind(long now, Endpoint sender, Greeting greeting) {
    String name = greeting.name();
    Endpoint holder = endpoints.get(name);
    // Two processes do not listen at one endpoint: there, the newer one has replaced the other.
    if (holder != null && !holder.equals(sender)) {
      Inquiry inquiry = inquiries.computeIfAbsent(name, it -> new Inquiry(now, false));
      objection = "its name is taken";
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
