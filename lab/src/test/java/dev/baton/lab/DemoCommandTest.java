package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.lab.answer.DemoAnswer;
import dev.baton.lab.demo.Demo;
import dev.baton.lab.demo.DemoCluster;
import dev.baton.lab.demo.UnsafeWorker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class DemoCommandTest {

  @Tag("process")
  @Test
  void aSemaphoreWhoseHolderIsKilledIsFine() {
    CommandRun run =
        CommandRun.of("demo --members 4 --k 2 --algorithm request-collectors --seconds 2 --json");
    JsonNode answer = run.json();
    assertThat(answer.get("verdict").asText()).as(run.toString()).isEqualTo("OK");
    assertThat(run.exitCode()).isZero();
    assertThat(answer.get("members").asInt()).isEqualTo(4);
    assertThat(answer.get("algorithm").asText()).isEqualTo("request-collectors");
    assertThat(answer.get("grants").asLong()).isPositive();
    assertThat(answer.get("grantsPerSecond").asDouble()).isPositive();
    assertThat(answer.get("handOffMicros").get("p99").asDouble())
        .isGreaterThanOrEqualTo(answer.get("handOffMicros").get("p50").asDouble());
    assertThat(answer.get("recoveryMillis").asLong()).isPositive();
    for (String count : new String[] {"overlaps", "fenceInversions", "lostUpdates"}) {
      assertThat(answer.get(count).asLong()).as(count).isZero();
    }
  }

  /** The verdict can fail. */
  @Tag("process")
  @Test
  void withoutLeasesAndFencesTheVerdictIsViolated() throws Exception {
    Duration lease = Duration.ofSeconds(1);
    DemoCluster.Plan plan =
        new DemoCluster.Plan(3, 3, "suzuki-kasami", 1, lease, DemoCluster.Plan.INSECURE);
    DemoCluster crew = new DemoCluster(plan, UnsafeWorker.class);
    try (crew) {
      Demo.Outcome outcome = new Demo(crew, lease, Duration.ofSeconds(2), line -> {}).run();
      DemoAnswer answer = new DemoAnswer(plan, outcome, null, crew.directory());
      StringWriter text = new StringWriter();
      answer.print(new PrintWriter(text, true));
      assertThat(text.toString()).contains("verdict: VIOLATED: ", "fence inversion");
      assertThat(answer.fields()).containsEntry("verdict", "VIOLATED");
      assertThat(answer.isFine()).isFalse();
    } finally {
      crew.delete();
    }
  }

  @Tag("process")
  @Test
  void aRunThatFailsIsViolated() {
    DemoCluster.Plan plan =
        new DemoCluster.Plan(5, 3, "raymond", 1, Duration.ofSeconds(3), DemoCluster.Plan.INSECURE);
    DemoAnswer answer = new DemoAnswer(plan, null, "member-2 has ended: no memory", Path.of("d"));
    StringWriter text = new StringWriter();
    answer.print(new PrintWriter(text, true));
    assertThat(text.toString())
        .isEqualToNormalizingNewlines(
            """
            raymond, 5 members, 3 voters, one lock

            verdict: VIOLATED: member-2 has ended: no memory; see d
            """);
    assertThat(answer.fields()).containsEntry("verdict", "VIOLATED").containsEntry("grants", null);
  }

  @Test
  void mistakesAreOneLine() {
    CommandRun.of("demo --members 2").isRefused("There can be 3 to 15 members");
    CommandRun.of("demo --k 5").isRefused("There can be 1 to 4 permits for 5 members");
    CommandRun.of("demo --seconds 0").isRefused("It can take 1 to 3600 seconds");
    CommandRun.of("demo --algorithm fly").isRefused("There is no algorithm 'fly'");
    CommandRun.of("demo --algorithm raymond --k 2").isRefused("raymond has one permit");
    CommandRun.of("demo --algorithm k-partition --k 2")
        .isRefused("k-partition cannot be a semaphore of a cluster");
  }
}
