package dev.baton.cluster.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Connections from others that have not shown yet who they are. Each has a thread of its own, so
 * that nobody waits for another, and there is one deadline for everything.
 *
 * <p>Where there are too many, some give way. An attacker may be at the same address as members, so
 * addresses alone do not tell who is to go. Whoever has sent the first message of a handshake has
 * done more than one that only holds a connection open, but that message costs little, too.
 * Therefore neither kind can crowd out the other: of the silent ones and of those that have spoken,
 * whichever are more give way, and among them the oldest, because whoever means it is done long
 * before. Where it is about the room for all addresses, strange addresses and crowded ones go
 * first.
 */
final class Handshakes {

  /** What is to be done with a connection, and with one that comes to nothing. */
  interface Next {
    /**
     * Does the handshake, and whatever else may take long.
     *
     * @param spoken to be run when the first message of the handshake is there
     */
    void finish(Socket socket, Runnable spoken) throws Exception;

    /** Whether members are known to be at this address. */
    boolean isFamiliar(InetAddress address);

    /** The other end hung up, or the two did not agree. */
    void failed(Socket socket, Exception why);

    void refused(Socket socket, Refused why, String detail);

    /** It has ended for a reason that is not the other end's, such as no memory; never throws. */
    void broken(Throwable why);
  }

  /** So many at once, in all. */
  static final int MOST = 512;

  /** So many at once from one address. */
  static final int MOST_PER_ADDRESS = 128;

  /** How long one may take, from the first byte to the last. */
  static final long LONGEST = 4_000_000_000L;

  /** One of them; it is finished, or given up, once. */
  private static final class Unfinished {
    private final Socket socket;
    private final InetAddress from;
    private final boolean isFamiliar;
    private final long since = System.nanoTime();

    /** Guarded by the handshakes, which the check cannot see from here. */
    private boolean hasSpoken;

    Unfinished(Socket socket, boolean isFamiliar) {
      this.socket = socket;
      from = socket.getInetAddress();
      this.isFamiliar = isFamiliar;
    }
  }

  private final Next next;
  private final Executor threads;

  /** The oldest first. */
  @GuardedBy("this")
  private final Set<Unfinished> all = new LinkedHashSet<>();

  @GuardedBy("this")
  private final Map<InetAddress, Integer> perAddress = new HashMap<>();

  /**
   * @param threads start what may block; then none waits for another
   */
  Handshakes(Next next, Executor threads) {
    this.next = next;
    this.threads = threads;
  }

  /** Begins one; does not wait. If that fails, the connection is closed. */
  void begin(Socket socket) {
    @Nullable Unfinished fresh = null;
    try {
      fresh = new Unfinished(socket, next.isFamiliar(socket.getInetAddress()));
      begin(fresh);
    } catch (RuntimeException | Error e) {
      if (fresh != null) {
        remove(fresh);
      }
      close(socket);
      throw e;
    }
  }

  private void begin(Unfinished fresh) {
    Unfinished leaving = add(fresh);
    if (leaving != null) {
      giveUp(leaving, Refused.CROWDED);
    }
    threads.execute(() -> run(fresh));
  }

  /** Returns the one that gives way, or null. */
  private synchronized @Nullable Unfinished add(Unfinished fresh) {
    @Nullable Unfinished leaving = null;
    if (perAddress.getOrDefault(fresh.from, 0) >= MOST_PER_ADDRESS) {
      leaving = firstToLeave(all.stream().filter(it -> it.from.equals(fresh.from)).toList());
    } else if (all.size() >= MOST) {
      leaving = firstToLeave(all);
    }
    if (leaving != null) {
      remove(leaving);
    }
    all.add(fresh);
    perAddress.merge(fresh.from, 1, Integer::sum);
    return leaving;
  }

  /**
   * @param crowd the oldest first
   */
  @GuardedBy("this")
  private Unfinished firstToLeave(Collection<Unfinished> crowd) {
    long spoken = crowd.stream().filter(it -> it.hasSpoken).count();
    boolean isMostlySpoken = spoken > crowd.size() - spoken;
    Map<InetAddress, Integer> counts = perAddress;
    // Of equals it is the first.
    return crowd.stream()
        .filter(it -> it.hasSpoken == isMostlySpoken)
        .min(
            Comparator.comparing((Unfinished it) -> it.isFamiliar)
                .thenComparing(it -> -counts.getOrDefault(it.from, 0)))
        .orElseThrow();
  }

  private synchronized void hasSpoken(Unfinished it) {
    it.hasSpoken = true;
  }

  /** Whether it was still there. */
  private synchronized boolean remove(Unfinished done) {
    boolean wasThere = all.remove(done);
    if (wasThere) {
      perAddress.computeIfPresent(done.from, (from, count) -> count == 1 ? null : count - 1);
    }
    return wasThere;
  }

  private void run(Unfinished mine) {
    try {
      finish(mine);
    } catch (RuntimeException | Error e) {
      // Perhaps there is no memory left: this connection ends, and not the accepting of others.
      remove(mine);
      close(mine.socket);
      next.broken(e);
    }
  }

  private void finish(Unfinished mine) {
    try {
      next.finish(mine.socket, () -> hasSpoken(mine));
      remove(mine);
    } catch (Exception e) {
      if (remove(mine)) {
        next.failed(mine.socket, e);
      }
      close(mine.socket);
    }
  }

  /** Gives up those that take too long. */
  void expire(long now) {
    while (true) {
      @Nullable Unfinished late;
      synchronized (this) {
        Iterator<Unfinished> oldestFirst = all.iterator();
        late = oldestFirst.hasNext() ? oldestFirst.next() : null;
        if (late == null || now - late.since < LONGEST) {
          return;
        }
        remove(late);
      }
      giveUp(late, Refused.TOO_SLOW);
    }
  }

  private void giveUp(Unfinished it, Refused why) {
    // The socket below TLS: closing it does not wait, and ends what its thread waits for.
    close(it.socket);
    next.refused(it.socket, why, "");
  }

  /** Ends all of them. */
  synchronized void close() {
    all.forEach(each -> close(each.socket));
  }

  synchronized int size() {
    return all.size();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }
}
