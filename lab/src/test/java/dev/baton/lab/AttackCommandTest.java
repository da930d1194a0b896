package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class AttackCommandTest {

  @Test
  void theAnswerHasItsFields() {
    CommandRun run = CommandRun.of("attack --seeds 4 --first-seed 14 --json");
    assertThat(run.exitCode()).isZero();
    JsonNode answer = run.json();
    assertThat(answer.get("seeds").asLong()).isEqualTo(4);
    assertThat(answer.get("violations").asLong()).isZero();
    assertThat(answer.get("failingSeeds").isEmpty()).isTrue();
    assertThat(answer.get("grants").asLong()).isPositive();
    assertThat(answer.get("epochs").asLong()).isPositive();
    assertThat(answer.has("holdsCarried")).isTrue();
    assertThat(answer.get("simulatedHours").asDouble()).isPositive();
    assertThat(answer.get("seedsPerSecond").asDouble()).isPositive();
  }

  @Test
  void theNumberOfThreadsChangesNothing() {
    JsonNode one = CommandRun.of("attack --seeds 6 --threads 1 --json").json();
    JsonNode three = CommandRun.of("attack --seeds 6 --threads 3 --json").json();
    assertThat(three.get("grants")).isEqualTo(one.get("grants"));
    assertThat(three.get("epochs")).isEqualTo(one.get("epochs"));
  }

  @Test
  void textIsForPeople() {
    CommandRun run = CommandRun.of("attack --algorithm raysuz --members 3 --seeds 2").fits();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("attack on raysuz, 3 members", "violations", "holds carried");
  }

  @Test
  void mistakesAreOneLine() {
    CommandRun.of("attack --algorithm fly").isRefused("There is no algorithm 'fly'");
    CommandRun.of("attack --algorithm centralized").isRefused("centralized needs a coordinator");
    CommandRun.of("attack --members 1").isRefused("There can be 2 to 9 members");
    CommandRun.of("attack --seeds 0").isRefused("There must be at least 1 seed");
  }
}
