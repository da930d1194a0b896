package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.lab.demo.Entry.Ended;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What can happen to processes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class ProcessTest extends CrewTest {

  @Test
  void whenAVoterIsKilledTheOthersGoOn() throws Exception {
    start(3);
    tell("work", member(2), member(3));
    goOn(member(2), member(3));
    member(1).kill();
    goOn(member(2), member(3));
    Judge.Findings found = judge(member(2), member(3));
    assertThat(found.recoveries()).as("it was not inside").isEmpty();
  }

  @Test
  void aHolderThatIsStoppedForLongerThanItsLeaseHasLostItsHold() throws Exception {
    start(3);
    isInside(member(1));
    tell("work", member(2), member(3));
    member(1).signal("STOP");
    goOn(member(2), member(3));
    member(1).signal("CONT");
    goOn(member(1));
    judge(member(1), member(2), member(3));
    assertThat(entries().filter(entry -> entry.member().equals("member-1")))
        .as("the first was lost, the next ones were not")
        .startsWith(entries().filter(entry -> entry.ended() == Ended.LOST).toArray(Entry[]::new))
        .anyMatch(entry -> entry.ended() == Ended.LEFT);
    assertThat(entries().filter(entry -> entry.ended() == Ended.LOST)).hasSize(1);
  }

  @Test
  void allCanBeRestartedOneAfterTheOther() throws Exception {
    start(3);
    tell("work", member(1), member(2), member(3));
    for (int number = 1; number <= 3; number++) {
      goOn(member(1), member(2), member(3));
      tell("rest", member(number));
      member(number).await("resting", PATIENCE);
      tell("leave", member(number));
      member(number).await("left", PATIENCE);
      all.set(number - 1, crew.start(number));
      member(number).await("joined", PATIENCE);
      tell("work", member(number));
    }
    goOn(member(1), member(2), member(3));
    judge(member(1), member(2), member(3));
  }

  @Test
  void fencesGrowAlsoWhenAllWereKilledAndStartedAgain() throws Exception {
    start(3);
    tell("work", member(1), member(2));
    goOn(member(1), member(2));
    isInside(member(3));
    for (WorkerProcess process : all) {
      process.kill();
    }
    long before = entries().mapToLong(Entry::fence).max().orElseThrow();
    all.clear();
    all.addAll(crew.startAll());
    tell("work", member(1), member(2), member(3));
    goOn(member(1), member(2), member(3));
    judge(member(1), member(2), member(3));
    assertThat(entries().filter(entry -> entry.fence() > before)).hasSizeGreaterThan(2);
  }

  @Test
  void aSecondMemberOfTheSameNameIsRefused() throws Exception {
    start(3);
    tell("work", member(1), member(2), member(3));
    WorkerProcess second = crew.startElsewhere(2);
    assertThatThrownBy(() -> second.await("joined", PATIENCE))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("has a member 'member-2' already");
    goOn(member(1), member(2), member(3));
    judge(member(1), member(2), member(3));
  }

  @Test
  void aMemberWithACertificateThatNobodyTrustsIsRefused() throws Exception {
    prepare(
        3,
        1,
        List.of(
            "tls.keyStore = {member}.p12",
            "tls.trustStore = trust.p12",
            "tls.password = " + KeyStores.PASSWORD));
    KeyStores stores = new KeyStores(crew.directory());
    stores.key("member-1");
    stores.key("member-2");
    stores.trust("member-1", "member-2");
    stores.key("member-3");
    for (int number = 1; number <= 2; number++) {
      all.add(crew.start(number));
      member(number).await("joined", PATIENCE);
    }
    tell("work", member(1), member(2));
    WorkerProcess stranger = crew.start(3, "joinPatience = 5s");
    assertThatThrownBy(() -> stranger.await("joined", PATIENCE))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("member-3");
    goOn(member(1), member(2));
    judge(member(1), member(2));
  }
}
