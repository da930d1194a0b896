package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a look at the files of the whole project can enforce of its style. */
class TidyTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final int COLUMNS = 100;

  /** Lines of code, without imports, comments and blank lines. */
  private static final int MOST_LINES = 500;

  /** Written by the program, with one line for each claim. */
  private static final String RESULTS = "docs/results/";

  private static final List<Path> FILES = files();

  // Documents.

  @Test
  void proseIsWrapped() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file : named(".md")) {
      if (!name(file).startsWith(RESULTS)) {
        tooLong.addAll(longProse(name(file), Files.readAllLines(file)));
      }
    }

    assertThat(tooLong).as("prose of more than %d columns", COLUMNS).isEmpty();
  }

  @Test
  void longProseIsNoticed() {
    String words = "words ".repeat(17) + "end";
    String code = "`" + "x".repeat(90) + "`";
    String link = "[the page](" + "x".repeat(90) + ")";

    assertThat(longProse("a.md", List.of(words, "- " + words, "  " + words)))
        .containsExactly("a.md:1", "a.md:2", "a.md:3");
    assertThat(longProse("a.md", List.of("```", words, "```", "| " + words, "# " + words)))
        .isEmpty();
    assertThat(longProse("a.md", List.of("See " + code + " here.", "See " + link + " here.")))
        .isEmpty();
  }

  /** Tables, headings and blocks of code are as wide as they are; code and links do not break. */
  private static List<String> longProse(String file, List<String> lines) {
    List<String> found = new ArrayList<>();
    boolean isCode = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String text = line.strip();
      if (text.startsWith("```")) {
        isCode = !isCode;
      }
      boolean isProse = !isCode && !text.matches("[|#<!].*") && !line.startsWith("    ");
      String breakable = line.replaceAll("`[^`]*`", "`").replaceAll("]\\([^)]*\\)", "]");
      if (isProse && breakable.length() > COLUMNS) {
        found.add(file + ":" + (i + 1));
      }
    }
    return found;
  }

  // Sources.

  @Test
  void noFileIsVeryLong() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file : main()) {
      long lines = lines(file);
      if (lines > MOST_LINES) {
        tooLong.add(name(file) + ": " + lines);
      }
    }

    assertThat(tooLong).as("lines of code").isEmpty();
  }

  private static long lines(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.matches("(import |package |//|/\\*|\\*).*"))
        .count();
  }

  @Test
  void whatTheBuildDownloadsIsCompared() throws IOException {
    assertThat(Files.readString(Path.of("../.mvn/maven.config"))).contains("--strict-checksums");
  }

  @Test
  void everyPackageSaysWhatItIs() {
    Set<String> silent = new TreeSet<>();
    for (Path file : main()) {
      if (!Files.exists(file.resolveSibling("package-info.java"))
          && !simple(file).equals("module-info.java")) {
        silent.add(name(file.getParent()));
      }
    }

    assertThat(silent).as("packages without package-info.java").isEmpty();
  }

  // Files.

  private static List<Path> main() {
    return named(".java").stream()
        .filter(file -> name(file).matches("[a-z]+/src/main/java/.*"))
        .toList();
  }

  private static List<Path> named(String ending) {
    List<Path> named = FILES.stream().filter(file -> simple(file).endsWith(ending)).toList();
    assertThat(named).as(ending).hasSizeGreaterThan(20);
    return named;
  }

  private static String name(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  private static String simple(Path file) {
    return file.getFileName().toString();
  }

  /** All but what is built, and what is hidden. */
  private static List<Path> files() {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
              String simple = simple(directory);
              boolean isSource = directory.equals(ROOT) || !simple.startsWith(".");
              return isSource && !simple.equals("target")
                  ? FileVisitResult.CONTINUE
                  : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
              files.add(file);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    files.sort(null);
    return files;
  }
}
