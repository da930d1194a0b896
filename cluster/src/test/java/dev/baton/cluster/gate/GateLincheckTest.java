package dev.baton.cluster.gate;

import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The lock inside one member, in many interleavings: whatever threads and the event loop do at the
 * same time has the outcome of some order in which they do it one after the other.
 */
@Tag("slow")
final class GateLincheckTest {

  @Test
  void interleavingsAreEquivalentToAnOrder() {
    checking(25).check(LocalLock.class);
  }

  @Test
  void soAreThreadsThatRunAsTheyLike() {
    sized(new StressOptions(), 5).check(LocalLock.class);
  }

  @Test
  void holdsThatGetLostAreEquivalentToAnOrder() {
    LosingScenarios.options(LosingLock.class, 5).check(LosingLock.class);
  }

  /** Model checking; that a thread looks how much stack it has is not followed step by step. */
  static ModelCheckingOptions checking(int scenarios) {
    return sized(new ModelCheckingOptions(), scenarios)
        .addGuarantee(
            ManagedStrategyGuaranteeKt.forClasses(Stack.class.getName()).allMethods().ignore());
  }

  private static <O extends Options<O, ?>> O sized(O options, int scenarios) {
    return options
        .logLevel(LoggingLevel.ERROR)
        .iterations(scenarios)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsBefore(2)
        .actorsPerThread(3)
        .actorsAfter(2);
  }
}
