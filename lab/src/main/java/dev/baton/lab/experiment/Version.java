package dev.baton.lab.experiment;

import dev.baton.algorithms.Catalog;
import dev.baton.checker.Search;
import dev.baton.core.Node;
import dev.baton.simulator.Simulation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which code has run. */
final class Version {

  private static final Predicate<String> ALL = name -> true;

  /** Of this module only what reads a configuration and measures it. */
  static final Predicate<String> MEASURING =
      Pattern.compile(
              "dev/baton/lab/(options/\\w+|run/(EntryLog|TimeHistogram)|experiment/(Cell|Chase"
                  + "|Constants|Course|Formula|Measure|Probe|RandomSearch|Rush|Trial|Verification))"
                  + "(\\$\\w+)?\\.class")
          .asMatchPredicate();

  private Version() {}

  /** The hash of all classes that decide what a trial measures. */
  static String code() {
    return Texts.sha256(classes().toString().getBytes(StandardCharsets.UTF_8)).substring(0, 16);
  }

  /** The hash of each of these classes, by the name of its file. */
  static Map<String, String> classes() {
    TreeMap<String, String> classes = new TreeMap<>();
    add(classes, Node.class, ALL);
    add(classes, Simulation.class, ALL);
    add(classes, Search.class, ALL);
    add(classes, Catalog.class, ALL);
    add(classes, Version.class, MEASURING);
    return classes;
  }

  private static void add(Map<String, String> classes, Class<?> one, Predicate<String> which) {
    try {
      Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(place)) {
        addTree(classes, place, which);
      } else {
        try (FileSystem jar =
            FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
          addTree(classes, jar.getPath("/"), which);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void addTree(Map<String, String> classes, Path root, Predicate<String> which)
      throws IOException {
    try (Stream<Path> walk = Files.walk(root)) {
      List<Path> files = walk.filter(file -> file.toString().endsWith(".class")).toList();
      for (Path file : files) {
        String name = root.relativize(file).toString();
        if (which.test(name)) {
          classes.put(name, Texts.sha256(Files.readAllBytes(file)));
        }
      }
    }
  }

  /** The version that Maven has written into the jar. */
  static String release() {
    Properties properties = new Properties();
    try (InputStream in =
        Version.class.getResourceAsStream("/META-INF/maven/dev.baton/baton-lab/pom.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "not packaged");
  }

  /** The commit of the sources around the jar, "+" if they were changed since; null if unknown. */
  static String commit() {
    try {
      Path place =
          Path.of(Version.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      String head = git(place.getParent(), "rev-parse", "--short=12", "HEAD");
      if (head == null || head.isEmpty()) {
        return null;
      }
      String changes = git(place.getParent(), "status", "--porcelain", "--untracked-files=no");
      return head + (changes == null || changes.isEmpty() ? "" : "+");
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static String git(Path directory, String... arguments) {
    List<String> command = Stream.concat(Stream.of("git"), Stream.of(arguments)).toList();
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? output.strip() : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
