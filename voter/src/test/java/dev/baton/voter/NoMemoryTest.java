package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.ratis.thirdparty.io.netty.channel.nio.NioEventLoop;
import org.apache.ratis.thirdparty.io.netty.channel.nio.NioTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Where there is no memory for a while, nothing of a voter's store stops; mutants do. */
@Tag("slow")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class NoMemoryTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Enough for a mutant to do what it still can. */
  private static final Duration LITTLE = Duration.ofSeconds(2);

  @TempDir Path root;

  @Test
  void theLoopGoesOn() throws Exception {
    FailingLoop.run(PATIENCE);
    assertThatThrownBy(() -> FailingLoop_DiesInSilence.run(LITTLE))
        .hasMessage("an error besides the tasks ended the thread");
    assertThatThrownBy(() -> FailingLoop_StopsAtAnError.run(LITTLE))
        .hasMessage("an error kept the next task from being done");
    assertThatThrownBy(() -> FailingLoop_SaysNothing.run(LITTLE))
        .hasMessage("an error was not told: null");
    assertThatThrownBy(() -> FailingLoop_DoesOnce.run(LITTLE))
        .hasMessage("a task for which there was no memory was not done");
    assertThatThrownBy(() -> FailingLoop_RingsOnce.run(LITTLE))
        .hasMessage("an alarm for which there was no memory did not ring again");
  }

  @Test
  void aQuestionIsAskedAgain() throws Exception {
    FailingLeader.run(PATIENCE);
    assertThatThrownBy(() -> FailingLeader_AsksFirst.run(LITTLE))
        .hasMessage("the leader was not asked again");
  }

  @Test
  void theWatchGoesOn() throws Exception {
    assertThat(FailingWatch.run(PATIENCE))
        .isEqualTo(
            "Voter a has stopped, because a thread that talks to other voters has ended: start it"
                + " again.");
    assertThatThrownBy(() -> FailingWatch_LooksFirst.run(LITTLE))
        .hasMessage("it ended after 1 looks");
  }

  @Test
  void othersAreCalledAgain() throws Exception {
    FailingIntroduction.run(root.resolve("right"), PATIENCE);
    assertThatThrownBy(() -> FailingIntroduction_CallsOnce.run(root.resolve("once"), LITTLE))
        .hasMessage("there was no call 2");
    assertThatThrownBy(() -> FailingIntroduction_SettlesLast.run(root.resolve("last"), LITTLE))
        .hasMessage("there was no call 2");
  }

  /** Netty would close a port that cannot accept a connection. */
  @Test
  void thePortStaysOpen() throws Exception {
    FailingPort.run(PATIENCE);
    assertThatThrownBy(() -> FailingPort_ClosesAtAnError.run(LITTLE))
        .hasMessage("call 2 was not answered");
  }

  /** An error in the middle of a thread of Netty ends it, whatever it is for. */
  @Test
  void aThreadOfNettyThatHasEndedIsNoticed() throws Exception {
    try (NettyThreads threads = new NettyThreads(2, "ends")) {
      assertThat(threads.haveEnded()).isFalse();
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false);
      NioEventLoop one = (NioEventLoop) threads.group().next();
      one.register(pipe.source(), SelectionKey.OP_READ, new Failing());
      pipe.sink().write(ByteBuffer.allocate(1));
      Voters.await(threads::haveEnded);
    }
    NettyThreads closed = new NettyThreads(2, "closed");
    closed.close();
    assertThat(closed.haveEnded()).isFalse();
  }

  private static final class Failing implements NioTask<Pipe.SourceChannel> {
    @Override
    public void channelReady(Pipe.SourceChannel channel, SelectionKey key) {
      throw new OutOfMemoryError("on purpose");
    }

    @Override
    public void channelUnregistered(Pipe.SourceChannel channel, Throwable cause) {
      // The thread has ended.
    }
  }

  @Test
  void aLogThatBlocksHoldsUpNothing() throws Exception {
    BlockedLog.run(PATIENCE);
    assertThatThrownBy(() -> BlockedLog_WritesAtOnce.run(LITTLE))
        .hasMessage("whoever asked was held up by the log");
  }
}
