package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * Members as processes on this machine, the same for all tests of a class, since to start one takes
 * seconds. In the end of each test the files that they have written are judged.
 */
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DemoClusterTest {

  static final Duration LEASE = Duration.ofSeconds(1);
  static final Duration PATIENCE = Duration.ofSeconds(60);

  DemoCluster cluster;
  final List<WorkerProcess> all = new ArrayList<>();
  private long began;

  void prepare(int members, int voters, List<String> security) throws Exception {
    cluster =
        new DemoCluster(new DemoCluster.Plan(members, voters, "naimi-trehel", 1, LEASE, security));
  }

  void start(int members) throws Exception {
    prepare(members, 3, DemoCluster.Plan.INSECURE);
    all.addAll(cluster.startAll());
  }

  @BeforeEach
  void begin() {
    began = System.nanoTime();
  }

  @AfterAll
  void end() throws IOException {
    if (cluster != null) {
      cluster.close();
      cluster.delete();
    }
  }

  WorkerProcess member(int number) {
    return all.get(number - 1);
  }

  static void tell(String order, WorkerProcess... processes) throws IOException {
    for (WorkerProcess process : processes) {
      process.tell(order);
    }
  }

  static void isInside(WorkerProcess process) throws Exception {
    process.tell("stay");
    process.await("inside", PATIENCE);
  }

  /** Each of them enters once more. */
  static void goOn(WorkerProcess... processes) throws Exception {
    for (WorkerProcess process : processes) {
      isInside(process);
      process.tell("stroll");
    }
  }

  HistoryJudge.Findings judge(WorkerProcess... working) throws Exception {
    cluster.rest(List.of(working));
    HistoryJudge.Findings found = HistoryJudge.judge(cluster.directory());
    assertThat(found.overlaps()).as("overlaps").isZero();
    assertThat(found.fenceInversions()).as("fence inversions").isZero();
    assertThat(found.lostUpdates()).as("lost updates").isZero();
    assertThat(stays()).isNotEmpty();
    return found;
  }

  /** Those of this test. */
  Stream<Stay> stays() throws IOException {
    return History.readAll(cluster.directory()).stream().filter(stay -> stay.requested() > began);
  }
}
