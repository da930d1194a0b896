package dev.baton.cluster.net;

import dev.baton.cluster.net.Admission.Outcome;
import dev.baton.cluster.net.Bindings.Verdict;
import dev.baton.cluster.net.Packet.Ask;
import dev.baton.cluster.net.Packet.Call;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.net.Packet.Hello;
import dev.baton.cluster.net.Packet.Reason;
import dev.baton.cluster.net.Packet.Reply;
import dev.baton.cluster.net.Packet.TurnedAway;
import dev.baton.cluster.net.Packet.Welcome;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers those that call, and hears what they say of themselves: names are bound to connections
 * here, or turned away.
 *
 * <p>Used by the thread of the network, except where a method says otherwise.
 */
final class Reception {

  private static final Logger LOG = LoggerFactory.getLogger(Reception.class);

  private final Profile profile;
  private final Guard guard;
  private final Bindings bindings;
  private final Admission admission;
  private final Peers peers;
  private final Strangers strangers;
  private final RefusalLog refusals;
  private final Executor writer;
  private final Runnable dropped;
  private final Clusters clusters;

  /** Which cluster this process is in, and what it hears of others with the same name. */
  interface Clusters {
    Standing standing();

    /** A member of another cluster is at a configured place, or says so. */
    void met(Endpoint there);

    /**
     * Somebody who has called says that it is at a configured place. If that matters, whoever
     * listens there is asked.
     *
     * @param then run afterwards, by the thread of the network
     * @return whether it matters; if not, nothing is run
     */
    boolean claimed(Endpoint there, Runnable then);
  }

  /** By algorithm, the members that have another version of it than this process, or none. */
  private final Map<String, Set<String>> apart = new ConcurrentHashMap<>();

  private volatile boolean settled;

  /**
   * @param writer writes lines into the log, and holds nobody up
   * @param dropped run when something is not heeded
   */
  Reception(
      Profile profile,
      Guard guard,
      Bindings bindings,
      Admission admission,
      Peers peers,
      Strangers strangers,
      RefusalLog refusals,
      Executor writer,
      Runnable dropped,
      Clusters clusters) {
    this.profile = profile;
    this.guard = guard;
    this.bindings = bindings;
    this.admission = admission;
    this.peers = peers;
    this.strangers = strangers;
    this.refusals = refusals;
    this.writer = writer;
    this.dropped = dropped;
    this.clusters = clusters;
  }

  /** This process has become a member; on any thread. */
  void settle() {
    settled = true;
  }

  /**
   * Whether all that have spoken so far have the same versions of all algorithms; on any thread.
   */
  boolean isUniform() {
    return apart.isEmpty();
  }

  /** Members that have another version of an algorithm, or none; on any thread. */
  Set<String> apart(String algorithm) {
    return apart.getOrDefault(algorithm, Set.of());
  }

  /** What somebody says that is not for members alone. */
  void handle(Link link, Packet packet) {
    if (link.name() != null) {
      bindings.heard(link.endpoint());
    }
    switch (packet) {
      case Call() -> {
        peers.send(link, new Hello(profile.greeting(settled, clusters.standing())));
        if (link.name() != null) {
          welcome(link);
        } else if (System.nanoTime() - link.calledAt > Peers.CALL_AGAIN) {
          peers.call(link);
        }
      }
      case Hello(Greeting greeting) -> hear(link, greeting);
      case Welcome(List<Endpoint> others) -> {
        if (isHeeded(link)) {
          link.welcomes = true;
          others.stream().limit(Peers.MOST_AT_GENESIS).forEach(peers::hearOf);
          admission.update(peers.all());
        }
      }
      case TurnedAway(Reason reason) -> {
        String name = link.name();
        if (reason == Reason.OTHER_SETTINGS && peers.isConfigured(link.endpoint())) {
          admission.wasHeard(link.endpoint());
        }
        if (isHeeded(link) && name != null) {
          if (link.welcomes || !link.wasTurnedAway) {
            String who = "this member is turned away by '" + RefusalLog.printable(name) + "'";
            refusals.refused(System.nanoTime(), who, why(reason), link.endpoint().toString());
          }
          link.wasTurnedAway = true;
          link.welcomes = false;
          admission.turned(name, link.endpoint(), reason);
        }
      }
      case Envelope envelope -> throw new AssertionError("frames do not come here");
      case Ask ask -> throw new AssertionError("questions do not come here");
      case Reply reply -> throw new AssertionError("answers do not come here");
    }
  }

  private static Refused why(Reason reason) {
    return switch (reason) {
      case NAME_TAKEN -> Refused.NAME_TAKEN;
      case OTHER_SETTINGS -> Refused.OTHER_SETTINGS;
      case NOT_TRUSTED -> Refused.NOT_TRUSTED;
      case NOT_ADMITTED -> Refused.NOT_ADMITTED;
    };
  }

  /** What somebody says about this process counts only if it was asked and has a name. */
  private boolean isHeeded(Link link) {
    boolean isHeeded = link.wasCalled && link.name() != null;
    if (!isHeeded) {
      dropped.run();
    }
    return isHeeded;
  }

  private void hear(Link link, Greeting greeting) {
    link.hasGreeted = true;
    String distrust = guard.objection(link.socket(), profile.settings().cluster(), greeting.name());
    boolean isConfigured = peers.isConfigured(link.endpoint());
    boolean isThere = isConfigured && link.isDialled();
    boolean isClaimed = isConfigured && !link.isDialled();
    Verdict verdict =
        bindings.hello(System.nanoTime(), link.endpoint(), greeting, distrust, settled);
    boolean differs = verdict == Verdict.OTHER_PROTOCOL || verdict == Verdict.OTHER_SETTINGS;
    if (isClaimed && !differs && profile.isOnlyVoter()) {
      clusters.claimed(link.endpoint(), () -> {});
    }
    switch (verdict) {
      case BOUND -> bind(link, greeting);
      case ASK_HOLDER -> {
        Endpoint holder = bindings.endpoint(greeting.name());
        if (holder != null) {
          peers.call(peers.at(holder));
        }
      }
      case GIVE_WAY -> admission.giveWay(link.endpoint());
      case NAME_TAKEN -> refuse(link, greeting, Reason.NAME_TAKEN, Refused.NAME_TAKEN);
      case OTHER_PROTOCOL, OTHER_SETTINGS -> {
        String how = bindings.objection();
        admission.differs(
            link.endpoint(),
            isThere,
            greeting,
            verdict == Verdict.OTHER_PROTOCOL
                ? new Outcome.OtherProtocol(greeting.name(), how)
                : new Outcome.Mismatch(greeting.name(), how));
        refuse(link, greeting, Refused.OTHER_SETTINGS);
        // Where it is told, it may end: whoever is asked must still be there.
        Runnable tell = () -> peers.send(link, new TurnedAway(Reason.OTHER_SETTINGS));
        if (!isClaimed || !clusters.claimed(link.endpoint(), tell)) {
          tell.run();
        }
        if (isConfigured && clusters.standing().isOfAnother(Standing.of(greeting))) {
          clusters.met(link.endpoint());
        }
      }
      case NOT_TRUSTED -> refuse(link, greeting, Reason.NOT_TRUSTED, Refused.NOT_TRUSTED);
      case NOT_ADMITTED -> refuse(link, greeting, Reason.NOT_ADMITTED, Refused.NOT_ADMITTED);
      case MISPLACED -> dropped.run();
    }
    if (isThere) {
      // Not before: whoever has waited for this answer goes by what has come of it.
      admission.answered(link.endpoint());
    }
  }

  private void bind(Link link, Greeting greeting) {
    String name = greeting.name();
    if (peers.isFullFor(link.peerAddress())) {
      strangers.drop(link, Refused.CROWDED);
      return;
    }
    Peer peer = peers.at(link.endpoint());
    Link old = peer.link();
    if (old != null && old != link) {
      strangers.unbind(old);
    }
    Peer before = peers.name(peer, name);
    if (before != null && before.link() != null) {
      strangers.unbind(before.link());
    }
    if (before != null && !peers.isConfigured(before.endpoint())) {
      // Else whoever says that it is here, and then there, is called everywhere.
      peers.forget(before);
    }
    if (link.name() == null) {
      writer.execute(() -> LOG.debug("{} is at {}.", name, peer.endpoint()));
    }
    link.objection = "";
    strangers.remove(link);
    link.bind(name);
    peer.greeting = greeting;
    peer.use(link);
    compareAlgorithms(greeting);
    welcome(link);
    admission.update(peers.all());
  }

  private void compareAlgorithms(Greeting greeting) {
    Set<AlgorithmVersion> theirs = new HashSet<>(greeting.algorithms());
    for (AlgorithmVersion ours : profile.settings().algorithms()) {
      apart.compute(
          ours.id(),
          (id, before) -> {
            Set<String> members = new TreeSet<>(before == null ? Set.of() : before);
            if (theirs.contains(ours)) {
              members.remove(greeting.name());
            } else {
              members.add(greeting.name());
            }
            return members.isEmpty() ? null : Collections.unmodifiableSet(members);
          });
    }
  }

  private void refuse(Link link, Greeting greeting, Reason reason, Refused why) {
    refuse(link, greeting, why);
    peers.send(link, new TurnedAway(reason));
  }

  private void refuse(Link link, Greeting greeting, Refused why) {
    String text = bindings.objection();
    if (!text.equals(link.objection)) {
      link.objection = text;
      String who = "'" + RefusalLog.printable(greeting.name()) + "' at " + link.endpoint();
      refusals.refused(System.nanoTime(), who + " is turned away", why, text);
    }
    peers.turnedAway(link, text);
    strangers.unbind(link);
  }

  private void welcome(Link link) {
    List<Endpoint> others = peers.named();
    others.remove(link.endpoint());
    peers.send(
        link, new Welcome(others.subList(0, Math.min(others.size(), Peers.MOST_AT_GENESIS))));
  }
}
