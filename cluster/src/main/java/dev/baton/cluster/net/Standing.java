package dev.baton.cluster.net;

import dev.baton.cluster.epoch.Identity;
import dev.baton.cluster.net.Setting.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a process says of the cluster that it is in, so that two of one name notice each other.
 *
 * @param identity null while it knows of none; then nothing is said
 * @param epoch the highest number that it knows
 * @param acknowledges whether it is a voter that acknowledges leases
 * @param voters those of the newest record, and where they are; the place may be null
 */
public record Standing(
    @Nullable Identity identity,
    long epoch,
    boolean acknowledges,
    SortedMap<String, @Nullable Endpoint> voters) {

  /** In no cluster yet. */
  public static final Standing NONE = new Standing(null, 0, false, new TreeMap<>());

  static final String CLUSTER_ID = "cluster id";
  private static final String FIRST_EPOCH = "first epoch";
  private static final String NEWEST_EPOCH = "newest epoch";
  private static final String ACKNOWLEDGES = "acknowledges leases";
  private static final String VOTERS = "voters in the record";
  private static final String YES = "yes";
  private static final String NOWHERE = "-";

  /** Of voters whose places are still to be found. */
  public static Standing of(
      Identity identity, long epoch, boolean acknowledges, List<String> voters) {
    SortedMap<String, @Nullable Endpoint> places = new TreeMap<>();
    voters.forEach(voter -> places.put(voter, null));
    return new Standing(identity, epoch, acknowledges, places);
  }

  /** Whether both are known, and of two clusters. */
  public boolean isOfAnother(Standing other) {
    return identity != null && other.identity != null && !identity.id().equals(other.identity.id());
  }

  /** With the places of its voters, as far as they are known. */
  Standing at(Function<String, @Nullable Endpoint> places) {
    SortedMap<String, @Nullable Endpoint> found = new TreeMap<>();
    voters.keySet().forEach(voter -> found.put(voter, places.apply(voter)));
    return new Standing(identity, epoch, acknowledges, found);
  }

  /** As it stands in a hello. */
  List<Setting> named() {
    if (identity == null) {
      return List.of();
    }
    List<String> places = new ArrayList<>();
    voters.forEach(
        (voter, place) -> {
          places.add(voter);
          places.add(place == null ? NOWHERE : place.toString());
        });
    return List.of(
        new Setting(CLUSTER_ID, Kind.EQUAL_IF_BOTH, identity.id()),
        new Setting(FIRST_EPOCH, Kind.TOLD, Long.toString(identity.first())),
        new Setting(NEWEST_EPOCH, Kind.TOLD, Long.toString(epoch)),
        new Setting(ACKNOWLEDGES, Kind.TOLD, acknowledges ? YES : "no"),
        new Setting(VOTERS, Kind.TOLD, places));
  }

  /** What a hello says; {@link #NONE} if nothing, or nothing that can be understood. */
  public static Standing of(Greeting greeting) {
    Map<String, List<String>> said = new HashMap<>();
    greeting.settings().forEach(each -> said.put(each.name(), each.values()));
    List<String> places = said.getOrDefault(VOTERS, List.of());
    try {
      SortedMap<String, @Nullable Endpoint> voters = new TreeMap<>();
      for (int i = 0; i < places.size(); i += 2) {
        voters.put(places.get(i), place(places.get(i + 1)));
      }
      Identity identity = new Identity(only(said, CLUSTER_ID), number(said, FIRST_EPOCH));
      boolean acknowledges = only(said, ACKNOWLEDGES).equals(YES);
      return new Standing(identity, number(said, NEWEST_EPOCH), acknowledges, voters);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return NONE;
    }
  }

  private static String only(Map<String, List<String>> said, String name) {
    return said.getOrDefault(name, List.of()).getFirst();
  }

  private static long number(Map<String, List<String>> said, String name) {
    return Long.parseLong(only(said, name));
  }

  /** Nothing is looked up. */
  private static @Nullable Endpoint place(String text) {
    int colon = text.lastIndexOf(':');
    if (text.equals(NOWHERE)) {
      return null;
    }
    Endpoint place =
        new Endpoint(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    return place.isInDigits() ? place : null;
  }
}
