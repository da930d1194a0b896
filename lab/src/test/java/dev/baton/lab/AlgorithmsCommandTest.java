package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.algorithms.Catalog;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlgorithmsCommandTest {

  @Test
  void theTableHasOneRowPerAlgorithm() {
    CommandRun run = CommandRun.of("algorithms").isFine().fits();
    for (Catalog.Entry entry : Catalog.entries()) {
      assertThat(run.out().lines())
          .as(entry.id())
          .filteredOn(line -> line.startsWith(" " + entry.id() + " "))
          .hasSize(1);
    }
  }

  @Test
  void jsonHasTheFieldsOfTheContract() {
    JsonNode json = CommandRun.of("algorithms --json").isFine().json();
    assertThat(json.fieldNames()).toIterable().containsExactly("algorithms");
    assertThat(json.get("algorithms")).hasSize(Catalog.entries().size());
    for (JsonNode row : json.get("algorithms")) {
      assertThat(row.fieldNames())
          .toIterable()
          .containsExactlyElementsOf(
              List.of(
                  "id",
                  "name",
                  "family",
                  "paper",
                  "network",
                  "fifo",
                  "permits",
                  "isolated",
                  "saturated",
                  "delay",
                  "fairness"));
    }
    JsonNode lamport = json.get("algorithms").get(0);
    assertThat(lamport.get("id").asText()).isEqualTo("lamport");
    assertThat(lamport.get("fifo").isBoolean()).isTrue();
  }
}
