package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.thread.SpareThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Which connections give way when there are too many that have not shown who they are. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class HandshakesTest {

  /** A connection that leads nowhere, and stays until it is closed. */
  private static final class Waiting extends Socket {
    private final String from;
    private final boolean speaks;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    Waiting(String from, boolean speaks) {
      this.from = from;
      this.speaks = speaks;
    }

    @Override
    public InetAddress getInetAddress() {
      try {
        return InetAddress.getByName(from);
      } catch (IOException e) {
        throw new AssertionError("digits", e);
      }
    }

    @Override
    public void close() {
      closed.countDown();
    }

    boolean isGone() {
      return closed.getCount() == 0;
    }
  }

  private final Queue<Refused> refused = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Throwable> broken = new LinkedBlockingQueue<>();

  private final Handshakes handshakes =
      new Handshakes(
          new Handshakes.Next() {
            @Override
            public void finish(Socket socket, Runnable spoken) throws Exception {
              Waiting waiting = (Waiting) socket;
              if (waiting.speaks) {
                spoken.run();
              }
              waiting.begun.countDown();
              if (waiting.from.startsWith("10.1.")) {
                throw new OutOfMemoryError("for the test");
              }
              waiting.closed.await();
              throw new SocketException("it is closed");
            }

            @Override
            public boolean isFamiliar(InetAddress address) {
              return address.getHostAddress().startsWith("10.0.0.");
            }

            @Override
            public void failed(Socket socket, Exception why) {
              refused.add(Refused.of(why));
            }

            @Override
            public void refused(Socket socket, Refused why, String detail) {
              refused.add(why);
            }

            @Override
            public void broken(Throwable why) {
              broken.add(why);
            }
          },
          new SpareThreads("handshake", 8));

  @AfterEach
  void close() {
    handshakes.close();
  }

  private Waiting begin(String from, boolean speaks) throws InterruptedException {
    Waiting waiting = new Waiting(from, speaks);
    handshakes.begin(waiting);
    assertThat(waiting.begun.await(20, TimeUnit.SECONDS)).isTrue();
    return waiting;
  }

  private List<Waiting> begin(int count, String from, boolean speaks) throws InterruptedException {
    List<Waiting> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(begin(from, speaks));
    }
    return all;
  }

  private static long gone(List<Waiting> all) {
    return all.stream().filter(Waiting::isGone).count();
  }

  /** Whatever it has said by then: there is one deadline for the whole handshake. */
  @Test
  void whoTakesTooLongIsGivenUp() throws Exception {
    Waiting slow = begin("10.0.0.1", true);
    long now = System.nanoTime();
    handshakes.expire(now - Handshakes.LONGEST / 2);
    assertThat(slow.isGone()).isFalse();
    handshakes.expire(now + Handshakes.LONGEST);
    assertThat(slow.isGone()).isTrue();
    assertThat(refused).contains(Refused.TOO_SLOW);
    assertThat(handshakes.size()).isZero();
  }

  /** And is told, instead of going to the uncaught-exception handler of the application. */
  @Test
  void anErrorGivesBackThePlace() throws Exception {
    Waiting failed = begin("10.1.0.1", true);
    assertThat(failed.closed.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(handshakes.size()).isZero();
    assertThat(broken.poll(20, TimeUnit.SECONDS)).isInstanceOf(OutOfMemoryError.class);
  }

  /** Not even if they come from the same address. */
  @Test
  void whoHasSpokenDoesNotGiveWayToTheSilent() throws Exception {
    Waiting member = begin("10.0.0.1", true);
    List<Waiting> silent = begin(1000, "10.0.0.1", false);
    assertThat(member.isGone()).isFalse();
    assertThat(gone(silent)).isEqualTo(1001 - Handshakes.MOST_PER_ADDRESS);
    assertThat(silent.getLast().isGone()).isFalse();
    assertThat(silent.getFirst().isGone()).isTrue();
  }

  /** A first message costs little: who has just arrived has time for one, whoever floods. */
  @Test
  void whoHasJustArrivedDoesNotGiveWayToThoseThatSpeak() throws Exception {
    List<Waiting> before = begin(200, "10.0.0.1", true);
    Waiting member = begin("10.0.0.1", false);
    List<Waiting> after = begin(1000, "10.0.0.1", true);
    assertThat(member.isGone()).isFalse();
    assertThat(gone(before)).isEqualTo(200);
    assertThat(gone(after)).isEqualTo(1001 - Handshakes.MOST_PER_ADDRESS);
  }

  @Test
  void strangeAddressesGoBeforeFamiliarOnes() throws Exception {
    List<Waiting> members = begin(3, "10.0.0.1", false);
    List<Waiting> strangers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      strangers.add(begin("10.9." + i / 250 + "." + i % 250, false));
    }
    assertThat(gone(members)).isZero();
    assertThat(gone(strangers)).isEqualTo(1003 - Handshakes.MOST);
  }

  @Test
  void crowdedAddressesGoFirst() throws Exception {
    Waiting one = begin("10.9.9.9", false);
    List<Waiting> many = Stream.of(1, 2, 3, 4, 5).flatMap(i -> crowd("10.9.0." + i)).toList();
    assertThat(one.isGone()).isFalse();
    assertThat(gone(many)).isEqualTo(many.size() + 1 - Handshakes.MOST);
  }

  private Stream<Waiting> crowd(String from) {
    try {
      return begin(Handshakes.MOST_PER_ADDRESS, from, false).stream();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
