package dev.baton.cluster.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Connections from others that have not shown yet who they are. Each has a thread of its own, so
 * that nobody waits for another; one deadline for everything; and where there are too many, the
 * oldest give way: whoever means it is done long before.
 */
final class Handshakes {

  /** What is to be done with a connection, and with one that comes to nothing. */
  interface Next {
    /** Does the handshake, and whatever else may take long. */
    void finish(Socket socket) throws Exception;

    void refused(Socket socket, Refused why, String detail);
  }

  /** So many at once, in all. */
  static final int MOST = 512;

  /** So many at once from one address. */
  static final int MOST_PER_ADDRESS = 128;

  /** How long one may take, from the first byte to the last. */
  static final long LONGEST = 4_000_000_000L;

  /** One of them; it is finished, or given up, once. */
  private record Unfinished(Socket socket, InetAddress from, long since) {}

  private final Next next;

  /** The oldest first. */
  private final Set<Unfinished> all = new LinkedHashSet<>();

  private final Map<InetAddress, Integer> perAddress = new HashMap<>();

  Handshakes(Next next) {
    this.next = next;
  }

  /** Begins one; does not wait. */
  void begin(Socket socket) {
    Unfinished fresh = new Unfinished(socket, socket.getInetAddress(), System.nanoTime());
    Unfinished oldest = add(fresh);
    if (oldest != null) {
      giveUp(oldest, Refused.CROWDED);
    }
    Thread.ofVirtual().name("baton-handshake").start(() -> run(fresh));
  }

  /** Returns the one that gives way, or null. */
  private synchronized @Nullable Unfinished add(Unfinished fresh) {
    @Nullable Unfinished oldest = null;
    if (perAddress.getOrDefault(fresh.from, 0) >= MOST_PER_ADDRESS) {
      oldest = oldest(fresh.from);
    } else if (all.size() >= MOST) {
      oldest = oldest(mostCrowded());
    }
    if (oldest != null) {
      remove(oldest);
    }
    all.add(fresh);
    perAddress.merge(fresh.from, 1, Integer::sum);
    return oldest;
  }

  private InetAddress mostCrowded() {
    return perAddress.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  private Unfinished oldest(InetAddress from) {
    return all.stream().filter(each -> each.from.equals(from)).findFirst().orElseThrow();
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
      next.finish(mine.socket);
      remove(mine);
    } catch (Exception e) {
      if (remove(mine)) {
        next.refused(mine.socket, Refused.of(e), String.valueOf(e.getMessage()));
      }
      close(mine.socket);
    } catch (Error e) {
      // Perhaps there is no memory left: this connection ends, and not the accepting of others.
      remove(mine);
      close(mine.socket);
      throw e;
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
