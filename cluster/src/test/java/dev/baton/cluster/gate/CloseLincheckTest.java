package dev.baton.cluster.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A member is closed while threads queue, are interrupted, enter and leave. */
@Tag("slow")
@Timeout(60)
final class CloseLincheckTest {

  /** Random scenarios seldom have somebody in the queue when the member is closed. */
  private static final List<GateScenario> SCENARIOS =
      List.of(
          new GateScenario(List.of("lose"), List.of("queue"), List.of("close")),
          new GateScenario(
              List.of("lose"), List.of("queue", "interrupt"), List.of("grant", "close")),
          new GateScenario(
              List.of("lose", "queue"), List.of("look", "leave"), List.of("grant", "close")),
          new GateScenario(
              List.of("lose", "queue"), List.of("interrupt", "queue"), List.of("grant")),
          new GateScenario(List.of("queue", "look"), List.of("leave", "queue"), List.of("close")));

  private static ModelCheckingOptions options(Class<?> lock) {
    return GateScenario.options(lock, SCENARIOS, List.of("look", "end", "leave"), 0);
  }

  @Test
  void nobodyAndNothingIsLeftBehind() {
    options(ClosingLock.class).check(ClosingLock.class);
  }

  /** In src/mutants/closes.txt. */
  @ParameterizedTest
  @ValueSource(classes = {ClosingLock_DismissesFirst.class, ClosingLock_KeepsWhatWasGranted.class})
  void aMutantIsNoticed(Class<?> mutant) {
    ModelCheckingOptions options = options(mutant).minimizeFailedScenario(false);
    options.sequentialSpecification(ClosingLock.class);
    assertThatThrownBy(() -> options.check(mutant)).isInstanceOf(LincheckAssertionError.class);
  }
}
