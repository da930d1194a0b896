package dev.baton.cluster.net;

import java.net.SocketTimeoutException;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections to which no name is bound. There is room for so many, and the oldest give way. */
final class Strangers {

  private static final Logger LOG = LoggerFactory.getLogger(Strangers.class);
  static final int MOST = 256;

  private final RefusalLog refusals;
  private final Executor writer;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();

  /**
   * @param writer writes lines into the log, and holds nobody up
   */
  Strangers(RefusalLog refusals, Executor writer) {
    this.refusals = refusals;
    this.writer = writer;
  }

  /** A new connection. */
  void add(Link link) {
    links.add(link);
    if (links.size() > MOST) {
      long now = System.nanoTime();
      links.stream()
          .max(Comparator.comparingLong(each -> each.age(now)))
          .ifPresent(oldest -> drop(oldest, Refused.CROWDED));
    }
  }

  /** Takes the name from a connection, which may be closed. */
  void unbind(Link link) {
    link.bind(null);
    if (link.isOpen()) {
      links.add(link);
    }
  }

  /** It has a name now. */
  void remove(Link link) {
    links.remove(link);
  }

  /** It was closed, perhaps because nothing has come for too long. */
  void closed(Link link) {
    if (links.remove(link)
        && isNameless(link)
        && link.failure() instanceof SocketTimeoutException) {
      refuse(link, Refused.NAMELESS);
    }
  }

  void drop(Link link, Refused why) {
    links.remove(link);
    link.hangUp();
    refuse(link, why);
  }

  private void refuse(Link link, Refused why) {
    refusals.refused(System.nanoTime(), "connection with " + link.endpoint(), why, "");
  }

  /** Whether others have made it, and not said who they are. */
  private static boolean isNameless(Link link) {
    return !link.isDialled() && !link.hasGreeted;
  }

  /** Gives up those that have not said who they are for too long. */
  void expire(long now) {
    for (Link link : links) {
      if (link.age(now) > PeerNetwork.DEAD) {
        if (isNameless(link)) {
          drop(link, Refused.NAMELESS);
        } else {
          writer.execute(() -> LOG.debug("Nobody has a name at {}.", link.endpoint()));
          links.remove(link);
          link.hangUp();
        }
      }
    }
  }

  void forEach(Consumer<Link> action) {
    links.forEach(action);
  }

  int size() {
    return links.size();
  }
}
