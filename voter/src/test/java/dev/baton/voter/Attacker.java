package dev.baton.voter;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.join.KeyFiles;
import dev.baton.cluster.join.VoterSettings;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.ReadIndexRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.ConnectivityState;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.netty.GrpcSslContexts;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ClientCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslContextBuilder;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslProvider;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Somebody who calls the consensus port of a voter and says whatever it likes. */
final class Attacker implements AutoCloseable {

  private final VoterSettings target;
  private final ManagedChannel channel;

  private Attacker(VoterSettings target, NettyChannelBuilder channel) {
    this.target = target;
    this.channel = channel.build();
  }

  private static NettyChannelBuilder to(VoterSettings target) {
    InetSocketAddress address = target.address();
    return NettyChannelBuilder.forAddress(address).proxyDetector(there -> null);
  }

  static Attacker withoutTls(VoterSettings target) {
    return new Attacker(target, to(target).usePlaintext());
  }

  /**
   * @param keys null for nobody, who has no certificate
   */
  static Attacker withTls(VoterSettings target, KeyFiles keys) throws Exception {
    SslContextBuilder tls =
        GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
            .protocols("TLSv1.3")
            .trustManager(InsecureTrustManagerFactory.INSTANCE);
    if (keys != null) {
      char[] password = keys.password().toCharArray();
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(KeyStore.getInstance(keys.keyStore().toFile(), password), password);
      tls.keyManager(new Shameless((X509ExtendedKeyManager) managers.getKeyManagers()[0]));
    }
    return new Attacker(target, to(target).sslContext(tls.build()));
  }

  /** Shows its certificate although the other side does not name who has signed it. */
  private static final class Shameless extends X509ExtendedKeyManager {

    private final X509ExtendedKeyManager keys;

    Shameless(X509ExtendedKeyManager keys) {
      this.keys = keys;
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
      return keys.chooseEngineClientAlias(types, null, engine);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return keys.chooseClientAlias(types, null, socket);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return keys.getClientAliases(type, null);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return keys.chooseServerAlias(type, issuers, socket);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return keys.getServerAliases(type, issuers);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return keys.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return keys.getPrivateKey(alias);
    }
  }

  private byte[] call(MethodDescriptor<byte[], byte[]> method, byte[] request) {
    return ClientCalls.blockingUnaryCall(
        channel, method, CallOptions.DEFAULT.withDeadlineAfter(20, SECONDS), request);
  }

  VoterHello hello(String voter) throws Exception {
    byte[] answer = call(Exchange.HELLO, VoterCodecs.encode(VoterCodecs.HELLOS, said(voter)));
    return VoterCodecs.decode(VoterCodecs.HELLOS, answer);
  }

  private VoterHello said(String voter) {
    return new VoterHello(
        target.cluster(), target.genesis().hash(), voter, UUID.randomUUID().toString(), Map.of());
  }

  byte[] submit(Command command) {
    return call(Exchange.SUBMIT, VoterCodecs.encode(VoterCodecs.COMMANDS, command));
  }

  byte[] propose(EpochRecord before, EpochRecord next) {
    return submit(new Command.Propose(before.number(), next));
  }

  void admit(String voter, String address) {
    ReplacementRequest request = new ReplacementRequest(said(voter), address);
    call(Exchange.ADMIT, VoterCodecs.encode(VoterCodecs.REPLACEMENTS, request));
  }

  // Raft itself.

  /** The beginning of a message of Raft in the name of a voter, from a store of its own. */
  RaftRpcRequestProto.Builder from(String voter) {
    String group = Engine.log(target).getParent().getParent().getFileName().toString();
    return RaftRpcRequestProto.newBuilder()
        .setRequestorId(ByteString.copyFromUtf8(voter + "~" + UUID.randomUUID()))
        .setReplyId(Roster.id(target.voter(), store()).toByteString())
        .setRaftGroupId(
            RaftGroupIdProto.newBuilder()
                .setId(RaftGroupId.valueOf(UUID.fromString(group)).toByteString()))
        .setCallId(1);
  }

  /** The store of the voter that is called, which is no secret: it tells it to every voter. */
  private String store() {
    Properties entries = new Properties();
    try (Reader in = Files.newBufferedReader(target.directory().resolve("voter.properties"))) {
      entries.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries.getProperty("store");
  }

  private RaftServerProtocolServiceGrpc.RaftServerProtocolServiceBlockingStub raft() {
    return RaftServerProtocolServiceGrpc.newBlockingStub(channel).withDeadlineAfter(20, SECONDS);
  }

  void requestVote(String voter) {
    raft()
        .requestVote(
            RequestVoteRequestProto.newBuilder()
                .setServerRequest(from(voter))
                .setCandidateTerm(1_000_000)
                .build());
  }

  void startElection(String voter) {
    raft()
        .startLeaderElection(
            StartLeaderElectionRequestProto.newBuilder().setServerRequest(from(voter)).build());
  }

  void readIndex(String voter) {
    raft().readIndex(ReadIndexRequestProto.newBuilder().setServerRequest(from(voter)).build());
  }

  AppendEntriesReplyProto append(AppendEntriesRequestProto request) {
    Reply<AppendEntriesReplyProto> reply = new Reply<>();
    RaftServerProtocolServiceGrpc.newStub(channel).appendEntries(reply).onNext(request);
    return reply.get();
  }

  InstallSnapshotReplyProto install(InstallSnapshotRequestProto request) {
    Reply<InstallSnapshotReplyProto> reply = new Reply<>();
    RaftServerProtocolServiceGrpc.newStub(channel).installSnapshot(reply).onNext(request);
    return reply.get();
  }

  private static final class Reply<T> implements StreamObserver<T> {
    private final CompletableFuture<T> first = new CompletableFuture<>();

    @Override
    public void onNext(T reply) {
      first.complete(reply);
    }

    @Override
    public void onError(Throwable failure) {
      first.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      first.complete(null);
    }

    T get() {
      return first.orTimeout(20, SECONDS).join();
    }
  }

  boolean isConnected() {
    return channel.getState(false) == ConnectivityState.READY;
  }

  static void isDenied(String why, ThrowingCallable call) {
    assertThatThrownBy(call)
        .extracting(failure -> Status.fromThrowable(failure).toString())
        .asString()
        .contains("PERMISSION_DENIED")
        .contains(why);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
