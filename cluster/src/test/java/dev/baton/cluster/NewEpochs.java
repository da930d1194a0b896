package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** How many epochs it takes until members have all seats of a semaphore. */
final class NewEpochs {

  private static final Duration SOON = Duration.ofSeconds(60);

  private NewEpochs() {}

  /** One for all seats of a member. */
  static void checkSeats(List<Baton> members) {
    List<Integer> counts = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      counts.add(count(members.get(i), members.get((i + 1) % members.size())));
    }
    // A busy machine may start a thread so late that its seat comes after the others; not always.
    assertThat(counts)
        .as("epochs for 7 more seats of each member")
        .allMatch(count -> count <= 2)
        .contains(1);
  }

  /** As another member sees it. */
  private static int count(Baton member, Baton other) {
    // What was before is not counted.
    until(() -> member.epoch() == other.epoch());
    List<Long> epochs = new CopyOnWriteArrayList<>();
    BatonListener listener =
        new BatonListener() {
          @Override
          public void onEpoch(long epoch, List<String> members) {
            epochs.add(epoch);
          }
        };
    other.addListener(listener);
    member.semaphore("printers", 8);
    until(() -> !epochs.isEmpty() && epochs.getLast() >= member.epoch());
    other.removeListener(listener);
    return epochs.size();
  }

  private static void until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("nanoseconds too late").isNegative();
      Thread.onSpinWait();
      Thread.yield();
    }
  }
}
