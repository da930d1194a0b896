package dev.baton.voter;

import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.net.Refused;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.ratis.thirdparty.io.grpc.Attributes;
import org.apache.ratis.thirdparty.io.grpc.Grpc;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerStreamTracer;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.ratis.thirdparty.io.netty.channel.Channel;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.ratis.thirdparty.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslHandler;
import org.apache.ratis.thirdparty.io.netty.util.concurrent.Future;

/**
 * The port of the consensus. gRPC ends a connection whose handshake fails without a word to
 * anybody, and bounds neither connections nor what they hold; here it is known from which address
 * one was, and why it failed, and a {@link Crowd} says which may stay.
 */
final class ConsensusPort implements AutoCloseable {

  /** After a connection for which there was no memory: the next one may wait already. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** From the connection to the end of its first call's first message, with handshake and all. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** On one connection at once. Ratis has five, {@link Exchange} a few more. */
  static final int MOST_CALLS = 32;

  /** The first byte of every TLS connection. */
  private static final int TLS_HANDSHAKE = 22;

  /** One accepts, and both read and write: gRPC has none of its own for a port like this one. */
  private final NettyThreads threads;

  private final String voter;
  private final RefusedCalls refused;
  private final VoterLog log;
  private final Duration longest;
  private final Crowd crowd;
  private final Map<SocketAddress, Watch> connections = new ConcurrentHashMap<>();

  /** Done for each connection; for tests. */
  Runnable accepted = () -> {};

  ConsensusPort(VoterSettings settings, RefusedCalls refused, VoterLog log) {
    this(settings, refused, log, LONGEST);
  }

  /**
   * @param longest after which a connection without a call is given up
   */
  ConsensusPort(VoterSettings settings, RefusedCalls refused, VoterLog log, Duration longest) {
    this(
        settings.voter(),
        settings.voters().values().stream()
            .map(InetSocketAddress::getAddress)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet()),
        refused,
        log,
        longest);
  }

  /**
   * @param others where voters are
   */
  ConsensusPort(
      String voter, Set<InetAddress> others, RefusedCalls refused, VoterLog log, Duration longest) {
    this.voter = voter;
    this.refused = refused;
    this.log = log;
    this.longest = longest;
    crowd = new Crowd(others);
    threads = new NettyThreads(2, "baton-consensus-" + voter);
  }

  NettyServerBuilder watch(NettyServerBuilder builder) {
    return builder
        .bossEventLoopGroup(threads.group())
        .workerEventLoopGroup(threads.group())
        .channelFactory(Listener::new)
        .maxConcurrentCallsPerConnection(MOST_CALLS)
        .addStreamTracerFactory(
            new ServerStreamTracer.Factory() {
              @Override
              public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
                return new Tally();
              }
            });
  }

  /**
   * A call of this connection was let in.
   *
   * @param voter the owner of the certificate; null without TLS
   */
  void letIn(Attributes connection, String voter) {
    Watch watch = watch(connection);
    if (watch != null && !watch.isNamed) {
      watch.isNamed = true;
      crowd.name(watch.caller, voter);
    }
  }

  /** A call of this connection was refused, and that was told. */
  void told(Attributes connection) {
    Watch watch = watch(connection);
    if (watch != null) {
      watch.isTold = true;
    }
  }

  private Watch watch(Attributes connection) {
    SocketAddress from = connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    return from == null ? null : connections.get(from);
  }

  @Override
  public void close() {
    threads.close();
  }

  /** Whether a thread of it has ended that nobody has closed. */
  boolean hasEnded() {
    return threads.haveEnded();
  }

  private final class Listener extends NioServerSocketChannel {
    private long quietUntil = System.nanoTime();

    @Override
    protected int doReadMessages(List<Object> read) throws Exception {
      int before = read.size();
      try {
        accept(read);
        for (Object each : read.subList(before, read.size())) {
          accepted.run();
          ((Channel) each).pipeline().addFirst(new Watch((Channel) each));
        }
      } catch (RuntimeException | Error e) {
        // Netty would close the port for good: the connection ends, and not the accepting of
        // others.
        while (read.size() > before) {
          ((Channel) read.removeLast()).unsafe().closeForcibly();
        }
        complain(e);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      return read.size() - before;
    }

    private void complain(Throwable e) {
      long now = System.nanoTime();
      if (now - quietUntil >= 0) {
        quietUntil = now + RefusedCalls.PAUSE;
        log.complain(voter, "a connection was not accepted", e);
      }
    }

    private void accept(List<Object> read) throws Exception {
      super.doReadMessages(read);
    }
  }

  /** Stands before all other handlers of a connection, so that they still are as it ended. */
  private final class Watch extends ChannelInboundHandlerAdapter {

    private final Channel channel;
    private final SocketAddress from;
    private final Crowd.Caller caller;

    /** Null before the connection has got its thread. */
    private volatile ChannelHandlerContext context;

    private volatile boolean isGivenUp;
    private volatile boolean isNamed;

    /** Whether something was said about it. */
    private volatile boolean isTold;

    /** −1 before it comes. */
    private int firstByte = -1;

    private Future<?> deadline;

    Watch(Channel channel) {
      this.channel = channel;
      from = channel.remoteAddress();
      caller =
          crowd.enter(
              from instanceof InetSocketAddress inet ? inet.getAddress() : "", this::giveUp);
      if (from != null) {
        connections.put(from, this);
      }
      channel.closeFuture().addListener(done -> left());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
      context = added;
      if (isGivenUp) {
        added.executor().execute(added::close);
      }
    }

    /** From here, where nobody waits for what is not finished; gRPC would, for half a minute. */
    private void giveUp(Refused why, String sentence) {
      tell(why, sentence);
      isGivenUp = true;
      ChannelHandlerContext here = context;
      if (here != null) {
        here.close();
      }
    }

    private void left() {
      crowd.left(caller);
      if (from != null) {
        connections.remove(from, this);
      }
    }

    @Override
    public void channelActive(ChannelHandlerContext here) throws Exception {
      deadline = here.executor().schedule(this::expire, longest.toMillis(), TimeUnit.MILLISECONDS);
      super.channelActive(here);
    }

    private void expire() {
      if (!isNamed) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        boolean isInHandshake = tls != null && !tls.handshakeFuture().isDone();
        Refused why = isInHandshake ? Refused.TOO_SLOW : Refused.NAMELESS;
        giveUp(why, why.text());
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext here, Object message) throws Exception {
      if (firstByte < 0 && message instanceof ByteBuf bytes && bytes.isReadable()) {
        firstByte = bytes.getUnsignedByte(bytes.readerIndex());
      }
      crowd.heard(caller);
      super.channelRead(here, message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext here) throws Exception {
      if (deadline != null) {
        deadline.cancel(false);
      }
      // Whoever closes the port ends all connections.
      if (!isNamed && channel.parent().isOpen()) {
        tellOfEnd(here.pipeline().get(SslHandler.class));
      }
      super.channelInactive(here);
    }

    private void tellOfEnd(SslHandler tls) {
      if (tls != null && !tls.handshakeFuture().isDone()) {
        refuse(Refused.HUNG_UP, "in the handshake");
      } else if (tls != null && !tls.handshakeFuture().isSuccess()) {
        Throwable failure = tls.handshakeFuture().cause();
        refuse(Refused.of(failure), String.valueOf(failure.getMessage()));
      } else if (firstByte < 0) {
        refuse(Refused.HUNG_UP, "before it has said anything");
      } else if (tls == null && firstByte == TLS_HANDSHAKE) {
        refuse(Refused.NO_TLS, "TLS came, and none is spoken here");
      } else {
        refuse(Refused.NOT_A_MEMBER, "no call that could be let in");
      }
    }

    private void refuse(Refused why, String detail) {
      tell(why, why.text() + " (" + detail + ")");
    }

    /** Once for each connection. */
    private void tell(Refused why, String sentence) {
      if (!isTold) {
        isTold = true;
        refused.add(why.tag(), "a connection from " + from, sentence);
      }
    }
  }

  /** Counts the bytes of a call that wait for the rest of their message. */
  private final class Tally extends ServerStreamTracer {
    private Crowd.Caller caller;
    private long unfinished;

    @Override
    public synchronized void serverCallStarted(ServerCallInfo<?, ?> call) {
      Watch watch = watch(call.getAttributes());
      caller = watch == null ? null : watch.caller;
    }

    @Override
    public synchronized void inboundWireSize(long bytes) {
      count(bytes);
    }

    @Override
    public synchronized void inboundMessageRead(int number, long bytes, long uncompressed) {
      count(-unfinished);
    }

    @Override
    public synchronized void streamClosed(Status status) {
      count(-unfinished);
      caller = null;
    }

    private void count(long bytes) {
      if (caller != null && bytes != 0) {
        unfinished += bytes;
        crowd.unfinished(caller, bytes);
      }
    }
  }
}
