package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a member that runs as a process ends. */
@Timeout(30)
class MemberEndTest {

  private final StringWriter err = new StringWriter();
  private final MemberCommand.Teller teller =
      new MemberCommand.Teller(new PrintWriter(err, true), "app-1");

  @Test
  void aMemberThatHasFailedEndsItsProcessWithALineAndExitCode1() throws Exception {
    teller.onFailed("member app-1 has failed: java.lang.OutOfMemoryError");
    // The hook of the JVM that ends because of it.
    teller.end(0);
    assertThat(teller.awaitEnd()).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly("baton: member app-1 has failed: java.lang.OutOfMemoryError");
  }

  @Test
  void whatCannotBeSeenInANameIsWrittenOut() {
    teller.onHoldLost("pay\u202esredro", 7, "the lease is over");
    assertThat(err.toString()).contains("the hold of pay\\u202esredro with fence 7");
  }

  @Test
  void aMemberThatIsStoppedEndsWell() throws Exception {
    teller.end(0);
    assertThat(teller.awaitEnd()).isZero();
    assertThat(err.toString()).isEmpty();
  }
}
