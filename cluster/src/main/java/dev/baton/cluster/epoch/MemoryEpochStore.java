package dev.baton.cluster.epoch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The chain in memory, for a single JVM and for simulation.
 *
 * <p>Invariant: numbers grow, and each record names the hash of the one before it.
 */
public final class MemoryEpochStore implements EpochStore {

  private final List<EpochRecord> chain = new ArrayList<>();
  private final List<Consumer<EpochRecord>> listeners = new ArrayList<>();

  /** The chain begins with {@code genesis}, which every member knows. */
  public MemoryEpochStore(EpochRecord genesis) {
    chain.add(genesis);
  }

  @Override
  public void propose(long expected, EpochRecord next, Consumer<@Nullable EpochRecord> answer) {
    EpochRecord last = chain.getLast();
    if (last.number() == expected) {
      if (next.number() <= expected || next.previous() != last.hash()) {
        throw new IllegalArgumentException(
            "Epoch " + next.number() + " does not follow epoch " + expected + ".");
      }
      chain.add(next);
      listeners.forEach(listener -> listener.accept(next));
    }
    answer.accept(after(expected));
  }

  private @Nullable EpochRecord after(long number) {
    for (int i = 0; i < chain.size() - 1; i++) {
      if (chain.get(i).number() == number) {
        return chain.get(i + 1);
      }
    }
    return null;
  }

  @Override
  public void latest(Consumer<@Nullable EpochRecord> answer) {
    answer.accept(chain.getLast());
  }

  @Override
  public List<EpochRecord> recent() {
    return List.copyOf(chain.subList(Math.max(0, chain.size() - RecentSteps.KEPT), chain.size()));
  }

  @Override
  public void onOpened(Consumer<EpochRecord> listener) {
    listeners.add(listener);
  }

  /** All records, from the first. */
  public List<EpochRecord> chain() {
    return Collections.unmodifiableList(chain);
  }
}
