package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.lab.demo.Stay.Ended;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What can happen to processes: to the same three, one thing after the other in any order. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("the three members")
class ProcessTest extends DemoClusterTest {

  @BeforeEach
  void startWhoIsGone() throws Exception {
    if (cluster == null) {
      start(3);
    }
    for (int number = 1; number <= 3; number++) {
      if (!member(number).isAlive()) {
        all.set(number - 1, cluster.start(number));
        member(number).await("joined", PATIENCE);
      }
    }
  }

  @Test
  void whenAVoterIsKilledTheOthersGoOn() throws Exception {
    tell("stroll", member(2), member(3));
    goOn(member(2), member(3));
    member(1).kill();
    goOn(member(2), member(3));
    judge(member(2), member(3));
    assertThat(stays().filter(stay -> stay.ended() == Ended.KILLED))
        .as("it was not inside")
        .isEmpty();
  }

  @Test
  void aHolderThatIsStoppedForLongerThanItsLeaseHasLostItsHold() throws Exception {
    isInside(member(1));
    tell("stroll", member(2), member(3));
    member(1).signal("STOP");
    goOn(member(2), member(3));
    member(1).signal("CONT");
    goOn(member(1));
    judge(member(1), member(2), member(3));
    assertThat(stays().filter(stay -> stay.member().equals("member-1")))
        .as("the first was lost, the next ones were not")
        .startsWith(stays().filter(stay -> stay.ended() == Ended.LOST).toArray(Stay[]::new))
        .anyMatch(stay -> stay.ended() == Ended.LEFT);
    assertThat(stays().filter(stay -> stay.ended() == Ended.LOST)).hasSize(1);
  }

  @Test
  void allCanBeRestartedOneAfterTheOther() throws Exception {
    tell("stroll", member(1), member(2), member(3));
    for (int number = 1; number <= 3; number++) {
      goOn(member(1), member(2), member(3));
      tell("rest", member(number));
      member(number).await("resting", PATIENCE);
      tell("leave", member(number));
      member(number).await("left", PATIENCE);
      all.set(number - 1, cluster.start(number));
      member(number).await("joined", PATIENCE);
      tell("stroll", member(number));
    }
    goOn(member(1), member(2), member(3));
    judge(member(1), member(2), member(3));
  }

  @Test
  void fencesGrowAlsoWhenAllWereKilledAndStartedAgain() throws Exception {
    tell("stroll", member(1), member(2));
    goOn(member(1), member(2));
    isInside(member(3));
    for (WorkerProcess process : all) {
      process.kill();
    }
    long before = stays().mapToLong(Stay::fence).max().orElseThrow();
    all.clear();
    all.addAll(cluster.startAll());
    tell("stroll", member(1), member(2), member(3));
    goOn(member(1), member(2), member(3));
    judge(member(1), member(2), member(3));
    assertThat(stays().filter(stay -> stay.fence() > before)).hasSizeGreaterThan(2);
  }

  @Test
  void aSecondMemberOfTheSameNameIsRefused() throws Exception {
    tell("stroll", member(1), member(2), member(3));
    WorkerProcess second = cluster.startElsewhere(2);
    assertThatThrownBy(() -> second.await("joined", PATIENCE))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("already has a member 'member-2'");
    goOn(member(1), member(2), member(3));
    judge(member(1), member(2), member(3));
  }
}
