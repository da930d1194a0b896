package dev.baton.cluster.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A join that takes long says for whom it waits. */
final class WaitingTest {

  private final List<String> lines = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();

  private Waiting waiting(Duration patience) {
    return new Waiting(
        "a",
        patience,
        () -> "waits for " + Waiting.voters(new TreeSet<>(List.of("c", "b"))),
        lines::add);
  }

  @Test
  void everyFiveSecondsUntilItHappens() throws InterruptedException {
    Iterator<Boolean> happens = List.of(false, false, true).iterator();
    String done =
        waiting(Duration.ofSeconds(60))
            .until(
                time -> {
                  waits.add(time);
                  return happens.next() ? "done" : null;
                });
    assertThat(done).isEqualTo("done");
    assertThat(waits).containsOnly(Duration.ofSeconds(5)).hasSize(3);
    assertThat(lines)
        .hasSize(2)
        .allMatch(line -> line.matches("a: has been joining for \\d+ s and waits for voters b, c"));
  }

  @Test
  void aShortOneSaysNothing() throws InterruptedException {
    String done =
        waiting(Duration.ofMillis(10))
            .until(
                time -> {
                  waits.add(time);
                  return null;
                });
    assertThat(done).isNull();
    assertThat(waits).hasSize(1);
    assertThat(lines).isEmpty();
    assertThat(Waiting.voters(new TreeSet<>(List.of("b")))).isEqualTo("voter b");
  }
}
