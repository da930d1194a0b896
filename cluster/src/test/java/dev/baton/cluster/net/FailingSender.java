package dev.baton.cluster.net;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** The sender to another process where nobody listens; whoever is told so runs out of memory. */
final class FailingSender {

  private FailingSender() {}

  /**
   * It calls three times; throws if it does not.
   *
   * @param patience how long each call may take
   */
  static void run(Duration patience) throws InterruptedException {
    BlockingQueue<Exception> told = new LinkedBlockingQueue<>();
    Sockets sockets = new Sockets(endpoint(), Guard.NONE, new Quiet());
    sockets.start();
    Peer peer =
        new Peer(
            endpoint(),
            sockets,
            (it, e) -> {
              told.add(e);
              throw new OutOfMemoryError("on purpose");
            },
            System.nanoTime());
    try {
      for (int i = 1; i <= 3; i++) {
        peer.call(new byte[1], 1);
        if (told.poll(patience.toMillis(), MILLISECONDS) == null) {
          throw new AssertionError("call " + i + " was not sent");
        }
      }
    } finally {
      peer.close();
      sockets.close();
    }
  }

  private static Endpoint endpoint() {
    return new Endpoint("127.0.0.1", FreePorts.next());
  }

  private static final class Quiet implements Sockets.Events {
    @Override
    public void arrived(Link from, @Nullable Packet packet, int bytes) {}

    @Override
    public void connected(Link link) {}

    @Override
    public void closed(Link link) {}

    @Override
    public void refused(String who, Refused why, String detail) {}
  }
}
