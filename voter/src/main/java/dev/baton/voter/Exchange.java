package dev.baton.voter;

import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.net.Refused;
import dev.baton.cluster.wire.Codec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.grpc.server.GrpcServices;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.ConnectivityState;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerServiceDefinition;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ClientCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.ServerCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelOption;
import org.apache.ratis.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;

/**
 * What voters tell each other besides Raft itself, on the port of Ratis: who they are, and commands
 * for the leader. A call has a deadline and is not repeated. {@link VoterGuard} says who may call.
 *
 * <p>The client of Ratis is not used: it stalls for seconds on a leader that hangs.
 */
final class Exchange implements AutoCloseable {

  private static final String SERVICE = "dev.baton.Epochs";
  static final MethodDescriptor<byte[], byte[]> HELLO = method("hello");
  static final MethodDescriptor<byte[], byte[]> SUBMIT = method("submit");
  static final MethodDescriptor<byte[], byte[]> ADMIT = method("admit");
  static final MethodDescriptor<byte[], byte[]> PULSE = method("pulse");
  private static final Set<String> SERVICES =
      Set.of(SERVICE, RaftServerProtocolServiceGrpc.SERVICE_NAME);

  private static final int CONNECT_MILLIS = 1_000;

  /** By voter and address. */
  private final Map<VoterTarget, ManagedChannel> channels = new ConcurrentHashMap<>();

  private final GrpcTlsConfig tls;
  private final RefusedCalls refused;

  /** Where a voter listens at this moment. */
  private final Function<String, String> addresses;

  private final NettyThreads thread;

  Exchange(
      String self, GrpcTlsConfig tls, RefusedCalls refused, Function<String, String> addresses) {
    this.tls = tls;
    this.refused = refused.apart();
    this.addresses = addresses;
    thread = new NettyThreads(1, "baton-exchange-" + self);
  }

  private ManagedChannel channel(VoterTarget target) {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget(target.text())
            .eventLoopGroup(thread.group())
            .channelType(NioSocketChannel.class)
            .directExecutor()
            .proxyDetector(there -> null)
            // TCP would wait ever longer for the other end of a connection.
            .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .maxInboundMessageSize(Codec.LARGEST)
            .disableRetry();
    if (tls == null) {
      builder.usePlaintext();
    } else {
      builder.sslContext(GrpcUtil.buildSslContextForClient(tls));
    }
    return builder.build();
  }

  private static MethodDescriptor<byte[], byte[]> method(String name) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
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

  // As a server.

  /** What a voter answers; the caller is the owner of the certificate, or null without TLS. */
  interface Answers {
    CompletableFuture<byte[]> hello(String caller, byte[] request);

    CompletableFuture<byte[]> submit(String caller, byte[] request);

    CompletableFuture<byte[]> admit(String caller, byte[] request);
  }

  /** Adds what this voter answers to the services of Ratis. */
  static GrpcServices.Customizer services(
      VoterSettings settings,
      RaftPeerId self,
      ConsensusPort port,
      RefusedCalls refused,
      Answers answers) {
    ServerServiceDefinition service =
        ServerServiceDefinition.builder(SERVICE)
            .addMethod(HELLO, answer(answers::hello))
            .addMethod(SUBMIT, answer(answers::submit))
            .addMethod(ADMIT, answer(answers::admit))
            .addMethod(
                PULSE, answer((caller, request) -> CompletableFuture.completedFuture(new byte[0])))
            .build();
    VoterGuard guard =
        new VoterGuard(
            settings.cluster(),
            SERVICES,
            self,
            settings.voters().keySet(),
            settings.tls() != null,
            port,
            refused);
    return (builder, types) -> port.watch(builder).addService(service).intercept(guard);
  }

  private static ServerCallHandler<byte[], byte[]> answer(
      BiFunction<String, byte[], CompletableFuture<byte[]>> method) {
    return ServerCalls.asyncUnaryCall(
        (request, observer) ->
            method
                .apply(VoterGuard.CALLER.get(), request)
                .whenComplete(
                    (reply, failure) -> {
                      if (failure == null) {
                        observer.onNext(reply);
                        observer.onCompleted();
                      } else {
                        observer.onError(
                            Status.UNAVAILABLE
                                .withDescription(String.valueOf(failure.getMessage()))
                                .asRuntimeException());
                      }
                    }));
  }

  // As a client.

  CompletableFuture<byte[]> hello(String voter, byte[] request, Duration patience) {
    return call(voter, HELLO, request, patience);
  }

  CompletableFuture<byte[]> submit(String voter, byte[] request, Duration patience) {
    return call(voter, SUBMIT, request, patience);
  }

  CompletableFuture<byte[]> admit(String voter, byte[] request, Duration patience) {
    return call(voter, ADMIT, request, patience);
  }

  /** A sign of life. A connection that gives none is not used any more. */
  CompletableFuture<byte[]> pulse(String voter, Duration patience) {
    return call(voter, PULSE, new byte[0], patience)
        .whenComplete(
            (answer, failure) -> {
              ManagedChannel channel = channelTo(voter);
              if (failure != null && channel.getState(false) == ConnectivityState.READY) {
                channel.enterIdle();
              }
            });
  }

  private ManagedChannel channelTo(String voter) {
    return channelTo(target(voter));
  }

  private ManagedChannel channelTo(VoterTarget target) {
    return channels.computeIfAbsent(target, this::channel);
  }

  private VoterTarget target(String voter) {
    return new VoterTarget(voter, addresses.apply(voter));
  }

  private CompletableFuture<byte[]> call(
      String voter, MethodDescriptor<byte[], byte[]> method, byte[] request, Duration patience) {
    VoterTarget target = target(voter);
    ManagedChannel channel = channelTo(target);
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    ClientCalls.asyncUnaryCall(
        channel.newCall(
            method,
            CallOptions.DEFAULT.withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)),
        request,
        new StreamObserver<>() {
          @Override
          public void onNext(byte[] reply) {
            answer.complete(reply);
          }

          @Override
          public void onError(Throwable failure) {
            try {
              // Otherwise a voter that comes back is found only after minutes.
              channel.resetConnectBackoff();
              tell(target, failure);
            } finally {
              answer.completeExceptionally(failure);
            }
          }

          @Override
          public void onCompleted() {}
        });
    return answer;
  }

  /** A handshake that has failed is told of on both sides; that nobody answers is not. */
  private void tell(VoterTarget target, Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof SSLException || each instanceof CertificateException) {
        Refused why = GrpcTls.isWrongVoter(each) ? Refused.NOT_TRUSTED : Refused.of(each);
        refused.add(
            why.tag(),
            "a call to voter '" + target.voter() + "' at " + target.address(),
            why.text() + " (" + each.getMessage() + ")");
        return;
      }
    }
  }

  @Override
  public void close() {
    channels.values().forEach(ManagedChannel::shutdownNow);
    thread.close();
  }

  /** Whether its thread has ended that nobody has closed. */
  boolean hasEnded() {
    return thread.haveEnded();
  }
}
