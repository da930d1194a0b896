package dev.baton.lab;

import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.core.domain.JavaModifier.VOLATILE;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.baton.lab.Modules.ALGORITHMS;
import static dev.baton.lab.Modules.ATTACK;
import static dev.baton.lab.Modules.CHECKER;
import static dev.baton.lab.Modules.CORE;
import static dev.baton.lab.Modules.EPOCHS;
import static dev.baton.lab.Modules.SIMULATOR;
import static dev.baton.lab.Modules.STAGE;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import dev.baton.algorithms.Catalog;
import dev.baton.checker.Search;
import dev.baton.core.Node;
import dev.baton.simulator.Simulation;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Calendar;
import java.util.Date;
import java.util.Random;
import java.util.Scanner;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who may depend on whom, and what the modules that also run in JavaScript may use. */
class ArchitectureTest {

  @Test
  void allModulesAreLookedAt() {
    for (String module : Modules.ALL) {
      assertThat(Modules.CLASSES)
          .as(module)
          .anyMatch(javaClass -> javaClass.getPackageName().equals(module));
    }
  }

  // Who may depend on whom.

  @Test
  void coreDependsOnNothing() {
    onlyDependsOn(CORE, Set.of(CORE));
  }

  @Test
  void theStageDependsOnCore() {
    onlyDependsOn(STAGE, Set.of(STAGE, CORE));
  }

  @Test
  void algorithmsDependOnCore() {
    onlyDependsOn(ALGORITHMS, Set.of(ALGORITHMS, CORE));
  }

  @Test
  void simulatorDependsOnCoreAndTheStage() {
    onlyDependsOn(SIMULATOR, Set.of(SIMULATOR, STAGE, CORE));
  }

  @Test
  void checkerDependsOnCoreAndTheStage() {
    onlyDependsOn(CHECKER, Set.of(CHECKER, STAGE, CORE));
  }

  @Test
  void epochsDependOnCoreAndAlgorithms() {
    onlyDependsOn(EPOCHS, Set.of(EPOCHS, CORE, ALGORITHMS));
  }

  @Test
  void theAttackDependsOnEpochs() {
    onlyDependsOn(ATTACK, Set.of(ATTACK, EPOCHS, CORE, STAGE, ALGORITHMS));
  }

  @Test
  void noPackagesFormACycle() {
    check(slices().matching("dev.baton.(**)").should().beFreeOfCycles());
  }

  /** The modules of the build are modules of Java too, and read what the picture says. */
  @Test
  void modulesReadWhatIsBelowThem() {
    assertThat(moduleOf(Node.class, CORE)).isEmpty();
    assertThat(moduleOf(Catalog.class, ALGORITHMS)).containsExactly(CORE);
    assertThat(moduleOf(Simulation.class, SIMULATOR)).containsExactly(CORE);
    assertThat(moduleOf(Search.class, CHECKER)).containsExactly(CORE);
  }

  /** What the module of a class requires; checks its name, and that it exports all its packages. */
  private static Set<String> moduleOf(Class<?> member, String name) {
    ModuleDescriptor module =
        ModuleFinder.of(
                Path.of(member.getProtectionDomain().getCodeSource().getLocation().getPath()))
            .find(name)
            .orElseThrow()
            .descriptor();
    assertThat(module.exports())
        .allMatch(export -> !export.isQualified())
        .extracting(ModuleDescriptor.Exports::source)
        .containsExactlyInAnyOrderElementsOf(module.packages());
    return module.requires().stream()
        .map(ModuleDescriptor.Requires::name)
        .filter(required -> !required.equals("java.base"))
        .collect(Collectors.toSet());
  }

  private static void onlyDependsOn(String module, Set<String> packages) {
    check(
        classes()
            .that()
            .resideInAPackage(module)
            .should()
            .onlyDependOnClassesThat(
                DescribedPredicate.describe(
                    "are in the JDK or in " + packages,
                    used ->
                        isPrimitive(used)
                            || packageOf(used).startsWith("java.")
                            || packages.contains(packageOf(used)))));
  }

  // An algorithm, and the epoch layer around it: the same state and the same event give the same
  // outcome, and nothing else.

  @Test
  void algorithmsHaveNoThreads() {
    check(
        algorithmsNever()
            .dependOnClassesThat()
            .resideInAPackage("java.util.concurrent..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Thread.class, ThreadLocal.class, Timer.class));
  }

  @Test
  void algorithmsAreNotGuardedAgainstThreads() {
    check(
        noMethods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(CORE, STAGE, ALGORITHMS, EPOCHS)
            .should()
            .haveModifier(SYNCHRONIZED));
    check(
        noFields()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(CORE, STAGE, ALGORITHMS, EPOCHS)
            .should()
            .haveModifier(VOLATILE));
  }

  @Test
  void algorithmsHaveNoClock() {
    check(
        algorithmsNever()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.time..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Date.class, Calendar.class));
  }

  @Test
  void algorithmsHaveNoRandomGenerator() {
    check(
        algorithmsNever()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.random..", "java.security..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Random.class, SplittableRandom.class, UUID.class));
  }

  @Test
  void algorithmsReadAndWriteNothing() {
    check(
        algorithmsNever()
            .dependOnClassesThat()
            .resideInAnyPackage("java.io..", "java.nio..", "java.net..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Scanner.class)
            .orShould()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .accessField(System.class, "in"));
  }

  @Test
  void algorithmsDoNotLog() {
    check(
        algorithmsNever()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.logging..", "org..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(System.Logger.class));
  }

  @Test
  void algorithmsDoNotReflect() {
    check(
        algorithmsNever()
            .dependOnClassesThat()
            .resideInAnyPackage("java.lang.reflect..", "java.lang.invoke..")
            .orShould()
            .accessTargetWhere(REFLECTION));
  }

  private static ClassesShould algorithmsNever() {
    return noClasses().that().resideInAnyPackage(CORE, STAGE, ALGORITHMS, EPOCHS).should();
  }

  @Test
  void nothingStaticCanBeAssigned() {
    check(noFields().that().areNotFinal().should().beStatic());
  }

  // What TeaVM compiles, and what gives the same bits on every machine and in JavaScript. A class
  // that is missing here may be added if JavaScriptTest passes with it.

  private static final Set<String> JAVA_LANG =
      words(
          """
          AutoCloseable Boolean Byte CharSequence Character Class Cloneable Comparable Deprecated
          Double Enum Float FunctionalInterface Integer Iterable Long Math Number Object Record
          Runnable SafeVarargs Short String StringBuilder System Throwable Void
          """);

  private static final Set<String> JAVA_UTIL =
      words(
          """
          AbstractList ArrayDeque ArrayList Arrays BitSet Collection Collections Comparator Deque
          EnumMap EnumSet HashMap HashSet Iterator LinkedHashMap LinkedHashSet List ListIterator
          Locale Map Map$Entry Objects Optional OptionalDouble OptionalInt OptionalLong
          PrimitiveIterator$OfInt PrimitiveIterator$OfLong PriorityQueue Queue Set SortedMap
          SortedSet StringJoiner TreeMap TreeSet
          """);

  /** Their last bit is not the same everywhere, or TeaVM does not have them. */
  private static final Set<String> NOT_OF_MATH =
      words(
          """
          random sin cos tan asin acos atan atan2 sinh cosh tanh exp expm1 log log10 log1p pow cbrt
          hypot fma multiplyHigh unsignedMultiplyHigh
          """);

  private static final Set<String> OF_CLASS =
      words("getName getSimpleName desiredAssertionStatus isInstance cast");

  private static final DescribedPredicate<JavaAccess<?>> REFLECTION =
      DescribedPredicate.describe(
          "reflection on a class",
          access -> isOf(Class.class, access) && !OF_CLASS.contains(access.getName()));

  private static final DescribedPredicate<JavaAccess<?>> THE_SYSTEM =
      DescribedPredicate.describe(
          "the system, for more than copying an array",
          access -> isOf(System.class, access) && !access.getName().equals("arraycopy"));

  private static final DescribedPredicate<JavaAccess<?>> INEXACT =
      DescribedPredicate.describe(
          "a function that is not the same everywhere",
          access -> isOf(Math.class, access) && NOT_OF_MATH.contains(access.getName()));

  @Test
  void onlyPlainClassesAreUsed() {
    check(
        classes()
            .should()
            .onlyDependOnClassesThat(
                DescribedPredicate.describe("are plain", ArchitectureTest::isPlain)));
  }

  @Test
  void onlyPlainMethodsAreUsed() {
    check(
        noClasses()
            .should()
            .accessTargetWhere(REFLECTION)
            .orShould()
            .accessTargetWhere(THE_SYSTEM)
            .orShould()
            .accessTargetWhere(INEXACT));
  }

  private static boolean isPlain(JavaClass used) {
    String name = used.getBaseComponentType().getName();
    String simpleName = name.substring(name.lastIndexOf('.') + 1);
    return isPrimitive(used)
        || Modules.ALL.contains(packageOf(used))
        || switch (packageOf(used)) {
          case "java.lang" -> isException(simpleName) || JAVA_LANG.contains(simpleName);
          case "java.util" -> isException(simpleName) || JAVA_UTIL.contains(simpleName);
          case "java.util.function", "java.util.stream" -> true;
          default -> false;
        };
  }

  private static boolean isException(String name) {
    return name.endsWith("Exception") || name.endsWith("Error");
  }

  private static boolean isPrimitive(JavaClass used) {
    return used.getBaseComponentType().isPrimitive();
  }

  private static String packageOf(JavaClass used) {
    return used.getBaseComponentType().getPackageName();
  }

  private static boolean isOf(Class<?> owner, JavaAccess<?> access) {
    return access.getTargetOwner().isEquivalentTo(owner);
  }

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  private static void check(ArchRule rule) {
    rule.check(Modules.CLASSES);
  }
}
