package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SitesTest {

  private static final String TEXT =
      """
      # made up
      sites  york  lima
      york   0.5   50
      lima   60    uniform:1,3   # with a law of its own
      """;

  private static Sites sites(String text) {
    return Sites.parse("sites.txt", text, name -> "7\n");
  }

  private static Distribution delay(String text, int n) {
    return new Distribution.Sited(sites(text)).among(n);
  }

  @Test
  void nodesAreDealtToTheSites() {
    Distribution delay = delay(TEXT, 5);
    assertThat(delay).hasToString("sites:sites.txt");
    assertThat(delay.on(0, 2)).hasToString("constant:0.5");
    assertThat(delay.on(0, 1)).hasToString("constant:50");
    assertThat(delay.on(1, 4)).hasToString("constant:60");
    assertThat(delay.on(3, 1)).hasToString("uniform:1,3");
    // Of twenty ordered pairs six are in york, two in lima, six from each to the other.
    assertThat(delay.mean()).isCloseTo((6 * 0.5 + 2 * 2 + 6 * 50 + 6 * 60) / 20, within(1e-9));
    assertThat(new Distribution.Sited(sites(TEXT)).mean()).isEqualTo(55);
  }

  @Test
  void orTheFileSaysHowManyAreWhere() {
    Distribution delay = delay(TEXT + "law exponential:MEAN\nnodes 3 1\n", 4);
    assertThat(delay.on(0, 2)).hasToString("exponential:0.5");
    assertThat(delay.on(2, 3)).hasToString("exponential:50");
    assertThat(delay.on(3, 3)).hasToString("uniform:1,3");
    assertThatThrownBy(() -> delay(TEXT + "nodes 3 1\n", 5))
        .hasMessage(
            "'nodes 3 1' in sites.txt: the system has 5 nodes: write how many of them are at each"
                + " site, or leave this line out.");
    assertThatThrownBy(() -> delay(TEXT + "nodes 3 1\n", 3)).hasMessageContaining("has 3 nodes");
  }

  @Test
  void aLawMayComeFromAnotherFile() {
    assertThat(delay(TEXT + "law lognormal:MEAN,0.2", 2).on(0, 1)).hasToString("lognormal:50,0.2");
    assertThat(delay(TEXT.replace("60", "empirical:times"), 2).on(1, 0).mean()).isEqualTo(7);
  }

  /** Also where an algorithm adds a node of its own. */
  @Test
  void aRunHasTheDelaysOfItsSites() {
    for (int n : new int[] {4, 5}) {
      Network network = new Network(Graph.complete(n), delay(TEXT, 4), true, n, 1);
      assertThat(network.arrival(0, 0, 1)).isEqualTo(50_000_000);
      assertThat(network.arrival(0, 3, 2)).isEqualTo(60_000_000);
    }
    Scenario scenario =
        Scenario.of(Server.ALGORITHM, Graph.complete(4))
            .delay(new Distribution.Sited(sites(TEXT)))
            .entries(50);
    assertThat(scenario.delay().mean()).isGreaterThan(10);
    assertThat(Simulation.run(scenario, 0)).isEqualTo(Simulation.run(scenario, 0));
    assertThatThrownBy(() -> scenario.hold(scenario.delay()))
        .hasMessageContaining("is the time of a message: write a hold time");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# nothing | has no sites",
        "york 1 | begin with the names of the sites",
        "sites a b;a 1 2 | has no line for b",
        "sites a b;b 1 2;a 1 2 | in the order of the first line, with 2 times",
        "sites a b;a 1;b 1 2 | with 2 times",
        "sites a;a fast | 'fast' in sites.txt: 'fast' is not a time",
        "sites a;a 1;law gauss:MEAN | 'gauss:MEAN' in sites.txt: 'gauss:1' is not a time",
        "sites a;a 1;nodes 1 2 | write one line for each site",
      })
  void whatIsWrongIsSaid(String text, String sentence) {
    assertThatThrownBy(() -> sites(text.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }
}
