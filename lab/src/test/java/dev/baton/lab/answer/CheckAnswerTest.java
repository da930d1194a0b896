package dev.baton.lab.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class CheckAnswerTest {

  @Test
  void aViolationWithoutAScheduleIsStillAViolation() {
    Check check = Check.of(Catalog.entry("raymond"), Setup.of(Graph.line(3))).withSweep(true);
    CheckAnswer answer = new CheckAnswer(check);
    answer.add(
        new Report(
            check,
            Report.Verdict.VIOLATED,
            Property.SAFETY,
            "2 nodes are inside together.",
            1_000,
            2_000,
            Report.NO_DEPTH,
            -1,
            false,
            null,
            -1),
        null,
        1);

    assertThat(answer.holds()).isFalse();
    assertThat(answer.trace()).isNull();
    assertThat(answer.fields()).containsEntry("verdict", "violated").containsEntry("depth", null);
    StringWriter out = new StringWriter();
    answer.print(new PrintWriter(out), null, false);
    assertThat(out.toString())
        .contains("VIOLATED     safety: 2 nodes are inside together.", "does not fit into memory");
  }
}
