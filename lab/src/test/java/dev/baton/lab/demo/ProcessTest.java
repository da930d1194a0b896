package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.lab.demo.Entry.Ended;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Members as processes on this machine, and what can happen to processes. In the end the files that
 * they have written are judged.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ProcessTest {

  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What the documents promise after a crash. */
  private static final Duration RECOVERY = LEASE.plusSeconds(1);

  /** What they promise after a clean leave. */
  private static final Duration HAND_OVER = Duration.ofMillis(50);

  private static final Duration BETWEEN_EPOCHS = Duration.ofMillis(600);

  private Crew crew;
  private final List<WorkerProcess> all = new ArrayList<>();

  private void prepare(int members, int voters, List<String> security) throws Exception {
    crew = new Crew(new Crew.Plan(members, voters, "naimi-trehel", 1, LEASE, security));
  }

  private void start(int members) throws Exception {
    prepare(members, 3, Crew.Plan.INSECURE);
    all.addAll(crew.startAll());
  }

  @AfterEach
  void end() throws IOException {
    if (crew != null) {
      crew.close();
      crew.delete();
    }
  }

  private WorkerProcess member(int number) {
    return all.get(number - 1);
  }

  private static void tell(String order, WorkerProcess... processes) throws IOException {
    for (WorkerProcess process : processes) {
      process.tell(order);
    }
  }

  private static void isInside(WorkerProcess process) throws Exception {
    process.tell("stay");
    process.await("inside", PATIENCE);
  }

  /** Each of them enters once more. */
  private static void goOn(WorkerProcess... processes) throws Exception {
    for (WorkerProcess process : processes) {
      isInside(process);
      process.tell("work");
    }
  }

  private Judge.Findings judge(WorkerProcess... working) throws Exception {
    crew.rest(List.of(working));
    crew.leave(List.of(working));
    Judge.Findings found = Judge.judge(crew.directory());
    assertThat(found.overlaps()).as("overlaps").isZero();
    assertThat(found.fenceInversions()).as("fence inversions").isZero();
    assertThat(found.lostUpdates()).as("lost updates").isZero();
    assertThat(found.grants()).isPositive();
    return found;
  }

  private Stream<Entry> entries() throws IOException {
    return History.readAll(crew.directory()).stream();
  }

  @Test
  void whenTheHolderIsKilledAnotherGoesOnAfterItsLease() throws Exception {
    start(4);
    isInside(member(4));
    tell("work", member(1), member(2), member(3));
    member(4).kill();
    goOn(member(1), member(2), member(3));
    Judge.Findings found = judge(member(1), member(2), member(3));
    assertThat(Duration.ofNanos(found.recoveries().getFirst())).isLessThan(RECOVERY);
  }

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

  /** Three times, since the first time of anything in a JVM is slow. */
  @Test
  void whenAHolderLeavesAnotherGoesOnAtOnce() throws Exception {
    start(6);
    tell("work", member(1), member(2), member(3));
    List<Duration> times = new ArrayList<>();
    for (int number = 4; number <= 6; number++) {
      // One epoch does not follow the other without a break.
      long end = System.nanoTime() + BETWEEN_EPOCHS.toNanos();
      while (System.nanoTime() < end) {
        goOn(member(1), member(2), member(3));
      }
      isInside(member(number));
      long time = System.nanoTime();
      member(number).tell("leave");
      member(number).await("left", PATIENCE);
      goOn(member(1), member(2), member(3));
      long next = entries().mapToLong(Entry::entered).filter(it -> it > time).min().orElseThrow();
      times.add(Duration.ofNanos(next - time));
    }
    judge(member(1), member(2), member(3));
    Duration most = isBusy() ? LEASE.dividedBy(2) : HAND_OVER;
    assertThat(times)
        .as("from the order to leave to the next entry")
        .anyMatch(time -> time.compareTo(most) < 0);
  }

  /** A machine with other work only shows that the end of the lease is not waited for. */
  private static boolean isBusy() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    return system.getSystemLoadAverage() > 2 * system.getAvailableProcessors();
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
