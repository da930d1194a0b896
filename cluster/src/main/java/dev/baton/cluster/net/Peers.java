package dev.baton.cluster.net;

import dev.baton.cluster.net.Packet.Call;
import dev.baton.cluster.wire.Output;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other processes that this one knows of, by address and by name, and the calls to them: those
 * without a name are called, and those that are quiet; who stays quiet is forgotten.
 *
 * <p>May be looked into by any thread; everything else is for the thread of the network.
 */
final class Peers {

  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
  private static final long MILLI = 1_000_000;

  /** From one call to a stranger to the next. */
  static final long CALL_AGAIN = 250 * MILLI;

  /** Who was not heard of for so long is called. */
  private static final long QUIET = 1000 * MILLI;

  /** Who is not among the configured peers is forgotten after so long. */
  private static final long FORGOTTEN = 30_000 * MILLI;

  /** Besides the configured ones, so many are called while this process knows no record. */
  static final int MOST_AT_GENESIS = 256;

  /** So many others have a name here at most; each costs a thread. */
  static final int MOST_NAMES = 2048;

  private static final String HANGS_UP =
      "it takes connections and hangs up: see that it is the port of a member, not of a consensus,"
          + " and that both sides have TLS or neither";

  private final Endpoint here;
  private final Sockets sockets;
  private final Bindings bindings;
  private final Strangers strangers;
  private final Peer.Failures failures;

  /** Run when something cannot be sent. */
  private final Runnable dropped;

  private final Set<Endpoint> configured;

  /** The addresses of the configured ones. */
  private final Set<InetAddress> familiar;

  private final Map<Address, Peer> all = new ConcurrentHashMap<>();
  private final Map<String, Peer> byName = new ConcurrentHashMap<>();
  private final Output out = new Output();
  private volatile int mostCalled = MOST_AT_GENESIS;

  /**
   * @param here where this process is
   * @param configured where others may be
   */
  Peers(
      Endpoint here,
      List<Endpoint> configured,
      Sockets sockets,
      Bindings bindings,
      Strangers strangers,
      Peer.Failures failures,
      Runnable dropped) {
    this.here = here;
    this.sockets = sockets;
    this.bindings = bindings;
    this.strangers = strangers;
    this.failures = failures;
    this.dropped = dropped;
    this.configured = new HashSet<>(configured);
    this.configured.remove(here);
    familiar =
        this.configured.stream().map(it -> it.address().getIpAddress()).collect(Collectors.toSet());
    this.configured.forEach(this::at);
  }

  // For all.

  Collection<Peer> all() {
    return all.values();
  }

  @Nullable Peer named(String name) {
    return byName.get(name);
  }

  /** A connection that this process had made was closed before the other end said who it is. */
  void explain(Link link) {
    Peer peer = all.get(link.peerAddress());
    IOException failure = link.failure();
    if (peer != null && link.isDialled() && !link.hasGreeted) {
      if (failure == null) {
        peer.explain(new IOException(HANGS_UP));
      } else if (failure instanceof SSLException
          || failure instanceof Keys.PlainTextException
          || failure instanceof Link.ConsensusPortException) {
        peer.explain(failure);
      }
    }
  }

  /** Whoever was called is not who was meant. */
  void turnedAway(Link link, String objection) {
    Peer peer = all.get(link.peerAddress());
    if (peer != null && link.isDialled()) {
      peer.turnedAway(objection);
    }
  }

  boolean isKnown(Address address) {
    return all.containsKey(address);
  }

  /** Whether this is one of the places where others may be by configuration. */
  boolean isConfigured(Endpoint endpoint) {
    return configured.contains(endpoint);
  }

  boolean isFamiliar(InetAddress address) {
    return familiar.contains(address);
  }

  /** The newest record has so many members and voters; how many others are called depends on it. */
  void sized(int membersAndVoters) {
    mostCalled = 2 * membersAndVoters;
  }

  /** Whether the member has a connection, and was heard of lately: who was quiet is called. */
  boolean isHeard(long now, String member) {
    Peer peer = byName.get(member);
    return peer != null && member.equals(peer.name()) && now - peer.heardAt() < 2 * QUIET;
  }

  /** The endpoints of those without a name, and why they could not be reached. */
  SortedMap<Endpoint, String> failures() {
    SortedMap<Endpoint, String> texts = new TreeMap<>();
    for (Peer peer : all.values()) {
      if (peer.name() == null) {
        texts.put(peer.endpoint(), peer.failure());
      }
    }
    return texts;
  }

  void close() {
    all.values().forEach(Peer::close);
  }

  // On the thread of the network.

  /** The one at an endpoint; from now on it is called. */
  Peer at(Endpoint endpoint) {
    return all.computeIfAbsent(
        endpoint.address(), it -> new Peer(endpoint, sockets, failures, System.nanoTime()));
  }

  /** Whether there is no room for a name at an address where nobody was before. */
  boolean isFullFor(Address address) {
    return !all.containsKey(address) && all.size() >= MOST_NAMES + configured.size();
  }

  /** Another process is said to be there; nothing is looked up, and not too many are called. */
  void hearOf(Endpoint endpoint) {
    if (endpoint.isInDigits() && !endpoint.equals(here) && all.size() < mostPeers()) {
      at(endpoint);
    }
  }

  /** If there are more, only the configured ones are called; others may call. */
  private int mostPeers() {
    return configured.size() + mostCalled;
  }

  /** Gives a name to a process that has no other; returns the one that had it before, or null. */
  @Nullable Peer name(Peer peer, String name) {
    Peer before = byName.put(name, peer);
    byName.entrySet().removeIf(it -> it.getValue() == peer && !it.getKey().equals(name));
    return before == peer ? null : before;
  }

  /** Where those with a name are. */
  List<Endpoint> named() {
    List<Endpoint> endpoints = new ArrayList<>();
    byName.values().forEach(it -> endpoints.add(it.endpoint()));
    return endpoints;
  }

  /** Whether each has a connection over which both ends know each other. */
  boolean areConnected() {
    for (Peer peer : all.values()) {
      Link link = peer.link();
      if (link == null || !link.welcomes) {
        return false;
      }
    }
    return true;
  }

  /** Calls those of whom it is time. */
  void tick(long now) {
    all.values().forEach(peer -> watch(now, peer));
    strangers.forEach(
        link -> {
          if (now - link.calledAt > CALL_AGAIN) {
            call(link);
          }
        });
  }

  private void watch(long now, Peer peer) {
    long unheard = now - peer.heardAt();
    Link link = peer.link();
    boolean isKnown = link != null && link.welcomes;
    long patience = isKnown ? QUIET : CALL_AGAIN;
    if ((!isKnown || unheard > QUIET) && now - peer.calledAt > patience) {
      call(peer);
    }
    if (link != null && unheard > PeerNetwork.DEAD) {
      long millis = PeerNetwork.DEAD / MILLI;
      failures.log(() -> LOG.debug("Nothing has come from {} for {} ms.", peer.endpoint(), millis));
      link.hangUp();
    }
    if (unheard > FORGOTTEN && !configured.contains(peer.endpoint())) {
      forget(peer);
    }
  }

  /** Is at this place no more. */
  void forget(Peer peer) {
    all.remove(peer.address());
    byName.values().remove(peer);
    bindings.forget(peer.endpoint());
    peer.close();
    sockets.forget(peer.address());
  }

  /** Asks one who it is, over a new connection if it has none with a name. */
  void call(Peer peer) {
    peer.calledAt = System.nanoTime();
    Link link = peer.link();
    if (link != null) {
      call(link);
    } else if (configured.contains(peer.endpoint()) || all.size() <= mostPeers()) {
      PeerNetwork.PACKETS.encode(new Call(), out);
      peer.call(out.array(), out.size());
    }
  }

  /** Asks who is at the other end of a connection. */
  void call(Link link) {
    link.wasCalled = true;
    link.calledAt = System.nanoTime();
    send(link, new Call());
  }

  /** Sends without waiting; whoever has no name and does not read is not waited for. */
  void send(Link link, Packet packet) {
    PeerNetwork.PACKETS.encode(packet, out);
    String name = link.name();
    Peer peer = name == null ? null : all.get(link.peerAddress());
    if (name != null && peer != null) {
      if (!peer.send(name, out.array(), out.size())) {
        dropped.run();
      }
    } else if (link.isPromptFor(out.size())) {
      try {
        link.send(out.array(), 0, out.size());
      } catch (Exception e) {
        link.hangUp();
      }
    } else {
      strangers.drop(link, Refused.NOT_A_MEMBER);
    }
  }
}
