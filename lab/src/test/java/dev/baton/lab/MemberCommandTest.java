package dev.baton.lab;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.cluster.net.FreePorts;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A member as a process, and the commands that go through it. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class MemberCommandTest {

  @TempDir private Path directory;
  private final List<BatonProcess> started = new ArrayList<>();
  private BatonProcess member;
  private int port;

  private BatonProcess baton(String... args) throws IOException {
    BatonProcess process = new BatonProcess(directory, args);
    started.add(process);
    return process;
  }

  @BeforeEach
  void startMember() throws IOException {
    port = FreePorts.next();
    Path config =
        Files.writeString(
            directory.resolve("app-1.properties"),
            """
            cluster = orders
            member = app-1
            bind = 127.0.0.1:%d
            consensusPort = %d
            peers = 127.0.0.1:%d
            voters = app-1
            state = var
            insecure = true
            """
                .formatted(port, port + 1, port));
    member = baton("member", "--config", config.toString());
    assertThat(member.line()).matches("app-1 has joined orders: epoch \\d+ of app-1");
  }

  @AfterEach
  void endAll() throws IOException {
    for (BatonProcess process : started) {
      process.close();
    }
  }

  @Test
  void aCommandRunsUnderALock() throws Exception {
    BatonProcess lock = baton("lock", "x", "--", "sh", "-c", "echo $BATON_FENCE");
    long fence = Long.parseLong(lock.line());
    assertThat(fence).isPositive();
    assertThat(lock.exitCode()).isZero();

    BatonProcess failing = baton("lock", "x", "--", "sh", "-c", "echo $BATON_FENCE; exit 7");
    assertThat(Long.parseLong(failing.line())).isGreaterThan(fence);
    assertThat(failing.exitCode()).as("its own").isEqualTo(7);
    assertThat(failing.err()).isEmpty();

    BatonProcess nothing = baton("lock", "x", "--", "./no-such-command");
    assertThat(nothing.exitCode()).isEqualTo(127);
    assertThat(nothing.err()).contains("no-such-command").hasLineCount(1);

    BatonProcess notRun = baton("lock", "x", "--", directory.toString());
    assertThat(notRun.exitCode()).isEqualTo(126);
    assertThat(notRun.err()).hasLineCount(1);
  }

  /**
   * What ignores SIGTERM, the command or a child of it, is killed before others may have its lock.
   */
  @Test
  void aCommandDoesNotOutliveTheLeaseOfAMemberThatIsStopped() throws Exception {
    String stubborn = "trap '' TERM; echo inside; while :; do sleep 0.05; done";
    BatonProcess lock = baton("lock", "x", "--", "sh", "-c", stubborn);
    assertThat(lock.line()).isEqualTo("inside");
    String stubbornChild = "(trap '' TERM; exec sleep 60) & echo $!; exec sleep 60";
    BatonProcess other = baton("lock", "y", "--", "sh", "-c", stubbornChild);
    long child = Long.parseLong(other.line());
    assertThat(isRunning(child)).isTrue();

    member.signal("STOP");
    for (BatonProcess process : List.of(lock, other)) {
      assertThat(process.exitCode()).isEqualTo(125);
      assertThat(process.err())
          .matches(
              "baton: The hold of [xy] was lost while sh ran: the member does not answer, and its"
                  + " lease ends\\.\n");
    }
    assertThat(isRunning(child)).isFalse();
    member.signal("CONT");
  }

  /** Not one that has ended and that nobody has waited for, either: that has no command. */
  private static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().command()).isPresent();
  }

  @Test
  void whoIsRefusedIsReportedOnStandardError() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!member.err().contains("what came is not from a member")) {
        assertThat(System.nanoTime() - deadline).as(member.err()).isNegative();
        Thread.sleep(10);
      }
    }
    assertThat(member.err()).containsPattern(" WARN .* app-1: .*what came is not from a member");
  }

  /** The command {@code cat} runs until its input ends, which is when the test says so. */
  @Test
  void theLockIsReleasedWhenItsCallerDiesAndLostWhenTheMemberLeaves() throws Exception {
    BatonProcess first = baton("lock", "x", "--", "sh", "-c", "echo inside; exec cat");
    assertThat(first.line()).isEqualTo("inside");

    BatonProcess status = baton("status", "--json");
    JsonNode seen = new ObjectMapper().readTree(status.rest()).get("members").get(0);
    assertThat(seen.get("member").asText()).isEqualTo("app-1");
    assertThat(seen.get("locks").get(0).get("name").asText()).isEqualTo("x");
    assertThat(seen.get("locks").get(0).get("held").asInt()).isEqualTo(1);
    JsonNode fence = seen.get("locks").get(0).get("fence");
    assertThat(fence.isTextual()).as("beyond what a number of JSON can be").isTrue();
    assertThat(seen.get("locks").get(0).get("holders").get(0).get("fence")).isEqualTo(fence);

    BatonProcess late = baton("lock", "x", "--wait", "100ms", "--", "true");
    assertThat(late.exitCode()).isEqualTo(124);
    String holder = ": this member (app-1) has held it since ";
    assertThat(late.err()).startsWith("baton: Could not acquire x within 0.1 s" + holder);

    BatonProcess once = baton("lock", "x", "--wait", "0s", "--", "true");
    assertThat(once.exitCode()).isEqualTo(124);
    assertThat(once.err()).startsWith("baton: Could not acquire x at once" + holder);
    assertThat(baton("lock", "free", "--wait", "0s", "--", "true").exitCode()).isZero();

    BatonProcess next = baton("lock", "x", "--", "sh", "-c", "echo inside; exec cat");
    first.kill();
    first.closeInput();
    assertThat(next.line()).isEqualTo("inside");

    member.terminate();
    assertThat(member.exitCode()).as("SIGTERM").isEqualTo(143);
    assertThat(next.exitCode()).isEqualTo(125);
    assertThat(next.err()).startsWith("baton: The hold of x was lost while sh ran: ");

    BatonProcess nobody = baton("status");
    assertThat(nobody.exitCode()).isEqualTo(1);
    assertThat(nobody.err())
        .isEqualTo(
            "baton: No member of this user runs on this machine: start one with baton member"
                + " --config FILE.\n");
  }
}
