package dev.baton.voter;

import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.wire.WireException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
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

  /** What forming the group needs of the store, whose thread does everything here. */
  interface Store {
    /** This voter belongs to the group; on any thread, and without memory. */
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

  /**
   * A voter that has not been heard for this many election timeouts may be replaced. One is a fifth
   * of a lease, from 300 ms to 800 ms.
   */
  static final int SILENT_TIMEOUTS = 10;

  private final VoterSettings settings;
  private final StateDirectory directory;
  private final StoreLoop loop;
  private final Store store;

  /** Asks the others who they are; asks them to be taken in. */
  private final StoreLoop.Alarm introduction;

  private final StoreLoop.Alarm request;

  private Engine engine;
  private Exchange exchange;

  /** The stores of the voters that this one has heard of before it belonged to a group. */
  private final Map<String, String> heard = new ConcurrentSkipListMap<>();

  /** When those were asked that have not answered yet; belongs to the loop. */
  private final Map<String, Long> asked = new HashMap<>();

  /** Who is in the group, as far as this voter knows; null before it belongs to one. */
  private volatile Roster roster;

  /** Whether it has lost its directory and asks to be taken in. */
  private volatile boolean isNew;

  Formation(VoterSettings settings, StateDirectory directory, StoreLoop loop, Store store) {
    this.settings = settings;
    this.directory = directory;
    this.loop = loop;
    this.store = store;
    introduction = loop.alarm(this::introduce);
    request = loop.alarm(this::askToBeAdmitted);
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
    if (roster != null) {
      store.started();
    } else {
      introduction.set(0);
    }
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
    loop.run(() -> answer.complete(VoterCodecs.encode(VoterCodecs.HELLOS, self())));
    return answer;
  }

  private static CompletableFuture<byte[]> refused(String why) {
    return CompletableFuture.failedFuture(new IOException(why));
  }

  /** Asks who the others are, until all have answered, or one that belongs to a group. */
  private void introduce() {
    if (roster != null || isNew || store.hasFailed()) {
      return;
    }
    // First: whatever comes of this time, there is another.
    introduction.set(INTRODUCE_MILLIS);
    heard.put(settings.voter(), directory.store());
    if (heard.size() == settings.voters().size()) {
      SortedMap<String, Roster.Listed> voters = new TreeMap<>();
      heard.forEach((voter, store) -> voters.put(voter, new Roster.Listed(store, address(voter))));
      form(new Roster(voters));
      return;
    }
    byte[] me = VoterCodecs.encode(VoterCodecs.HELLOS, self());
    for (String voter : settings.voters().keySet()) {
      if (!heard.containsKey(voter) && mayAsk(voter)) {
        exchange
            .hello(voter, me, HELLO_PATIENCE)
            .whenComplete((answer, failure) -> loop.run(() -> told(voter, answer, failure)));
        asked.put(voter, loop.now());
      }
    }
  }

  /** An answer may get lost on its way here, if there is no memory for it. */
  private boolean mayAsk(String voter) {
    Long at = asked.get(voter);
    return at == null || loop.now() - at > 2 * HELLO_PATIENCE.toNanos();
  }

  private void told(String voter, byte[] answer, Throwable failure) {
    asked.remove(voter);
    if (failure == null) {
      heard(voter, answer);
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
        join();
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
      try {
        engine.form(voters).whenComplete((done, problem) -> proceed(problem, true));
      } catch (RuntimeException | Error e) {
        // It is written down, so that this voter goes on from there when it is started again.
        store.failed(e);
      }
    }
  }

  private void join() {
    try {
      engine.join().whenComplete((done, problem) -> proceed(problem, false));
    } catch (RuntimeException | Error e) {
      store.failed(e);
    }
  }

  /** On any thread; takes no memory. */
  private void proceed(Throwable problem, boolean isFormed) {
    if (problem != null) {
      store.failed(problem);
    } else if (isFormed) {
      store.started();
    } else {
      request.set(0);
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
    // First: whatever comes of this time, there is another.
    request.set(ADMIT_MILLIS);
    ReplacementRequest me = new ReplacementRequest(self(), Roster.text(settings.address()));
    byte[] bytes = VoterCodecs.encode(VoterCodecs.REPLACEMENTS, me);
    for (String voter : settings.voters().keySet()) {
      if (!voter.equals(settings.voter())) {
        exchange.admit(voter, bytes, ADMISSION);
      }
    }
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
    boolean isIn = directory.store().equals(voters.stores().get(settings.voter()));
    if (isIn && !store.hasFailed() && enlist(voters) && isNew) {
      store.started();
      isNew = false;
    }
  }
}
