package dev.baton.lab.member;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonLock;
import dev.baton.cluster.Hold;
import dev.baton.cluster.HoldLostException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The socket of a member, for processes of the same user. Each connection has at most one lock, and
 * loses it when it is closed, by whomever.
 *
 * <pre>
 * lock NAME      held FENCE | refused SENTENCE      and later perhaps   lost SENTENCE
 * try NAME       the same, or   busy
 * check          valid MILLISECONDS | lost SENTENCE
 * unlock         released | lost SENTENCE
 * status         several lines, see {@link MemberStatus}, the last of them   end
 * </pre>
 *
 * Between the words of a line is a tab, which no name contains.
 */
public final class MemberSocket implements AutoCloseable {

  private static final long RETRY_NANOS = 100_000_000;

  private final Baton baton;
  private final Supplier<MemberStatus> status;
  private final UnixDomainSocketAddress address;
  private final ServerSocketChannel server;

  /**
   * Begins to listen.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot
   */
  public MemberSocket(
      SocketDirectory directory, String cluster, Baton baton, Supplier<MemberStatus> status) {
    this.baton = baton;
    this.status = status;
    directory.create();
    address = directory.socket(cluster, baton.member());
    try {
      // What a member has left behind that was killed; the cluster has one of a name at a time.
      Files.deleteIfExists(address.getPath());
      server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address);
      Files.setPosixFilePermissions(
          address.getPath(), PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The socket " + address + " cannot be opened: " + e.getMessage() + ".", e);
    }
    Thread.ofVirtual().name("baton-socket").start(this::accept);
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        SocketChannel channel = server.accept();
        Thread.ofVirtual().name("baton-connection").start(new Connection(channel));
      } catch (IOException e) {
        // Closed, or out of file handles, of which some may be given back.
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(address.getPath());
    } catch (IOException e) {
      // The member is ending, and the next one removes what is left.
    }
  }

  private final class Connection implements Runnable {

    private final SocketChannel channel;

    /** Null as long as nothing was asked for. */
    private CompletableFuture<Hold> hold;

    Connection(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void run() {
      try (channel) {
        BufferedReader in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          obey(line.split("\t", 2));
        }
      } catch (IOException e) {
        // The other process is gone, as if it had closed.
      } finally {
        release();
      }
    }

    private void obey(String[] words) throws IOException {
      switch (words[0]) {
        case "lock" -> lock(words.length < 2 ? "" : words[1], BatonLock::acquireAsync);
        case "try" -> lock(words.length < 2 ? "" : words[1], Connection::tryAcquire);
        case "check" -> say(check());
        case "unlock" -> say(release());
        case "status" -> say(String.join("\n", status.get().lines()));
        default -> say("refused\tThere is no request '" + words[0] + "'.");
      }
    }

    /** One question; this thread has nothing else to do until it is answered. */
    private static CompletionStage<Hold> tryAcquire(BatonLock lock) {
      return CompletableFuture.completedFuture(lock.tryAcquire());
    }

    private void lock(String name, Function<BatonLock, CompletionStage<Hold>> acquire)
        throws IOException {
      if (hold != null) {
        say("refused\tA connection has one lock at a time.");
        return;
      }
      try {
        hold = acquire.apply(baton.lock(name)).toCompletableFuture();
      } catch (IllegalArgumentException | IllegalStateException e) {
        say("refused\t" + e.getMessage());
        return;
      }
      hold.whenComplete(this::arrive);
    }

    private void arrive(Hold held, Throwable failure) {
      try {
        if (held != null) {
          say("held\t" + held.fence());
          held.onLost(this::lost);
        } else if (failure == null) {
          hold = null;
          say("busy");
        } else {
          say("refused\t" + failure.getMessage());
        }
      } catch (IOException e) {
        // The reader finds out too, and releases.
      }
    }

    private void lost(String reason) {
      try {
        say("lost\t" + reason);
      } catch (IOException e) {
        // Nobody is left to hear it.
      }
    }

    /** How long what is held stays valid even if this process is stopped now. */
    private String check() {
      CompletableFuture<Hold> asked = hold;
      boolean isHeld = asked != null && asked.isDone() && !asked.isCompletedExceptionally();
      long millis = isHeld ? asked.join().remaining().toMillis() : 0;
      return millis > 0 ? "valid\t" + millis : "lost\tNothing is held through this connection.";
    }

    /** Gives back what is held, or leaves the queue; returns what to answer. */
    private String release() {
      CompletableFuture<Hold> asked = hold;
      hold = null;
      if (asked == null || asked.cancel(false) || asked.isCompletedExceptionally()) {
        return "released";
      }
      try {
        asked.join().close();
        return "released";
      } catch (HoldLostException e) {
        return "lost\t" + e.getMessage();
      }
    }

    private synchronized void say(String line) throws IOException {
      ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
