package dev.baton.cluster.seat;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.epoch.Timing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A seat that runs out of memory, and for a while nothing else works either. */
final class FailingSeat {

  private static final long SECOND = 1_000_000_000;

  private FailingSeat() {}

  /**
   * @param patience how long it may take
   * @return what its watcher is told
   */
  static Throwable run(Duration patience) throws Exception {
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    EpochRecord genesis = EpochRecord.genesis(List.of("v"), List.of());
    Timing timing = new Timing(SECOND, SECOND, SECOND, SECOND, SECOND, 1000, SECOND / 100);
    Seat seat = new Seat("a", 1, 1);
    EventLoop loop =
        new EventLoop(
            Member.start(EventLoop.clock(), seat, genesis, timing, Rules.ALL),
            new MemoryEpochStore(genesis),
            SECOND / 100,
            new EventLoop.Watcher() {
              private int tries;

              @Override
              public void failed(Throwable failure) {
                if (++tries < 3) {
                  throw new OutOfMemoryError("still");
                }
                told.complete(failure);
              }
            },
            EventLoop.Usability.ALL,
            receiver -> new NoTransport());
    loop.start();
    loop.post(
        member -> {
          throw new OutOfMemoryError("on purpose");
        });
    return told.get(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** It cannot even be closed. */
  private static final class NoTransport implements Transport {
    @Override
    public void send(Seat from, String to, int incarnation, Frame frame) {
      // Nobody is there.
    }

    @Override
    public void close() {
      throw new OutOfMemoryError("again");
    }
  }
}
