package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatonCommandTest {

  @Test
  void aloneItPrintsTheOverview() {
    CommandRun run = CommandRun.of(new String[0]).isFine().fits();
    assertThat(run.out()).contains("algorithms", "simulate", "check", "trace", "Start here:");
    assertThat(CommandRun.of("--help").isFine().out()).isEqualTo(run.out());
    assertThat(CommandRun.of("help").isFine().out()).isEqualTo(run.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "algorithms",
        "simulate",
        "compare",
        "advise",
        "experiment",
        "reproduce",
        "check",
        "trace",
        "attack",
        "demo",
        "campaign",
        "member",
        "lock",
        "status"
      })
  void everyCommandExplainsItself(String command) {
    CommandRun run = CommandRun.of(command + " --help").isFine().fits();
    assertThat(run.out()).contains("Usage: baton " + command, "Examples:");
    assertThat(CommandRun.of("help " + command).isFine().out()).isEqualTo(run.out());
  }

  /** What a user copies from the help must work. */
  @ParameterizedTest
  @ValueSource(strings = {"simulate", "check"})
  void theExamplesOfTheHelpWork(String command) {
    CommandRun.of(command + " --help")
        .out()
        .lines()
        .filter(line -> line.startsWith("  baton "))
        .map(line -> line.strip().substring("baton ".length()).replaceFirst(" (\\(|--out).*", ""))
        .map(String::strip)
        .forEach(
            example ->
                assertThat(CommandRun.of(example).exitCode())
                    .as(example)
                    .isEqualTo(example.contains("--channels any") ? 1 : 0));
  }

  @Test
  void theVersionIsPrinted() {
    assertThat(CommandRun.of("--version").isFine().out()).startsWith("baton ");
  }

  @ParameterizedTest
  @CsvSource({
    "simulat,                                   did you mean simulate or lab?",
    "fly,                                       There is no command 'fly'.",
    "--fly,                                     There is no option '--fly'.",
    "simulate raymond --node 9 --worklod burst, There is no option",
    "simulate raymond --nodes 9 --worklod,      did you mean --workload?",
    "algorithms now,                            There is no argument 'now' here.",
    "help fly,                                  fly",
    "simulate raymond --nodes 9 --nodes 10,     --nodes is written twice.",
    "trace --show --show a,                     --show",
  })
  void whatItDoesNotKnowIsOneLine(String line, String words) {
    CommandRun.of(line).isRefused(words);
  }
}
