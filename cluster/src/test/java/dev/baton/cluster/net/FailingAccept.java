package dev.baton.cluster.net;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Sockets to which others connect while there is no memory for it. */
final class FailingAccept implements Sockets.Events {

  private final boolean failsAtOnce;
  private final BlockingQueue<InetAddress> accepted = new LinkedBlockingQueue<>();
  private final BlockingQueue<Runnable> lines = new LinkedBlockingQueue<>();

  private FailingAccept(boolean failsAtOnce) {
    this.failsAtOnce = failsAtOnce;
  }

  /**
   * Two connect, and there is no memory to say that this fails; throws if one is not looked at.
   *
   * @param patience how long each step may take
   */
  static void accept(Duration patience) throws IOException, InterruptedException {
    FailingAccept events = new FailingAccept(true);
    Endpoint here = new Endpoint("127.0.0.1", FreePorts.next());
    Sockets sockets = events.listen(here);
    try {
      for (int i = 1; i <= 2; i++) {
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), here.port());
        check(poll(events.accepted, patience), "connection " + i + " was not accepted");
        awaitEnd(caller, patience);
      }
    } finally {
      sockets.close();
    }
  }

  /** One says what is no handshake, and it cannot be refused; throws if nobody is told. */
  static void refuse(Duration patience) throws IOException, InterruptedException {
    FailingAccept events = new FailingAccept(false);
    Endpoint here = new Endpoint("127.0.0.1", FreePorts.next());
    Sockets sockets = events.listen(here);
    try {
      Socket caller = new Socket(InetAddress.getLoopbackAddress(), here.port());
      caller.getOutputStream().write(new byte[100]);
      check(poll(events.lines, patience), "nothing was written into the log");
      awaitEnd(caller, patience);
    } finally {
      sockets.close();
    }
  }

  private Sockets listen(Endpoint here) {
    Sockets sockets = new Sockets(here, Guard.NONE, this);
    sockets.start();
    return sockets;
  }

  private static boolean poll(BlockingQueue<?> queue, Duration patience)
      throws InterruptedException {
    return queue.poll(patience.toMillis(), MILLISECONDS) != null;
  }

  /** Who connects must not be left waiting. */
  private static void awaitEnd(Socket caller, Duration patience) throws IOException {
    try (caller) {
      caller.setSoTimeout((int) patience.toMillis());
      check(caller.getInputStream().read() < 0, "it was answered");
    } catch (SocketTimeoutException e) {
      throw new AssertionError("it was not closed", e);
    } catch (SocketException e) {
      // It was closed before all was read.
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  @Override
  public boolean isFamiliar(InetAddress address) {
    accepted.add(address);
    if (failsAtOnce) {
      throw new OutOfMemoryError("on purpose");
    }
    return false;
  }

  @Override
  public void log(Runnable line) {
    if (failsAtOnce) {
      throw new OutOfMemoryError("on purpose");
    }
    lines.add(line);
  }

  @Override
  public void arrived(Link from, @Nullable Packet packet, int bytes) {}

  @Override
  public void connected(Link link) {}

  @Override
  public void closed(Link link) {}

  @Override
  public void refused(String who, Refused why, String detail) {
    throw new OutOfMemoryError("on purpose");
  }
}
