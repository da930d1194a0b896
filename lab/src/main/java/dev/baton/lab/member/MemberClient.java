package dev.baton.lab.member;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A connection to the socket of a member on this machine. */
public final class MemberClient implements AutoCloseable {

  /** How long a member may take to answer. */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The last line: the member is gone. */
  public static final String GONE = "gone";

  private final SocketChannel channel;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private MemberStatus status;

  private MemberClient(SocketChannel channel) {
    this.channel = channel;
    Thread.ofVirtual().name("baton-client").start(this::read);
  }

  /**
   * Those that answer, of all members of this user on this machine.
   *
   * @param cluster only members of it; null for all
   * @param member only those of this name; null for all
   */
  public static List<MemberClient> connect(SocketDirectory directory, String cluster, String member)
      throws InterruptedException {
    List<MemberClient> clients = new ArrayList<>();
    for (UnixDomainSocketAddress socket : directory.sockets()) {
      try {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(socket);
        MemberClient client = new MemberClient(channel);
        if (client.ask()
            && (cluster == null || cluster.equals(client.status.cluster()))
            && (member == null || member.equals(client.status.member()))) {
          clients.add(client);
        } else {
          client.close();
        }
      } catch (IOException e) {
        // A member that was killed has left its socket behind.
      }
    }
    return clients;
  }

  /** As it was when the connection was made. */
  public MemberStatus status() {
    return status;
  }

  private boolean ask() throws IOException, InterruptedException {
    say("status");
    List<String> answer = new ArrayList<>();
    String line = next(PATIENCE);
    while (line != null && !line.equals(GONE)) {
      answer.add(line);
      if (line.equals("end")) {
        status = MemberStatus.of(answer);
        return true;
      }
      line = next(PATIENCE);
    }
    return false;
  }

  /** Sends one line. */
  public void say(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /**
   * The next line.
   *
   * @param time null to wait as long as it takes
   * @return null if the time is over
   */
  public String next(Duration time) throws InterruptedException {
    return time == null
        ? lines.take()
        : lines.poll(TimeUnit.NANOSECONDS.convert(time), TimeUnit.NANOSECONDS);
  }

  /** Puts a line of our own among those of the member. */
  public void interject(String line) {
    lines.add(line);
  }

  private void read() {
    try {
      BufferedReader in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // As if the member had closed.
    }
    lines.add(GONE);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // It is closed.
    }
  }
}
