package dev.baton.cluster.join;

import dev.baton.cluster.net.Admission;
import dev.baton.cluster.net.Admission.Outcome;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.Greeting;
import dev.baton.cluster.net.PeerNetwork;
import dev.baton.cluster.net.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a process comes to be known to the voters, and what it is told if it does not. */
final class Entrance {

  /** How long one whose settings are wrong stays until those who have others know of it. */
  private static final Duration BEING_HEARD = Duration.ofSeconds(3);

  private final Profile profile;
  private final Kept kept;
  private final PeerNetwork network;
  private final Duration patience;
  private final Function<Endpoint, @Nullable Greeting> envoy;

  /** Places where somebody is just being asked. */
  private final Set<Endpoint> asking = ConcurrentHashMap.newKeySet();

  private volatile boolean isFirstStart;

  /**
   * @param kept what the directory of a voter said when it started
   * @param envoy asks whoever listens at a place who it is; null if nobody does whose word counts
   */
  Entrance(
      Profile profile,
      Kept kept,
      PeerNetwork network,
      Duration patience,
      Function<Endpoint, @Nullable Greeting> envoy) {
    this.envoy = envoy;
    this.profile = profile;
    this.kept = kept;
    this.network = network;
    this.patience = patience;
  }

  /** A voter does not start with another's directory, or if its cluster gave way to another. */
  static void check(Profile profile, Kept kept, @Nullable Path directory) {
    if (kept.voter() != null && !kept.voter().equals(profile.name())) {
      throw new IllegalStateException(
          "The state directory "
              + directory
              + " was made for the voter "
              + kept.voter()
              + ", not "
              + profile.name()
              + ": give the voter its former settings, or a new directory.");
    }
    if (kept.suspension() != null) {
      throw new Refusal(
          Refusal.Kind.MISMATCH,
          "Voter "
              + profile.name()
              + " does not start: "
              + kept.suspension()
              + " To have it join the other cluster, give it the voters and peers of that one, and"
              + " remove its state directory "
              + directory
              + ".");
    }
  }

  /**
   * Waits until a majority of the voters knows this process.
   *
   * @param peers of which an answer is waited for before a first start
   */
  void await(boolean isFirst, List<Endpoint> peers, Duration firstStartPatience) {
    try {
      isFirstStart = isFirst;
      Admission admission = network.admission();
      if (isFirstStart) {
        admission.firstStart();
        List<Endpoint> others =
            peers.stream().filter(each -> !each.equals(profile.endpoint())).toList();
        admission.awaitAnswers(others, firstStartPatience);
      }
      Waiting waiting = new Waiting(profile.name(), patience, this::waitsFor);
      Outcome outcome = waiting.until(admission::poll);
      heed(outcome == null ? admission.late() : outcome);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  /**
   * Somebody says that it is at a configured place. Before a first start that matters, so whoever
   * listens there is asked; one question at a time.
   *
   * @param then run when there was an answer, or none
   * @return whether it matters
   */
  boolean claimed(Endpoint there, Runnable then) {
    if (isFirstStart && asking.add(there)) {
      Thread.ofVirtual()
          .name("baton-claim")
          .start(
              () -> {
                try {
                  network.admission().asked(there, envoy.apply(there));
                } finally {
                  asking.remove(there);
                  then.run();
                }
              });
    }
    return isFirstStart;
  }

  private Refusal interrupted() {
    Thread.currentThread().interrupt();
    return new Refusal(Refusal.Kind.SUSPENDED, "Member " + profile.name() + " was interrupted.");
  }

  /** Looks once more: somebody may have been heard of meanwhile, for whom it has to give way. */
  void lookAgain() {
    heed(network.admission().refusal());
    isFirstStart = false;
  }

  /** Ends this process's way into the cluster, unless it is admitted, or nothing is known yet. */
  private void heed(@Nullable Outcome outcome) {
    try {
      network.admission().awaitBeingHeard(BEING_HEARD);
    } catch (InterruptedException e) {
      throw interrupted();
    }
    switch (outcome) {
      case null -> {}
      case Outcome.Admitted() -> {}
      case Outcome.NameTaken(Endpoint by) ->
          throw new Refusal(
              Refusal.Kind.NAME_TAKEN,
              "Cluster "
                  + profile.settings().cluster()
                  + " already has a member '"
                  + profile.name()
                  + "', according to "
                  + by
                  + ": use another name.");
      case Outcome.Mismatch(String member, String difference) ->
          throw new Refusal(
              Refusal.Kind.MISMATCH,
              "Member "
                  + profile.name()
                  + " cannot join: its settings differ from those of "
                  + member
                  + " ("
                  + difference
                  + "). Give all members the same cluster, lease, voters and algorithms"
                  + (kept.identity() == null
                      ? "."
                      : ", and a voter the state directory of this cluster or none."));
      case Outcome.OtherProtocol(String member, String difference) ->
          throw new Refusal(
              Refusal.Kind.MISMATCH,
              "Member "
                  + profile.name()
                  + " cannot join: it has no version of the protocol in common with "
                  + member
                  + " ("
                  + difference
                  + "). Upgrade the older of the two.");
      case Outcome.NotAdmitted(Endpoint by) ->
          throw new Refusal(
              Refusal.Kind.MISMATCH,
              "Member "
                  + profile.name()
                  + " cannot join: its name is not among those that may join, according to "
                  + by
                  + ". Add it to members(…) there.");
      case Outcome.NotTrusted(Endpoint by) ->
          throw new IllegalStateException(
              by
                  + " does not trust the certificate of member "
                  + profile.name()
                  + ": its common name must be the member's name, and the trust store there must"
                  + " contain its issuer.");
      case Outcome.Late(var missing) ->
          throw new Refusal(
              Refusal.Kind.SUSPENDED,
              "Member "
                  + profile.name()
                  + " could not join within "
                  + patience.toSeconds()
                  + " s: voters "
                  + missing
                  + " did not admit it"
                  + unreached()
                  + ". Start them, and check addresses and keys; the first start needs all"
                  + " voters.");
    }
  }

  /** For whom it waits, in a few words. */
  private String waitsFor() {
    return "waits for " + Waiting.voters(network.admission().missing()) + unreached();
  }

  /** Which peers were not reached, and why, as the end of a sentence. */
  String unreached() {
    SortedMap<Endpoint, String> failures = network.failures();
    return failures.isEmpty() ? "" : "; not reached: " + failures;
  }
}
