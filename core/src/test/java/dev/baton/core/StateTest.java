package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** One walk serves to print, measure, save and restore. */
class StateTest {

  private static final Sample.Msg MESSAGE =
      new Sample.Msg(2, 7, true, Ints.of(0, 2), Ints.of(1), new Timestamp(9, 0));

  private static Sample sample() {
    Sample node = new Sample(0, 3);
    node.holder = 2;
    node.using = true;
    node.clock = 4;
    node.colour = Sample.Colour.BLUE;
    node.counters[1] = 11;
    node.flags[2] = true;
    node.colours[0] = Sample.Colour.RED;
    node.ages[1] = new Timestamp(3, 1);
    node.vector = Ints.of(5, 6);
    node.age = new Timestamp(8, 2);
    node.kept = MESSAGE;
    node.queue.enqueue(1);
    node.queue.enqueue(0);
    node.set.add(2);
    return node;
  }

  @Test
  void prints() {
    assertThat(Text.of(MESSAGE))
        .isEqualTo("SAMPLE(to=2, count=7, flag=yes, colours=[RED, BLUE], ids=[1], age=9@0)");
    assertThat(Text.of(sample()))
        .isEqualTo(
            "HOLDER=2 USING=yes clock=4 colour=BLUE counters=[0, 11, 0] flags=[no, no, yes]"
                + " colours=[RED, GREEN, GREEN] ages=[none, 3@1, none] vector=[5, 6] age=8@2"
                + " kept=SAMPLE(to=2, count=7, flag=yes, colours=[RED, BLUE], ids=[1], age=9@0)"
                + " queue=[1, 0] set=[2]");
    assertThat(Text.of(new Sample(0, 1)))
        .startsWith("HOLDER=none USING=no")
        .contains("age=none kept=none queue=[]");
  }

  @Test
  void measuresBits() {
    Meter meter = new Meter(3);
    meter.measure(MESSAGE);
    // Tag 4, node 2, counter 32, flag 1, two of three labels 16 + 2·2, one node 16 + 2, age 32 + 2.
    assertThat(meter.bits()).isEqualTo(4 + 2 + 32 + 1 + 20 + 18 + 34);
    assertThat(meter.types()).containsExactly("SAMPLE");
    assertThat(meter.type()).isZero();
  }

  @Test
  void hashFollowsContent() {
    Meter meter = new Meter(3);
    meter.measure(MESSAGE);
    long hash = meter.hash();
    meter.measure(new Sample.Msg(2, 7, true, Ints.of(0, 2), Ints.of(1), new Timestamp(9, 0)));
    assertThat(meter.hash()).isEqualTo(hash);
    meter.measure(new Sample.Msg(2, 7, true, Ints.of(0), Ints.of(2, 1), new Timestamp(9, 0)));
    assertThat(meter.hash()).isNotEqualTo(hash);
  }

  @Test
  void restoresWhatWasSaved() {
    MessageTable table = new MessageTable();
    Saver saver = new Saver(table);
    Sample node = sample();
    node.state(saver);

    Sample restored = new Sample(0, 3);
    restored.queue.enqueue(2);
    new Restorer(table).restore(restored, saver.data(), 0);

    assertThat(Text.of(restored)).isEqualTo(Text.of(node));
    assertThat(restored.kept).isSameAs(node.kept);
    Saver again = new Saver(table);
    restored.state(again);
    assertThat(again.data()).startsWith(Arrays.copyOf(saver.data(), saver.size()));
    assertThat(again.size()).isEqualTo(saver.size());
  }

  @Test
  void equalMessagesHaveOneNumber() {
    MessageTable table = new MessageTable();
    int number = table.number(MESSAGE);
    assertThat(
            table.number(
                new Sample.Msg(2, 7, true, Ints.of(0, 2), Ints.of(1), new Timestamp(9, 0))))
        .isEqualTo(number);
    assertThat(table.number(new Sample.Msg(2, 8, true, Ints.of(0, 2), Ints.of(1), null)))
        .isNotEqualTo(number);
    assertThat(table.size()).isEqualTo(2);
    assertThat(table.message(number)).isSameAs(MESSAGE);
  }

  @Test
  void outboxRecordsEffectsInOrder() {
    Outbox<Sample.Msg> outbox = new Outbox<>();
    Sample node = new Sample(0, 3);
    node.attach(outbox);
    node.onRequest();

    assertThat(outbox.sends()).isEqualTo(2);
    assertThat(outbox.to(0)).isEqualTo(1);
    assertThat(outbox.to(1)).isEqualTo(Outbox.ALL);
    assertThat(outbox.timers()).isEqualTo(2);
    assertThat(outbox.timer(0)).isEqualTo(2);
    assertThat(outbox.delay(0)).isEqualTo(5);
    assertThat(outbox.delay(1)).isEqualTo(Outbox.CANCEL);
    assertThat(outbox.entered()).isTrue();
    assertThat(outbox.permit()).isZero();
    outbox.clear();
    assertThat(outbox.sends() + outbox.timers()).isZero();
    assertThat(outbox.entered()).isFalse();
  }
}
