package dev.baton.voter;

import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.wire.Codec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** A server of Ratis and its one group, which is the voters of one cluster. */
final class Engine implements AutoCloseable {

  /** A file of the log; it has this size from the beginning. */
  private static final SizeInBytes SEGMENT = SizeInBytes.valueOf(8 << 20);

  private static final long STEP_DOWN_MILLIS = 1_000;

  private final VoterSettings settings;
  private final RaftGroupId group;
  private final RaftServer server;
  private final ClientId self = ClientId.randomId();
  private final AtomicLong calls = new AtomicLong();
  private final FlushWatch flushes = new FlushWatch();

  /** Null before the group is formed. */
  private volatile RaftServer.Division division;

  /**
   * @param id of this voter's store
   * @param roster null before this voter belongs to a group
   */
  Engine(
      VoterSettings settings,
      RaftPeerId id,
      Roster roster,
      ChainMachine machine,
      GrpcTlsConfig tls,
      GrpcServices.Customizer services)
      throws IOException {
    this.settings = settings;
    group = RaftGroupId.valueOf(groupId(settings));
    Parameters parameters = new Parameters();
    GrpcConfigKeys.Server.setServicesCustomizer(parameters, services);
    if (tls != null) {
      GrpcConfigKeys.TLS.setConf(parameters, tls);
    }
    server =
        RaftServer.newBuilder()
            .setServerId(id)
            .setGroup(roster == null ? null : RaftGroup.valueOf(group, roster.peers()))
            // Makes a log if there is none; StateDirectory has made sure that none was lost.
            .setOption(RaftStorage.StartupOption.RECOVER)
            .setStateMachine(machine)
            .setProperties(properties(settings))
            .setParameters(parameters)
            .build();
  }

  void start() throws IOException {
    server.start();
    // A group that this voter was about to join when it crashed is there already.
    boolean isThere = false;
    for (RaftGroupId each : server.getGroupIds()) {
      isThere |= each.equals(group);
    }
    division = isThere ? server.getDivision(group) : null;
  }

  /** A cluster of the same name that begins differently is another group, which is ignored. */
  private static UUID groupId(VoterSettings settings) {
    String seed = settings.cluster() + "\n" + settings.genesis().hash();
    return UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8));
  }

  /** A file that exists as soon as this voter may have voted. */
  static Path log(VoterSettings settings) {
    return logs(settings).resolve(groupId(settings).toString()).resolve("current/raft-meta");
  }

  private static Path logs(VoterSettings settings) {
    return settings.directory().resolve("ratis");
  }

  /** Begins the group of these voters. */
  CompletableFuture<Void> form(Roster roster) {
    return add(RaftGroup.valueOf(group, roster.peers()));
  }

  /** Waits outside of the group until its leader takes this voter in. */
  CompletableFuture<Void> join() {
    return add(RaftGroup.valueOf(group));
  }

  private CompletableFuture<Void> add(RaftGroup joined) {
    if (division != null) {
      return CompletableFuture.completedFuture(null);
    }
    return server
        .groupManagementAsync(
            GroupManagementRequest.newAdd(
                self, server.getId(), calls.incrementAndGet(), joined, false))
        .thenAccept(
            reply -> {
              check(reply);
              try {
                division = server.getDivision(group);
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            });
  }

  /** Puts another store in the place of a voter's, if this voter is the leader. */
  CompletableFuture<Void> replace(String voter, Roster.Listed listed) {
    RaftServer.Division here = division;
    if (here == null) {
      return CompletableFuture.failedFuture(new IOException("There is no group."));
    }
    List<RaftPeer> current = List.copyOf(here.getRaftConf().getAllPeers());
    SetConfigurationRequest request =
        new SetConfigurationRequest(
            self,
            server.getId(),
            group,
            calls.incrementAndGet(),
            SetConfigurationRequest.Arguments.newBuilder()
                .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                .setServersInCurrentConf(current)
                .setServersInNewConf(Roster.of(current).with(voter, listed).peers())
                .build());
    try {
      return server.setConfigurationAsync(request).thenAccept(Engine::check);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The leader as far as this voter knows, or null. */
  String leader() {
    RaftServer.Division here = division;
    RaftPeerId leader = here == null ? null : here.getInfo().getLeaderId();
    return leader == null ? null : Roster.voterOf(leader);
  }

  boolean leads() {
    RaftServer.Division here = division;
    return here != null && here.getInfo().isLeader();
  }

  /**
   * How long ago the leader has heard of a voter, in milliseconds: the largest number if never.
   *
   * @throws IOException if this voter does not lead
   */
  long silenceMillis(String voter) throws IOException {
    RaftServer.Division here = division;
    RoleInfoProto role = here == null ? null : here.getInfo().getRoleInfoProto();
    if (role == null || !role.hasLeaderInfo()) {
      throw new IOException("This voter does not lead.");
    }
    // A store that is about to be taken in is followed, too, but is not in the group.
    Set<ByteString> group = new HashSet<>();
    here.getRaftConf().getAllPeers().forEach(peer -> group.add(peer.getId().toByteString()));
    long silence = Long.MAX_VALUE;
    for (ServerRpcProto follower : role.getLeaderInfo().getFollowerInfoList()) {
      ByteString id = follower.getId().getId();
      if (group.contains(id) && voter.equals(Roster.voterIn(id.toStringUtf8()))) {
        silence = Math.min(silence, follower.getLastRpcElapsedTimeMs());
      }
    }
    return silence;
  }

  /**
   * For how long Ratis has waited for what would show that its connections to a voter are well, in
   * milliseconds: a leader hears of it, and any other hears of the leader, and then it says nothing
   * to the rest.
   */
  long waitMillis(String voter) {
    RaftServer.Division here = division;
    RoleInfoProto role = here == null ? null : here.getInfo().getRoleInfoProto();
    if (role != null && role.hasFollowerInfo() && role.getFollowerInfo().hasLeaderInfo()) {
      return role.getFollowerInfo().getLeaderInfo().getLastRpcElapsedTimeMs();
    }
    try {
      return silenceMillis(voter);
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Whether this voter leads, and its disk hangs while those of others do not. */
  boolean isStuck(long now) {
    RaftServer.Division here = division;
    // Null for who does not lead, or does no longer.
    long[] others = here == null ? null : here.getInfo().getFollowerMatchIndices();
    if (others == null) {
      flushes.forget();
      return false;
    }
    return flushes.isStuck(now, here.getRaftLog().getFlushIndex(), others);
  }

  /** Leads no longer; the others elect another. */
  void stepDown() {
    try {
      server.transferLeadershipAsync(
          new TransferLeadershipRequest(
              self, server.getId(), group, calls.incrementAndGet(), null, STEP_DOWN_MILLIS));
    } catch (IOException e) {
      // Closed meanwhile.
    }
  }

  /** Makes the connections to a voter again; takes some seconds until the old ones are closed. */
  void redial(String voter) {
    RaftServer.Division here = division;
    if (here != null) {
      for (RaftPeer peer : here.getRaftConf().getAllPeers()) {
        if (voter.equals(Roster.voterOf(peer.getId()))) {
          server
              .getServerRpc()
              .handleException(peer.getId(), new IOException(voter + " was silent."), true);
        }
      }
    }
  }

  /** Has a command chosen and applied, if this voter is the leader. */
  CompletableFuture<byte[]> submit(byte[] command) {
    RaftClientRequest request =
        RaftClientRequest.newBuilder()
            .setClientId(self)
            .setServerId(server.getId())
            .setGroupId(group)
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

  /** Takes up to two seconds: threads of Ratis look only once a second whether they should end. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw StateDirectory.unusable(settings.directory(), e);
    }
  }

  private static RaftProperties properties(VoterSettings settings) {
    RaftProperties properties = new RaftProperties();
    RaftServerConfigKeys.setStorageDir(properties, List.of(logs(settings).toFile()));
    GrpcConfigKeys.Server.setHost(properties, settings.address().getHostString());
    GrpcConfigKeys.Server.setPort(properties, settings.address().getPort());

    long timeout = settings.electionTimeout().toMillis();
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, millis(timeout));
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, millis(2 * timeout));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, millis(timeout / 8));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, millis(timeout / 2));
    // A leader without a majority gives up on what cannot be chosen.
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
    // Otherwise every entry is followed by another, which says that the first was chosen.
    RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, 2);
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(properties, SizeInBytes.valueOf(8 << 20));

    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
    RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, 2L * Chain.KEPT);
    RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, 2);
    RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
    RaftServerConfigKeys.Log.setPurgeGap(properties, 1);

    // No groups of threads of its own: those of gRPC are daemons, and closing does not wait for
    // them to be idle for two seconds.
    return properties;
  }

  private static TimeDuration millis(long time) {
    return TimeDuration.valueOf(time, TimeUnit.MILLISECONDS);
  }
}
