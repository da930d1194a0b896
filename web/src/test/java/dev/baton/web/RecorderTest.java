package dev.baton.web;

import static dev.baton.web.ExportsTest.recording;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.web.Recording.Moment;
import dev.baton.web.Recording.Sent;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is recorded of a run. */
class RecorderTest {

  static List<String> algorithms() {
    return Catalog.entries().stream().map(Catalog.Entry::id).toList();
  }

  /** Every event of a simulation can happen on the stage, and does the same there. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void simulationsCanBeRecorded(String id) {
    Run run =
        Run.of(
            Options.parse(id + " --nodes 7 --workload think:5 --delay exponential:1 --entries 40")
                .scenario(),
            5_000);
    Recording recording = run.recorded(run.events().size()).recording();
    assertThat(recording.moments()).extracting(Moment::violation).containsOnlyNulls();
    long entries = recording.moments().stream().filter(Moment::enters).count();
    assertThat(entries).isGreaterThanOrEqualTo(40);
    assertThat(recording.messages())
        .filteredOn(message -> message.from() != message.to())
        .as("all that is sent arrives, but what never rests")
        .filteredOn(message -> message.endedBy() == Recording.NONE)
        .hasSizeLessThanOrEqualTo(Catalog.entry(id).isPerpetual() ? 7 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "naimi-trehel, TOKEN",
    "raymond, PRIVILEGE",
    "suzuki-kasami, TOKEN",
    "token-ring, TOKEN",
    "raysuz, EXTOK INTOK",
    "info-based, token",
    "klme --k 2, Token",
    "ricart-agrawala, ''",
    "maekawa, ''",
    "centralized, ''"
  })
  void itIsSeenWhichMessagesCarryTheToken(String id, String types) {
    Run run = Run.of(Options.parse(id + " --nodes 9 --entries 60").scenario(), 5_000);
    Recording recording = run.recorded(run.events().size()).recording();
    assertThat(String.join(" ", new TreeSet<>(recording.tokens()))).isEqualTo(types);
  }

  /** A run in which nobody sends it: its holder enters at once. */
  @Test
  void aTokenThatStaysIsATokenToo() {
    String events = "\nnodes 2\n\n0 requests\n0 exits\n";
    Recording recording = recording("algorithm raymond" + events);
    assertThat(recording.tokens()).isEmpty();
    assertThat(recording.hasToken()).isTrue();
    assertThat(recording("algorithm centralized\nnodes 2\n\n0 requests\n").hasToken()).isFalse();
  }

  @Test
  void whoeverLeavesMissesWhatWasUnderWay() {
    Recording recording =
        recording(
            """
            algorithm klme
            nodes 3
            neighbourhoods 1

            1 leaves
            """);
    assertThat(recording.messages()).filteredOn(Sent::isLost).extracting(Sent::to).containsOnly(1);
  }

  @Test
  void anotherEventForksARunAndTheRestIsFinished() {
    Run run = Run.of(Options.parse("naimi-trehel --nodes 5 --seed 4 --entries 10").scenario(), 500);
    Recorder recorder = run.recorded(3);
    int asks = 0;
    while (recorder.stage().phase(asks) != Stage.Phase.IDLE) {
      asks++;
    }
    recorder.step(run.times().get(3), new Event.Request(asks));
    new Director(recorder, run.times().get(3)).finish();
    Recording fork = recorder.recording();
    assertThat(fork.end()).isEqualTo("Nobody waits, no message is under way.");
    assertThat(fork.moments().subList(0, 3)).isEqualTo(run.recorded(3).recording().moments());
  }
}
