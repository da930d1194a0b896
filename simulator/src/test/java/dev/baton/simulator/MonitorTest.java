package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import org.junit.jupiter.api.Test;

/** What is counted where nodes roam: in each neighbourhood for itself. */
class MonitorTest {

  private final Members members = new Members(setup(), 6);
  private final Monitor monitor = new Monitor(6, 1, false, members, 10);

  /** Nodes 0, 2 and 4 in neighbourhood 0; nodes 1, 3 and 5 in neighbourhood 1. */
  private static Setup setup() {
    return Setup.of(Graph.complete(6)).roaming(2, 0);
  }

  private Outcome outcome() {
    Network network = new Network(Graph.complete(6), Distribution.parse("constant:1"), true, 6, 1);
    return monitor.outcome(100, new Traffic(6, 6), network, 0, 0, 0, 0, 0);
  }

  private void serve(int node, long time) {
    assertThat(monitor.enter(node, 0, time)).isNull();
    monitor.exit(node, time);
  }

  private void move(int node, int to, long time) {
    monitor.leave(node, time);
    members.leave(node);
    members.join(node, to);
    monitor.join(node);
  }

  @Test
  void oneInEachNeighbourhood() {
    for (int i = 0; i < 4; i++) {
      monitor.request(i, 0);
    }
    assertThat(monitor.enter(0, 0, 0)).isNull();
    assertThat(monitor.enter(1, 0, 0)).isNull();
    assertThat(monitor.enter(2, 0, 0)).isEqualTo("node 2 entered while node 0 was inside");
    assertThat(monitor.enter(3, 0, 0)).isEqualTo("node 3 entered while node 1 was inside");
  }

  @Test
  void bypassCountsThoseOfTheSameNeighbourhood() {
    monitor.request(0, 0);
    for (int other : new int[] {1, 3, 5, 2}) {
      monitor.request(other, 0);
      serve(other, 0);
    }
    serve(0, 0);
    assertThat(outcome().maxBypass()).isEqualTo(1);
  }

  @Test
  void aMoveBeginsANewCount() {
    monitor.request(0, 0);
    for (int other : new int[] {2, 4}) {
      monitor.request(other, 0);
      serve(other, 0);
    }
    monitor.request(1, 0);
    serve(1, 0);
    move(0, 1, 5);
    monitor.request(3, 5);
    serve(3, 5);
    serve(0, 9);
    assertThat(outcome().maxBypass()).isEqualTo(1);
    // It goes on waiting, though.
    assertThat(outcome().responseTime().p99()).isEqualTo(Ticks.toUnits(9));
  }

  @Test
  void syncDelayIsThatOfTheNeighbourhood() {
    monitor.request(0, 0);
    monitor.request(2, 0);
    monitor.request(1, 0);
    monitor.enter(0, 0, 0);
    monitor.exit(0, 3);
    // Nobody of neighbourhood 1 had to wait for that exit.
    monitor.enter(1, 0, 4);
    monitor.enter(2, 0, 10);
    assertThat(outcome().syncDelay()).isEqualTo(sample(7));
  }

  @Test
  void whoLeavesWhileItIsInsideMakesWay() {
    monitor.request(0, 0);
    monitor.request(2, 0);
    monitor.enter(0, 0, 1);
    move(0, 1, 5);
    monitor.enter(2, 0, 8);
    assertThat(outcome().syncDelay()).isEqualTo(sample(3));
    assertThat(monitor.completed()).isEqualTo(1);
    assertThat(outcome().turnaround()).isEqualTo(sample(5));
    // It asked again at once, and enters where it is now.
    assertThat(monitor.isAnyoneWaiting()).isTrue();
    assertThat(monitor.enter(0, 0, 25)).isNull();
    assertThat(outcome().responseTime().p99()).isEqualTo(Ticks.toUnits(20));
    assertThat(monitor.isAnyoneWaiting()).isFalse();
  }

  @Test
  void anExitIsForgottenWhenAllWhoWaitedLeave() {
    monitor.request(0, 0);
    monitor.request(2, 0);
    monitor.enter(0, 0, 1);
    monitor.exit(0, 2);
    move(2, 1, 3);
    monitor.request(4, 50);
    monitor.enter(4, 0, 50);
    assertThat(outcome().syncDelay()).isNull();
  }

  @Test
  void permitsHaveTheirNamesInOneNeighbourhood() {
    Members three = new Members(setup(), 6);
    Monitor named = new Monitor(6, 2, false, three, 10);
    for (int i = 0; i < 4; i++) {
      named.request(i, 0);
    }
    assertThat(named.enter(0, 1, 0)).isNull();
    assertThat(named.enter(1, 1, 0)).isNull();
    assertThat(named.enter(2, 1, 0)).isEqualTo("node 2 entered with permit 1, which node 0 holds");
    // Who leaves does not take the permit along.
    named.leave(0, 1);
    three.leave(0);
    three.join(0, 1);
    named.join(0);
    assertThat(named.enter(2, 1, 1)).isNull();
    assertThat(named.enter(0, 1, 1)).isEqualTo("node 0 entered with permit 1, which node 1 holds");
  }

  private static Outcome.Sample sample(long ticks) {
    double units = Ticks.toUnits(ticks);
    return new Outcome.Sample(1, units, units, units);
  }
}
