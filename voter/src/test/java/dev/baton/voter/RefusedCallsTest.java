package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Everything is counted, and a line is written now and then. */
final class RefusedCallsTest {

  @Test
  void aFloodTakesFewLines() {
    List<String> counted = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    AtomicLong now = new AtomicLong();
    RefusedCalls refused =
        new RefusedCalls(
            counted::add, (what, why, missed) -> lines.add(what + ", " + missed), now::get);
    for (int i = 0; i < 1000; i++) {
      refused.add("not-a-voter", "a call", "the certificate is not a voter's");
    }
    assertThat(counted).hasSize(1000).containsOnly("not-a-voter");
    assertThat(lines).hasSize(1);
    now.set(RefusedCalls.PAUSE - 1);
    refused.add("expired", "a handshake", "it has expired");
    assertThat(lines).hasSize(1);
    // Calls of its own are written about all the same.
    refused.apart().add("expired", "a call to a voter", "it has expired");
    assertThat(lines).containsExactly("a call, 0", "a call to a voter, 0");
    now.set(RefusedCalls.PAUSE);
    refused.add("expired", "a handshake", "it has expired");
    assertThat(lines).hasSize(3).last().isEqualTo("a handshake, 1000");
  }
}
