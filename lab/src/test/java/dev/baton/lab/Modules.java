package dev.baton.lab;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;

/**
 * The classes of the four modules that run on the JVM and in JavaScript, and of the deterministic
 * part of the cluster, which keeps to the same rules.
 */
final class Modules {
  static final String CORE = "dev.baton.core";
  static final String STAGE = "dev.baton.core.stage";
  static final String ALGORITHMS = "dev.baton.algorithms";
  static final String SIMULATOR = "dev.baton.simulator";
  static final String CHECKER = "dev.baton.checker";
  static final String EPOCHS = "dev.baton.cluster.epoch";
  static final String ATTACK = "dev.baton.cluster.attack";
  static final List<String> ALL =
      List.of(CORE, STAGE, ALGORITHMS, SIMULATOR, CHECKER, EPOCHS, ATTACK);

  /** Without what stands on packages: that is for compilers only. */
  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ImportOption.DoNotIncludePackageInfos())
          .importPackages(ALL);

  private Modules() {}
}
