package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** Members as processes on this machine; in the end the files that they have written are judged. */
abstract class CrewTest {

  static final Duration LEASE = Duration.ofSeconds(1);
  static final Duration PATIENCE = Duration.ofSeconds(60);

  Crew crew;
  final List<WorkerProcess> all = new ArrayList<>();

  void prepare(int members, int voters, List<String> security) throws Exception {
    crew = new Crew(new Crew.Plan(members, voters, "naimi-trehel", 1, LEASE, security));
  }

  void start(int members) throws Exception {
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
      process.tell("work");
    }
  }

  Judge.Findings judge(WorkerProcess... working) throws Exception {
    crew.rest(List.of(working));
    crew.leave(List.of(working));
    Judge.Findings found = Judge.judge(crew.directory());
    assertThat(found.overlaps()).as("overlaps").isZero();
    assertThat(found.fenceInversions()).as("fence inversions").isZero();
    assertThat(found.lostUpdates()).as("lost updates").isZero();
    assertThat(found.grants()).isPositive();
    return found;
  }

  Stream<Entry> entries() throws IOException {
    return History.readAll(crew.directory()).stream();
  }
}
