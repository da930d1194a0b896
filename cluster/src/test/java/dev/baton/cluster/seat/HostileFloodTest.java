package dev.baton.cluster.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.epoch.Timing;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More frames than a seat can work on. */
@Tag("hostile")
@Timeout(60)
final class HostileFloodTest {

  private static final Transport NOWHERE =
      new Transport() {
        @Override
        public void send(Seat from, String to, int incarnation, Frame frame) {}

        @Override
        public void close() {}
      };

  @Test
  void framesFromOthersWaitInBoundedRoom() throws Exception {
    EpochRecord genesis = EpochRecord.genesis(List.of("b"), List.of());
    Member member =
        Member.start(EventLoop.clock(), new Seat("a", 1, 1), genesis, Timing.ofNanos(), Rules.ALL);
    EventLoop loop =
        new EventLoop(
            member,
            new MemoryEpochStore(genesis),
            10_000_000,
            new EventLoop.Watcher() {},
            EventLoop.Usability.ALL,
            receiver -> NOWHERE);
    loop.start();
    try {
      CountDownLatch goOn = new CountDownLatch(1);
      loop.post(it -> await(goOn));
      Seat other = new Seat("b", 1, 1);
      Frame frame = new Frame.Seal(1);
      int taken = 0;
      while (loop.receive(other, Member.ANY, frame, 1 << 20)) {
        taken++;
        assertThat(taken).isLessThanOrEqualTo(EventLoop.MOST_WAITING >> 20);
      }
      assertThat(taken).isPositive();
      // The application is not concerned.
      CompletableFuture<Void> asked = new CompletableFuture<>();
      loop.post(it -> asked.complete(null));
      goOn.countDown();
      asked.get(20, TimeUnit.SECONDS);
      assertThat(loop.receive(other, Member.ANY, frame, 1 << 20)).as("room again").isTrue();
    } finally {
      loop.stop();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
