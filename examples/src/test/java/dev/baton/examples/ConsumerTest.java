package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project that uses Baton as a library, {@code examples/consumer}: built from what would be
 * published, with a local repository that begins empty. Third parties come from the local
 * repository of this build; {@code .ci/release} does the same without it.
 */
@Tag("process")
class ConsumerTest {

  /** Of all jars that an ordinary member needs. */
  private static final long MOST_BYTES = 4_000_000;

  /** All of Baton that a member needs, in this checkout. */
  private static final List<String> MODULES = List.of("core", "algorithms", "cluster");

  /** Given by the build. */
  private static final String VERSION = System.getProperty("baton.version");

  @TempDir private Path directory;

  /** The jars are made after the tests of their modules: by {@code mvn verify}, not by a test. */
  @BeforeAll
  static void whatIsPublishedWasBuilt() {
    assumeTrue(VERSION != null, "Maven says what was built.");
    for (String module : MODULES) {
      assumeTrue(Files.exists(jar(module)), jar(module) + " is made by mvn verify.");
    }
  }

  private static Path jar(String module) {
    return Path.of("..", module, "target", "baton-%s-%s.jar".formatted(module, VERSION));
  }

  @Test
  void buildsFromWhatIsPublishedAndTakesALock() throws Exception {
    Path consumer = directory.resolve("consumer");
    copy(Path.of("consumer"), consumer);
    deploy(directory.resolve("deployed"));
    String maven = Path.of(System.getProperty("maven.home"), "bin", "mvn").toString();
    run(
        consumer,
        List.of(
            maven,
            "-B",
            "-q",
            "--offline",
            "-Daether.offline.protocols=file",
            "-s",
            settings().toString(),
            "-Dmaven.repo.local=" + directory.resolve("repository"),
            "package"));

    Path lib = consumer.resolve("target/lib");
    List<Path> jars = list(lib);
    assertThat(jars.stream().map(jar -> jar.getFileName().toString()).toList())
        .contains("baton-cluster-" + VERSION + ".jar")
        .noneMatch(name -> name.matches(".*(ratis|grpc|netty|micrometer).*"));
    assertThat(jars.stream().mapToLong(jar -> jar.toFile().length()).sum())
        .as(jars.toString())
        .isLessThanOrEqualTo(MOST_BYTES);

    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = "target/classes" + File.pathSeparator + "target/lib/*";
    assertThat(run(consumer, List.of(java, "-cp", classPath, "consumer.FirstLock")))
        .matches("(?s).*inside, with fence \\d+\n.*");
  }

  /** What the README tells users to depend on is what is tested here. */
  @Test
  void theReadmeShowsItsDependency() throws IOException {
    String readme = Files.readString(Path.of("../README.md"));
    int from = readme.indexOf("```xml\n") + "```xml\n".length();
    String snippet = readme.substring(from, readme.indexOf("```", from));
    assertThat(Files.readString(Path.of("consumer/pom.xml")))
        .contains("  <dependencies>\n" + snippet.indent(4) + "  </dependencies>\n");
  }

  /** The jars and POMs where a repository has them. */
  private static void deploy(Path repository) throws IOException {
    for (String module : MODULES) {
      Path place = repository.resolve("dev/baton/baton-" + module).resolve(VERSION);
      Files.createDirectories(place);
      String name = "baton-" + module + "-" + VERSION;
      Files.copy(jar(module), place.resolve(name + ".jar"));
      Files.copy(Path.of("..", module, "target/flattened-pom.xml"), place.resolve(name + ".pom"));
    }
  }

  /** Baton comes from what was deployed, and all else from where this build has it. */
  private Path settings() throws IOException {
    Path settings = directory.resolve("settings.xml");
    Files.writeString(
        settings,
        """
        <settings>
          <mirrors>
            <mirror>
              <id>this-build</id>
              <mirrorOf>*,!deployed</mirrorOf>
              <url>%s</url>
            </mirror>
          </mirrors>
          <profiles>
            <profile>
              <id>deployed</id>
              <repositories>
                <repository>
                  <id>deployed</id>
                  <url>%s</url>
                </repository>
              </repositories>
            </profile>
          </profiles>
          <activeProfiles>
            <activeProfile>deployed</activeProfile>
          </activeProfiles>
        </settings>
        """
            .formatted(
                Path.of(System.getProperty("local.repository")).toUri(),
                directory.resolve("deployed").toUri()));
    return settings;
  }

  /** What a program printed; it must succeed. */
  private String run(Path where, List<String> command) throws Exception {
    Path output = directory.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(where.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("MAVEN_OPTS");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("it ends: %s", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as("%s:%n%s", command, printed).isZero();
    return printed;
  }

  private static List<Path> list(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return files.sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files
          .filter(file -> !file.startsWith(from.resolve("target")))
          .forEach(
              file -> {
                try {
                  Files.copy(file, to.resolve(from.relativize(file)));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
