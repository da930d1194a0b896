package dev.baton.voter;

import dev.baton.cluster.net.FreePorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.thirdparty.io.grpc.Server;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;

/** The port of the consensus, which runs out of memory when somebody calls. */
final class FailingPort {

  private FailingPort() {}

  /**
   * Whoever calls next is let in; throws if it is not so.
   *
   * @param patience how long each call may take
   */
  static void run(Duration patience) throws Exception {
    RatisSafeguards.apply();
    InetSocketAddress here = new InetSocketAddress("127.0.0.1", FreePorts.next());
    Semaphore accepted = new Semaphore(0);
    VoterLog log = new VoterLog(Runnable::run, RecordedLog.open().logger());
    RefusedCalls refused =
        new RefusedCalls(reason -> {}, (what, why, missed) -> {}, System::nanoTime);
    try (ConsensusPort port = new ConsensusPort("a", Set.of(), refused, log, patience)) {
      port.accepted =
          () -> {
            accepted.release();
            throw new OutOfMemoryError("on purpose");
          };
      Server server = port.watch(NettyServerBuilder.forAddress(here)).build().start();
      try {
        for (int i = 1; i <= 3; i++) {
          try (Socket caller = new Socket()) {
            caller.connect(here);
            if (!accepted.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
              throw new AssertionError("call " + i + " was not answered");
            }
          } catch (IOException e) {
            throw new AssertionError("call " + i + " was not answered", e);
          }
        }
      } finally {
        server.shutdownNow();
      }
    }
  }
}
