import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Compares all Java sources with what google-java-format makes of them: {@code check FILE} lists
 * those that differ in FILE, which exists afterwards only if there are any; {@code apply FILE}
 * rewrites them.
 */
public final class Format {
  private static final Set<String> NOT_SOURCES = Set.of("target", ".git", "node_modules");

  public static void main(String[] args) throws IOException {
    boolean apply = args[0].equals("apply");
    Path unformatted = Path.of(args[1]);
    List<String> differing =
        sources().parallelStream()
            .filter(file -> differs(file, apply))
            .map(Path::toString)
            .toList();
    Files.deleteIfExists(unformatted);
    differing.forEach(
        file -> System.err.println((apply ? "formatted: " : "not formatted: ") + file));
    if (!apply && !differing.isEmpty()) {
      Files.write(unformatted, differing);
    }
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        Path.of(""),
        Set.<FileVisitOption>of(),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return NOT_SOURCES.contains(directory.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              sources.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  private static boolean differs(Path file, boolean apply) {
    try {
      String source = Files.readString(file);
      String formatted = new Formatter().formatSourceAndFixImports(source);
      if (formatted.equals(source)) {
        return false;
      }
      if (apply) {
        Files.writeString(file, formatted);
      }
      return true;
    } catch (FormatterException e) {
      System.err.println(file + ": " + e.getMessage());
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
