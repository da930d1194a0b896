package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A voter that ends an epoch, driven frame by frame. */
final class EndingVoterTest {

  private static final Timing TIMING = Timing.ofNanos();

  private final Seat b = new Seat("b", 1, 1);
  private final Seat c = new Seat("c", 1, 2);
  private final Seat d = new Seat("d", 1, 3);
  private final Seat e = new Seat("e", 1, 4);
  private final List<Seat> all = List.of(b, c, d, e);
  private final EpochRecord genesis =
      EpochRecord.genesis(List.of("b", "d", "e"), List.of(new Choice("*", "naimi-trehel")));
  private final EpochRecord record =
      new EpochRecord(
          1,
          genesis.hash(),
          all,
          genesis.neighbourhoods(),
          genesis.voters(),
          genesis.choices(),
          genesis.floor(),
          List.of(),
          0);
  private final Member voter = Member.startVoter(0, b, Set.of(), TIMING, Rules.ALL);
  private final List<Frame> sent = new ArrayList<>();
  private final List<Effect> told = new ArrayList<>();
  private long now;

  private void receive(Seat from, Frame frame) {
    voter.receive(now, from, Member.ANY, frame);
    drain();
  }

  private void drain() {
    for (Effect effect : voter.drain()) {
      told.add(effect);
      if (effect instanceof Effect.Send send) {
        sent.add(send.frame());
      }
    }
  }

  private boolean hasSent(Class<? extends Frame> type) {
    return sent.stream().anyMatch(type::isInstance);
  }

  private void beat(Seat from, List<Seat> suspects, List<Seat> stuck) {
    receive(from, new Frame.Beat(1, now, suspects, stuck, false, null, false));
  }

  /** Time in which all are heard, d does not reach c, and c answers no CALL. */
  private void live(boolean isCut) {
    beat(c, List.of(), List.of());
    beat(d, isCut ? List.of(c) : List.of(), isCut ? List.of(c) : List.of());
    beat(e, List.of(), List.of());
    if (hasSent(Frame.Call.class)) {
      receive(d, new Frame.Here(1));
      receive(e, new Frame.Here(1));
    }
    now += TIMING.resend() / 4;
    voter.tick(now, 1);
    drain();
  }

  private Frame.Sealed sealed(Seat from) {
    Map<Seat, Long> rem = new HashMap<>();
    all.forEach(seat -> rem.put(seat, TIMING.lease() / 2));
    return new Frame.Sealed(
        1,
        from,
        false,
        null,
        List.of(),
        new Frame.Vote(from.name(), Map.copyOf(rem), Map.of(), 0, 1));
  }

  /** After SEAL nobody says any more whom it does not reach: no sign that all is well. */
  @Test
  void whoWasCutOffIsNotWaitedForAgain() {
    voter.latest(now, genesis, List.of(genesis));
    voter.latest(now, record, List.of(genesis, record));
    while (now < TIMING.lease()) {
      live(false);
    }
    assertThat(hasSent(Frame.Call.class)).isFalse();
    for (int i = 0; i < 100 && !hasSent(Frame.Seal.class); i++) {
      live(true);
    }
    assertThat(hasSent(Frame.Seal.class)).isTrue();
    beat(d, List.of(c), List.of());
    receive(d, sealed(d));
    receive(e, sealed(e));
    assertThat(told).anyMatch(Effect.Propose.class::isInstance);
  }

  /**
   * The answer to a question may come before that to the proposal: who waits is told all the same.
   */
  @Test
  void whoReadsThatItsProposalWasChosenTellsTheOthers() {
    whoWasCutOffIsNotWaitedForAgain();
    EpochRecord proposal =
        told.stream()
            .flatMap(
                it -> it instanceof Effect.Propose propose ? Stream.of(propose.record()) : null)
            .findFirst()
            .orElseThrow();
    sent.clear();
    voter.latest(now, proposal, List.of(genesis, record, proposal));
    drain();
    assertThat(sent).contains(new Frame.Open(proposal));
    sent.clear();
    voter.chosen(now, proposal);
    drain();
    assertThat(sent).doesNotContain(new Frame.Open(proposal));
  }
}
