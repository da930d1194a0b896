package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviseCommandTest {

  @TempDir private Path directory;

  private static JsonNode advice(String options) {
    return CommandRun.of("advise --json " + options).isFine().json();
  }

  @Test
  void otherConditionsGetOtherAdvice() {
    JsonNode rare = advice("--nodes 6 --workload think:1000");
    JsonNode busy = advice("--nodes 20 --workload saturated");
    assertThat(rare.at("/lock/recommended").asText()).isEqualTo("neilsen-mizuno");
    assertThat(busy.at("/lock/recommended").asText()).isEqualTo("token-ring-parked");
    assertThat(rare.at("/semaphore/recommended")).isNotEqualTo(busy.at("/semaphore/recommended"));
    for (JsonNode row : busy.at("/lock/rows")) {
      double cost = row.path("messagesPerEntry").asDouble() * row.path("responseTime").asDouble();
      JsonNode best = busy.at("/lock/rows/0");
      assertThat(cost)
          .isGreaterThanOrEqualTo(
              best.path("messagesPerEntry").asDouble() * best.path("responseTime").asDouble());
    }
  }

  @Test
  void whatWouldTakeTooLongIsLeftOutAndNamed() {
    JsonNode large = advice("--nodes 1200 --workload isolated");
    assertThat(large.at("/lock/leftOut").toString()).contains("lamport", "suzuki-kasami");
    assertThat(large.at("/lock/recommended").asText()).isEqualTo("neilsen-mizuno");
  }

  @Test
  void zonesMakeWaysLonger() throws IOException {
    Path zones = directory.resolve("zones.txt");
    Files.writeString(zones, "zone eu 0-4\nzone us 5-9\n");
    JsonNode near = advice("--nodes 10 --workload isolated");
    JsonNode far = advice("--nodes 10 --workload isolated --zones " + zones);
    assertThat(messages(far, "ricart-agrawala")).isGreaterThan(messages(near, "ricart-agrawala"));

    Files.writeString(zones, "zone eu 0-4\nzone us 5-9\ndelay eu us constant:40\n");
    JsonNode slow = advice("--nodes 10 --workload isolated --zones " + zones);
    assertThat(messages(slow, "ricart-agrawala")).isEqualTo(messages(far, "ricart-agrawala"));
    assertThat(slow.at("/lock/rows/0/responseTime").asDouble())
        .isGreaterThan(far.at("/lock/rows/0/responseTime").asDouble());

    CommandRun.of("advise --nodes 9 --zones " + zones).isRefused("write --nodes 10");
    Files.writeString(zones, "zone eu five\n");
    CommandRun.of("advise --nodes 9 --zones " + zones).isRefused("'five'");
    CommandRun.of("advise").isRefused("--nodes 9");
    CommandRun.of("advise --nodes 9 --k 1").isRefused("at least 2 permits");
  }

  private static double messages(JsonNode advice, String algorithm) {
    for (JsonNode row : advice.at("/lock/rows")) {
      if (row.path("algorithm").asText().equals(algorithm)) {
        return row.path("messagesPerEntry").asDouble();
      }
    }
    throw new AssertionError(algorithm + " is not there");
  }
}
