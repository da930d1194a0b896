package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Graph;
import org.junit.jupiter.api.Test;

class NetworkTest {

  private static final Distribution DELAY = Distribution.parse("exponential:1");

  private static Network network(int n, boolean fifo) {
    return new Network(Graph.complete(n), DELAY, fifo, n, 1);
  }

  @Test
  void aLinkHasItsDelaysHoweverManyNodesThereAre() {
    Network few = network(10, false);
    Network many = network(2000, false);
    for (int i = 0; i < 1000; i++) {
      // What goes on elsewhere does not matter either.
      many.arrival(0, i, (i + 7) % 2000);
      assertThat(many.arrival(i, 3, 5)).isEqualTo(few.arrival(i, 3, 5));
    }
  }

  @Test
  void manyLinksAreRememberedApart() {
    Network network = network(2000, true);
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < 2000; i++) {
        for (int j = 1; j < 20; j++) {
          long late = round * 1_000_000_000L + i;
          assertThat(network.arrival(late, i, (i + j) % 2000)).isGreaterThanOrEqualTo(late);
        }
      }
    }
    // Sent long before, it still does not overtake.
    assertThat(network.arrival(0, 0, 1)).isGreaterThanOrEqualTo(3_000_000_000L);
    assertThat(network.arrival(0, 1, 0)).isLessThan(1_000_000_000L);
  }

  @Test
  void theOrderIsKeptBetweenTwoNodes() {
    Network fifo = network(4, true);
    Network any = network(4, false);
    long last = 0;
    int overtaken = 0;
    for (int i = 0; i < 1000; i++) {
      long arrival = fifo.arrival(1000 * i, 0, 1);
      assertThat(arrival).isGreaterThanOrEqualTo(last);
      overtaken += any.arrival(1000 * i, 0, 1) < last ? 1 : 0;
      last = arrival;
    }
    assertThat(overtaken).isGreaterThan(500);
  }

  @Test
  void onlyAConstantDelayReachesAllAtOnce() {
    assertThat(network(4, true).isSimultaneous()).isFalse();
    Distribution constant = Distribution.parse("constant:2");
    assertThat(new Network(Graph.complete(4), constant, true, 4, 1).isSimultaneous()).isTrue();
    Network line = new Network(Graph.line(4), constant, true, 4, 1);
    assertThat(line.isSimultaneous()).isFalse();
    assertThat(line.arrival(0, 0, 3)).isEqualTo(6_000_000);
    assertThat(line.relayed()).isEqualTo(2);
    assertThat(line.relayed(1)).isEqualTo(1);
    assertThat(line.relayed(3)).isZero();
  }
}
