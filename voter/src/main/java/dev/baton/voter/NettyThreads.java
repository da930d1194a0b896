package dev.baton.voter;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.util.concurrent.EventExecutor;

/** Threads of Netty, which an error can end for good, without a word and without another. */
final class NettyThreads implements AutoCloseable {

  private final EventLoopGroup group;
  private final List<EventExecutor> each = new ArrayList<>();
  private volatile boolean closed;

  NettyThreads(int count, String name) {
    group = new NioEventLoopGroup(count, Thread.ofPlatform().daemon().name(name).factory());
    group.forEach(each::add);
  }

  EventLoopGroup group() {
    return group;
  }

  /** Whether one of them is gone that nobody has closed; takes no memory. */
  boolean haveEnded() {
    for (int i = 0; i < each.size(); i++) {
      if (each.get(i).isShuttingDown() && !closed) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    closed = true;
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
