package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** What cannot be read is said by line and key, and not by classes of Java. */
class ExperimentReaderTest {

  private static final String SMALL =
      """
      title: "Small"
      sweeps:
        - algorithm: [raymond, naimi-trehel]
          nodes: [4, 6]
      quick: {least: 1, most: 1, entries: 10*N}
      plots:
        - {id: messages, title: "Messages", x: N, y: messages}
      claims:
        - claim: "few messages"
          test:
            quantity: mean
            is: N
      """;

  private static void refuses(String what, String by, String... words) {
    String text = SMALL.replace(what, by);
    assertThat(text).isNotEqualTo(SMALL);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Experiments.parse("small", text))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .startsWith("The experiment small cannot be read: ")
                    .contains(words)
                    .doesNotContain("java", "dev.baton", "Exception", "com.fasterxml")
                    .endsWith("."));
  }

  @Test
  void anUnknownKey() {
    refuses("sweeps:", "swepes:", "line 2, swepes: there is no such key: write about, always");
    refuses("is: N", "is: N\n      note: x", "line 13, claims[0].test.note: there is no such key");
  }

  @Test
  void aValueOfAnotherKind() {
    refuses("least: 1", "least: few", "line 5, quick.least: a whole number is expected");
    refuses("id: messages", "id: [1, 2]", "line 7, plots[0].id: a text is expected");
    refuses("plots:\n", "plots: {}\nmeasures:\n", "plots: a list is expected");
    refuses("{least: 1, most: 1, entries: 10*N}", "20", "line 5, quick: a value with keys");
  }

  @Test
  void aNameThatIsNotKnown() {
    refuses("y: messages", "y: mesages", "line 7, plots[0].y", "no measure 'mesages'");
    refuses("quantity: mean", "quantity: rough", "line 11, claims[0].test.quantity", "'rough'");
  }

  @Test
  void whatIsNoYaml() {
    refuses("is: N", "is: N\n        x: y", "line 13: mapping values are not allowed here.");
    refuses("sweeps:", "title: x\nsweeps:", "title");
  }
}
