package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every mutant is caught by exactly the properties that it names. */
@Execution(ExecutionMode.CONCURRENT)
class MutantsTest {

  /** All of them; with {@code -Pquick} one in ten. */
  static Stream<Mutant> sampled() {
    List<Mutant> all = Mutants.all();
    int step = Boolean.getBoolean("baton.quick") ? 10 : 1;
    return IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("sampled")
  void caughtByTheNamedPropertiesOnly(Mutant mutant) {
    List<Property> caught = new ArrayList<>();
    // One search instead of three, where bypass alone can notice.
    boolean holdsOtherwise = isHeld(mutant.check());
    for (Property property : mutant.properties()) {
      boolean isKnownToHold = holdsOtherwise && property != Property.BYPASS;
      if (!isKnownToHold && !isHeld(mutant.check(property))) {
        caught.add(property);
      }
    }
    assertThat(caught).containsExactlyElementsOf(mutant.caughtBy());
  }

  private static boolean isHeld(Check check) {
    Report report = Search.run(check);
    assertThat(report.verdict()).isNotEqualTo(Report.Verdict.INCOMPLETE);
    boolean holds = report.verdict() == Report.Verdict.HOLDS;
    // What the reduction leaves out must make no difference, least of all where something is wrong.
    Check reducing = check.withReduction(true);
    if (!holds && reducing.isReduced()) {
      Report reduced = Search.run(reducing);
      assertThat(reduced.verdict()).isEqualTo(report.verdict());
      assertThat(reduced.property()).isEqualTo(report.property());
      assertThat(reduced.schedule()).isEqualTo(report.schedule());
    }
    return holds;
  }
}
