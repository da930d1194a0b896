package dev.baton.voter;

import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.wire.WireException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * How a voter comes to belong to a group. At the first start of a cluster all voters hear of each
 * other and form it; from then on each knows who is in it. A voter without a directory, which the
 * others know with one, has lost it: it is kept out, or, if it was started as a replacement, asks
 * the others to put its new store in the place of the lost one.
 */
final class Formation {

  /** The store, whose thread does everything here. */
  interface Store {
    void run(Runnable task);

    void later(long millis, Runnable task);

    /** This voter belongs to the group. */
    void started();

    void fail(String sentence, Throwable cause);

    /** The engine has a problem. */
    void failed(Throwable problem);

    boolean hasFailed();
  }

  private static final long INTRODUCE_MILLIS = 100;
  private static final long ADMIT_MILLIS = 500;

  /** A machine on which several voters start at once may be slow. */
  private static final Duration HELLO_PATIENCE = Duration.ofSeconds(5);

  /** The leader first sends the whole log. */
  private static final Duration ADMISSION = Duration.ofSeconds(10);

  /** A voter that has not been heard for this many election timeouts may be replaced. */
  static final int SILENT_TIMEOUTS = 10;

  private final VoterSettings settings;
  private final StateDirectory directory;
  private final Store store;
  private Engine engine;
  private Exchange exchange;

  /** The stores of the voters that this one has heard of before it belonged to a group. */
  private final Map<String, String> heard = new ConcurrentSkipListMap<>();

  /** Those that have not answered yet; belongs to the loop. */
  private final Set<String> asked = new HashSet<>();

  /** Who is in the group, as far as this voter knows; null before it belongs to one. */
  private volatile Roster roster;

  /** Whether it has lost its directory and asks to be taken in. */
  private volatile boolean isNew;

  Formation(VoterSettings settings, StateDirectory directory, Store store) {
    this.settings = settings;
    this.directory = directory;
    this.store = store;
    roster = directory.roster();
  }

  Roster roster() {
    return roster;
  }

  /** What keeps this voter from belonging to the group. */
  String state() {
    if (isNew) {
      return "waits until a majority of the others takes it in";
    }
    Set<String> missing = new TreeSet<>(settings.voters().keySet());
    missing.removeAll(heard.keySet());
    return missing.isEmpty()
        ? "forms the group"
        : "waits for the voters " + missing + " to form the group";
  }

  /** Before the engine starts: from then on others may ask. */
  void use(Engine here, Exchange others) {
    engine = here;
    exchange = others;
  }

  void begin() {
    store.run(roster != null ? store::started : this::introduce);
  }

  private VoterHello self() {
    return new VoterHello(
        settings.cluster(),
        settings.genesis().hash(),
        settings.voter(),
        directory.store(),
        roster == null ? Map.of() : roster.stores());
  }

  /** Where a voter listens: what the group says, or else the settings. */
  String address(String voter) {
    Roster known = roster;
    return known == null
        ? Roster.text(settings.voters().get(voter))
        : known.voters().get(voter).address();
  }

  /**
   * Says who this voter is, to one that does the same.
   *
   * @param caller the owner of the certificate; null without TLS
   */
  CompletableFuture<byte[]> hello(String caller, byte[] bytes) {
    try {
      VoterHello other = VoterCodecs.decode(VoterCodecs.HELLOS, bytes);
      if (caller != null && !caller.equals(other.voter())) {
        return refused("'" + caller + "' introduces itself as '" + other.voter() + "'.");
      }
    } catch (WireException e) {
      return CompletableFuture.failedFuture(e);
    }
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    store.run(() -> answer.complete(VoterCodecs.encode(VoterCodecs.HELLOS, self())));
    return answer;
  }

  private static CompletableFuture<byte[]> refused(String why) {
    return CompletableFuture.failedFuture(new IOException(why));
  }

  /** Asks who the others are, until all have answered, or one that belongs to a group. */
  private void introduce() {
    if (roster != null || isNew) {
      return;
    }
    heard.put(settings.voter(), directory.store());
    if (heard.size() == settings.voters().size()) {
      SortedMap<String, Roster.Listed> voters = new TreeMap<>();
      heard.forEach((voter, store) -> voters.put(voter, new Roster.Listed(store, address(voter))));
      form(new Roster(voters));
      return;
    }
    byte[] me = VoterCodecs.encode(VoterCodecs.HELLOS, self());
    for (String voter : settings.voters().keySet()) {
      if (!heard.containsKey(voter) && asked.add(voter)) {
        exchange
            .hello(voter, me, HELLO_PATIENCE)
            .whenComplete(
                (answer, failure) ->
                    store.run(
                        () -> {
                          asked.remove(voter);
                          if (failure == null) {
                            heard(voter, answer);
                          }
                        }));
      }
    }
    if (!store.hasFailed()) {
      store.later(INTRODUCE_MILLIS, this::introduce);
    }
  }

  private void heard(String voter, byte[] answer) {
    if (roster != null || isNew) {
      return;
    }
    String address = Roster.text(settings.voters().get(voter));
    try {
      VoterHello other = VoterCodecs.decode(VoterCodecs.HELLOS, answer);
      String objection = self().objection(voter, address, other);
      if (objection != null) {
        store.fail(objection, null);
      } else if (!self().isForgottenBy(other)) {
        heard.put(voter, other.store());
      } else if (settings.replacesLostVoter()) {
        isNew = true;
        engine.join().whenComplete((done, problem) -> proceed(problem, this::askToBeAdmitted));
      } else {
        store.fail(self().loss(other), null);
      }
    } catch (WireException e) {
      store.fail(
          "What answers at "
              + address
              + " is not a voter that this one understands: "
              + e.getMessage(),
          e);
    }
  }

  private void form(Roster voters) {
    if (!store.hasFailed() && enlist(voters)) {
      engine.form(voters).whenComplete((done, problem) -> proceed(problem, store::started));
    }
  }

  private void proceed(Throwable problem, Runnable next) {
    if (problem == null) {
      store.run(next);
    } else {
      store.failed(problem);
    }
  }

  /** Writes down who is in the group; returns false if that is not possible. */
  private boolean enlist(Roster voters) {
    try {
      directory.enlist(voters);
      roster = voters;
      return true;
    } catch (IllegalStateException e) {
      store.fail(e.getMessage(), e);
      return false;
    }
  }

  // A voter that is replaced, and those that take it in.

  /** Asks all others, of whom one is the leader, until it has put this store into the group. */
  private void askToBeAdmitted() {
    if (roster != null || store.hasFailed()) {
      return;
    }
    ReplacementRequest request = new ReplacementRequest(self(), Roster.text(settings.address()));
    byte[] bytes = VoterCodecs.encode(VoterCodecs.REPLACEMENTS, request);
    for (String voter : settings.voters().keySet()) {
      if (!voter.equals(settings.voter())) {
        exchange.admit(voter, bytes, ADMISSION);
      }
    }
    store.later(ADMIT_MILLIS, this::askToBeAdmitted);
  }

  /**
   * Puts the new store of a voter in the place of the lost one, if this voter leads. A voter that
   * is still heard has not lost its store: it is not replaced, whoever asks.
   *
   * @param caller the owner of the certificate; null without TLS
   */
  CompletableFuture<byte[]> admit(String caller, byte[] bytes) {
    try {
      ReplacementRequest request = VoterCodecs.decode(VoterCodecs.REPLACEMENTS, bytes);
      VoterHello other = request.hello();
      String voter = other.voter();
      if (caller != null && !caller.equals(voter)) {
        return refused("'" + caller + "' asks in the name of '" + voter + "'.");
      }
      if (!settings.voters().containsKey(voter)
          || voter.equals(settings.voter())
          || self().objection(voter, request.address(), other) != null) {
        return refused(voter + " is not a voter here.");
      }
      long silence = engine.silenceMillis(voter);
      if (silence < longestSilence().toMillis()) {
        return refused(
            "Voter "
                + voter
                + " was heard "
                + silence
                + " ms ago: one is replaced when it has been silent for "
                + longestSilence().toMillis()
                + " ms.");
      }
      return engine
          .replace(voter, new Roster.Listed(other.store(), request.address()))
          .thenApply(done -> new byte[0]);
    } catch (IOException | WireException | IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** How long the leader must not have heard of a voter before it is replaced. */
  private Duration longestSilence() {
    return settings.electionTimeout().multipliedBy(SILENT_TIMEOUTS);
  }

  /** The group has these voters now: this one may be new among them, or another is. */
  void enlisted(Roster voters) {
    boolean isFirst = roster == null;
    boolean isIn = directory.store().equals(voters.stores().get(settings.voter()));
    if (isIn && !store.hasFailed() && enlist(voters) && isNew && isFirst) {
      store.started();
    }
  }
}
