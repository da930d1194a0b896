package dev.baton.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rooms of the lab: which may use which, and what is done in one of them only. */
class LabRoomsTest {

  private static final String LAB = "dev.baton.lab";

  /** What each room may use of the others. The commands, which are in no room, may use all. */
  private static final Map<String, List<String>> ROOMS =
      Map.of(
          "run", List.of(),
          "member", List.of(),
          "paper", List.of(),
          "options", List.of("run", "member"),
          "demo", List.of("run", "member"),
          "campaign", List.of("run", "member", "demo"),
          "experiment", List.of("run", "options", "paper"),
          "answer", List.of("run", "member", "demo", "campaign", "experiment", "paper"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(LAB);

  @Test
  void everyRoomHasARule() {
    TreeSet<String> packages = new TreeSet<>();
    CLASSES.forEach(javaClass -> packages.add(javaClass.getPackageName()));
    TreeSet<String> expected = new TreeSet<>(List.of(LAB));
    ROOMS.keySet().forEach(room -> expected.add(LAB + "." + room));

    assertThat(packages).isEqualTo(expected);
  }

  @TestFactory
  List<DynamicTest> aRoomUsesOnlyRoomsBelowIt() {
    List<DynamicTest> tests = new ArrayList<>();
    ROOMS.forEach(
        (room, below) -> tests.add(DynamicTest.dynamicTest(room, () -> check(rule(room, below)))));
    return tests;
  }

  private static ArchRule rule(String room, List<String> below) {
    List<String> allowed = new ArrayList<>(List.of(LAB + "." + room));
    below.forEach(each -> allowed.add(LAB + "." + each));
    return classes()
        .that()
        .resideInAPackage(LAB + "." + room)
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are outside the lab or in " + allowed,
                (JavaClass used) -> {
                  String name = used.getBaseComponentType().getPackageName();
                  return !name.startsWith(LAB) || allowed.contains(name);
                }));
  }

  @Test
  void noCycles() {
    check(slices().matching(LAB + ".(*)..").should().beFreeOfCycles());
  }

  @Test
  void onlyCommandsAndOptionsKnowTheCommandLine() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(LAB, LAB + ".options")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli.."));
  }

  @Test
  void runsPrintNothing() {
    check(
        noClasses()
            .that()
            .resideInAPackage(LAB + ".run")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(PrintWriter.class, PrintStream.class));
  }

  @Test
  void onlyTheEntryPointOfTheCommandsIsPublic() {
    check(
        classes()
            .that()
            .resideInAPackage(LAB)
            .and()
            .doNotHaveSimpleName("BatonCommand")
            .should()
            .notBePublic());
  }

  private static void check(ArchRule rule) {
    rule.check(CLASSES);
  }
}
