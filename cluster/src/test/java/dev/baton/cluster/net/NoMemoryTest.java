package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of the network that run out of memory once go on; those of the mutants do not. */
@Timeout(60)
final class NoMemoryTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Enough for a mutant to do what it still can. */
  private static final Duration LITTLE = Duration.ofSeconds(2);

  @Test
  void aSenderGoesOn() throws InterruptedException {
    FailingSender.run(PATIENCE);
    assertThatThrownBy(() -> FailingSender_DiesInSilence.run(LITTLE))
        .hasMessage("call 2 was not sent");
  }

  @Test
  void othersAreAcceptedAfterwards() throws Exception {
    FailingAccept.accept(PATIENCE);
    assertThatThrownBy(() -> FailingAccept_DiesInSilence.accept(LITTLE))
        .hasMessage("connection 2 was not accepted");
  }

  /** Instead of the application's handler of uncaught exceptions. */
  @Test
  void theLogHearsOfAConnectionThatCouldNotBeRefused() throws Exception {
    FailingAccept.refuse(PATIENCE);
    assertThatThrownBy(() -> FailingAccept_LeavesErrors.refuse(LITTLE))
        .hasMessage("nothing was written into the log");
  }

  /** As if there were none left for the peers. */
  @Test
  void aNetworkThatDoesNotStartLeavesItsPort() throws IOException {
    int port = FreePorts.next();
    Settings settings = new Settings("orders", 3_000_000, List.of("a"), List.of());
    Profile profile = new Profile("a", "zone", new Endpoint("127.0.0.1", port), 0, settings);
    List<Endpoint> none = Collections.singletonList(null);
    assertThatThrownBy(
            () ->
                new PeerNetwork(
                    profile, none, AdmittedNames.ALL, Guard.NONE, (member, it, bytes) -> true))
        .isInstanceOf(NullPointerException.class);
    new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1")).close();
  }

  @Test
  void soDoesTheThreadThatBindsNames() {
    FailingNetwork.run(PATIENCE);
    assertThatThrownBy(() -> FailingNetwork_DiesInSilence.run(LITTLE))
        .hasMessage("a friend was not answered");
  }
}
