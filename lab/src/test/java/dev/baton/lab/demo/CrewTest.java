package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * Members as processes on this machine, the same for all tests of a class, since to start one takes
 * seconds. In the end of each test the files that they have written are judged.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CrewTest {

  static final Duration LEASE = Duration.ofSeconds(1);
  static final Duration PATIENCE = Duration.ofSeconds(60);

  Crew crew;
  final List<WorkerProcess> all = new ArrayList<>();
  private long began;

  void prepare(int members, int voters, List<String> security) throws Exception {
    crew = new Crew(new Crew.Plan(members, voters, "naimi-trehel", 1, LEASE, security));
  }

  void start(int members) throws Exception {
    prepare(members, 3, Crew.Plan.INSECURE);
    all.addAll(crew.startAll());
  }

  @BeforeEach
  void begin() {
    began = System.nanoTime();
  }

  @AfterAll
  void end() throws IOException {
    if (crew != null) {
      crew.close();
      crew.delete();
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

  Judge.Findings judge(WorkerProcess... working) throws Exception {
    crew.rest(List.of(working));
    Judge.Findings found = Judge.judge(crew.directory());
    assertThat(found.overlaps()).as("overlaps").isZero();
    assertThat(found.fenceInversions()).as("fence inversions").isZero();
    assertThat(found.lostUpdates()).as("lost updates").isZero();
    assertThat(entries()).isNotEmpty();
    return found;
  }

  /** Those of this test. */
  Stream<Entry> entries() throws IOException {
    return History.readAll(crew.directory()).stream().filter(entry -> entry.requested() > began);
  }
}
