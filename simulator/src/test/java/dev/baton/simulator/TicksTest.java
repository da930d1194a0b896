package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicksTest {

  @Test
  void decimalsAreExact() {
    assertThat(Ticks.parse("0.01")).isEqualTo(10_000);
    assertThat(Ticks.parse("0.000001")).isEqualTo(1);
    assertThat(Ticks.parse("12.5")).isEqualTo(12_500_000);
    assertThat(Ticks.parse("999999999")).isEqualTo(999_999_999_000_000L);
  }

  @Test
  void anythingElseIsRefused() {
    for (String text :
        new String[] {"", ".", "1.", ".5", "-1", "+1", "1e3", "0.0000001", "1,5", "1234567890"}) {
      assertThat(Ticks.parse(text)).as(text).isEqualTo(-1);
    }
  }

  @Test
  void textIsReadBackAsTheSameTime() {
    for (long ticks : new long[] {0, 1, 10, 10_000, 999_999, 1_000_000, 12_500_000, 70_000_007}) {
      assertThat(Ticks.parse(Ticks.text(ticks))).isEqualTo(ticks);
    }
    assertThat(Ticks.text(12_500_000)).isEqualTo("12.5");
    assertThat(Ticks.text(3_000_000)).isEqualTo("3");
  }
}
