package dev.baton.cluster;

import dev.baton.cluster.epoch.Hidden;
import dev.baton.cluster.gate.Acquire;
import dev.baton.cluster.gate.AcquireLater;
import dev.baton.cluster.gate.Entry;
import dev.baton.cluster.gate.Gate;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A semaphore of the whole cluster, or of a {@link Neighbourhood}. Its permits are numbered, and
 * fences grow for each of them.
 *
 * <p>One member has at most {@link BatonBuilder#permitsPerMember} permits at once.
 */
public final class BatonSemaphore {

  private final Baton baton;
  private final Gate gate;

  /** Null if it is the whole cluster's. */
  private final @Nullable Neighbourhood neighbourhood;

  private final Acquire acquire;

  BatonSemaphore(Baton baton, Gate gate, @Nullable Neighbourhood neighbourhood) {
    this.baton = baton;
    this.gate = gate;
    this.neighbourhood = neighbourhood;
    acquire = new Acquire(gate, baton.patienceNanos());
  }

  /** {@return the name of the semaphore} */
  public String name() {
    return gate.id().name();
  }

  /** {@return how many permits there are in the cluster, or in each neighbourhood} */
  public int permits() {
    return gate.id().permits();
  }

  private void checkHere() {
    if (neighbourhood != null) {
      neighbourhood.checkHere();
    }
  }

  /**
   * Waits as long as it takes. If the semaphore belongs to a neighbourhood, this member must be
   * there, whichever method it uses.
   *
   * @return the permit, to be closed
   * @throws IllegalStateException if this member is in another neighbourhood
   * @throws InterruptedException if the thread is interrupted
   */
  public Permit acquire() throws InterruptedException {
    checkHere();
    return Permit.of(gate, acquire.interruptibly(Gate.HANDLE));
  }

  /**
   * Waits for a limited time.
   *
   * @param time to wait at most
   * @return the permit, to be closed
   * @throws ClusterSuspendedException if the time is over and this member has no lease
   * @throws LockTimeoutException if the time is over
   * @throws InterruptedException if the thread is interrupted
   */
  public Permit acquire(Duration time) throws InterruptedException {
    Permit permit = tryAcquire(time);
    if (permit == null) {
      throw baton.late(gate, time);
    }
    return permit;
  }

  /**
   * Acquires a permit if one is free. Answers at once if this member has as many permits as it may
   * have, or somebody waits here; otherwise asks the other members, for at most {@link
   * BatonBuilder#patience}. An interrupt is kept for later.
   *
   * @return the permit, to be closed; null if there is none, which {@code try (Permit permit = …)}
   *     allows
   * @throws IllegalStateException if this member is in another neighbourhood
   */
  public @Nullable Permit tryAcquire() {
    checkHere();
    Entry entry = acquire.ifFree(Gate.HANDLE);
    return entry == null ? null : Permit.of(gate, entry);
  }

  /**
   * Waits for a limited time. With a time of zero or less it asks once, as {@link #tryAcquire()}
   * does.
   *
   * @param time to wait at most
   * @return the permit, to be closed; null if the time is over, which {@code try (Permit permit =
   *     …)} allows
   * @throws InterruptedException if the thread is interrupted
   */
  public @Nullable Permit tryAcquire(Duration time) throws InterruptedException {
    checkHere();
    Entry entry = acquire.within(Gate.HANDLE, Baton.nanos(time));
    return entry == null ? null : Permit.of(gate, entry);
  }

  /**
   * Asks for a permit without waiting.
   *
   * @return the permit, to be closed, which comes on a thread of its own; a request that is
   *     cancelled leaves the queue
   */
  public CompletionStage<Permit> acquireAsync() {
    checkHere();
    return new AcquireLater<>(gate, Permit::new);
  }

  @Override
  public String toString() {
    String where = neighbourhood == null ? "" : " in " + neighbourhood.name();
    return "BatonSemaphore[" + Hidden.shown(name()) + ", " + permits() + " permits" + where + "]";
  }
}
