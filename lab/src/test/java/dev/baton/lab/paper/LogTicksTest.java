package dev.baton.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogTicksTest {

  private static List<String> labels(double low, double high, int most) {
    return LogTicks.between(low, high, ticks -> ticks.size() <= most).stream()
        .map(LogTicks.Tick::label)
        .filter(label -> !label.isEmpty())
        .toList();
  }

  @Test
  void asManyNumbersAsFit() {
    assertThat(labels(4, 130, 12)).containsExactly("5", "10", "20", "50", "100");
    assertThat(labels(4, 130, 4)).containsExactly("10", "30", "100");
    assertThat(labels(7, 63, 12))
        .containsExactly("7", "8", "9", "10", "20", "30", "40", "50", "60");
    assertThat(labels(7, 63, 6)).containsExactly("7", "10", "20", "30", "50");
    assertThat(labels(1e-5, 1e5, 7)).containsExactly("0.0001", "0.01", "1", "100", "10,000");
    assertThat(labels(1e-5, 1e5, 20)).hasSize(11).startsWith("0.00001").endsWith("100,000");
  }

  @Test
  void aShortAxisHasEqualSteps() {
    assertThat(labels(12, 18, 8)).containsExactly("12", "13", "14", "15", "16", "17", "18");
    assertThat(labels(12, 18, 5)).containsExactly("12", "14", "16", "18");
    assertThat(labels(1.02, 1.07, 4)).containsExactly("1.02", "1.04", "1.06");
    assertThat(labels(3.1, 3.2, 0)).isNotEmpty();
  }

  @Test
  void numbersAreWrittenOutWhileOneCanReadThem() {
    assertThat(LogTicks.label(0.00001)).isEqualTo("0.00001");
    assertThat(LogTicks.label(500_000)).isEqualTo("500,000");
    assertThat(LogTicks.label(1e6)).isEqualTo("10⁶");
    assertThat(LogTicks.label(2e8)).isEqualTo("2·10⁸");
    assertThat(LogTicks.label(1e12)).isEqualTo("1e12");
    assertThat(LogTicks.label(5e-7)).isEqualTo("5e-7");
  }

  @Test
  void marksWithoutNumbersStandBetween() {
    List<LogTicks.Tick> ticks = LogTicks.between(1, 100, all -> all.size() <= 3);
    assertThat(ticks).hasSize(19).contains(new LogTicks.Tick(30, ""));
    assertThat(ticks).isSortedAccordingTo((a, b) -> Double.compare(a.value(), b.value()));
  }
}
