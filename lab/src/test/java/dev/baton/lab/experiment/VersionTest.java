package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A trial is kept under the hash of all classes that decide what it measures. */
final class VersionTest {

  private static final List<String> PACKAGES =
      List.of("dev.baton.lab.experiment", "dev.baton.lab.options");

  /** Otherwise {@code --resume} goes on with the trials of a class that has changed since. */
  @Test
  void whatAProbeUsesIsPartOfTheCode() {
    JavaClasses lab =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(PACKAGES);
    Set<String> used = new TreeSet<>();
    Queue<JavaClass> open = new ArrayDeque<>(List.of(lab.get(Probe.class), lab.get(Trial.class)));
    while (!open.isEmpty()) {
      JavaClass one = open.remove();
      if (used.add(one.getName().replace('.', '/') + ".class")) {
        one.getDirectDependenciesFromSelf().stream()
            .map(Dependency::getTargetClass)
            .filter(target -> PACKAGES.contains(target.getPackageName()) && !target.isArray())
            .forEach(open::add);
      }
    }
    assertThat(used).hasSizeGreaterThan(15);
    List<String> left = new ArrayList<>(used);
    left.removeIf(Version.MEASURING);
    assertThat(left).isEmpty();
  }

  @Test
  void thePlainModulesAreWhole() {
    assertThat(Version.classes())
        .containsKeys(
            "dev/baton/core/Node.class",
            "dev/baton/core/stage/Stage.class",
            "dev/baton/algorithms/Raysuz.class",
            "dev/baton/simulator/Simulation.class",
            "dev/baton/checker/Search.class");
  }
}
