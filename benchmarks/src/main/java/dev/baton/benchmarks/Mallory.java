package dev.baton.benchmarks;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.baton.cluster.net.AlgorithmVersion;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.Greeting;
import dev.baton.cluster.net.Packet;
import dev.baton.cluster.net.Protocols;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import dev.baton.cluster.wire.WireException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLSocket;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.StatusRuntimeException;
import org.apache.ratis.thirdparty.io.grpc.netty.GrpcSslContexts;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ClientCalls;
import org.apache.ratis.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslContext;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslContextBuilder;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslProvider;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import org.jgroups.Version;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.IpAddress;

/**
 * Has a certificate of the right authority, and so gets through TLS; but nobody has admitted it. It
 * says hello to members, and calls voters as if it were one.
 */
final class Mallory {

  private static final int ANSWER_MILLIS = 5000;
  private static final int LONGEST_ANSWER = 1 << 16;
  private static final Codec<Packet> PACKETS = Wire.of(Packet.class);

  private static final List<MethodDescriptor<byte[], byte[]>> CALLS =
      List.of(
          method("dev.baton.Epochs/hello"),
          method("dev.baton.Epochs/submit"),
          method("dev.baton.Epochs/admit"),
          method("ratis.grpc.RaftServerProtocolService/requestVote"));

  private final TlsClient tls;
  private final SslContext http2;
  private final EventLoopGroup thread =
      new NioEventLoopGroup(1, Thread.ofPlatform().daemon().factory());
  private final AtomicLong refusedByMembers = new AtomicLong();
  private final AtomicLong refusedByVoters = new AtomicLong();
  private final AtomicLong bound = new AtomicLong();

  Mallory(KeyManagerFactory keys) throws IOException, GeneralSecurityException {
    tls = new TlsClient(keys);
    http2 =
        GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
            .protocols("TLSv1.3")
            .trustManager(InsecureTrustManagerFactory.INSTANCE)
            .keyManager(keys)
            .build();
  }

  TlsClient tls() {
    return tls;
  }

  /** How often a member has told it so. */
  long refusedByMembers() {
    return refusedByMembers.get();
  }

  /** How often a voter has told it so. */
  long refusedByVoters() {
    return refusedByVoters.get();
  }

  /** How often it was welcome, or answered. */
  long bound() {
    return bound.get();
  }

  // At a member's port.

  /** What a member says first, and a hello after it. */
  static byte[] hello(int claimed) throws IOException {
    Greeting greeting =
        new Greeting(
            new Protocols(1, 1),
            "benchmark",
            Certificates.MALLORY,
            new Endpoint("127.0.0.1", claimed),
            List.of(),
            0,
            false,
            List.of(),
            AlgorithmVersion.all());
    Output packet = new Output();
    PACKETS.encode(new Packet.Hello(greeting), packet);
    return withFirstWord(claimed, packet.size(), packet.toByteArray());
  }

  /**
   * @param claimed where it says that it listens
   * @param length which the packet says that it has
   */
  static byte[] withFirstWord(int claimed, int length, byte[] packet) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    IpAddress place = new IpAddress(InetAddress.getLoopbackAddress(), claimed);
    out.write(Connection.cookie, 0, Connection.cookie.length);
    out.writeShort(Version.version);
    out.writeShort(place.serializedSize());
    place.writeTo(out);
    out.writeInt(length);
    out.write(packet);
    return bytes.toByteArray();
  }

  /** Sends this after the handshake, and listens to the answer. */
  void say(int port, byte[] bytes) throws IOException {
    try (SSLSocket socket = tls.connect(port, ANSWER_MILLIS)) {
      socket.getOutputStream().write(bytes);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        int length = in.readInt();
        if (length < 0 || length > LONGEST_ANSWER) {
          return;
        }
        byte[] answer = in.readNBytes(length);
        switch (PACKETS.decode(new Input().wrap(answer, 0, answer.length))) {
          case Packet.TurnedAway turned -> {
            refusedByMembers.incrementAndGet();
            return;
          }
          case Packet.Welcome welcome -> {
            bound.incrementAndGet();
            return;
          }
          default -> {}
        }
      }
    } catch (WireException e) {
      throw new IOException(e);
    }
  }

  // At a consensus port.

  private static MethodDescriptor<byte[], byte[]> method(String name) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(name)
        .setRequestMarshaller(new Bytes())
        .setResponseMarshaller(new Bytes())
        .build();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Calls a voter over a connection of its own. */
  void call(int port, long number, byte[] request) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port)
            .eventLoopGroup(thread)
            .channelType(NioSocketChannel.class)
            .directExecutor()
            .proxyDetector(there -> null)
            .sslContext(http2)
            .build();
    try {
      ClientCalls.blockingUnaryCall(
          channel,
          CALLS.get((int) (number % CALLS.size())),
          CallOptions.DEFAULT.withDeadlineAfter(ANSWER_MILLIS, MILLISECONDS),
          request);
      bound.incrementAndGet();
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.PERMISSION_DENIED) {
        refusedByVoters.incrementAndGet();
      }
    } finally {
      channel.shutdownNow();
    }
  }

  void end() {
    thread.shutdownGracefully(0, 1, SECONDS);
  }
}
