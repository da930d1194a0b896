package dev.baton.cluster.gate;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * The scenarios in which a hold gets lost while its thread does something about it, or while
 * somebody looks. Random ones seldom have a thread inside at that moment.
 */
final class LosingScenarios {

  /** What happens before, and then on two threads at once; operations by name, for thread 0. */
  private record Scenario(List<String> before, List<String> here, List<String> there) {}

  private static final List<Scenario> SCENARIOS =
      List.of(
          new Scenario(List.of("lock"), List.of("unlock", "lock"), List.of("lose")),
          new Scenario(List.of("lock"), List.of("lock", "unlock"), List.of("lose", "grant")),
          new Scenario(List.of("lock", "lock"), List.of("unlock", "unlock"), List.of("close")),
          new Scenario(List.of("lock", "pass"), List.of("count", "lock"), List.of("renew", "pass")),
          new Scenario(List.of("lock", "pass"), List.of("isHeld", "isHeld"), List.of("pass")),
          new Scenario(
              List.of("lock", "pass"), List.of("isHeld", "count"), List.of("renew", "pass")),
          new Scenario(
              List.of("lock", "pass"), List.of("count", "unlock"), List.of("pass", "renew")));

  private LosingScenarios() {}

  /** Those, and so many random ones. */
  static ModelCheckingOptions options(Class<?> lock, int random) {
    ModelCheckingOptions options = GateLincheckTest.sized(new ModelCheckingOptions(), random);
    for (Scenario each : SCENARIOS) {
      options.addCustomScenario(
          new ExecutionScenario(
              actors(lock, each.before),
              List.of(actors(lock, each.here), actors(lock, each.there)),
              actors(lock, List.of("count", "unlock")),
              null));
    }
    return options;
  }

  private static List<Actor> actors(Class<?> lock, List<String> operations) {
    return operations.stream().map(each -> actor(method(lock, each))).toList();
  }

  private static Actor actor(Method method) {
    return new Actor(method, method.getParameterCount() == 0 ? List.of() : List.of(0));
  }

  private static Method method(Class<?> lock, String name) {
    Stream<Method> all = Arrays.stream(lock.getMethods());
    return all.filter(method -> method.getName().equals(name)).findFirst().orElseThrow();
  }
}
