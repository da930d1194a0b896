package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every method of the four plain modules compiles to JavaScript, reached or not, and the answers
 * are those of the JVM to the last bit. What the page reaches is compiled with the page, and {@code
 * EngineTest} asks it.
 */
@Tag("long")
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
