package dev.baton.voter;

import dev.baton.cluster.net.Refused;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.netty.channel.Channel;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.ratis.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslHandler;

/**
 * The port of the consensus. gRPC ends a connection whose handshake fails without a word to
 * anybody; here it is known from which address it was, and why it failed.
 */
final class ConsensusPort implements AutoCloseable {

  /** One accepts, and both read and write: gRPC has none of its own for a port like this one. */
  private final EventLoopGroup threads;

  private final RefusedCalls refused;

  ConsensusPort(String voter, RefusedCalls refused) {
    this.refused = refused;
    threads =
        new NioEventLoopGroup(
            2, Thread.ofPlatform().daemon().name("baton-consensus-" + voter).factory());
  }

  NettyServerBuilder watch(NettyServerBuilder builder) {
    return builder
        .bossEventLoopGroup(threads)
        .workerEventLoopGroup(threads)
        .channelFactory(Listener::new);
  }

  @Override
  public void close() {
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  private final class Listener extends NioServerSocketChannel {
    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      int before = accepted.size();
      int count = super.doReadMessages(accepted);
      for (Object each : accepted.subList(before, accepted.size())) {
        ((Channel) each).pipeline().addFirst(new Watch());
      }
      return count;
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
