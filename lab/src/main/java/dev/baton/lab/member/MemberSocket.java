package dev.baton.lab.member;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonLock;
import dev.baton.cluster.ClusterSuspendedException;
import dev.baton.cluster.Hold;
import dev.baton.cluster.HoldLostException;
import dev.baton.cluster.LockTimeoutException;
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
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The socket of a member, for processes of the same user. Each connection has at most one lock, and
 * loses it when it is closed, by whomever.
 *
 * <pre>
 * lock NAME                held FENCE | refused SENTENCE      and later perhaps   lost SENTENCE
 * lock NAME MILLISECONDS   the same, or   late SENTENCE       says why; with 0 it asks once
 * check                    valid MILLISECONDS | lost SENTENCE
 * unlock                   released | lost SENTENCE
 * status                   several lines, see {@link MemberStatus}, the last of them   end
 * </pre>
 *
 * Between the words of a line is a tab, which no name contains.
 */
public final class MemberSocket implements AutoCloseable {

  private static final long RETRY_NANOS = 100_000_000;

  /** The longest request, in characters: there is room for the longest name. */
  private static final int LONGEST = 1000;

  /** So many connections at once. */
  private static final int MOST_CONNECTIONS = 1000;

  private final Baton baton;
  private final Supplier<MemberStatus> status;
  private final UnixDomainSocketAddress address;
  private final ServerSocketChannel server;
  private final Semaphore places = new Semaphore(MOST_CONNECTIONS);

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
        if (places.tryAcquire()) {
          Thread.ofVirtual().name("baton-connection").start(new Connection(channel));
        } else {
          channel.close();
        }
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

    /** Why the last hold was lost; null if none was, as far as this connection was told. */
    private volatile String lost;

    Connection(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void run() {
      try (channel) {
        BufferedReader in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
        for (String line = readLine(in); line != null; line = readLine(in)) {
          obey(line.split("\t", 2));
        }
      } catch (IOException e) {
        // The other process is gone, as if it had closed.
      } finally {
        places.release();
        release();
      }
    }

    /** The next request; null if there is none, or one that is too long. */
    private String readLine(BufferedReader in) throws IOException {
      StringBuilder line = new StringBuilder();
      int c = in.read();
      if (c < 0) {
        return null;
      }
      for (; c >= 0 && c != '\n'; c = in.read()) {
        if (line.length() == LONGEST) {
          say("refused\tA request has at most " + LONGEST + " characters.");
          return null;
        }
        line.append((char) c);
      }
      return line.toString();
    }

    private void obey(String[] words) throws IOException {
      switch (words[0]) {
        case "lock" -> lock(words.length < 2 ? "" : words[1]);
        case "check" -> check();
        case "unlock" -> say(release());
        case "status" -> say(String.join("\n", status.get().lines()));
        default -> say("refused\tThere is no request '" + words[0] + "'.");
      }
    }

    private void lock(String request) throws IOException {
      if (hold != null) {
        say("refused\tA connection has one lock at a time.");
        return;
      }
      String[] words = request.split("\t", 2);
      try {
        BatonLock lock = baton.lock(words[0]);
        hold =
            words.length < 2
                ? lock.acquireAsync().toCompletableFuture()
                : within(lock, millis(words[1]));
      } catch (IllegalArgumentException | IllegalStateException e) {
        say("refused\t" + e.getMessage());
        return;
      }
      hold.whenComplete(this::arrive);
    }

    private static Duration millis(String text) {
      try {
        return Duration.ofMillis(Long.parseLong(text));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + text + "' is not a number of milliseconds.", e);
      }
    }

    /** By a thread of its own, which ends if the hold is cancelled. */
    private static CompletableFuture<Hold> within(BatonLock lock, Duration time) {
      CompletableFuture<Hold> later = new CompletableFuture<>();
      Thread waiting =
          Thread.ofVirtual()
              .name("baton-wait")
              .start(
                  () -> {
                    try {
                      Hold acquired = lock.acquire(time);
                      if (!later.complete(acquired)) {
                        acquired.close();
                      }
                    } catch (InterruptedException | RuntimeException e) {
                      later.completeExceptionally(e);
                    }
                  });
      later.whenComplete(
          (acquired, failure) -> {
            if (later.isCancelled()) {
              waiting.interrupt();
            }
          });
      return later;
    }

    private void arrive(Hold held, Throwable failure) {
      try {
        if (held != null) {
          say("held\t" + held.fence());
          lost = null;
          held.onLost(this::lost);
          return;
        }
        boolean isLate =
            failure instanceof LockTimeoutException || failure instanceof ClusterSuspendedException;
        if (isLate) {
          hold = null;
        }
        say((isLate ? "late\t" : "refused\t") + failure.getMessage());
      } catch (IOException e) {
        // The reader finds out too, and releases.
      }
    }

    private void lost(String reason) {
      lost = reason;
      try {
        say("lost\t" + reason);
      } catch (IOException e) {
        // Nobody is left to hear it.
      }
    }

    /** How long what is held stays valid even if this process is stopped now. */
    private void check() throws IOException {
      CompletableFuture<Hold> asked = hold;
      if (asked == null || !asked.isDone() || asked.isCompletedExceptionally()) {
        say("lost\tNothing is held through this connection.");
        return;
      }
      Duration remaining = asked.join().remaining();
      String reason = lost;
      if (!remaining.isZero()) {
        say("valid\t" + remaining.toMillis());
      } else if (reason != null) {
        say("lost\t" + reason);
      }
      // Otherwise it is lost since a moment ago, which is told in any case.
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
