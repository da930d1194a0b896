package dev.baton.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundedTest {

  /** The rule of the guide, with what is easily got wrong. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "4.6234, 0.0874, 4.62, 0.09",
        "4.6234, 0.0174, 4.623, 0.017",
        "4.6234, 0.2999, 4.62, 0.30",
        "4.6234, 0.3001, 4.6, 0.3",
        "4.6234, 0.0996, 4.62, 0.10",
        "12345.6, 123.4, 12350, 120",
        "12345.6, 57, 12350, 60",
        "0.000123456, 0.0000021, 0.0001235, 0.0000021",
        "3, 25, 3, 25",
        "-1.2345, 0.05, -1.23, 0.05",
        "18, 0, 18, -",
        "1.5, 1e-16, 1.5, -",
        "7.00953, -, 7.010, -",
        "0.99997, -, 1.0000, -",
        "12345.678, -, 12346, -",
        "0, 0, 0, -",
        "0.0001234567, -, 0.0001235, -",
        "1234567, -, 1234567, -"
      })
  void bothEndAtTheSamePlace(double mean, Double half, String shown, String shownHalf) {
    assertThat(Rounded.of(mean, half)).isEqualTo(new Rounded(shown, shownHalf));
  }

  @Test
  void whatIsNotANumberIsNotShown() {
    assertThat(Rounded.of(Double.NaN, null)).isNull();
    assertThat(Rounded.of(Double.POSITIVE_INFINITY, Double.NaN)).isNull();
  }
}
