package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Who is not let in, and what it is told. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class RefusalTest extends NetworkTest {

  private void start() throws Exception {
    joinAll(List.of(inMemory(builder("a")), inMemory(builder("b")), inMemory(builder("c"))));
  }

  /** A member that is no voter, at the place of {@code d}. */
  private BatonBuilder newcomer(String name) {
    return inMemory(builder("d").member(name));
  }

  private Throwable failure(BatonBuilder builder) throws Exception {
    Future<Baton> joining = joining(builder);
    try {
      soon(joining);
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  @Test
  void aNameIsUsedOnce() throws Exception {
    start();
    assertThat(failure(newcomer("b").stateDirectory(directory.resolve("other"))))
        .isInstanceOf(DuplicateMemberException.class)
        .hasMessageStartingWith("Cluster orders already has a member 'b', according to 127.0.0.1:")
        .hasMessageEndingWith(": use another name.");
    soon(joining(newcomer("d")));
    assertThat(failure(inMemory(builder("e").member("d"))))
        .isInstanceOf(DuplicateMemberException.class);
  }

  @Test
  void aNameIsFreeWhenItsMemberHasGone() throws Exception {
    start();
    Baton first = soon(joining(newcomer("d")));
    first.close();
    // At another place, so that the old one must be asked first; and back again.
    Baton second = soon(joining(inMemory(builder("e").member("d"))));
    second.lock("x").acquire(SOON).close();
    second.close();
    soon(joining(newcomer("d"))).lock("x").acquire(SOON).close();
  }

  @Test
  void settingsMustAgree() throws Exception {
    start();
    assertThat(failure(newcomer("d").lease(Duration.ofSeconds(5))))
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageMatching(
            "Member d cannot join: its settings differ from those of [abc] \\(lease: 5000 ms here,"
                + " 10000 ms there\\)\\. Give all members the same cluster, lease, voters and"
                + " algorithms.");
    assertThat(failure(newcomer("d").algorithm("raymond")))
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageContaining("algorithms: ");
    assertThat(failure(newcomer("d").cluster("bills")))
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageContaining("cluster: bills here, orders there");
    assertThat(failure(newcomer("d").voters("e", "f")))
        .isInstanceOf(ClusterMismatchException.class)
        .hasMessageContaining("voters: [a, b, c, e, f] here, [a, b, c] there");
    // The others have not been disturbed.
    soon(joining(newcomer("d"))).lock("x").acquire(SOON).close();
  }

  @Test
  void withoutAMajorityNobodyGetsIn() throws Exception {
    assertThat(failure(inMemory(builder("a")).joinPatience(Duration.ofMillis(300))))
        .isInstanceOf(ClusterSuspendedException.class)
        .hasMessageStartingWith(
            "Member a could not join within 0 s: voters [b, c] did not admit it; not reached:"
                + " {127.0.0.1:");
  }

  private static BatonBuilder secured(BatonBuilder builder) {
    Path stores = Path.of("src/test/resources/tls");
    return builder.tls(
        stores.resolve("a.p12"), stores.resolve("trust.p12"), "for-tests".toCharArray());
  }

  @Test
  void whatIsMissingIsSaid() {
    assertRefused(Baton.builder(), "Call tls(…) or insecure(): a member does not start");
    BatonBuilder builder = Baton.builder().insecure();
    String both = "Call either tls(…) or insecure(), not both";
    assertThatThrownBy(() -> secured(builder)).hasMessageStartingWith(both);
    BatonBuilder secured = secured(Baton.builder());
    assertThatThrownBy(secured::insecure).hasMessageStartingWith(both);
    assertRefused(builder, "Name the cluster: cluster(\"orders\").");
    assertRefused(builder.cluster("orders"), "Name this member: member(\"app-1\").");
    assertRefused(builder.member("a"), "Set where this member listens: bind(\"10.0.0.1\", 7800).");
    assertRefused(builder.bind("127.0.0.1", 65_535), "Name the voters: voters(\"app-1\", ");
    assertRefused(builder.voters("a", "b"), "There must be 1, 3, 5 or 7 voters, not 2: a");
    assertRefused(builder.voters("c"), "a is a voter and needs a directory for its state: ");
    assertRefused(
        builder.stateDirectory(directory), "The consensus of a voter listens at the next port: ");
    assertRefused(
        builder.consensusPort(65_535), "Port 65535 cannot serve both members and consensus");
    assertRefused(builder.consensusPort(65_534), "Set where other members can be found: peers(\"");
    // On the class path of these tests there is no Ratis.
    assertRefused(
        builder.peers("127.0.0.1:7800"),
        "a is a voter, but the module for voters is not on its class path: add the artefact"
            + " dev.baton:baton-voter.");
  }

  private static void assertRefused(BatonBuilder builder, String sentence) {
    assertThatThrownBy(builder::join)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(sentence)
        .hasMessageEndingWith(".");
  }

  @Test
  void whatIsWrongIsSaid() {
    BatonBuilder builder = Baton.builder();
    assertThatThrownBy(() -> builder.bind("127.0.0.1", 0))
        .hasMessage("A port must be between 1 and 65535, not 0.");
    assertThatThrownBy(() -> builder.bind("0.0.0.0", 7800))
        .hasMessage(
            "Others cannot reach 0.0.0.0:7800: bind to the address of one network interface.");
    assertThatThrownBy(() -> builder.peers("10.0.0.1"))
        .hasMessage("'10.0.0.1' is not a host and a port: write 10.0.0.1:7800.");
    assertThatThrownBy(() -> builder.voters("a", "a"))
        .hasMessage("'a' is named twice among the voters.");
    assertThatThrownBy(() -> builder.voters("a~2"))
        .hasMessage("A member's name must not contain '~'.");
    assertThatThrownBy(() -> builder.algorithm("raymonds")).hasMessageContaining("raymonds");
    assertThatThrownBy(() -> inMemory(builder("a")).bind("192.0.2.1", 7800).join())
        .hasMessage(
            "Cannot listen at 192.0.2.1:7800: check that the address belongs to this machine and"
                + " that the port is free.");
  }
}
