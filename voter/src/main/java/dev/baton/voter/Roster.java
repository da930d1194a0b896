package dev.baton.voter;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;

/**
 * Who is in the group: for each voter the store by which Raft knows it, and where it listens. A
 * voter that has lost its directory comes back with another store, and is somebody else to Raft.
 */
record Roster(SortedMap<String, Listed> voters) {

  /** One voter. */
  record Listed(String store, String address) {}

  /** Between the name of a voter and its store; no member's name contains it. */
  private static final char STORE = '~';

  Roster {
    voters = Collections.unmodifiableSortedMap(new TreeMap<>(voters));
  }

  /** As host and port; the host as it was given, so that a name may move. */
  static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  static RaftPeerId id(String voter, String store) {
    return RaftPeerId.valueOf(voter + STORE + store);
  }

  static String voterOf(RaftPeerId id) {
    return voterIn(id.toString());
  }

  /** The voter that an id names; empty, which is no voter's name, if it names none. */
  static String voterIn(String id) {
    return id.substring(0, Math.max(0, id.indexOf(STORE)));
  }

  static Roster of(Collection<RaftPeer> peers) {
    SortedMap<String, Listed> voters = new TreeMap<>();
    for (RaftPeer peer : peers) {
      String voter = voterOf(peer.getId());
      String store = peer.getId().toString().substring(voter.length() + 1);
      voters.put(voter, new Listed(store, VoterTarget.addressOf(peer.getAddress())));
    }
    return new Roster(voters);
  }

  List<RaftPeer> peers() {
    return voters.entrySet().stream()
        .map(
            each ->
                RaftPeer.newBuilder()
                    .setId(id(each.getKey(), each.getValue().store))
                    .setAddress(new VoterTarget(each.getKey(), each.getValue().address).text())
                    .build())
        .toList();
  }

  /** The same with another store for one voter. */
  Roster with(String voter, Listed listed) {
    SortedMap<String, Listed> changed = new TreeMap<>(voters);
    changed.put(voter, listed);
    return new Roster(changed);
  }

  /** For each voter its store. */
  Map<String, String> stores() {
    Map<String, String> stores = new TreeMap<>();
    voters.forEach((voter, listed) -> stores.put(voter, listed.store));
    return stores;
  }
}
