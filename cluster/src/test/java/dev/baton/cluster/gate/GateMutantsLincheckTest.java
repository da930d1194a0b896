package dev.baton.cluster.gate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link GateLincheckTest} would notice if the lock were wrong: src/mutants/gate.txt and losses.txt
 * say how.
 */
@Tag("slow")
@Timeout(60)
final class GateMutantsLincheckTest {

  @ParameterizedTest
  @ValueSource(classes = {LocalLock_ComparesThenSets.class, LocalLock_LeavesBlindly.class})
  void aMutantIsNoticed(Class<?> mutant) {
    Options<?, ?> options = GateLincheckTest.checking(100).minimizeFailedScenario(false);
    options.sequentialSpecification(LocalLock.class);
    assertThatThrownBy(() -> options.check(mutant)).isInstanceOf(LincheckAssertionError.class);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        LosingLock_MarksFirst.class,
        LosingLock_LooksOnce.class,
        LosingLock_EndsByLooking.class
      })
  void soIsOneThatLosesHolds(Class<?> mutant) {
    Options<?, ?> options = LosingScenarios.options(mutant, 0).minimizeFailedScenario(false);
    options.sequentialSpecification(LosingLock.class);
    assertThatThrownBy(() -> options.check(mutant)).isInstanceOf(LincheckAssertionError.class);
  }
}
