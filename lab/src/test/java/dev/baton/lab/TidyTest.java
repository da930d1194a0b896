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

/** What a look at the sources of all modules can enforce of their style. */
class TidyTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Lines of code, without imports, comments and blank lines. */
  private static final int MOST_LINES = 500;

  private static final List<Path> FILES = files();

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
    List<Path> main =
        FILES.stream()
            .filter(file -> name(file).matches("[a-z]+/src/main/java/.*\\.java"))
            .toList();
    assertThat(main).hasSizeGreaterThan(300);
    return main;
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
