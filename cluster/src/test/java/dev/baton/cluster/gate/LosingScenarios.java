package dev.baton.cluster.gate;

import java.util.List;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * The scenarios in which a hold gets lost while its thread does something about it, or while
 * somebody looks. Random ones seldom have a thread inside at that moment.
 */
final class LosingScenarios {

  private static final List<GateScenario> SCENARIOS =
      List.of(
          new GateScenario(List.of("lock"), List.of("unlock", "lock"), List.of("lose")),
          new GateScenario(List.of("lock"), List.of("lock", "unlock"), List.of("lose", "grant")),
          new GateScenario(List.of("lock", "lock"), List.of("unlock", "unlock"), List.of("close")),
          new GateScenario(
              List.of("lock", "pass"), List.of("count", "lock"), List.of("renew", "pass")),
          new GateScenario(List.of("lock", "pass"), List.of("isHeld", "isHeld"), List.of("pass")),
          new GateScenario(
              List.of("lock", "pass"), List.of("isHeld", "count"), List.of("renew", "pass")),
          new GateScenario(
              List.of("lock", "pass"), List.of("count", "unlock"), List.of("pass", "renew")));

  private LosingScenarios() {}

  /** Those, and so many random ones. */
  static ModelCheckingOptions options(Class<?> lock, int random) {
    return GateScenario.options(lock, SCENARIOS, List.of("count", "unlock"), random);
  }
}
