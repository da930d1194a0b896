package dev.baton.voter;

import static dev.baton.voter.Voters.await;
import static dev.baton.voter.Voters.extend;
import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.soon;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.join.KeyFiles;
import dev.baton.cluster.net.Keys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToLongFunction;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.ratis.thirdparty.io.grpc.Server;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.netty.bootstrap.Bootstrap;
import org.apache.ratis.thirdparty.io.netty.buffer.Unpooled;
import org.apache.ratis.thirdparty.io.netty.channel.Channel;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelInitializer;
import org.apache.ratis.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;
import org.apache.ratis.thirdparty.io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import org.apache.ratis.thirdparty.io.netty.handler.codec.http2.DefaultHttp2Headers;
import org.apache.ratis.thirdparty.io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import org.apache.ratis.thirdparty.io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import org.apache.ratis.thirdparty.io.netty.handler.codec.http2.Http2MultiplexHandler;
import org.apache.ratis.thirdparty.io.netty.handler.codec.http2.Http2SettingsFrame;
import org.apache.ratis.thirdparty.io.netty.handler.codec.http2.Http2StreamChannel;
import org.apache.ratis.thirdparty.io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import org.apache.ratis.thirdparty.io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes to the consensus port, and however much of it: voters go on deciding. */
@Tag("slow")
@Tag("hostile")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
final class HostileBytesTest {

  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
  private static final int SETTINGS = 4;
  private static final int HEADERS = 1;
  private static final int CONNECTIONS = 200;

  @TempDir Path root;
  private Voters voters;
  private EpochRecord last;
  private final List<AutoCloseable> toClose = new ArrayList<>();

  private void start(boolean hasTls) throws Exception {
    voters = new Voters(root, "a", "b", "c");
    if (hasTls) {
      voters.withTls();
    }
    voters.openAll();
    last = extend(voters.get("a"), voters.genesis, 1);
    voters.refused.clear();
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : toClose) {
      each.close();
    }
    if (voters != null) {
      voters.close();
    }
  }

  /** They have decided nothing that an attacker wanted, and can be reached by each other. */
  private void votersGoOn() throws Exception {
    assertThat(soon(latest(voters.get("c")))).isEqualTo(last);
    last = extend(voters.get("b"), last, 1);
    voters.close("c");
    assertThat(soon(latest(voters.open("c")))).isEqualTo(last);
    last = extend(voters.get("c"), last, 1);
  }

  private Socket connect(Socket socket) throws IOException {
    InetSocketAddress a = voters.addresses.get("a");
    socket.connect(new InetSocketAddress(a.getAddress(), a.getPort()), 5000);
    return socket;
  }

  private static Keys keys(String name) {
    KeyFiles files = Voters.keys(name);
    return Keys.load(files.keyStore(), files.trustStore(), files.password().toCharArray());
  }

  /** Says that it will speak HTTP/2. */
  private static Socket speaking(Keys keys) throws IOException {
    SSLSocket socket = (SSLSocket) keys.socket();
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    return socket;
  }

  /** A frame of HTTP/2 that claims to be so long. */
  private static byte[] frame(int length, int type, byte[] content) {
    return ByteBuffer.allocate(9 + content.length)
        .putInt(length << 8 | type)
        .put((byte) 0)
        .putInt(type == SETTINGS ? 0 : 1)
        .put(content)
        .array();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static List<byte[]> harm() {
    Random random = new Random(16);
    byte[] noise = new byte[64 << 10];
    random.nextBytes(noise);
    byte[] little = new byte[20];
    random.nextBytes(little);
    byte[] settings = frame(0, SETTINGS, new byte[0]);
    return List.of(
        noise,
        little,
        join(PREFACE, noise),
        join(PREFACE, settings, noise),
        // Cut off: in the preface, and in a frame.
        "PRI * HT".getBytes(US_ASCII),
        join(PREFACE, frame(6, SETTINGS, new byte[2])),
        join(PREFACE, settings, frame(100, HEADERS, new byte[10])),
        // Too long: a frame, and headers.
        join(PREFACE, frame(0xFF_FFFF, SETTINGS, noise)),
        join(PREFACE, settings, frame(16 << 10, HEADERS, new byte[16 << 10])),
        // A record of TLS that is longer than any can be.
        join(new byte[] {22, 3, 1, (byte) 0xFF, (byte) 0xFF}, noise),
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
  }

  private static void send(Socket socket, byte[] bytes) {
    try (socket) {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      out.flush();
      // Otherwise it would be reset, and what was sent be lost.
      socket.setSoTimeout(500);
      if (socket instanceof SSLSocket) {
        socket.getInputStream().read();
      } else {
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      }
    } catch (IOException e) {
      // It was hung up on before it had said everything.
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytesThatMeanNothingGetNobodyIn(boolean hasTls) throws Exception {
    start(hasTls);
    Keys mallory = keys("mallory");
    Keys voter = keys("b");
    for (byte[] bytes : harm()) {
      send(connect(new Socket()), bytes);
      if (hasTls) {
        send(connect(speaking(mallory)), bytes);
        send(connect(speaking(voter)), bytes);
      }
    }
    // Each was told of; a voter that says no HTTP/2, too.
    int connections = (hasTls ? 3 : 1) * harm().size();
    await(() -> voters.refused.size() >= connections);
    assertThat(voters.refused).hasSize(connections).contains("no-tls", "not-a-member");
    votersGoOn();
  }

  /** Whether the other end has not closed it; reads what has come. */
  private static boolean isOpen(Socket socket) {
    try {
      socket.setSoTimeout(1);
      InputStream in = socket.getInputStream();
      byte[] bytes = new byte[1000];
      while (true) {
        if (in.read(bytes) < 0) {
          return false;
        }
      }
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Those that serve connections to a voter. */
  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(it -> it.getName().matches("(grpc-|baton-consensus-).*"))
        .count();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void halfOpenConnectionsKeepNobodyOut(boolean hasTls) throws Exception {
    start(hasTls);
    long threads = threads();
    List<Socket> sockets = new ArrayList<>();
    byte[] beginning = hasTls ? new byte[] {22, 3, 1, 1} : PREFACE;
    for (int i = 0; i < CONNECTIONS; i++) {
      Socket socket = connect(new Socket());
      toClose.add(socket);
      sockets.add(socket);
      if (i % 2 == 0) {
        try {
          socket.getOutputStream().write(beginning);
        } catch (IOException e) {
          // It has given way already.
        }
      }
    }
    await(
        () -> sockets.stream().filter(HostileBytesTest::isOpen).count() <= Crowd.MOST_PER_ADDRESS);
    assertThat(voters.refused).contains("crowded");
    // Other tests have some of them, too.
    assertThat(threads()).isLessThan(threads + CONNECTIONS / 2);
    votersGoOn();
  }

  private static Channel connection(
      EventLoopGroup group, InetSocketAddress to, CompletableFuture<Http2SettingsFrame> settings) {
    ChannelInboundHandlerAdapter listener =
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof Http2SettingsFrame frame) {
              settings.complete(frame);
            }
            ReferenceCountUtil.release(message);
          }
        };
    return new Bootstrap()
        .group(group)
        .channel(NioSocketChannel.class)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel
                    .pipeline()
                    .addLast(
                        Http2FrameCodecBuilder.forClient().build(),
                        new Http2MultiplexHandler(new Ignorant()),
                        listener);
              }
            })
        .connect(to)
        .syncUninterruptibly()
        .channel();
  }

  /** Reads, and does nothing with it. */
  private static final class Ignorant extends ChannelInboundHandlerAdapter {
    @Override
    public boolean isSharable() {
      return true;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // Its connection was closed.
    }
  }

  /** Begins a call, and sends so much of a message that is a little longer. */
  private static void begin(Channel connection, byte[] part) throws InterruptedException {
    Http2StreamChannel call =
        new Http2StreamChannelBootstrap(connection)
            .handler(new Ignorant())
            .open()
            .syncUninterruptibly()
            .getNow();
    call.write(
        new DefaultHttp2HeadersFrame(
            new DefaultHttp2Headers()
                .method("POST")
                .scheme("http")
                .authority("a")
                .path("/" + Exchange.PULSE.getFullMethodName())
                .add("te", "trailers")
                .add("content-type", "application/grpc")));
    byte[] length = ByteBuffer.allocate(5).putInt(1, part.length + 1).array();
    call.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(length, part)));
  }

  private EventLoopGroup group() {
    EventLoopGroup group = new NioEventLoopGroup(1);
    toClose.add(() -> group.shutdownGracefully(0, 1, SECONDS));
    return group;
  }

  @Test
  void messagesWithoutAnEndTakeBoundedMemory() throws Exception {
    start(false);
    EventLoopGroup group = group();
    byte[] part = new byte[5 << 20];
    List<Channel> connections = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Channel connection = connection(group, voters.addresses.get("a"), new CompletableFuture<>());
      connections.add(connection);
      begin(connection, part);
    }
    ToLongFunction<List<Channel>> held =
        all -> part.length * all.stream().filter(Channel::isOpen).count();
    await(() -> held.applyAsLong(connections) <= Crowd.MOST_UNFINISHED);
    assertThat(voters.refused).contains("too-long");
    votersGoOn();
  }

  @Test
  void aConnectionHasSoManyCallsAtMost() throws Exception {
    start(false);
    CompletableFuture<Http2SettingsFrame> settings = new CompletableFuture<>();
    connection(group(), voters.addresses.get("a"), settings);
    assertThat(soon(settings).settings().maxConcurrentStreams())
        .isEqualTo(ConsensusPort.MOST_CALLS);
  }

  /** Without TLS whoever makes a call may stay, as long as there is room. */
  @Test
  void whoCallsAndStaysGivesWay() throws Exception {
    start(false);
    List<Attacker> attackers = new ArrayList<>();
    for (int i = 0; i < Crowd.MOST_PER_NAME + 16; i++) {
      Attacker attacker = Attacker.withoutTls(voters.settings("a"));
      toClose.add(attacker);
      attackers.add(attacker);
      attacker.hello("b");
    }
    await(() -> attackers.stream().filter(Attacker::isConnected).count() <= Crowd.MOST_PER_NAME);
    votersGoOn();
  }

  @Test
  void whoDoesNotCallIsHungUpOn() throws Exception {
    voters = new Voters(root, "a");
    Queue<String> refused = new ConcurrentLinkedQueue<>();
    InetSocketAddress a = voters.addresses.get("a");
    ConsensusPort port =
        new ConsensusPort(
            voters.settings("a"),
            new RefusedCalls(refused::add, (what, why, missed) -> {}, System::nanoTime),
            VoterLog.of("a"),
            Duration.ofMillis(300));
    Server server = port.watch(NettyServerBuilder.forAddress(a)).build().start();
    toClose.add(() -> server.shutdownNow().awaitTermination());
    toClose.add(port);
    Socket silent = connect(new Socket());
    Socket slow = connect(new Socket());
    toClose.add(silent);
    toClose.add(slow);
    // A byte now and then of what would take longer than anybody waits.
    byte[] bytes = join(PREFACE, frame(16_000, SETTINGS, new byte[16_000]));
    int[] sent = {0};
    await(
        () -> {
          try {
            slow.getOutputStream().write(bytes, sent[0]++, 1);
          } catch (IOException e) {
            // It was hung up on.
          }
          return !isOpen(silent) && !isOpen(slow);
        });
    assertThat(sent[0]).isGreaterThan(1);
    assertThat(refused).containsOnly("nameless").hasSize(2);
  }
}
