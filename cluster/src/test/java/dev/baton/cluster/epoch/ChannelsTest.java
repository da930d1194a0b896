package dev.baton.cluster.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.NaimiTrehel.Request;
import dev.baton.algorithms.SuzukiKasami.Token;
import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.core.Ints;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Exactly once and in order, whatever the network does. */
class ChannelsTest {

  private static final LockId LOCK = new LockId("x", 1);
  private static final List<Seat> SEATS = List.of(new Seat("a", 1, 1), new Seat("b", 1, 2));
  private static final Timing TIMING = new Timing(250, 1000, 250, 800, 200, 1000, 1);

  @Test
  void lostDoubledAndOvertakingMessagesArriveOnceAndInOrder() {
    for (int seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      Channels sender = new Channels(1, 2, TIMING);
      Channels receiver = new Channels(1, 2, TIMING);
      List<Carry> underWay = new ArrayList<>();
      List<Integer> arrived = new ArrayList<>();
      int sent = 0;
      long now = 0;
      while (arrived.size() < 50) {
        now += 10;
        if (sent < 50 && random.nextBoolean()) {
          underWay.add(sender.send(now, 1, LOCK, new Request(sent++), 0, 0));
        }
        underWay.addAll(sender.again(now, 1, 0));
        if (!underWay.isEmpty()) {
          boolean isDoubled = random.nextInt(4) == 0;
          int i = random.nextInt(underWay.size());
          Carry carry = isDoubled ? underWay.get(i) : underWay.remove(i);
          if (random.nextInt(3) > 0) {
            receiver
                .receive(0, carry)
                .forEach(next -> arrived.add(((Request) next.message()).origin()));
            if (random.nextBoolean()) {
              sender.acknowledged(now, 1, receiver.received(0));
            }
          }
        }
        assertThat(now).isLessThan(1_000_000);
      }
      for (int i = 0; i < 50; i++) {
        assertThat(arrived.get(i)).isEqualTo(i);
      }
    }
  }

  /** Whoever is a member could otherwise fill the memory of another. */
  @Test
  void messagesThatOvertakeOthersTakeABoundedPartOfTheMemory() {
    Channels receiver = new Channels(1, 2, TIMING);
    Ints many = Ints.of(new int[100_000]);
    for (int number = 2; number <= 100; number++) {
      Token token = new Token(many, Ints.EMPTY);
      assertThat(receiver.receive(0, new Carry(1, number, LOCK, token, 0, 0))).isEmpty();
    }
    Carry first = new Carry(1, 1, LOCK, new Request(0), 0, 0);
    assertThat(receiver.receive(0, first).size()).isBetween(2, 12);
    // There is room again.
    int next = (int) receiver.received(0) + 1;
    Token token = new Token(many, Ints.EMPTY);
    assertThat(receiver.receive(0, new Carry(1, next + 1, LOCK, token, 0, 0))).isEmpty();
    assertThat(receiver.receive(0, new Carry(1, next, LOCK, token, 0, 0)).size()).isEqualTo(2);
  }

  @Test
  void aPeerThatDoesNotAcknowledgeIsStuck() {
    Channels channels = new Channels(1, 2, TIMING);
    assertThat(channels.stuck(10_000, SEATS)).isEmpty();
    channels.send(0, 1, LOCK, new Request(0), 0, 0);
    assertThat(channels.stuck(1600, SEATS)).isEmpty();
    assertThat(channels.stuck(1601, SEATS)).containsExactly(SEATS.get(1));
    channels.acknowledged(1700, 1, 1);
    assertThat(channels.stuck(10_000, SEATS)).isEmpty();
  }

  @Test
  void aFullBufferIsSeenAndNothingIsDropped() {
    Channels channels = new Channels(1, 2, TIMING);
    for (int i = 0; i <= 10_000; i++) {
      assertThat(channels.isFull()).isFalse();
      channels.send(0, 1, LOCK, new Request(0), 0, 0);
    }
    assertThat(channels.isFull()).isTrue();
    assertThat(channels.again(1000, 1, 0)).hasSize(10_001);
  }

  @Test
  void whatIsFarAwayIsNotToldTwiceBeforeItCanAnswer() {
    Channels channels = new Channels(1, 2, TIMING);
    channels.send(0, 1, LOCK, new Request(1), 0, 0);
    assertThat(channels.again(299, 1, 150)).isEmpty();
    assertThat(channels.again(300, 1, 150)).hasSize(1);
    // But soon enough, however far away it is.
    assertThat(channels.again(700, 1, 10_000)).hasSize(1);
  }
}
