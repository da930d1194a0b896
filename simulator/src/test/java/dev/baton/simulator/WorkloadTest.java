package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WorkloadTest {

  @Test
  void namesAreReadBack() {
    for (String text :
        new String[] {"isolated", "burst", "saturated", "think:0.00001", "contention:98"}) {
      assertThat(Workload.parse(text)).hasToString(text);
    }
  }

  @Test
  void contentionIsTheShareOfTheTimeInside() {
    Distribution hold = Distribution.parse("constant:500");
    assertThat(Workload.parse("contention:50").idle(hold)).hasToString("exponential:500");
    assertThat(Workload.parse("contention:2").idle(hold)).hasToString("exponential:24500");
    assertThat(Workload.parse("contention:100").idle(hold)).hasToString("exponential:0");
    assertThatThrownBy(() -> Workload.parse("contention:50").idle(Distribution.parse("constant:0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write a hold time above 0");
  }

  @Test
  void wrongTextSaysWhatToWrite() {
    for (String text :
        new String[] {
          "", "busy", "isolated:1", "think", "think:", "think:-1", "contention:0", "contention:101"
        }) {
      assertThatThrownBy(() -> Workload.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("write isolated, burst, saturated, think:10");
    }
  }
}
