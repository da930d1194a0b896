package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.Hold;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Three members over the network whose consensus is on their disks: nothing is left out. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
final class ConsensusTest extends VotersTest {

  private static final Path STORES = Path.of("../cluster/src/test/resources/tls");

  private BatonBuilder secured(String name) {
    return settings(name)
        .tls(STORES.resolve(name + ".p12"), STORES.resolve("trust.p12"), "for-tests".toCharArray());
  }

  private void work(List<Baton> members, Resource resource) throws Exception {
    List<Future<?>> work = new ArrayList<>();
    for (Baton member : members) {
      work.add(
          start(
              () -> {
                for (int i = 0; i < 20; i++) {
                  try (Hold hold = member.lock("x").acquire(SOON)) {
                    resource.use(0, hold.fence());
                  }
                }
                return null;
              }));
    }
    for (Future<?> each : work) {
      soon(each);
    }
  }

  @Test
  void fencesGrowThoughAllHaveStopped() throws Exception {
    Resource resource = new Resource(1);
    List<Baton> members = joinAll(List.of(builder("a"), builder("b"), builder("c")));
    work(members, resource);
    // One voter less is no harm, and it comes back.
    members.get(2).close();
    work(members.subList(0, 2), resource);
    Baton again = soon(joining(builder("c")));
    work(List.of(members.get(0), members.get(1), again), resource);
    for (Baton member : List.of(members.get(0), members.get(1), again)) {
      member.close();
    }
    work(joinAll(List.of(builder("a"), builder("b"), builder("c"))), resource);
    assertThat(resource.uses).hasValue(220);
  }

  @Test
  void withTls() throws Exception {
    Resource resource = new Resource(1);
    List<Baton> members = joinAll(List.of(secured("a"), secured("b"), secured("c")));
    work(members, resource);
    members.getFirst().close();
    work(members.subList(1, 3), resource);
    assertThat(resource.uses).hasValue(100);
  }

  @Test
  void aVoterWhoseMachineIsLostIsReplaced() throws Exception {
    Resource resource = new Resource(1);
    List<Baton> members = joinAll(List.of(builder("a"), builder("b"), builder("c")));
    work(members, resource);
    members.get(2).close();
    // Another machine: its own disk and its own address.
    String elsewhere = "127.0.0.1:" + port("d");
    Supplier<BatonBuilder> other =
        () ->
            builder("c")
                .bind("127.0.0.1", port("d"))
                .stateDirectory(directory.resolve("another"))
                .peers(elsewhere);
    assertThatThrownBy(() -> soon(joining(other.get())))
        .hasMessageContaining("Voter c has lost its state directory, or was given another one");
    Baton replaced = soon(joining(other.get().replaceLostVoter()));
    work(List.of(members.get(0), members.get(1), replaced), resource);
    // Now it is needed for a majority.
    members.get(0).close();
    work(List.of(members.get(1), replaced), resource);
    members.get(1).close();
    replaced.close();
    // Who was away is told where the new one is.
    work(joinAll(List.of(builder("a").peers(elsewhere), builder("b"), other.get())), resource);
    assertThat(resource.uses).hasValue(220);
  }
}
