package dev.baton.cluster.net;

import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.net.Keys.PlainTextException;
import dev.baton.cluster.net.Packet.Ask;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.net.Packet.Hello;
import dev.baton.cluster.net.Packet.Reply;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import dev.baton.cluster.wire.WireException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process among the others. All its seats share one connection to each of them. A thread of
 * its own calls the others, answers their calls and binds names; frames pass it by.
 */
public final class PeerNetwork implements AutoCloseable {

  /** Where frames arrive; must not block. */
  public interface Receiver {
    /**
     * @param member whose name is bound to the connection
     * @param bytes how long it was
     * @return whether there was somebody to take it, and room
     */
    boolean receive(String member, Envelope envelope, int bytes);

    /**
     * Somebody asks; the answer may come later, from another thread.
     *
     * @param member whose name is bound to the connection
     */
    default CompletableFuture<Answer> asked(String member, Question question) {
      return new CompletableFuture<>();
    }

    /** Somebody was not let in, or another process could not be reached. */
    default void refused(Refused why) {}

    /** Which cluster this process is in, without the places of voters; on any thread. */
    default Standing standing() {
      return Standing.NONE;
    }

    /**
     * At one of the configured places is a member of another cluster with the same name, or
     * somebody who says so. Often; must not block.
     */
    default void met(Endpoint there) {}

    /**
     * Somebody says that it is at one of the configured places, and has called: what it says of its
     * settings keeps nobody from beginning a cluster. Often; must not block.
     *
     * @param then run on any thread when whoever listens there was asked
     * @return whether that is done; if not, nothing is run
     */
    default boolean claimed(Endpoint there, Runnable then) {
      return false;
    }

    /** A packet was not sent, could not be read, came from a stranger, or found no room. */
    default void dropped() {}

    /** Writes a line into the log, and holds nobody up: this network and seats depend on it. */
    default void log(Runnable line) {
      line.run();
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(PeerNetwork.class);
  static final Codec<Packet> PACKETS = Wire.of(Packet.class);

  private static final long MILLI = 1_000_000;
  private static final long TICK = 50 * MILLI;

  /** While everybody that this process knows of is connected, and nobody else is at the door. */
  private static final long QUIET_TICK = 250 * MILLI;

  /** A connection on which nothing comes for so long, or that has no name by then, is closed. */
  static final long DEAD = 4000 * MILLI;

  /** How long whoever has a name has to answer when another wants it. */
  private static final long HOLDER_PATIENCE = 1000 * MILLI;

  /** From one look at the own certificate to the next. */
  private static final long DAY = 24 * 3600 * 1000 * MILLI;

  /** More than that nobody has to say of itself. */
  static final int LONGEST_HELLO = Link.PROMPT_BYTES / 2;

  /** So many packets wait for the thread of the network at most; others are dropped. */
  static final int LONGEST_INBOX = 4096;

  private final Profile profile;
  private final Guard guard;
  private final Receiver receiver;
  private final Bindings bindings;
  private final Sockets sockets;
  private final RefusalLog refusals;
  private final Strangers strangers;
  private final Peers peers;
  private final Reception reception;
  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>(LONGEST_INBOX);

  /** For the next frame, if nobody else writes one; threads of the application keep nothing. */
  private final AtomicReference<Output> spare = new AtomicReference<>(new Output());

  private final AtomicLong dropped = new AtomicLong();
  private final Inquiries inquiries = new Inquiries();
  private final Admission admission;
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Listens, and begins to call.
   *
   * @param others where other processes may be
   */
  public PeerNetwork(
      Profile profile,
      List<Endpoint> others,
      AdmittedNames admitted,
      Guard guard,
      Receiver receiver) {
    this.profile = profile;
    this.guard = guard;
    this.receiver = receiver;
    checkLength(profile);
    refusals =
        new RefusalLog(LOG, receiver::log, profile.name(), receiver::refused, System.nanoTime());
    strangers = new Strangers(refusals, receiver::log);
    admission = new Admission(profile);
    bindings = new Bindings(profile, admitted, HOLDER_PATIENCE, receiver::standing);
    sockets = new Sockets(profile.endpoint(), guard, new Happenings());
    try {
      peers =
          new Peers(
              profile.endpoint(),
              others,
              sockets,
              bindings,
              strangers,
              new Unreached(),
              this::countDrop);
      reception =
          new Reception(
              profile,
              guard,
              bindings,
              admission,
              peers,
              strangers,
              refusals,
              receiver::log,
              this::countDrop,
              new Clusters());
      thread =
          Thread.ofPlatform().daemon().name("baton-net-" + profile.name()).unstarted(this::run);
      thread.start();
      sockets.start();
    } catch (RuntimeException | Error e) {
      // Also for the thread, if it has been started.
      closed = true;
      sockets.close();
      throw e;
    }
  }

  private static void checkLength(Profile profile) {
    Output bytes = new Output();
    PACKETS.encode(new Hello(profile.greeting(false)), bytes);
    if (bytes.size() > LONGEST_HELLO) {
      throw new IllegalStateException(
          "The settings of member "
              + profile.name()
              + " take "
              + bytes.size()
              + " bytes, and others listen to "
              + LONGEST_HELLO
              + ": choose algorithms by fewer patterns.");
    }
  }

  /** What is said of the cluster in a hello. */
  private final class Clusters implements Reception.Clusters {
    @Override
    public Standing standing() {
      return receiver.standing().at(PeerNetwork.this::place);
    }

    @Override
    public void met(Endpoint there) {
      receiver.met(there);
    }

    @Override
    public boolean claimed(Endpoint there, Runnable then) {
      return receiver.claimed(there, () -> inbox.offer(then));
    }
  }

  private @Nullable Endpoint place(String member) {
    Peer peer = peers.named(member);
    return member.equals(profile.name())
        ? profile.endpoint()
        : peer == null ? null : peer.endpoint();
  }

  /** Where to wait for the others. */
  public Admission admission() {
    return admission;
  }

  /** This process has become a member: it does not give way to another of its name any more. */
  public void settle() {
    reception.settle();
  }

  /**
   * This process knows by now which cluster it is in: those whose names were bound before say once
   * more who they are.
   */
  public void identified() {
    inbox.offer(() -> peers.all().forEach(peers::call));
  }

  /** The newest record has so many members and voters; how many others are called depends on it. */
  public void sized(int membersAndVoters) {
    peers.sized(membersAndVoters);
  }

  /** Packets that were not sent, could not be read, came from strangers, or found no room. */
  public long dropped() {
    return dropped.get();
  }

  private void countDrop() {
    dropped.incrementAndGet();
    receiver.dropped();
  }

  /** How many other processes this one knows of, and calls. */
  int known() {
    return peers.all().size();
  }

  /** How many connections have not shown yet who they are, or have no name. */
  int strangers() {
    return sockets.unfinished() + strangers.size();
  }

  /** Whether all that have spoken so far have the same versions of all algorithms. */
  public boolean isUniform() {
    return reception.isUniform();
  }

  /**
   * Members that cannot run an algorithm together with this process, as far as they have spoken.
   */
  public Set<String> apart(String algorithm) {
    return reception.apart(algorithm);
  }

  /** The endpoints of strangers that could not be reached, and why. */
  public SortedMap<Endpoint, String> failures() {
    return peers.failures();
  }

  /**
   * Those of these members that this process has no connection with, or has not heard of lately.
   */
  public List<String> silent(List<String> members) {
    long now = System.nanoTime();
    return members.stream()
        .filter(member -> !member.equals(profile.name()) && !peers.isHeard(now, member))
        .toList();
  }

  /** What arrives at the other end. */
  public static Envelope copy(Envelope envelope) {
    Output bytes = new Output();
    PACKETS.encode(envelope, bytes);
    try {
      return (Envelope) PACKETS.decode(new Input().wrap(bytes.array(), 0, bytes.size()));
    } catch (WireException e) {
      throw new AssertionError("what was written cannot be read", e);
    }
  }

  /** Sends a frame without waiting; it may be lost. */
  public void send(String member, Seat from, String to, int incarnation, Frame frame) {
    sendIfItFits(member, new Envelope(from, to, incarnation, frame));
  }

  /**
   * Asks another member. Completes exceptionally when the time is over, or at once if the member is
   * not known here.
   */
  public CompletableFuture<Answer> ask(String member, Question question, Duration patience) {
    if (peers.named(member) == null) {
      return CompletableFuture.failedFuture(new IllegalStateException(member + " is not known."));
    }
    return inquiries.ask(member, question, patience, ask -> sendIfItFits(member, ask));
  }

  /** On any thread. */
  private void sendIfItFits(String member, Packet packet) {
    Peer peer = peers.named(member);
    if (peer == null) {
      return;
    }
    Output kept = spare.getAndSet(null);
    Output bytes = kept == null ? new Output() : kept;
    try {
      PACKETS.encode(packet, bytes);
    } catch (IllegalArgumentException e) {
      // Frames are made to fit; a view of very many locks with long names may not.
      String what = nameOf(packet);
      receiver.log(() -> LOG.error("{} to {} is not sent: {}", what, member, e.getMessage()));
      countDrop();
      return;
    }
    if (!peer.send(member, bytes.array(), bytes.size())) {
      countDrop();
    }
    spare.set(bytes);
  }

  private static String nameOf(Packet packet) {
    Object what = packet instanceof Envelope envelope ? envelope.frame() : packet;
    return what.getClass().getSimpleName();
  }

  /** What happens on the sockets, on the threads that read. */
  private final class Happenings implements Sockets.Events {

    @Override
    public void arrived(Link link, @Nullable Packet packet, int bytes) {
      link.heard(System.nanoTime());
      if (packet instanceof Envelope || packet instanceof Ask || packet instanceof Reply) {
        String name = link.name();
        if (name == null) {
          countDrop();
        } else {
          arrivedFrom(name, packet, bytes);
        }
      } else if (packet == null || bytes > longest(packet) || !offer(link, packet)) {
        countDrop();
      }
    }

    private boolean offer(Link link, Packet packet) {
      return inbox.offer(() -> reception.handle(link, packet));
    }

    /** Whoever has a name may send long frames, and nothing else that is long. */
    private int longest(Packet packet) {
      return packet instanceof Hello ? LONGEST_HELLO : Sockets.LONGEST_OF_STRANGERS;
    }

    @Override
    public boolean isFamiliar(InetAddress address) {
      return peers.isFamiliar(address);
    }

    @Override
    public boolean mayJoin(Link link) {
      if (guard == Guard.NONE) {
        return true;
      }
      String name = guard.shownName(link.socket());
      String cluster = profile.settings().cluster();
      return bindings.mayJoin(name) && guard.objection(link.socket(), cluster, name) == null;
    }

    @Override
    public void connected(Link link) {
      if (closed) {
        link.hangUp();
        return;
      }
      strangers.add(link);
      inbox.offer(() -> peers.call(link));
    }

    @Override
    public void closed(Link link) {
      strangers.closed(link);
      peers.explain(link);
      IOException e = link.failure();
      if (link.name() == null && (e instanceof SSLException || e instanceof PlainTextException)) {
        // With TLS 1.3 the other side says only after the handshake that it does not like it.
        refused("with " + link.endpoint(), guard.refusal(e), String.valueOf(e.getMessage()));
      }
      if (!peers.isKnown(link.peerAddress())) {
        sockets.forget(link.peerAddress());
      }
    }

    @Override
    public void refused(String who, Refused why, String detail) {
      if (!closed) {
        refusals.refused(System.nanoTime(), "connection " + who, why, detail);
      }
    }

    @Override
    public void log(Runnable line) {
      receiver.log(line);
    }
  }

  private void arrivedFrom(String name, Packet packet, int bytes) {
    switch (packet) {
      case Envelope envelope -> {
        if (!receiver.receive(name, envelope, bytes)) {
          countDrop();
        }
      }
      case Ask(long number, Question question) ->
          receiver
              .asked(name, question)
              .thenAccept(answer -> sendIfItFits(name, new Reply(number, answer)));
      case Reply reply -> inquiries.answered(name, reply);
      default -> throw new AssertionError("not for members: " + packet);
    }
  }

  /** A connection to another process could not be made. */
  private final class Unreached implements Peer.Failures {

    @Override
    public void failed(Peer peer, Exception e) {
      if (e instanceof ConnectException) {
        admission.answered(peer.endpoint());
      }
      // That nobody listens there is no news: it will be tried again.
      if (e instanceof SSLException) {
        refusals.refused(
            System.nanoTime(),
            "connection to " + peer.endpoint(),
            guard.refusal(e),
            String.valueOf(e.getMessage()));
      }
    }

    @Override
    public void log(Runnable line) {
      receiver.log(line);
    }
  }

  // On the thread of the network.

  private void run() {
    long nextTick = System.nanoTime();
    long nextDay = nextTick;
    while (!closed) {
      try {
        Runnable work = inbox.poll(nextTick - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (work != null) {
          work.run();
        }
        long now = System.nanoTime();
        if (now - nextTick >= 0) {
          tick(now);
          nextTick = now + (isQuiet() ? QUIET_TICK : TICK);
        }
        if (now - nextDay >= 0) {
          nextDay = now + DAY;
          warn();
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        // Without this thread nobody would be called or answered any more: it goes on.
        complain(e);
      }
    }
  }

  private void complain(Throwable e) {
    try {
      receiver.log(
          () -> LOG.error("A packet was not understood, or there was no memory for it.", e));
    } catch (RuntimeException | Error again) {
      dropped.incrementAndGet();
    }
  }

  private boolean isQuiet() {
    return peers.areConnected() && strangers.size() == 0 && sockets.unfinished() == 0;
  }

  private void tick(long now) {
    sockets.expire(now);
    strangers.expire(now);
    peers.tick(now);
  }

  private void warn() {
    String warning = guard.warning(Instant.now());
    if (warning != null) {
      receiver.log(() -> LOG.warn(warning));
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    // There may be no memory to hang up, and others want the port.
    try {
      peers.close();
    } finally {
      sockets.close();
    }
  }
}
