package dev.baton.cluster.join;

import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochStore;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.MemoryEpochStore;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.epoch.Timing;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.net.PeerNetwork;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The change of an epoch, before many locks wait for one: a small cluster without threads and
 * network, in which a member comes and goes while many locks are in use. What runs then has been
 * loaded and compiled when an epoch with many locks ends.
 */
final class EpochWarmUp {

  private static final List<String> STAY = List.of("a", "b", "c");
  private static final String COMES_AND_GOES = "d";
  static final int LOCKS = 500;
  private static final int ROUNDS = 20;

  /** Between two rounds it rests so many times as long as a round took: others have work to do. */
  private static final int REST = 2;

  private static final long LONGEST_REST_NANOS = 200_000_000;

  private static final int PROPOSALS = 20;

  /** No epoch has this number: what is proposed to follow it changes nothing. */
  private static final long NOWHERE = -1;

  private static final AtomicBoolean BEGUN = new AtomicBoolean();

  private final Timing timing = Timing.ofNanos();
  private final EpochRecord genesis =
      EpochRecord.genesis(List.of(STAY.getFirst()), List.of(new Choice("*", "naimi-trehel")));
  private final MemoryEpochStore store = new MemoryEpochStore(genesis);
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Deque<Envelope> underWay = new ArrayDeque<>();
  private long now;

  EpochWarmUp() {
    List<Member> staying = STAY.stream().map(this::enter).toList();
    await(STAY.size());
    for (int i = 0; i < LOCKS; i++) {
      Member member = staying.get(i % staying.size());
      member.request(now, new LockId("rehearsed " + i, 1));
      perform(member);
    }
    deliver();
  }

  /**
   * To be called when a process has joined: once in its life it takes about a second of a CPU, in a
   * thread of its own, and nobody waits for it.
   *
   * @param store of a voter, which then proposes something; null at others
   */
  static void begin(@Nullable EpochStore store) {
    if (BEGUN.compareAndSet(false, true)) {
      Thread thread =
          Thread.ofPlatform().daemon().name("baton-warm-up").unstarted(() -> run(store));
      thread.setPriority(Thread.MIN_PRIORITY);
      thread.start();
    }
  }

  private static void run(@Nullable EpochStore store) {
    try {
      EpochWarmUp warmUp = new EpochWarmUp();
      for (int i = 0; i < ROUNDS; i++) {
        long start = System.nanoTime();
        warmUp.round();
        long took = System.nanoTime() - start;
        LockSupport.parkNanos(warmUp, Math.min(REST * took, LONGEST_REST_NANOS));
      }
      if (store != null) {
        propose(store, warmUp.chain().getLast(), PROPOSALS);
      }
    } catch (OutOfMemoryError e) {
      // What was not rehearsed takes a little longer the first time.
    }
  }

  private static void propose(EpochStore store, EpochRecord record, int left) {
    if (left > 0) {
      store.propose(NOWHERE, record, nothing -> propose(store, record, left - 1));
    }
  }

  /** Somebody comes, and goes: two epochs. */
  void round() {
    Member leaver = enter(COMES_AND_GOES);
    await(STAY.size() + 1);
    leaver.leave(now);
    perform(leaver);
    deliver();
    await(STAY.size());
    members.remove(COMES_AND_GOES);
  }

  /** All epochs so far. */
  List<EpochRecord> chain() {
    return store.chain();
  }

  private Member enter(String name) {
    Seat seat = new Seat(name, 1, now);
    Member member =
        genesis.isVoter(name)
            ? Member.startVoter(now, seat, Set.of(), timing, Rules.ALL)
            : Member.start(now, seat, genesis, timing, Rules.ALL);
    members.put(name, member);
    return member;
  }

  /** Lets time pass until all are in an epoch of so many members, and have leases. */
  private void await(int count) {
    do {
      now += timing.heartbeat() / 10;
      for (Member member : List.copyOf(members.values())) {
        member.tick(now, 0);
        perform(member);
        deliver();
      }
    } while (!members.values().stream().allMatch(member -> isIn(count, member)));
  }

  private boolean isIn(int count, Member member) {
    EpochRecord record = member.record();
    return record != null
        && record.members().size() == count
        && (!member.isMember() || member.leaseEnd() > now);
  }

  private void perform(Member member) {
    for (Effect effect : member.drain()) {
      switch (effect) {
        case Effect.Send(String to, int incarnation, Frame frame) ->
            underWay.add(PeerNetwork.copy(new Envelope(member.seat(), to, incarnation, frame)));
        case Effect.Propose(long expected, EpochRecord next) ->
            store.propose(expected, next, winner -> chosen(member, winner));
        case Effect.ReadLatest() ->
            store.latest(latest -> member.latest(now, latest, store.recent()));
        default -> {}
      }
    }
  }

  private void chosen(Member member, @Nullable EpochRecord winner) {
    member.chosen(now, winner);
    perform(member);
  }

  private void deliver() {
    while (!underWay.isEmpty()) {
      Envelope envelope = underWay.removeFirst();
      Member receiver = members.get(envelope.to());
      if (receiver != null) {
        receiver.receive(now, envelope.from(), envelope.incarnation(), envelope.frame());
        perform(receiver);
      }
    }
  }
}
