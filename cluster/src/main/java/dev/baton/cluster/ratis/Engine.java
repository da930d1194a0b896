package dev.baton.cluster.ratis;

import dev.baton.cluster.wire.Codec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.grpc.server.GrpcServices;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** A server of Ratis and its one group, which is the voters of one cluster. */
final class Engine implements AutoCloseable {

  /** A file of the log; it has this size from the beginning. */
  private static final SizeInBytes SEGMENT = SizeInBytes.valueOf(8 << 20);

  private final RatisSettings settings;
  private final boolean formed;
  private final RaftGroup group;
  private final RaftServer server;
  private final ClientId self = ClientId.randomId();
  private final AtomicLong calls = new AtomicLong();

  /** Null before the group is formed. */
  private volatile RaftServer.Division division;

  Engine(
      RatisSettings settings,
      boolean formed,
      ChainMachine machine,
      GrpcTlsConfig tls,
      GrpcServices.Customizer services)
      throws IOException {
    this.settings = settings;
    this.formed = formed;
    group = group(settings);
    Parameters parameters = new Parameters();
    GrpcConfigKeys.Server.setServicesCustomizer(parameters, services);
    if (tls != null) {
      GrpcConfigKeys.TLS.setConf(parameters, tls);
    }
    server =
        RaftServer.newBuilder()
            .setServerId(RaftPeerId.valueOf(settings.voter()))
            .setGroup(formed ? group : null)
            // Makes a log where there is none; that none was lost is known from elsewhere.
            .setOption(RaftStorage.StartupOption.RECOVER)
            .setStateMachine(machine)
            .setProperties(properties(settings))
            .setParameters(parameters)
            .build();
  }

  void start() throws IOException {
    server.start();
    division = formed ? server.getDivision(group.getGroupId()) : null;
  }

  /** A cluster of the same name that begins otherwise is another group, and is not listened to. */
  private static UUID groupId(RatisSettings settings) {
    String seed = settings.cluster() + "\n" + settings.genesis().hash();
    return UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8));
  }

  private static RaftGroup group(RatisSettings settings) {
    List<RaftPeer> peers =
        settings.voters().entrySet().stream()
            .map(
                voter ->
                    RaftPeer.newBuilder()
                        .setId(voter.getKey())
                        .setAddress(RatisSettings.text(voter.getValue()))
                        .build())
            .toList();
    return RaftGroup.valueOf(RaftGroupId.valueOf(groupId(settings)), peers);
  }

  /** A file that exists as soon as this voter may have voted. */
  static Path log(RatisSettings settings) {
    return logs(settings).resolve(groupId(settings).toString()).resolve("current/raft-meta");
  }

  private static Path logs(RatisSettings settings) {
    return settings.directory().resolve("ratis");
  }

  /** Begins the group; to be called once by each voter, ever. */
  CompletableFuture<Void> form() {
    return server
        .groupManagementAsync(
            GroupManagementRequest.newAdd(
                self, server.getId(), calls.incrementAndGet(), group, false))
        .thenAccept(
            reply -> {
              check(reply);
              try {
                division = server.getDivision(group.getGroupId());
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            });
  }

  /** The leader as far as this voter knows, or null. */
  String leader() {
    RaftServer.Division here = division;
    RaftPeerId leader = here == null ? null : here.getInfo().getLeaderId();
    return leader == null ? null : leader.toString();
  }

  /** Has a command chosen and applied, if this voter is the leader. */
  CompletableFuture<byte[]> submit(byte[] command) {
    RaftClientRequest request =
        RaftClientRequest.newBuilder()
            .setClientId(self)
            .setServerId(server.getId())
            .setGroupId(group.getGroupId())
            .setCallId(calls.incrementAndGet())
            .setMessage(Message.valueOf(UnsafeByteOperations.unsafeWrap(command)))
            .setType(RaftClientRequest.writeRequestType())
            .build();
    try {
      return server.submitClientRequestAsync(request).thenApply(Engine::content);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static void check(RaftClientReply reply) {
    if (!reply.isSuccess()) {
      throw new CompletionException(reply.getException());
    }
  }

  private static byte[] content(RaftClientReply reply) {
    check(reply);
    return reply.getMessage().getContent().toByteArray();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw StateDirectory.unusable(settings.directory(), e);
    }
  }

  private static RaftProperties properties(RatisSettings settings) {
    RaftProperties properties = new RaftProperties();
    RaftServerConfigKeys.setStorageDir(properties, List.of(logs(settings).toFile()));
    GrpcConfigKeys.Server.setHost(properties, settings.address().getHostString());
    GrpcConfigKeys.Server.setPort(properties, settings.address().getPort());

    long timeout = settings.electionTimeout().toMillis();
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, millis(timeout));
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, millis(2 * timeout));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, millis(timeout / 4));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, millis(timeout));
    // A leader without a majority lets go of what it cannot have chosen.
    RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(properties, millis(4 * timeout));
    // A process that was paused goes on; Ratis would give up after a minute.
    RaftServerConfigKeys.setCloseThreshold(properties, TimeDuration.valueOf(365, TimeUnit.DAYS));
    // A voter that comes back is served at once, however long it was away.
    RaftServerConfigKeys.Log.Appender.setRetryPolicy(properties, "1ms,10, 100ms,2000000000");
    RaftServerConfigKeys.RetryCache.setExpiryTime(properties, millis(10_000));

    // Entries are few, and seldom large.
    SizeInBytes entry = SizeInBytes.valueOf(Codec.LARGEST + (64 << 10));
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, entry);
    RaftServerConfigKeys.Log.setWriteBufferSize(
        properties, SizeInBytes.valueOf(Codec.LARGEST + (128 << 10)));
    GrpcConfigKeys.setMessageSizeMax(properties, SizeInBytes.valueOf(Codec.LARGEST + (2 << 20)));
    // A write that makes its file longer takes several times as long, and now and then far longer.
    RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SEGMENT);
    RaftServerConfigKeys.Log.setPreallocatedSize(properties, SEGMENT);
    // Else every entry is followed by another one, which says that the first was chosen.
    RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, 2);
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(properties, SizeInBytes.valueOf(8 << 20));

    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
    RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, 2L * Chain.KEPT);
    RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, 2);
    RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
    RaftServerConfigKeys.Log.setPurgeGap(properties, 1);

    GrpcConfigKeys.setUseEpoll(properties, false);
    GrpcConfigKeys.Server.setBossGroupSize(properties, 1);
    GrpcConfigKeys.Server.setWorkerGroupSize(properties, 1);
    GrpcConfigKeys.Client.setWorkerGroupSize(properties, 1);
    return properties;
  }

  private static TimeDuration millis(long time) {
    return TimeDuration.valueOf(time, TimeUnit.MILLISECONDS);
  }
}
