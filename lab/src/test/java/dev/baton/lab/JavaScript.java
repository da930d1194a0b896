package dev.baton.lab;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.teavm.backend.javascript.JSModuleType;
import org.teavm.backend.javascript.JavaScriptTarget;
import org.teavm.dependency.AbstractDependencyListener;
import org.teavm.dependency.DependencyAgent;
import org.teavm.dependency.FastDependencyAnalyzer;
import org.teavm.model.ClassReader;
import org.teavm.model.MethodReader;
import org.teavm.model.PreOptimizingClassHolderSource;
import org.teavm.model.ReferenceCache;
import org.teavm.parsing.ClasspathClassHolderSource;
import org.teavm.parsing.resource.ResourceProvider;
import org.teavm.tooling.EmptyTeaVMToolLog;
import org.teavm.tooling.TeaVMProblemRenderer;
import org.teavm.vm.DirectoryBuildTarget;
import org.teavm.vm.TeaVM;
import org.teavm.vm.TeaVMBuilder;

/** Compiles classes to JavaScript and runs them under Node.js. */
final class JavaScript {
  private static final String MODULE = "entry.mjs";

  private JavaScript() {}

  /**
   * Compiles {@code entry} with its main method, and every method of {@code classes}, whether it is
   * reached from there or not.
   *
   * @return what could not be compiled; empty if all could
   */
  static List<String> compile(Class<?> entry, Iterable<JavaClass> classes, Path directory)
      throws IOException {
    JavaScriptTarget target = new JavaScriptTarget();
    target.setModuleType(JSModuleType.ES2015);
    // Strict: checks of bounds, casts and null throw as they do on the JVM.
    target.setStrict(true);
    ReferenceCache references = new ReferenceCache();
    // The class path alone, without the JDK: what TeaVM's own class library lacks must be missed.
    try (ResourceProvider resources = ResourceProvider.ofClassPath(classPath())) {
      TeaVM teavm =
          new TeaVMBuilder(target)
              .setStrict(true)
              .setReferenceCache(references)
              .setResourceProvider(resources)
              .setClassSource(
                  new PreOptimizingClassHolderSource(
                      new ClasspathClassHolderSource(
                          resources, references, JavaScript.class.getClassLoader())))
              .setDependencyAnalyzerFactory(FastDependencyAnalyzer::new)
              .build();
      teavm.installPlugins();
      teavm.add(new EveryMethod(classes));
      teavm.setEntryPoint(entry.getName());
      teavm.build(new DirectoryBuildTarget(directory.toFile()), MODULE);
      Problems problems = new Problems();
      TeaVMProblemRenderer.describeProblems(teavm, problems);
      return problems.texts;
    }
  }

  private static List<File> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(File::new)
        .filter(File::exists)
        .toList();
  }

  /** Runs what was compiled into {@code directory} and returns what it printed. */
  static String run(Path directory) throws IOException, InterruptedException {
    String start = "import('./" + MODULE + "').then(entry => entry.main([]))";
    File output = directory.resolve("output.txt").toFile();
    Process node =
        new ProcessBuilder("node", "--eval", start)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    int code = node.waitFor();
    String printed = Files.readString(output.toPath(), StandardCharsets.UTF_8);
    return code == 0 ? printed : printed + "node ended with exit code " + code + "\n";
  }

  static boolean isNodeThere() throws InterruptedException {
    try {
      return new ProcessBuilder("node", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static final class EveryMethod extends AbstractDependencyListener {
    private final Iterable<JavaClass> classes;

    EveryMethod(Iterable<JavaClass> classes) {
      this.classes = classes;
    }

    @Override
    public void started(DependencyAgent agent) {
      for (JavaClass javaClass : classes) {
        ClassReader reader = agent.getClassSource().get(javaClass.getName());
        agent.linkClass(reader.getName()).initClass(null);
        for (MethodReader method : reader.getMethods()) {
          agent.linkMethod(method.getReference()).use();
        }
      }
    }
  }

  private static final class Problems extends EmptyTeaVMToolLog {
    final List<String> texts = new ArrayList<>();

    @Override
    public void error(String text) {
      texts.add(text);
    }

    @Override
    public void warning(String text) {
      texts.add(text);
    }
  }
}
