package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job files for several machines, with the variables that Slurm and Kubernetes set: their own
 * commands, and the merge as their comments have it, give what one machine gives.
 */
@Tag("process")
class JobFilesTest {

  /** Tests run in the directory of their module. */
  private static final Path FILES = Path.of("../examples/experiments").toAbsolutePath();

  private static final String SMALL =
      """
      title: "Small"
      paper: "None"
      about: "Two algorithms, few nodes."
      sweeps:
        - {algorithm: [raymond, naimi-trehel], nodes: [4, 6], workload: isolated}
      quick: {least: 3, most: 5, entries: 10*N}
      full: {least: 4, most: 6, entries: 20*N}
      claims:
        - claim: "Raymond, at most"
          where: "here"
          published: "2(N - 1)"
          situation: every load
          test: {of: {algorithm: raymond}, quantity: mean, atMost: 2*(N-1)}
      """;

  private static final long PATIENCE_SECONDS = 120;

  /** The checkout, and the volume: it holds {@code baton} and gets {@code results}. */
  @TempDir private Path directory;

  private record Ended(int exitCode, String output) {}

  @BeforeEach
  void makeBaton() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String command =
        "exec '%s' -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
            .formatted(java, System.getProperty("java.class.path"), BatonCommand.class.getName());
    Path baton = Files.writeString(directory.resolve("baton"), "#!/bin/sh\n" + command);
    assertThat(baton.toFile().setExecutable(true)).isTrue();
    Files.writeString(directory.resolve("small.yaml"), SMALL);
  }

  private Ended run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(directory, "output", null);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("has ended").isTrue();
      return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }

  private Ended slurm(int task, int tasks, String... arguments)
      throws IOException, InterruptedException {
    Map<String, String> environment =
        Map.of(
            "SLURM_SUBMIT_DIR", directory.toString(),
            "SLURM_ARRAY_TASK_ID", Integer.toString(task),
            "SLURM_ARRAY_TASK_COUNT", Integer.toString(tasks),
            "SLURM_CPUS_PER_TASK", "1");
    Stream<String> file = Stream.of("bash", FILES.resolve("slurm.sh").toString());
    return run(environment, Stream.concat(file, Stream.of(arguments)).toArray(String[]::new));
  }

  private static String find(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  private JsonNode experiments(String run) throws IOException {
    Path manifest = directory.resolve(run).resolve("manifest.json");
    return new ObjectMapper().readTree(manifest.toFile()).path("experiments");
  }

  private void resultsAreThoseOfOneMachine() throws IOException {
    String file = directory.resolve("small.yaml").toString();
    String one = directory.resolve("one").toString();
    assertThat(CommandRun.of("experiment", file, "--quick", "--out", one).exitCode()).isZero();
    assertThat(experiments("results/all")).isEqualTo(experiments("one")).isNotEmpty();
  }

  @Test
  void slurmArrayOfWhichOneShareIsSubmittedAgain() throws IOException, InterruptedException {
    Ended first = slurm(1, 2, "2", "small.yaml", "--quick");
    assertThat(first.output()).contains("Share 1/2 is complete");
    // Alone, in an array of one.
    Ended second = slurm(2, 1, "2", "small.yaml", "--quick");
    assertThat(second.output()).contains("Share 2/2 is complete");

    String text = Files.readString(FILES.resolve("slurm.sh"));
    String merge = find("^#   (./baton experiment merge .*)$", text);
    Ended merged = run(Map.of(), "sh", "-c", merge);
    assertThat(merged.exitCode()).as(merged.output()).isZero();
    resultsAreThoseOfOneMachine();
  }

  @Test
  void slurmArrayHasAsManyTasksAsShares() throws IOException, InterruptedException {
    String text = Files.readString(FILES.resolve("slurm.sh"));
    int tasks = Integer.parseInt(find("^#SBATCH --array=1-(\\d+)$", text));
    Ended oneTooMany = slurm(tasks + 1, tasks + 1);
    assertThat(oneTooMany.output()).contains("'" + (tasks + 1) + "/" + tasks + "' is not a share");
    assertThat(oneTooMany.exitCode()).isEqualTo(2);
  }

  @Test
  void kubernetesJob() throws IOException, InterruptedException {
    String text = Files.readString(FILES.resolve("kubernetes.yaml"));
    List<JsonNode> objects = objects(text);
    assertThat(objects)
        .extracting(object -> object.path("kind").asText())
        .containsExactly("PersistentVolumeClaim", "Job", "Pod");
    JsonNode job = objects.get(1).path("spec");
    JsonNode container = job.path("template").path("spec").path("containers").path(0);
    Map<String, String> environment = new HashMap<>();
    container
        .path("env")
        .forEach(it -> environment.put(it.path("name").asText(), it.path("value").asText()));
    assertThat(environment).containsEntry("SHARES", job.path("completions").asText());

    environment.put("EXPERIMENT", directory.resolve("small.yaml") + " --quick");
    environment.put("SHARES", "2");
    for (int index = 0; index < 2; index++) {
      environment.put("JOB_COMPLETION_INDEX", Integer.toString(index));
      Ended pod =
          run(
              environment,
              container.path("command").path(0).asText(),
              container.path("command").path(1).asText(),
              here(container.path("args").path(0).asText()));
      assertThat(pod.output()).contains("Share " + (index + 1) + "/2 is complete");
      assertThat(pod.exitCode()).isZero();
    }

    String merge = find("^#   kubectl exec .* sh -c '(.*)'$", text);
    Ended merged = run(Map.of(), "sh", "-c", here(merge));
    assertThat(merged.exitCode()).as(merged.output()).isZero();
    resultsAreThoseOfOneMachine();
  }

  @Test
  void kubernetesObjectsFitTogether() throws IOException {
    List<JsonNode> objects = objects(Files.readString(FILES.resolve("kubernetes.yaml")));
    JsonNode claim = objects.get(0).path("metadata").path("name");
    JsonNode share = objects.get(1).path("spec").path("template").path("spec");
    JsonNode reader = objects.get(2).path("spec");
    String image = find("docker build -t (\\S+)", Files.readString(FILES.resolve("Dockerfile")));
    for (JsonNode pod : List.of(share, reader)) {
      assertThat(pod.findValue("claimName")).isEqualTo(claim);
      assertThat(pod.findValue("mountPath").asText()).isEqualTo("/results");
      assertThat(pod.findValue("image").asText()).isEqualTo(image);
    }
  }

  private static List<JsonNode> objects(String text) throws IOException {
    YAMLFactory yaml = new YAMLFactory();
    try (YAMLParser parser = yaml.createParser(text)) {
      return new ObjectMapper(yaml).readValues(parser, JsonNode.class).readAll();
    }
  }

  /** The image's /baton and the volume's /results are the directory. */
  private String here(String command) {
    return command
        .replace("/baton/baton", directory.resolve("baton").toString())
        .replace("/results", directory.resolve("results").toString());
  }
}
