package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that are interrupted, divided, repeated and tampered with. */
class ExperimentRunTest {

  private static final String SMALL =
      """
      title: "Small"
      paper: "None"
      about: "Three algorithms, few nodes."
      sweeps:
        - algorithm: [raymond, suzuki-kasami, naimi-trehel]
          nodes: [4, 6]
          workload: [isolated, saturated]
        - {probe: pairs, algorithm: raymond, nodes: 7, structure: line}
      quick: {least: 3, most: 5, entries: 10*N}
      full: {least: 4, most: 6, entries: 20*N}
      plots:
        - {id: messages, title: "Messages", x: N, y: messages, of: {workload: isolated}}
      claims:
        - claim: "Raymond on a line, worst"
          where: "here"
          published: "2(N - 1)"
          situation: every pair
          test: {of: {probe: pairs}, measure: most, quantity: exact, is: 2*(N-1)}
      """;

  @TempDir private Path directory;

  private String small = SMALL;

  private List<Experiment> small() {
    return List.of(Experiments.parse("small", small));
  }

  private ExperimentRun run(String name) {
    ExperimentRun run = new ExperimentRun(directory.resolve(name), small(), true);
    run.begin(true);
    return run;
  }

  /** Stops the run, as a power cut would, after so many trials; counts them. */
  private static final class Trials implements Laboratory.Progress {
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger found = new AtomicInteger();
    private final int most;

    Trials(int most) {
      this.most = most;
    }

    @Override
    public void ran(long entries) {
      if (begun.incrementAndGet() > most) {
        throw new IllegalStateException("power cut");
      }
    }

    @Override
    public void found(long entries) {
      found.incrementAndGet();
    }
  }

  private JsonNode experiments(String name) {
    return Manifest.read(directory.resolve(name).resolve("manifest.json")).path("experiments");
  }

  private List<Path> trials(String name) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve(name).resolve("trials"))) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  @Test
  void theNumberOfThreadsChangesNothing() {
    run("one").run(1, new ExperimentRun.Silence());
    run("two").run(2, new ExperimentRun.Silence());
    assertThat(experiments("one")).isEqualTo(experiments("two")).isNotEmpty();
  }

  @Test
  void aRunThatWasInterruptedLosesAtMostOneTrial() throws IOException {
    run("whole").run(1, new ExperimentRun.Silence());
    ExperimentRun interrupted = run("interrupted");
    assertThatThrownBy(() -> interrupted.run(1, new Trials(7))).hasMessage("power cut");
    assertThat(trials("interrupted")).hasSize(7);

    Trials rest = new Trials(Integer.MAX_VALUE);
    run("interrupted").run(1, rest);
    assertThat(rest.found).hasValue(7);
    assertThat(rest.begun).hasValue(trials("whole").size() - 7);
    assertThat(experiments("interrupted")).isEqualTo(experiments("whole"));
  }

  @Test
  void aTrialThatIsNotWhatWasWrittenRunsAgain() throws IOException {
    run("run").run(1, new ExperimentRun.Silence());
    JsonNode before = experiments("run");
    List<Path> files = trials("run");
    Files.writeString(files.get(0), "{\"measures\": {\"mess");
    // The order of the files is that of hashes; the trial of a probe has no bits.
    String second = Files.readString(files.get(1));
    Path changed = second.contains("\"bits\"") ? files.get(1) : files.get(2);
    String text = Files.readString(changed);
    Files.writeString(changed, text.replaceFirst("(\"bits\" : )", "$11"));

    Trials again = new Trials(Integer.MAX_VALUE);
    run("run").run(1, again);
    assertThat(again.begun).hasValue(2);
    assertThat(experiments("run")).isEqualTo(before);
  }

  /** With a number of trials that depends on what they find, and with a fixed one. */
  @ParameterizedTest
  @ValueSource(ints = {5, 3})
  void sharesPutTogetherAreTheWholeRun(int most) throws IOException {
    small = SMALL.replace("most: 5", "most: " + most);
    run("whole").run(1, new ExperimentRun.Silence());
    run("share-1").runShare(1, 2, 1, new ExperimentRun.Silence());
    run("share-2").runShare(2, 2, 1, new ExperimentRun.Silence());
    assertThat(trials("share-1")).hasSizeGreaterThan(5);
    assertThat(trials("share-2")).hasSizeGreaterThan(5);
    assertThat(trials("share-1").size() + trials("share-2").size())
        .isEqualTo(trials("whole").size());

    List<Path> shares = List.of(directory.resolve("share-1"), directory.resolve("share-2"));
    ExperimentRun.merge(shares, directory.resolve("merged"));
    assertThat(experiments("merged")).isEqualTo(experiments("whole"));
    assertThat(directory.resolve("merged/index.html")).exists();

    assertThatThrownBy(() -> ExperimentRun.merge(shares.subList(0, 1), directory.resolve("half")))
        .hasMessageStartingWith("A share is missing or incomplete: there is no trial");
  }

  /** A share may come from somebody else: its names are not trusted to be names. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../outside",
        "/outside",
        "a/b",
        "..",
        "",
        "a\\u0000b",
        "<script>alert(1)</script>",
        "\"onload=\"alert(1)",
        "Mine"
      })
  void aShareWhoseNamesAreNotNamesIsRefused(String name) throws IOException {
    Path share = Files.createDirectory(directory.resolve("share")).resolve("share.json");
    ObjectNode json = Manifest.head(true).put("share", 1).put("shares", 1);
    ObjectNode experiments = json.putObject("experiments");
    experiments.put(name, SMALL);
    Files.writeString(share, Texts.pretty(json));
    assertRefused("The experiment is named '");

    experiments.removeAll();
    ObjectNode plot = (ObjectNode) Texts.YAML.readTree(SMALL).path("plots").get(0);
    String quoted = plot.put("id", name).toString();
    experiments.put("small", SMALL.replaceFirst("\\{id: .*", Matcher.quoteReplacement(quoted)));
    Files.writeString(share, Texts.pretty(json));
    assertRefused("The plot of the experiment small is named '");
  }

  private void assertRefused(String message) throws IOException {
    Path merged = directory.resolve("inside/merged");
    List<Path> shares = List.of(directory.resolve("share"));
    assertThatThrownBy(() -> ExperimentRun.merge(shares, merged))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message)
        .hasMessageEndingWith("': use small letters, digits and hyphens only.");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(directory::relativize).map(Path::toString)).containsExactly("share");
    }
  }

  /** A manifest may come from somebody else, too. */
  @Test
  void aManifestWhoseNamesAreNotNamesIsRefused() throws IOException {
    Path file = directory.resolve("manifest.json");
    ObjectNode json = Manifest.head(true);
    json.putArray("experiments").addObject().put("name", "../../outside");
    Files.writeString(file, Texts.pretty(json));
    assertThatThrownBy(() -> Manifest.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The experiment is named '../../outside': use small letters, digits and hyphens only.");
  }

  @Test
  void onlyTrialsAreTakenFromAShare() throws IOException {
    run("share").runShare(1, 1, 1, new ExperimentRun.Silence());
    Path secret = Files.writeString(directory.resolve("secret.txt"), "secret");
    Path trials = directory.resolve("share/trials");
    Files.writeString(trials.resolve("more.json"), "{}");
    Files.createSymbolicLink(trials.resolve("0".repeat(64) + ".json"), secret);

    ExperimentRun.merge(List.of(directory.resolve("share")), directory.resolve("merged"));
    assertThat(trials("merged")).hasSize(trials("share").size() - 2);
  }

  @Test
  void aFinishedRunIsReproducedAndAChangedNumberIsNoticed() throws IOException {
    run("run").run(1, new ExperimentRun.Silence());
    assertThat(differences()).isEmpty();

    Path csv = directory.resolve("run/results/small.csv");
    String text = Files.readString(csv);
    Files.writeString(
        csv, text.replaceFirst("messages per entry,([0-9])", "messages per entry,1$1"));
    assertThat(differences())
        .contains("results/small.csv was changed.")
        .anyMatch(
            it -> it.startsWith("results/small.csv, line 2 is not what is measured: raymond"));
    Files.writeString(csv, text);

    Path manifest = directory.resolve("run/manifest.json");
    String hashes = Files.readString(manifest);
    Files.writeString(manifest, hashes.replaceFirst("\"eventHash\" : \".", "\"eventHash\" : \"x"));
    assertThat(differences())
        .containsExactly("other events: raymond --nodes 4 --workload isolated --entries 40.");
  }

  private List<String> differences() {
    return new Reproduction(directory.resolve("run/manifest.json"))
        .compare(1, new ExperimentRun.Silence())
        .get("small");
  }

  @Test
  void anotherRunIsNotOverwrittenSilently() {
    run("run").run(1, new ExperimentRun.Silence());
    ExperimentRun again = new ExperimentRun(directory.resolve("run"), small(), true);
    assertThatThrownBy(() -> again.begin(false)).hasMessageContaining("add --resume");
  }
}
