package dev.baton.cluster.gate;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * A scenario that random ones seldom come upon: what happens before, and then on two threads at
 * once; operations by name, for thread 0.
 */
record GateScenario(List<String> before, List<String> here, List<String> there) {

  /**
   * These scenarios, and so many random ones.
   *
   * @param after the operations at the end of each
   */
  static ModelCheckingOptions options(
      Class<?> lock, List<GateScenario> scenarios, List<String> after, int random) {
    ModelCheckingOptions options = GateLincheckTest.checking(random);
    for (GateScenario each : scenarios) {
      options.addCustomScenario(
          new ExecutionScenario(
              actors(lock, each.before),
              List.of(actors(lock, each.here), actors(lock, each.there)),
              actors(lock, after),
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
