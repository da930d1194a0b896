package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The four plain modules, compiled to JavaScript by TeaVM, give the answers of the JVM. */
@Tag("process")
@Execution(ExecutionMode.CONCURRENT)
class JavaScriptTest {
  @Test
  void everyMethodCompilesAndTheAnswersAreEqual(@TempDir Path directory) throws Exception {
    assertThat(JavaScript.compile(JavaScriptEntry.class, Modules.CLASSES, directory))
        .as("what TeaVM cannot compile")
        .isEmpty();

    boolean node = JavaScript.isNodeThere();
    if (!node) {
      System.err.println("JavaScriptTest: compiled, but not run, because node is not installed.");
    }
    assumeTrue(node, "node is not installed");
    assertThat(JavaScript.run(directory)).isEqualTo(JavaScriptEntry.answer());
  }
}
