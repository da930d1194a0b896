package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The patches in src/mutants, and what the build says of those that do not fit any more. */
@Tag("slow")
class PatchesTest {

  private static final Path PATCHES = Path.of("src/mutants");
  private static final Path SOURCES = Path.of("src/main/java/dev/baton/algorithms");

  // The files.

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(PATCHES)) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
  }

  @Test
  void noMutantOfBeforeIsLost() throws IOException {
    TestLibrary library = new TestLibrary();
    for (String id : Files.readAllLines(Path.of("src/test/resources/former-mutants.txt"))) {
      if (!id.startsWith("#")) {
        String[] parts = id.split("/");
        String now = Catalog.entry(parts[0]).id() + "/" + parts[1];
        assertThat(library.algorithm(now).id()).isEqualTo(now);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void noMutantRepeatsFiveLinesOfItsOriginal(Path file) throws IOException {
    String originals = "";
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("patches ")) {
        for (String name : line.substring("patches ".length()).split(", ")) {
          String simple = name.substring(name.lastIndexOf('.') + 1);
          originals += squeezed(Files.readAllLines(SOURCES.resolve(simple + ".java")));
        }
      }
    }
    List<String> block = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      boolean isCode = line.startsWith("  - ") || line.startsWith("  + ");
      if (!isCode || !block.isEmpty() && block.getLast().charAt(2) != line.charAt(2)) {
        block.clear();
      }
      if (isCode) {
        block.add(line);
      }
      if (block.size() >= 5) {
        List<String> five = block.subList(block.size() - 5, block.size());
        String lines = squeezed(five.stream().map(code -> code.substring(3)).toList());
        assertThat(originals).doesNotContain(lines);
      }
    }
  }

  private static String squeezed(List<String> lines) {
    return String.join("", lines).replaceAll("\\s+", "");
  }

  // The generator, on a copy of one algorithm and a patch.

  @TempDir static Path classes;

  @BeforeAll
  static void compile() {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String to = classes.toString();
    assertThat(compiler.run(null, null, null, "-d", to, "../.mvn/Mutate.java")).isZero();
  }

  private static final String PATCH =
      """
      patches dev.baton.algorithms.Raymond

      never-asks-again: ASKED stays set when the privilege goes on.
        line 3, 2 requests, bypass 1: deadlock, starvation, bypass
        - asked = false;
      """;

  @TempDir Path root;
  private Path module;
  private Path patch;
  private Path original;
  private Path output;

  @BeforeEach
  void copy() throws IOException {
    module = root.resolve("algorithms");
    output = module.resolve("target/mutants");
    patch = module.resolve(PATCHES).resolve("raymond.txt");
    original = module.resolve(SOURCES).resolve("Raymond.java");
    Files.createDirectories(patch.getParent());
    Files.createDirectories(original.getParent());
    Files.copy(SOURCES.resolve("Raymond.java"), original);
    Files.writeString(patch, PATCH);
  }

  /** What the generator says; nothing if the patches fit. */
  private String generate() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                classes.toString(),
                "Mutate",
                module.toString(),
                output.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).isEqualTo(said.isEmpty() ? 0 : 1);
    return said.strip();
  }

  private Path generated(String name) {
    return output.resolve("dev/baton/algorithms").resolve(name + ".java");
  }

  @Test
  void aPatchChangesWhatItNamesAndNothingElse() throws Exception {
    assertThat(generate()).isEmpty();
    List<String> expected = new ArrayList<>();
    for (String line : Files.readAllLines(original)) {
      String renamed = line.contains("class Raymond") ? line : line.replace("new Raymond(", "(");
      expected.add(
          renamed.strip().equals("asked = false;")
              ? ""
              : line.replaceAll("\\bRaymond(?= |\\(|\\.Msg)", "Raymond_NeverAsksAgain").strip());
    }
    List<String> lines = Files.readAllLines(generated("Raymond_NeverAsksAgain"));
    assertThat(lines.subList(3, lines.size()).stream().map(String::strip)).isEqualTo(expected);
  }

  @Test
  void aLineOfAnAlgorithmThatAPatchNamesCannotBeChangedUnnoticed() throws Exception {
    String text = Files.readString(original);
    Files.writeString(original, text.replace("asked = false;", "asked = holder == self;"));
    assertThat(generate())
        .isEqualTo(
            "algorithms/src/mutants/raymond.txt:5: never-asks-again: "
                + "'asked = false;' is not found in Raymond.");
  }

  @Test
  void aClassMayBePatchedByTwoFiles() throws Exception {
    Files.copy(SOURCES.resolve("RaymondFair.java"), original.resolveSibling("RaymondFair.java"));
    Files.writeString(
        patch.resolveSibling("raymond-fair.txt"),
        """
        patches dev.baton.algorithms.RaymondFair, Raymond

        never-asks-again: Nothing of its own.
          as raymond/never-asks-again
        """);
    assertThat(generate()).isEmpty();
    assertThat(generated("Raymond_RaymondFair_NeverAsksAgain"))
        .content()
        .doesNotContain("asked = false;");
  }

  @Test
  void nothingIsWrittenAgainAndNothingIsLeft() throws Exception {
    assertThat(generate()).isEmpty();
    FileTime past = FileTime.fromMillis(0);
    Files.setLastModifiedTime(generated("Raymond_NeverAsksAgain"), past);
    Files.writeString(patch, PATCH.replace("bypass 1", "bypass 2"));
    Files.writeString(generated("Raymond_Gone"), "");
    assertThat(generate()).isEmpty();
    assertThat(Files.getLastModifiedTime(generated("Raymond_NeverAsksAgain"))).isEqualTo(past);
    assertThat(generated("Mutants")).content().contains("true, 2,");
    assertThat(generated("Raymond_Gone")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- asked = false; | - makeRequest(); | 5 | 'makeRequest();' is found 3 times in Raymond:"
            + " name more, or where.",
        "- asked = false; | in onExit | 6 | 'onExit' is not found in Raymond.",
        "line 3, | line of 3, | 4 | the size is not understood: what is [line of]?",
        "bypass 1 | bypasses: 1 | 4 | the size is not understood: what is [bypasses]?",
        "- asked = false; | as keeps-privilege | 5 | there is no keeps-privilege.",
        "- asked = false; | asked = true; | 5 | 'asked = true;' is none of size, in, as, =, -, +."
      })
  void whatIsWrongIsSaidInASentence(String old, String replacement, int line, String sentence)
      throws Exception {
    String more =
        replacement.startsWith("in ") ? replacement + "\n  - asked = false;" : replacement;
    Files.writeString(patch, PATCH.replace(old, more));
    assertThat(generate())
        .isEqualTo(
            "algorithms/src/mutants/raymond.txt:" + line + ": never-asks-again: " + sentence);
  }
}
