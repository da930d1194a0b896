package dev.baton.voter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.wire.WireException;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.LifeCycle;
import org.apache.ratis.util.MD5FileUtil;
import org.apache.ratis.util.ProtoUtils;

/** Applies the log to a {@link Chain}, and keeps snapshots of it. */
final class ChainMachine extends BaseStateMachine {

  /** What the store hears of; called by threads of Ratis, and must not block them. */
  interface Listener {
    void opened(EpochRecord record);

    void leaderChanged();

    /** The group has these voters now. */
    void enlisted(Roster roster);

    /** This voter cannot go on until it is restarted. */
    void failed(Throwable cause);
  }

  private final Listener listener;
  private final SimpleStateMachineStorage storage = new SimpleStateMachineStorage();

  @GuardedBy("this")
  private Chain chain;

  ChainMachine(EpochRecord genesis, Listener listener) {
    this.listener = listener;
    chain = new Chain(genesis);
  }

  synchronized List<EpochRecord> records() {
    return chain.records();
  }

  /** What follows an epoch, or null if that is not known here. */
  synchronized EpochRecord after(long number) {
    return chain.after(number);
  }

  /** What the leader says of a proposal, by what is applied here. */
  synchronized Verdict judge(Command.Propose proposal, long wallSeconds) {
    return chain.judge(proposal.expected(), proposal.next(), wallSeconds);
  }

  // The log.

  @Override
  public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
    // What a leader cannot read, it does not let into the log.
    command(request.getMessage().getContent());
    return super.startTransaction(request);
  }

  @Override
  public synchronized CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    Command command;
    EpochRecord answer;
    try {
      command = command(entry.getStateMachineLogEntry().getLogData());
      answer =
          switch (command) {
            case Command.Propose(long expected, EpochRecord next) -> propose(expected, next);
            case Command.Latest() -> chain.last();
          };
    } catch (IOException e) {
      // Others may be able to read it: if this voter skipped it, its chain would differ from
      // theirs.
      listener.failed(e);
      throw new IllegalStateException(e);
    }
    updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
    return CompletableFuture.completedFuture(
        Message.valueOf(UnsafeByteOperations.unsafeWrap(VoterCodecs.answer(command, answer))));
  }

  @GuardedBy("this")
  @SuppressWarnings("ReferenceEquality") // Whether the chain has grown.
  private EpochRecord propose(long expected, EpochRecord next) {
    EpochRecord before = chain.last();
    EpochRecord answer = chain.propose(expected, next);
    if (chain.last() != before) {
      listener.opened(next);
    }
    return answer;
  }

  private static Command command(ByteString bytes) throws IOException {
    try {
      return VoterCodecs.decodeKeptCommand(bytes.toByteArray());
    } catch (WireException e) {
      throw new IOException("The log holds what is no command: " + e.getMessage(), e);
    }
  }

  // Snapshots.

  @Override
  public void initialize(RaftServer server, RaftGroupId group, RaftStorage raftStorage)
      throws IOException {
    getLifeCycle()
        .startAndTransition(
            () -> {
              super.initialize(server, group, raftStorage);
              storage.init(raftStorage);
              load(storage.getLatestSnapshot());
            },
            IOException.class);
  }

  @Override
  public void pause() {
    getLifeCycle().transition(LifeCycle.State.PAUSING);
    getLifeCycle().transition(LifeCycle.State.PAUSED);
  }

  /** The leader has sent a snapshot, because its log begins later than this voter's ends. */
  @Override
  public void reinitialize() throws IOException {
    load(storage.loadLatestSnapshot());
    if (getLifeCycleState() == LifeCycle.State.PAUSED) {
      getLifeCycle().transition(LifeCycle.State.STARTING);
      getLifeCycle().transition(LifeCycle.State.RUNNING);
    }
  }

  private synchronized void load(SingleFileSnapshotInfo snapshot) throws IOException {
    if (snapshot == null) {
      return;
    }
    Chain loaded = Chain.of(Files.readAllBytes(snapshot.getFile().getPath()));
    EpochRecord before = chain.last();
    chain = loaded;
    setLastAppliedTermIndex(snapshot.getTermIndex());
    loaded.records().stream()
        .filter(record -> record.number() > before.number())
        .forEach(listener::opened);
  }

  @Override
  public synchronized long takeSnapshot() throws IOException {
    TermIndex at = getLastAppliedTermIndex();
    File file = storage.getSnapshotFile(at.getTerm(), at.getIndex());
    Path unfinished = file.toPath().resolveSibling(file.getName() + ".tmp");
    try (FileChannel out =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (ByteBuffer bytes = ByteBuffer.wrap(chain.toBytes()); bytes.hasRemaining(); ) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(unfinished, file.toPath(), StandardCopyOption.ATOMIC_MOVE);
    FileInfo info = new FileInfo(file.toPath(), MD5FileUtil.computeAndSaveMd5ForFile(file));
    storage.updateLatestSnapshot(new SingleFileSnapshotInfo(info, at.getTerm(), at.getIndex()));
    return at.getIndex();
  }

  @Override
  public StateMachineStorage getStateMachineStorage() {
    return storage;
  }

  // Events.

  @Override
  public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
    listener.leaderChanged();
  }

  @Override
  public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto group) {
    if (group.getOldPeersCount() == 0 && group.getPeersCount() > 0) {
      listener.enlisted(
          Roster.of(group.getPeersList().stream().map(ProtoUtils::toRaftPeer).toList()));
    }
  }

  @Override
  public void notifyLogFailed(Throwable cause, LogEntryProto entry) {
    listener.failed(cause);
  }

  @Override
  public void notifyServerShutdown(RoleInfoProto role, boolean all) {
    listener.failed(
        new IOException(
            "the consensus engine has stopped; the others stop a voter that has been replaced"));
  }
}
