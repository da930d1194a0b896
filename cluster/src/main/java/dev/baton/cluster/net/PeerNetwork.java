package dev.baton.cluster.net;

import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.net.Bindings.Verdict;
import dev.baton.cluster.net.Packet.Ask;
import dev.baton.cluster.net.Packet.Call;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.net.Packet.Hello;
import dev.baton.cluster.net.Packet.Reason;
import dev.baton.cluster.net.Packet.Reply;
import dev.baton.cluster.net.Packet.TurnedAway;
import dev.baton.cluster.net.Packet.Welcome;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import dev.baton.cluster.wire.WireException;
import dev.baton.core.Hash;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Connection;
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
     */
    void receive(String member, Envelope envelope);

    /** A member asks; the answer may come later, from another thread. */
    default CompletableFuture<Answer> asked(Question question) {
      return new CompletableFuture<>();
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(PeerNetwork.class);
  static final Codec<Packet> PACKETS = Wire.of(Packet.class);

  /** A hash of all that can be said. */
  public static final long FORMAT = Hash.of(PACKETS.toString());

  private static final long MILLI = 1_000_000;
  private static final long TICK = 50 * MILLI;

  /** From one call to a stranger to the next. */
  private static final long CALL_AGAIN = 250 * MILLI;

  /** Who was not heard of for so long is called. */
  private static final long QUIET = 1000 * MILLI;

  /** A connection on which nothing comes for so long is closed. */
  static final long DEAD = 4000 * MILLI;

  /** Who is not among the configured peers is forgotten after so long. */
  private static final long FORGOTTEN = 30_000 * MILLI;

  /** How long whoever has a name has to answer when another wants it. */
  private static final long HOLDER_PATIENCE = 1000 * MILLI;

  private final Profile profile;
  private final Guard guard;
  private final Receiver receiver;
  private final Bindings bindings;
  private final Sockets sockets;
  private final Set<Endpoint> configured;

  /** By address: each frame that arrives looks its sender up. */
  private final Map<Address, Peer> peers = new ConcurrentHashMap<>();

  private final Map<String, Peer> byName = new ConcurrentHashMap<>();
  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
  private final SecureRandom random = new SecureRandom();
  private final Output out = new Output();

  /** For the next frame, if nobody else writes one; threads of the application keep nothing. */
  private final AtomicReference<Output> spare = new AtomicReference<>(new Output());

  private final AtomicLong dropped = new AtomicLong();
  private final Inquiries inquiries = new Inquiries();
  private final Admission admission;
  private final Thread thread;
  private volatile boolean settled;
  private volatile boolean closed;

  /**
   * Listens, and begins to call.
   *
   * @param others where other processes may be
   */
  public PeerNetwork(Profile profile, List<Endpoint> others, Guard guard, Receiver receiver) {
    this.profile = profile;
    this.guard = guard;
    this.receiver = receiver;
    configured = new HashSet<>(others);
    configured.remove(profile.endpoint());
    admission = new Admission(profile);
    bindings =
        new Bindings(
            profile.name(), profile.endpoint(), profile.settings(), guard, HOLDER_PATIENCE);
    sockets = new Sockets(profile.endpoint(), guard.sockets(), this::arrived, this::connected);
    configured.forEach(this::peer);
    thread = Thread.ofPlatform().daemon().name("baton-net-" + profile.name()).unstarted(this::run);
    thread.start();
    sockets.start();
  }

  /** Where to wait for the others. */
  public Admission admission() {
    return admission;
  }

  /** This process has become a member: it does not give way to another of its name any more. */
  public void settle() {
    settled = true;
  }

  /** Packets that could not be read, came from strangers, or found no room. */
  public long dropped() {
    return dropped.get();
  }

  /** The endpoints of strangers that could not be reached, and why. */
  public SortedMap<Endpoint, String> failures() {
    SortedMap<Endpoint, String> failures = new TreeMap<>();
    for (Peer peer : peers.values()) {
      if (peer.name() == null) {
        failures.put(peer.endpoint(), peer.failure());
      }
    }
    return failures;
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
    Peer peer = byName.get(member);
    if (peer != null) {
      sendIfItFits(peer, new Envelope(from, to, incarnation, frame));
    }
  }

  /**
   * Asks another member. Completes exceptionally when the time is over, or at once if the member is
   * not known here.
   */
  public CompletableFuture<Answer> ask(String member, Question question, Duration patience) {
    Peer peer = byName.get(member);
    if (peer == null) {
      return CompletableFuture.failedFuture(new IllegalStateException(member + " is not known."));
    }
    return inquiries.ask(member, question, patience, ask -> sendIfItFits(peer, ask));
  }

  /** On any thread. */
  private void sendIfItFits(Peer peer, Packet packet) {
    Output kept = spare.getAndSet(null);
    Output bytes = kept == null ? new Output() : kept;
    try {
      PACKETS.encode(packet, bytes);
    } catch (IllegalArgumentException e) {
      // Frames are made to fit; a view of very many locks with long names may not.
      LOG.error("{} to {} is not sent: {}", nameOf(packet), peer.name(), e.getMessage());
      dropped.incrementAndGet();
      return;
    }
    send(peer, bytes);
    spare.set(bytes);
  }

  private static String nameOf(Packet packet) {
    Object what = packet instanceof Envelope envelope ? envelope.frame() : packet;
    return what.getClass().getSimpleName();
  }

  private void send(Peer peer, Packet packet) {
    PACKETS.encode(packet, out);
    send(peer, out);
  }

  private void send(Peer peer, Output bytes) {
    if (!peer.send(bytes.array(), bytes.size())) {
      dropped.incrementAndGet();
    }
  }

  // On the threads that read.

  private void arrived(Address from, Packet packet) {
    Peer peer = peers.get(from);
    if (peer != null) {
      peer.heard(System.nanoTime());
    }
    if (packet instanceof Envelope || packet instanceof Ask || packet instanceof Reply) {
      String name = peer == null ? null : peer.name();
      if (name == null) {
        dropped.incrementAndGet();
      } else {
        arrived(peer, name, packet);
      }
    } else if (packet == null) {
      dropped.incrementAndGet();
    } else {
      Endpoint endpoint = Endpoint.of(from);
      inbox.add(() -> handle(endpoint, packet));
    }
  }

  private void arrived(Peer peer, String name, Packet packet) {
    switch (packet) {
      case Envelope envelope -> receiver.receive(name, envelope);
      case Ask(long number, Question question) ->
          receiver
              .asked(question)
              .thenAccept(answer -> sendIfItFits(peer, new Reply(number, answer)));
      case Reply reply -> inquiries.answered(name, reply);
      default -> throw new AssertionError("not for members: " + packet);
    }
  }

  private void connected(Endpoint endpoint, Connection connection) {
    if (!closed) {
      Peer peer = peer(endpoint);
      peer.connected(System.nanoTime(), connection);
      inbox.add(() -> call(peer));
    }
  }

  // On the thread of the network.

  private void run() {
    long nextTick = System.nanoTime();
    while (!closed) {
      try {
        Runnable work = inbox.poll(nextTick - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (work != null) {
          work.run();
        }
        long now = System.nanoTime();
        if (now - nextTick >= 0) {
          peers.values().forEach(peer -> watch(now, peer));
          nextTick = now + TICK;
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.error("A packet was not understood.", e);
      }
    }
  }

  private void watch(long now, Peer peer) {
    long unheard = now - peer.heardAt();
    boolean isKnown = peer.name() != null && peer.welcomes;
    long patience = isKnown ? QUIET : CALL_AGAIN;
    if ((!isKnown || unheard > QUIET) && now - peer.calledAt > patience) {
      call(peer);
    }
    if (peer.silentFor(now) > DEAD) {
      LOG.debug("Nothing has come from {} for {} ms.", peer.endpoint(), DEAD / MILLI);
      peer.disconnect();
    }
    if (unheard > FORGOTTEN && !configured.contains(peer.endpoint())) {
      forget(peer);
    }
  }

  private void forget(Peer peer) {
    peers.remove(peer.address());
    byName.values().remove(peer);
    bindings.forget(peer.endpoint());
    peer.close();
  }

  private Peer peer(Endpoint endpoint) {
    return peers.computeIfAbsent(
        endpoint.address(), it -> new Peer(endpoint, sockets.server(), System.nanoTime()));
  }

  private void call(Peer peer) {
    long challenge = random.nextLong();
    peer.calledAt = System.nanoTime();
    bindings.call(peer.endpoint(), challenge);
    send(peer, new Call(challenge));
  }

  private void handle(Endpoint from, Packet packet) {
    Peer peer = peer(from);
    bindings.heard(from);
    switch (packet) {
      case Call(long challenge) -> {
        send(peer, guard.sign(profile.greeting(challenge, settled)));
        if (peer.name() != null) {
          welcome(peer);
        } else if (System.nanoTime() - peer.calledAt > CALL_AGAIN) {
          call(peer);
        }
      }
      case Hello hello -> hear(peer, hello);
      case Welcome(List<Endpoint> others) -> {
        peer.welcomes = true;
        others.stream()
            .filter(endpoint -> !endpoint.equals(profile.endpoint()))
            .forEach(this::peer);
        admission.update(peers.values());
      }
      case TurnedAway(Reason reason) -> {
        peer.welcomes = false;
        admission.turned(peer, reason);
      }
      case Envelope envelope -> throw new AssertionError("frames do not come here");
      case Ask ask -> throw new AssertionError("questions do not come here");
      case Reply reply -> throw new AssertionError("answers do not come here");
    }
  }

  private void hear(Peer peer, Hello hello) {
    Greeting greeting = hello.greeting();
    Verdict verdict = bindings.hello(System.nanoTime(), peer.endpoint(), hello, settled);
    switch (verdict) {
      case BOUND -> bind(peer, greeting);
      case ASK_HOLDER -> {
        Endpoint holder = bindings.endpoint(greeting.name());
        if (holder != null) {
          call(peer(holder));
        }
      }
      case NAME_TAKEN -> refuse(peer, hello, Reason.NAME_TAKEN, "its name is taken");
      case OTHER_SETTINGS -> {
        admission.differs(greeting, bindings.objection());
        refuse(peer, hello, Reason.OTHER_SETTINGS, bindings.objection());
      }
      case NOT_TRUSTED -> refuse(peer, hello, Reason.NOT_TRUSTED, bindings.objection());
      case STALE, MISPLACED -> dropped.incrementAndGet();
    }
  }

  private void bind(Peer peer, Greeting greeting) {
    Peer before = byName.put(greeting.name(), peer);
    if (before != null && before != peer) {
      before.bind(null);
    }
    boolean isNew = peer.name() == null;
    peer.greeting = greeting;
    peer.objection = null;
    peer.bind(greeting.name());
    if (isNew) {
      LOG.debug("{} is at {}.", greeting.name(), peer.endpoint());
    }
    welcome(peer);
    admission.update(peers.values());
  }

  private void refuse(Peer peer, Hello hello, Reason reason, String text) {
    if (!text.equals(peer.objection)) {
      peer.objection = text;
      LOG.warn("{} at {} is turned away: {}.", hello.greeting().name(), peer.endpoint(), text);
    }
    peer.bind(null);
    send(peer, new TurnedAway(reason));
  }

  private void welcome(Peer peer) {
    List<Endpoint> others = new ArrayList<>();
    byName.values().forEach(other -> others.add(other.endpoint()));
    others.remove(peer.endpoint());
    send(peer, new Welcome(others));
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    peers.values().forEach(Peer::close);
    sockets.close();
  }
}
