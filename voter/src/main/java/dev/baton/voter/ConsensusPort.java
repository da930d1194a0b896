package dev.baton.voter;

import dev.baton.cluster.net.Refused;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.netty.channel.Channel;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.ratis.thirdparty.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslHandler;

/**
 * The port of the consensus. gRPC ends a connection whose handshake fails without a word to
 * anybody; here it is known from which address it was, and why it failed.
 */
final class ConsensusPort implements AutoCloseable {

  /** After a connection for which there was no memory: the next one may wait already. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** One accepts, and both read and write: gRPC has none of its own for a port like this one. */
  private final NettyThreads threads;

  private final String voter;
  private final RefusedCalls refused;
  private final VoterLog log;

  /** Done for each connection; for tests. */
  Runnable accepted = () -> {};

  ConsensusPort(String voter, RefusedCalls refused, VoterLog log) {
    this.voter = voter;
    this.refused = refused;
    this.log = log;
    threads = new NettyThreads(2, "baton-consensus-" + voter);
  }

  NettyServerBuilder watch(NettyServerBuilder builder) {
    return builder
        .bossEventLoopGroup(threads.group())
        .workerEventLoopGroup(threads.group())
        .channelFactory(Listener::new);
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
    protected int doReadMessages(List<Object> connections) throws Exception {
      int before = connections.size();
      try {
        accept(connections);
        for (Object each : connections.subList(before, connections.size())) {
          accepted.run();
          ((Channel) each).pipeline().addFirst(new Watch());
        }
      } catch (RuntimeException | Error e) {
        // Netty would close the port for good.
        complain(e);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      return connections.size() - before;
    }

    private void complain(Throwable e) {
      long now = System.nanoTime();
      if (now - quietUntil >= 0) {
        quietUntil = now + RefusedCalls.PAUSE;
        log.complain(voter, "a connection was not accepted", e);
      }
    }

    private void accept(List<Object> connections) throws Exception {
      super.doReadMessages(connections);
    }
  }

  /** Stands before all other handlers of a connection, so that they still are as it ended. */
  private final class Watch extends ChannelInboundHandlerAdapter {

    private String from = "";

    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
      from = String.valueOf(context.channel().remoteAddress());
      super.channelActive(context);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
      SslHandler tls = context.pipeline().get(SslHandler.class);
      if (tls != null && !tls.handshakeFuture().isDone()) {
        refuse(Refused.HUNG_UP, "in the handshake");
      } else if (tls != null && !tls.handshakeFuture().isSuccess()) {
        Throwable failure = tls.handshakeFuture().cause();
        refuse(Refused.of(failure), String.valueOf(failure.getMessage()));
      }
      super.channelInactive(context);
    }

    private void refuse(Refused why, String detail) {
      refused.add(why.tag(), "a connection from " + from, why.text() + " (" + detail + ")");
    }
  }
}
