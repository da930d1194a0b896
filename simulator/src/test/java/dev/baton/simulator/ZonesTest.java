package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.baton.core.Graph;
import dev.baton.core.Ints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZonesTest {

  private static final String TEXT =
      """
      # two places
      zone eu 0 1 2
      zone us 4 3      # 4 leads
      delay eu us constant:40
      delay us us constant:2
      """;

  private static Zones zones(String text) {
    return Zones.parse("zones.txt", text);
  }

  @Test
  void aFileSaysWhoIsWhereAndHowLongMessagesTake() {
    Zones zones = zones(TEXT);
    assertThat(zones.nodes()).isEqualTo(5);
    assertThat(zones.members()).containsExactly(Ints.of(0, 1, 2), Ints.of(4, 3));
    assertThat(zones.delay(0, 1)).hasToString("constant:1");
    assertThat(zones.delay(3, 4)).hasToString("constant:2");
    assertThat(zones.delay(1, 3)).hasToString("constant:40");
    assertThat(zones.delay(3, 1)).hasToString("constant:40");
    // Of twenty ordered pairs six are in eu, two in us, twelve between them.
    assertThat(zones.meanDelay()).isCloseTo((6 + 2 * 2 + 12 * 40) / 20.0, within(1e-9));
    assertThat(zones("zone a 0-3\nzone b 4").members())
        .containsExactly(Ints.of(0, 1, 2, 3), Ints.of(4));
  }

  @Test
  void leadersAreLinkedAsItIsWritten() {
    Graph tree = zones(TEXT).tree();
    assertThat(tree.describe()).isEqualTo("edges:0-1,0-2,0-4,3-4");
    assertThat(tree.zones()).hasSize(2);
    String three = "zone a 0\nzone b 1\nzone c 2\n";
    assertThat(zones(three).tree().describe()).isEqualTo("edges:0-1,0-2");
    assertThat(zones(three).network().describe()).isEqualTo("edges:0-1,0-2,1-2");
    assertThat(zones(three + "link a b\nlink b c").tree().describe()).isEqualTo("edges:0-1,1-2");
  }

  @Test
  void aMessageTakesWhatItsLinkTakes() {
    Network network =
        new Network(Graph.complete(5), new Distribution.Zoned(zones(TEXT)), true, 5, 1);
    assertThat(network.arrival(0, 0, 1)).isEqualTo(Ticks.PER_UNIT);
    assertThat(network.arrival(0, 0, 4)).isEqualTo(40 * Ticks.PER_UNIT);
    Network line = new Network(Graph.line(5), new Distribution.Zoned(zones(TEXT)), true, 5, 1);
    assertThat(line.arrival(0, 0, 4)).isEqualTo((1 + 1 + 40 + 2) * Ticks.PER_UNIT);
    assertThatThrownBy(
            () -> new Network(Graph.line(6), new Distribution.Zoned(zones(TEXT)), true, 6, 1))
        .hasMessage("zones.txt has zones of 5 nodes in all, the system has 6.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eu 5 | write 'zone eu 0 1 2'",
        "# nothing | has no zone",
        "zone eu 0 x | 'x' is not the number of a node",
        "zone eu 0 2 | There is no node 2",
        "zone eu 3-1 | with the numbers of its nodes",
        "zone eu 0;zone eu 1 | write each zone once",
        "zone eu 0;zone us 0 | Node 0 is in two zones",
        "zone eu 0;link eu us | there is no zone us: write one of eu",
        "zone eu 0;link eu eu | between two zones",
        "zone eu 0;zone us 1;link eu us;link us eu | written once",
        "zone eu 0;delay eu eu 5 | '5' is not a time",
      })
  void whatIsWrongIsSaid(String text, String sentence) {
    assertThatThrownBy(() -> zones(text.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }
}
