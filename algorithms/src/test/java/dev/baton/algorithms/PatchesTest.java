package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

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

  /** All patches of all modules. */
  static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path module : modules()) {
      try (Stream<Path> patches = Files.list(module.resolve(PATCHES))) {
        patches.filter(file -> file.toString().endsWith(".txt")).sorted().forEach(files::add);
      }
    }
    return files;
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> directories = Files.list(Path.of(".."))) {
      return directories
          .filter(directory -> Files.isDirectory(directory.resolve(PATCHES)))
          .sorted()
          .toList();
    }
  }

  /** The source of a class that a file patches. */
  private static List<String> original(Path file, String name) throws IOException {
    Path module = file.getParent().resolve("../..").normalize();
    for (String root : List.of("src/main/java", "src/mutants/java", "src/test/java")) {
      Path source = module.resolve(root).resolve(name.replace('.', '/') + ".java");
      if (Files.exists(source)) {
        return Files.readAllLines(source);
      }
    }
    return fail(file + ": there is no class " + name + ".");
  }

  @Test
  void thereAreSomeInTwoModules() throws IOException {
    assertThat(modules()).contains(Path.of("../algorithms"), Path.of("../cluster"));
  }

  /** They were 8,390 when each was a copy. The listings, which papers print, do not count. */
  @Test
  void patchesAndWhatAppliesThemAreFewLines() throws IOException {
    List<Path> counted = new ArrayList<>(files());
    counted.add(Path.of("../.mvn/Mutate.java"));
    for (String root : List.of("src/mutants/java", "src/test/java")) {
      try (Stream<Path> files = Files.walk(Path.of(root))) {
        files.filter(file -> file.toString().matches(".*Mutants?\\.java")).forEach(counted::add);
      }
    }
    int sum = 0;
    for (Path file : counted) {
      sum += Files.readAllLines(file).size();
    }
    assertThat(sum).as("lines of %d files", counted.size()).isLessThanOrEqualTo(4500);
  }

  @ParameterizedTest
  @MethodSource("files")
  void linesHaveAtMostAHundredColumns(Path file) throws IOException {
    assertThat(Files.readAllLines(file)).allMatch(line -> line.length() <= 100);
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
        String[] names = line.substring("patches ".length()).split(", ");
        String first = names[0].substring(0, names[0].lastIndexOf('.') + 1);
        for (String name : names) {
          originals += squeezed(original(file, name.contains(".") ? name : first + name));
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
  void propertiesMayStandInALineOfTheirOwn() throws Exception {
    assertThat(generate()).isEmpty();
    String list = Files.readString(generated("Mutants"));
    Files.writeString(patch, PATCH.replace("1: deadlock, ", "1:\n      deadlock,\n      "));
    assertThat(generate()).isEmpty();
    assertThat(generated("Mutants")).hasContent(list);
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
