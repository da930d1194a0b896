package dev.baton.lab;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The cluster has a face, which applications see, and rooms behind it. */
class ClusterRoomsTest {

  private static final String FACE = "dev.baton.cluster";
  private static final Path SOURCES = Path.of("../cluster/src/main/java/dev/baton/cluster");

  /** Which other rooms a room may use. The face may use them all, and none may use the face. */
  private static final Map<String, Set<String>> ROOMS =
      Map.of(
          "epoch", Set.of(),
          "attack", Set.of("epoch"),
          "wire", Set.of("epoch"),
          "thread", Set.of(),
          "net", Set.of("epoch", "wire", "thread"),
          "gate", Set.of("epoch", "thread"),
          "seat", Set.of("epoch", "wire", "gate"),
          "join", Set.of("epoch", "wire", "net", "gate", "seat"));

  private static final List<String> NAMES = List.copyOf(new TreeSet<>(ROOMS.keySet()));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(FACE);

  @Test
  void thereAreNoOtherRooms() throws IOException {
    try (Stream<Path> found = Files.list(SOURCES)) {
      assertThat(found.filter(Files::isDirectory).map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(NAMES);
    }
    assertThat(CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Stream.of(FACE), NAMES.stream().map(ClusterRoomsTest::room)).toList());
  }

  // Dependencies point one way: from the face down, and between rooms as the table says.

  @ParameterizedTest
  @FieldSource("NAMES")
  void aRoomUsesOnlyThoseBelowIt(String name) {
    Set<String> allowed =
        ROOMS.get(name).stream().map(ClusterRoomsTest::room).collect(Collectors.toSet());
    DescribedPredicate<JavaClass> isAllowed =
        describe(
            "are in " + name + ", in " + ROOMS.get(name) + " or outside of the cluster",
            used -> {
              String there = used.getBaseComponentType().getPackageName();
              boolean isOfCluster = there.equals(FACE) || there.startsWith(FACE + ".");
              return !isOfCluster || there.equals(room(name)) || allowed.contains(there);
            });
    classes()
        .that()
        .resideInAPackage(room(name))
        .should()
        .onlyDependOnClassesThat(isAllowed)
        .check(CLASSES);
  }

  /** The face is one of these packages; so no class of one is in a cycle with one of another. */
  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.baton.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  // The face.

  @Test
  void theFaceIsPublicAndNothingElse() throws IOException {
    Set<String> types =
        CLASSES.stream()
            .filter(each -> each.getPackageName().equals(FACE))
            .filter(JavaClass::isTopLevelClass)
            .filter(each -> !each.getSimpleName().equals("package-info"))
            .peek(
                each ->
                    assertThat(each.getModifiers())
                        .as(each.getName())
                        .contains(JavaModifier.PUBLIC))
            .map(JavaClass::getSimpleName)
            .collect(Collectors.toSet());
    try (Stream<Path> found = Files.list(SOURCES)) {
      assertThat(
              found
                  .filter(Files::isRegularFile)
                  .map(each -> each.getFileName().toString().replace(".java", ""))
                  .filter(each -> !each.equals("package-info")))
          .containsExactlyInAnyOrderElementsOf(types);
    }
  }

  @Test
  void signaturesOfTheFaceNameTheJdkAndTheFaceAlone() {
    List<String> foreign = new ArrayList<>();
    int looked = 0;
    for (JavaClass each : CLASSES) {
      if (!each.getPackageName().equals(FACE) || !isPublic(each)) {
        continue;
      }
      for (JavaMember member : each.getMembers()) {
        boolean isVisible =
            member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
        if (!isVisible) {
          continue;
        }
        looked++;
        for (JavaClass named : named(member)) {
          if (!mayBeNamed(named)) {
            foreign.add(member.getFullName() + " names " + named.getName());
          }
        }
      }
      Stream.concat(each.getAllRawSuperclasses().stream(), each.getAllRawInterfaces().stream())
          .filter(named -> !mayBeNamed(named))
          .forEach(named -> foreign.add(each.getName() + " is a " + named.getName()));
    }
    assertThat(looked).isGreaterThan(80);
    assertThat(foreign).isEmpty();
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(ClusterRoomsTest::isPublic).orElse(true);
  }

  /** All types in its signature, those in angle brackets included. */
  private static Set<JavaClass> named(JavaMember member) {
    return switch (member) {
      case JavaField field -> field.getType().getAllInvolvedRawTypes();
      case JavaCodeUnit unit -> {
        Set<JavaClass> all =
            Stream.concat(unit.getParameterTypes().stream(), Stream.of(unit.getReturnType()))
                .flatMap(type -> type.getAllInvolvedRawTypes().stream())
                .collect(Collectors.toSet());
        all.addAll(unit.getExceptionTypes());
        yield all;
      }
      default -> throw new AssertionError(member);
    };
  }

  private static boolean mayBeNamed(JavaClass named) {
    JavaClass type = named.getBaseComponentType();
    return type.isPrimitive()
        || type.getPackageName().startsWith("java.")
        || type.getPackageName().equals(FACE)
        || type.getName().equals("io.micrometer.core.instrument.MeterRegistry");
  }

  // What is behind it.

  @ParameterizedTest
  @FieldSource("NAMES")
  void aRoomSaysThatItIsNotForApplications(String name) throws IOException {
    String text = Files.readString(SOURCES.resolve(name).resolve("package-info.java"));
    assertThat(text).startsWith("/**\n * Not for applications. ");
  }

  private static String room(String name) {
    return FACE + "." + name;
  }
}
