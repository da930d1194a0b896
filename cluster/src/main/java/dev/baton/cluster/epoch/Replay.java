package dev.baton.cluster.epoch;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.core.Graph;
import dev.baton.core.Hash;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.Setup;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * init(R): a state of a lock that the algorithm reaches without failures. From the paper's initial
 * state the holders request and enter, then each waiter requests in the wanted order, and
 * everything is delivered before the next. Every member runs this for all nodes and keeps its own.
 */
final class Replay {

  /** A message under way. */
  private record Parcel(int from, int to, Message message, long fence, int stamp) {}

  /** Those among whom the lock is. */
  private final List<Seat> group;

  private final int n;
  private final Node<Message>[] nodes;
  private final Outbox<Message> outbox = new Outbox<>();
  private final Deque<Parcel> underWay = new ArrayDeque<>();

  // Per node.
  private final long[] fence;
  private final int[] stamp;
  private final int[] asked;
  private final int[] permit;
  private final long[] permitFence;

  private final int[] slotOf;

  private Replay(EpochRecord record, LockId id, Catalog.Entry algorithm, Setup setup, Rules rules) {
    group = record.group(id);
    n = setup.n();
    nodes = nodes(algorithm, setup);
    fence = new long[n];
    Arrays.fill(fence, rules.firstFence(record.number()));
    stamp = new int[n];
    asked = new int[n];
    permit = new int[n];
    Arrays.fill(permit, Node.NONE);
    permitFence = new long[n];
    slotOf = new int[id.permits()];
    Arrays.fill(slotOf, Node.NONE);
    for (Node<Message> node : nodes) {
      node.attach(outbox);
      outbox.clear();
      node.onStart();
      collect(node.self());
    }
    deliver();
  }

  @SuppressWarnings("unchecked") // Nodes are only given messages of their own algorithm.
  private static Node<Message>[] nodes(Catalog.Entry algorithm, Setup setup) {
    return (Node<Message>[]) algorithm.nodes(setup);
  }

  /**
   * The lock as the member with this number sees it at the beginning of the epoch.
   *
   * @param self the place among those who share the lock
   */
  static Instance of(EpochRecord record, LockId id, int self, Rules rules) {
    LockState state = record.lock(id);
    Catalog.Entry algorithm = record.algorithm(id);
    List<Seat> group = record.group(id);
    int n = group.size();
    Graph structure = algorithm.structureOn(Graph.complete(n));
    int first = firstHolder(group, id, state);
    Replay replay =
        new Replay(record, id, algorithm, new Setup(n, first, id.permits(), structure), rules);
    if (!replay.enter(state)) {
      // An algorithm that gives a group one token at a time: every member is a group of its own.
      Setup apart = new Setup(n, first, id.permits(), structure, n);
      replay = new Replay(record, id, algorithm, apart, rules);
      if (!replay.enter(state)) {
        throw new IllegalStateException(
            algorithm.id() + " does not let all holders of " + id + " in");
      }
    }
    replay.wait(state);
    return replay.instance(self);
  }

  /** The holder or the first waiter; else a member by rendezvous hashing of the lock's name. */
  private static int firstHolder(List<Seat> group, LockId id, @Nullable LockState state) {
    if (state != null && !state.holders().isEmpty()) {
      return group.indexOf(state.holders().getFirst().seat());
    }
    if (state != null && !state.waiters().isEmpty()) {
      return group.indexOf(state.waiters().getFirst());
    }
    int best = 0;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < group.size(); i++) {
      long weight = Hash.fold(Hash.of(id.name()), Hash.of(group.get(i).name()));
      if (weight > highest) {
        highest = weight;
        best = i;
      }
    }
    return best;
  }

  private boolean enter(@Nullable LockState state) {
    for (Holder holder : state == null ? List.<Holder>of() : state.holders()) {
      int i = group.indexOf(holder.seat());
      request(i);
      if (permit[i] == Node.NONE) {
        return false;
      }
      slotOf[permit[i]] = holder.slot();
      permitFence[i] = holder.fence();
    }
    return true;
  }

  private void wait(@Nullable LockState state) {
    for (Seat waiter : state == null ? List.<Seat>of() : state.waiters()) {
      request(group.indexOf(waiter));
    }
  }

  private void request(int i) {
    asked[i] = ++stamp[i];
    outbox.clear();
    nodes[i].onRequest();
    collect(i);
    deliver();
  }

  private void deliver() {
    while (!underWay.isEmpty()) {
      Parcel parcel = underWay.removeFirst();
      int to = parcel.to;
      fence[to] = Math.max(fence[to], parcel.fence);
      stamp[to] = Math.max(stamp[to], parcel.stamp);
      outbox.clear();
      nodes[to].onMessage(parcel.from, parcel.message);
      collect(to);
    }
  }

  private void collect(int i) {
    if (outbox.entered()) {
      permit[i] = outbox.permit();
      permitFence[i] = ++fence[i];
    }
    for (int m = 0; m < outbox.sends(); m++) {
      for (int j = 0; j < n; j++) {
        if (outbox.to(m) == j || outbox.to(m) == Outbox.ALL && j != i) {
          underWay.addLast(new Parcel(i, j, outbox.message(m), fence[i], stamp[i]));
        }
      }
    }
  }

  private Instance instance(int self) {
    int slot = 0;
    for (int p = 0; p < slotOf.length; p++) {
      if (slotOf[p] == Node.NONE) {
        while (isTaken(slot)) {
          slot++;
        }
        slotOf[p] = slot;
      }
    }
    Instance instance = new Instance(self, n, nodes[self], outbox, slotOf, fence[self]);
    instance.resume(stamp[self], asked[self], permit[self], permitFence[self]);
    return instance;
  }

  private boolean isTaken(int slot) {
    for (int taken : slotOf) {
      if (taken == slot) {
        return true;
      }
    }
    return false;
  }
}
