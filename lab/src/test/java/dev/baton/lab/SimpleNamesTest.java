package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A name of a top-level type stands for one thing in the main sources of all modules. Nested types
 * may share names: every algorithm has a {@code Msg}.
 */
class SimpleNamesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Sources are formatted, so that only top-level types begin in the first column. */
  private static final Pattern TYPE =
      Pattern.compile(
          "^(?:(?:public|abstract|final|sealed|non-sealed|strictfp) )*"
              + "(?:class|interface|record|enum|@interface) (\\w+)",
          Pattern.MULTILINE);

  @Test
  void everySimpleNameStandsForOneType() throws IOException {
    Map<String, Set<String>> packages = packagesByName();

    assertThat(packages).containsKeys("Node", "Stage", "Simulation", "Search", "Catalog", "Baton");
    packages.values().removeIf(all -> all.size() == 1);
    assertThat(packages).as("names of more than one top-level type").isEmpty();
  }

  private static Map<String, Set<String>> packagesByName() throws IOException {
    Map<String, Set<String>> packages = new TreeMap<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.toList()) {
        Path sources = module.resolve("src/main/java");
        if (Files.isDirectory(sources)) {
          addTypes(sources, packages);
        }
      }
    }
    return packages;
  }

  private static void addTypes(Path sources, Map<String, Set<String>> packages) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        Matcher type = TYPE.matcher(Files.readString(file));
        while (type.find()) {
          String place = ROOT.relativize(file.getParent()).toString();
          packages.computeIfAbsent(type.group(1), name -> new TreeSet<>()).add(place);
        }
      }
    }
  }
}
