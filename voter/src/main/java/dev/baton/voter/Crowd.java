package dev.baton.voter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.net.Refused;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which connections may stay at the port of the consensus. One is nameless until a call of it was
 * let in: by its certificate, or without TLS because it was in the name of a voter. There is room
 * for so many of both kinds, so that neither crowds out the other, and for so many bytes of
 * messages that are not complete yet.
 *
 * <p>A new one always gets in, and another gives way. Of the nameless ones, silent or not,
 * whichever are more give way, and among them the oldest: a voter calls as soon as it is connected.
 * Of the named ones the one that has said nothing for longest gives way: Raft speaks all the time,
 * and what a cut has left for dead says nothing. First to go are those from addresses at which no
 * voter is configured, which without TLS is all there is to tell voters by.
 */
final class Crowd {

  static final int MOST_NAMELESS = 256;
  static final int MOST_PER_ADDRESS = 64;
  static final int MOST_NAMED = 256;

  /** With one name; without TLS, from one address. A voter has about five. */
  static final int MOST_PER_NAME = 64;

  /** Bytes of messages that are not complete yet, in all: ten of the longest. */
  static final long MOST_UNFINISHED = 64 << 20;

  /** One connection. */
  static final class Caller {
    private final Object from;
    private final BiConsumer<Refused, String> end;

    /** Guarded by the crowd, as all that can change. */
    private boolean isFamiliar;

    /** Null for a nameless one. */
    private Object name;

    private boolean hasSpoken;
    private long heardAt = System.nanoTime();
    private long unfinished;

    private Caller(Object from, boolean isFamiliar, BiConsumer<Refused, String> end) {
      this.from = from;
      this.isFamiliar = isFamiliar;
      this.end = end;
    }
  }

  private final Set<Object> familiar;

  /** The oldest first. */
  @GuardedBy("this")
  private final Set<Caller> nameless = new LinkedHashSet<>();

  @GuardedBy("this")
  private final Set<Caller> named = new HashSet<>();

  @GuardedBy("this")
  private long unfinished;

  /**
   * @param familiar addresses at which voters are configured
   */
  Crowd(Set<?> familiar) {
    this.familiar = Set.copyOf(familiar);
  }

  /**
   * A new connection.
   *
   * @param end ends it, and says why
   */
  Caller enter(Object from, BiConsumer<Refused, String> end) {
    Caller fresh = new Caller(from, familiar.contains(from), end);
    Caller leaving = null;
    synchronized (this) {
      List<Caller> neighbours = with(nameless, it -> it.from.equals(from));
      if (neighbours.size() >= MOST_PER_ADDRESS) {
        leaving = firstOf(neighbours);
      } else if (nameless.size() >= MOST_NAMELESS) {
        leaving = firstOf(nameless);
      }
      remove(leaving);
      nameless.add(fresh);
    }
    end(leaving, Refused.CROWDED, Refused.CROWDED.text());
    return fresh;
  }

  @GuardedBy("this")
  private Caller firstOf(Collection<Caller> crowd) {
    List<Caller> spoken = with(crowd, it -> it.hasSpoken);
    boolean isMostlySpoken = 2 * spoken.size() > crowd.size();
    return with(crowd, it -> it.hasSpoken == isMostlySpoken).stream()
        .min(Comparator.comparing(it -> it.isFamiliar))
        .orElseThrow();
  }

  /** Bytes have come from there. */
  synchronized void heard(Caller it) {
    it.hasSpoken = true;
    it.heardAt = System.nanoTime();
  }

  /**
   * A call was let in.
   *
   * @param voter the owner of the certificate; null without TLS
   */
  void name(Caller it, String voter) {
    Caller leaving = null;
    synchronized (this) {
      if (!nameless.remove(it)) {
        return;
      }
      it.isFamiliar |= voter != null;
      it.name = voter == null ? it.from : voter;
      List<Caller> alike = with(named, other -> other.name.equals(it.name));
      if (alike.size() >= MOST_PER_NAME) {
        leaving = alike.stream().min(Comparator.comparing(other -> other.heardAt)).orElseThrow();
      } else if (named.size() >= MOST_NAMED) {
        leaving =
            named.stream()
                .min(
                    Comparator.comparing((Caller other) -> other.isFamiliar)
                        .thenComparing(other -> other.heardAt))
                .orElseThrow();
      }
      remove(leaving);
      named.add(it);
    }
    end(leaving, Refused.CROWDED, "too many have called and stay, and it was silent for longest");
  }

  /** So many bytes more, or fewer, wait for the rest of their message. */
  void unfinished(Caller it, long bytes) {
    Caller leaving = null;
    synchronized (this) {
      if (!nameless.contains(it) && !named.contains(it)) {
        return;
      }
      it.unfinished += bytes;
      unfinished += bytes;
      if (bytes > 0 && unfinished > MOST_UNFINISHED) {
        leaving =
            Stream.concat(nameless.stream(), named.stream())
                .filter(other -> other.unfinished > 0)
                .min(
                    Comparator.comparing((Caller other) -> other.isFamiliar)
                        .thenComparing(other -> -other.unfinished))
                .orElseThrow();
        remove(leaving);
      }
    }
    end(
        leaving,
        Refused.TOO_LONG,
        "too many bytes wait for the rest of their message, most of them here");
  }

  /** It has ended, for whatever reason. */
  synchronized void left(Caller it) {
    remove(it);
  }

  @GuardedBy("this")
  private void remove(Caller it) {
    if (it != null && (nameless.remove(it) || named.remove(it))) {
      unfinished -= it.unfinished;
    }
  }

  private static void end(Caller leaving, Refused why, String sentence) {
    if (leaving != null) {
      leaving.end.accept(why, sentence);
    }
  }

  private static List<Caller> with(Collection<Caller> crowd, Predicate<Caller> condition) {
    List<Caller> some = new ArrayList<>();
    for (Caller each : crowd) {
      if (condition.test(each)) {
        some.add(each);
      }
    }
    return some;
  }

  synchronized int size() {
    return nameless.size() + named.size();
  }
}
