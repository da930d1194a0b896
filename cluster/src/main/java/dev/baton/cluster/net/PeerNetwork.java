package dev.baton.cluster.net;

import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.net.Admission.Outcome;
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
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jgroups.Address;
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
  }

  private static final Logger LOG = LoggerFactory.getLogger(PeerNetwork.class);
  static final Codec<Packet> PACKETS = Wire.of(Packet.class);

  private static final long MILLI = 1_000_000;
  private static final long TICK = 50 * MILLI;

  /** From one call to a stranger to the next. */
  private static final long CALL_AGAIN = 250 * MILLI;

  /** Who was not heard of for so long is called. */
  private static final long QUIET = 1000 * MILLI;

  /** A connection on which nothing comes for so long, or that has no name by then, is closed. */
  static final long DEAD = 4000 * MILLI;

  /** Who is not among the configured peers is forgotten after so long. */
  private static final long FORGOTTEN = 30_000 * MILLI;

  /** How long whoever has a name has to answer when another wants it. */
  private static final long HOLDER_PATIENCE = 1000 * MILLI;

  /** From one look at the own certificate to the next. */
  private static final long DAY = 24 * 3600 * 1000 * MILLI;

  /** Besides the configured ones, so many are called while this process knows no record. */
  static final int MOST_AT_GENESIS = 256;

  /** So many others have a name here at most; each costs a thread. */
  static final int MOST_NAMES = 2048;

  /** So many connections wait for a name at most; then the oldest is closed. */
  static final int MOST_UNBOUND = 256;

  /** So many packets wait for the thread of the network at most; others are dropped. */
  private static final int LONGEST_INBOX = 4096;

  private final Profile profile;
  private final Guard guard;
  private final Receiver receiver;
  private final Bindings bindings;
  private final Sockets sockets;
  private final Set<Endpoint> configured;

  /** The addresses of the configured peers. */
  private final Set<InetAddress> familiar;

  private final RefusalLog refusals;

  private final Map<Address, Peer> peers = new ConcurrentHashMap<>();
  private final Map<String, Peer> byName = new ConcurrentHashMap<>();

  /** Connections to which no name is bound. */
  private final Set<Link> unbound = ConcurrentHashMap.newKeySet();

  /** By algorithm, the members that have another version of it than this process, or none. */
  private final Map<String, Set<String>> apart = new ConcurrentHashMap<>();

  private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>(LONGEST_INBOX);
  private final Output out = new Output();

  /** For the next frame, if nobody else writes one; threads of the application keep nothing. */
  private final AtomicReference<Output> spare = new AtomicReference<>(new Output());

  private final AtomicLong dropped = new AtomicLong();
  private final Inquiries inquiries = new Inquiries();
  private final Admission admission;
  private final Thread thread;
  private volatile int mostCalled = MOST_AT_GENESIS;
  private volatile boolean settled;
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
    configured = new HashSet<>(others);
    configured.remove(profile.endpoint());
    familiar =
        configured.stream().map(it -> it.address().getIpAddress()).collect(Collectors.toSet());
    checkLength(profile);
    refusals = new RefusalLog(LOG, profile.name(), receiver::refused, System.nanoTime());
    admission = new Admission(profile);
    bindings = new Bindings(profile, admitted, HOLDER_PATIENCE);
    sockets = new Sockets(profile.endpoint(), guard, new Happenings());
    configured.forEach(this::peer);
    thread = Thread.ofPlatform().daemon().name("baton-net-" + profile.name()).unstarted(this::run);
    thread.start();
    sockets.start();
  }

  private static void checkLength(Profile profile) {
    Output bytes = new Output();
    PACKETS.encode(new Hello(profile.greeting(false)), bytes);
    if (bytes.size() > Link.PROMPT_BYTES / 2) {
      throw new IllegalStateException(
          "The settings of member "
              + profile.name()
              + " take "
              + bytes.size()
              + " bytes, and others listen to "
              + Link.PROMPT_BYTES / 2
              + ": choose algorithms by fewer patterns.");
    }
  }

  /** Where to wait for the others. */
  public Admission admission() {
    return admission;
  }

  /** This process has become a member: it does not give way to another of its name any more. */
  public void settle() {
    settled = true;
  }

  /** The newest record has so many members and voters; how many others are called depends on it. */
  public void sized(int membersAndVoters) {
    mostCalled = 2 * membersAndVoters;
  }

  /** Packets that could not be read, came from strangers, or found no room. */
  public long dropped() {
    return dropped.get();
  }

  /** How many other processes this one knows of, and calls. */
  int known() {
    return peers.size();
  }

  /** How many connections have not shown yet who they are, or have no name. */
  int strangers() {
    return sockets.unfinished() + unbound.size();
  }

  /** Whether all that have spoken so far have the same versions of all algorithms. */
  public boolean isUniform() {
    return apart.isEmpty();
  }

  /**
   * Members that cannot run an algorithm together with this process, as far as they have spoken.
   */
  public Set<String> apart(String algorithm) {
    return apart.getOrDefault(algorithm, Set.of());
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
    sendIfItFits(member, new Envelope(from, to, incarnation, frame));
  }

  /**
   * Asks another member. Completes exceptionally when the time is over, or at once if the member is
   * not known here.
   */
  public CompletableFuture<Answer> ask(String member, Question question, Duration patience) {
    if (!byName.containsKey(member)) {
      return CompletableFuture.failedFuture(new IllegalStateException(member + " is not known."));
    }
    return inquiries.ask(member, question, patience, ask -> sendIfItFits(member, ask));
  }

  /** On any thread. */
  private void sendIfItFits(String member, Packet packet) {
    Peer peer = byName.get(member);
    if (peer == null) {
      return;
    }
    Output kept = spare.getAndSet(null);
    Output bytes = kept == null ? new Output() : kept;
    try {
      PACKETS.encode(packet, bytes);
    } catch (IllegalArgumentException e) {
      // Frames are made to fit; a view of very many locks with long names may not.
      LOG.error("{} to {} is not sent: {}", nameOf(packet), member, e.getMessage());
      dropped.incrementAndGet();
      return;
    }
    if (!peer.send(member, bytes.array(), bytes.size())) {
      dropped.incrementAndGet();
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
          dropped.incrementAndGet();
        } else {
          arrivedFrom(name, packet, bytes);
        }
      } else if (packet == null || !inbox.offer(() -> handle(link, packet))) {
        dropped.incrementAndGet();
      }
    }

    @Override
    public boolean isFamiliar(InetAddress address) {
      return familiar.contains(address);
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
      unbound.add(link);
      if (unbound.size() > MOST_UNBOUND) {
        long now = System.nanoTime();
        unbound.stream()
            .max(Comparator.comparingLong(each -> each.age(now)))
            .ifPresent(oldest -> drop(oldest, Refused.CROWDED));
      }
      inbox.offer(() -> call(link));
    }

    @Override
    public void closed(Link link) {
      unbound.remove(link);
      if (link.name() == null && link.failure() instanceof SSLException e) {
        // With TLS 1.3 the other side says only after the handshake that it does not like it.
        refused("with " + link.endpoint(), Refused.of(e), String.valueOf(e.getMessage()));
      }
      if (!peers.containsKey(link.peerAddress())) {
        sockets.forget(link.peerAddress());
      }
    }

    @Override
    public void refused(String who, Refused why, String detail) {
      if (!closed) {
        refusals.refused(System.nanoTime(), "connection " + who, why, detail);
      }
    }
  }

  private void arrivedFrom(String name, Packet packet, int bytes) {
    switch (packet) {
      case Envelope envelope -> {
        if (!receiver.receive(name, envelope, bytes)) {
          dropped.incrementAndGet();
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

  private void drop(Link link, Refused why) {
    unbound.remove(link);
    link.hangUp();
    refusals.refused(System.nanoTime(), "connection with " + link.endpoint(), why, "");
  }

  /** A connection to another process could not be made. */
  private void unreached(Peer peer, Exception e) {
    // That nobody listens there is no news: it will be tried again.
    if (e instanceof SSLException) {
      refusals.refused(
          System.nanoTime(),
          "connection to " + peer.endpoint(),
          Refused.of(e),
          String.valueOf(e.getMessage()));
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
          nextTick = now + TICK;
          tick(now);
        }
        if (now - nextDay >= 0) {
          nextDay = now + DAY;
          warn();
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.error("A packet was not understood.", e);
      }
    }
  }

  private void tick(long now) {
    sockets.expire(now);
    peers.values().forEach(peer -> watch(now, peer));
    for (Link link : unbound) {
      if (link.age(now) > DEAD) {
        LOG.debug("Nobody has said who is at {}.", link.endpoint());
        unbound.remove(link);
        link.hangUp();
      } else if (now - link.calledAt > CALL_AGAIN) {
        call(link);
      }
    }
  }

  private void warn() {
    String warning = guard.warning(Instant.now());
    if (warning != null) {
      LOG.warn(warning);
    }
  }

  private void watch(long now, Peer peer) {
    long unheard = now - peer.heardAt();
    Link link = peer.link();
    boolean isKnown = link != null && link.welcomes;
    long patience = isKnown ? QUIET : CALL_AGAIN;
    if ((!isKnown || unheard > QUIET) && now - peer.calledAt > patience) {
      call(peer);
    }
    if (link != null && unheard > DEAD) {
      LOG.debug("Nothing has come from {} for {} ms.", peer.endpoint(), DEAD / MILLI);
      link.hangUp();
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
    sockets.forget(peer.address());
  }

  private Peer peer(Endpoint endpoint) {
    return peers.computeIfAbsent(
        endpoint.address(), it -> new Peer(endpoint, sockets, this::unreached, System.nanoTime()));
  }

  private void call(Peer peer) {
    peer.calledAt = System.nanoTime();
    Link link = peer.link();
    if (link != null) {
      call(link);
    } else {
      PACKETS.encode(new Call(), out);
      peer.call(out.array(), out.size());
    }
  }

  private void call(Link link) {
    link.wasCalled = true;
    link.calledAt = System.nanoTime();
    send(link, new Call());
  }

  /** Sends without waiting; whoever has no name and does not read is not waited for. */
  private void send(Link link, Packet packet) {
    PACKETS.encode(packet, out);
    String name = link.name();
    Peer peer = name == null ? null : peers.get(link.peerAddress());
    if (name != null && peer != null) {
      if (!peer.send(name, out.array(), out.size())) {
        dropped.incrementAndGet();
      }
    } else if (link.isPromptFor(out.size())) {
      try {
        link.send(out.array(), 0, out.size());
      } catch (Exception e) {
        link.hangUp();
      }
    } else {
      drop(link, Refused.NOT_A_MEMBER);
    }
  }

  private void handle(Link link, Packet packet) {
    if (link.name() != null) {
      bindings.heard(link.endpoint());
    }
    switch (packet) {
      case Call() -> {
        send(link, new Hello(profile.greeting(settled)));
        if (link.name() != null) {
          welcome(link);
        } else if (System.nanoTime() - link.calledAt > CALL_AGAIN) {
          call(link);
        }
      }
      case Hello(Greeting greeting) -> hear(link, greeting);
      case Welcome(List<Endpoint> others) -> {
        if (isHeeded(link)) {
          link.welcomes = true;
          others.stream().limit(MOST_AT_GENESIS).forEach(this::hearOf);
          admission.update(peers.values());
        }
      }
      case TurnedAway(Reason reason) -> {
        String name = link.name();
        if (isHeeded(link) && name != null) {
          link.welcomes = false;
          admission.turned(name, link.endpoint(), reason);
        }
      }
      case Envelope envelope -> throw new AssertionError("frames do not come here");
      case Ask ask -> throw new AssertionError("questions do not come here");
      case Reply reply -> throw new AssertionError("answers do not come here");
    }
  }

  /** What somebody says about this process counts only if it was asked and has a name. */
  private boolean isHeeded(Link link) {
    boolean isHeeded = link.wasCalled && link.name() != null;
    if (!isHeeded) {
      dropped.incrementAndGet();
    }
    return isHeeded;
  }

  /** Another process is said to be there; nothing is looked up, and not too many are called. */
  private void hearOf(Endpoint endpoint) {
    if (endpoint.isInDigits()
        && !endpoint.equals(profile.endpoint())
        && peers.size() < configured.size() + mostCalled) {
      peer(endpoint);
    }
  }

  private void hear(Link link, Greeting greeting) {
    String distrust = guard.objection(link.socket(), profile.settings().cluster(), greeting.name());
    Verdict verdict =
        bindings.hello(System.nanoTime(), link.endpoint(), greeting, distrust, settled);
    switch (verdict) {
      case BOUND -> bind(link, greeting);
      case ASK_HOLDER -> {
        Endpoint holder = bindings.endpoint(greeting.name());
        if (holder != null) {
          call(peer(holder));
        }
      }
      case GIVE_WAY -> admission.giveWay(link.endpoint());
      case NAME_TAKEN -> refuse(link, greeting, Reason.NAME_TAKEN, Refused.NAME_TAKEN);
      case OTHER_PROTOCOL, OTHER_SETTINGS -> {
        String how = bindings.objection();
        admission.differs(
            greeting,
            verdict == Verdict.OTHER_PROTOCOL
                ? new Outcome.OtherProtocol(greeting.name(), how)
                : new Outcome.Mismatch(greeting.name(), how));
        refuse(link, greeting, Reason.OTHER_SETTINGS, Refused.OTHER_SETTINGS);
      }
      case NOT_TRUSTED -> refuse(link, greeting, Reason.NOT_TRUSTED, Refused.NOT_TRUSTED);
      case NOT_ADMITTED -> refuse(link, greeting, Reason.NOT_ADMITTED, Refused.NOT_ADMITTED);
      case MISPLACED -> dropped.incrementAndGet();
    }
  }

  private void bind(Link link, Greeting greeting) {
    String name = greeting.name();
    if (!peers.containsKey(link.peerAddress()) && peers.size() >= MOST_NAMES + configured.size()) {
      drop(link, Refused.CROWDED);
      return;
    }
    Peer peer = peer(link.endpoint());
    Link old = peer.link();
    if (old != null && old != link) {
      unbind(old);
    }
    Peer before = byName.put(name, peer);
    if (before != null && before != peer && before.link() != null) {
      unbind(before.link());
    }
    byName.entrySet().removeIf(it -> it.getValue() == peer && !it.getKey().equals(name));
    if (link.name() == null) {
      LOG.debug("{} is at {}.", name, peer.endpoint());
    }
    link.objection = "";
    unbound.remove(link);
    link.bind(name);
    peer.greeting = greeting;
    peer.use(link);
    compareAlgorithms(greeting);
    welcome(link);
    admission.update(peers.values());
  }

  private void unbind(Link link) {
    link.bind(null);
    if (link.isOpen()) {
      unbound.add(link);
    }
  }

  private void compareAlgorithms(Greeting greeting) {
    Set<AlgorithmVersion> theirs = new HashSet<>(greeting.algorithms());
    for (AlgorithmVersion ours : profile.settings().algorithms()) {
      apart.compute(
          ours.id(),
          (id, before) -> {
            Set<String> members = new TreeSet<>(before == null ? Set.of() : before);
            if (theirs.contains(ours)) {
              members.remove(greeting.name());
            } else {
              members.add(greeting.name());
            }
            return members.isEmpty() ? null : Collections.unmodifiableSet(members);
          });
    }
  }

  private void refuse(Link link, Greeting greeting, Reason reason, Refused why) {
    String text = bindings.objection();
    if (!text.equals(link.objection)) {
      link.objection = text;
      String who = "'" + RefusalLog.printable(greeting.name()) + "' at " + link.endpoint();
      refusals.refused(System.nanoTime(), who + " is turned away", why, text);
    }
    unbind(link);
    send(link, new TurnedAway(reason));
  }

  private void welcome(Link link) {
    List<Endpoint> others = new ArrayList<>();
    byName.values().forEach(other -> others.add(other.endpoint()));
    others.remove(link.endpoint());
    send(link, new Welcome(others.subList(0, Math.min(others.size(), MOST_AT_GENESIS))));
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    peers.values().forEach(Peer::close);
    sockets.close();
  }
}
