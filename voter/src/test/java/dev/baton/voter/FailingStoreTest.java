package dev.baton.voter;

import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.next;
import static dev.baton.voter.Voters.propose;
import static dev.baton.voter.Voters.soon;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever a voter's store tells something may fail, or have no memory: the store goes on. */
@Tag("slow")
@Timeout(60)
final class FailingStoreTest {

  /** For what must happen; far longer than it takes. */
  private static final int PATIENCE_SECONDS = 20;

  @TempDir Path root;
  private Voters voters;
  private RatisEpochStore store;

  @BeforeEach
  void start() throws Exception {
    voters = new Voters(root, "only").openAll();
    store = voters.get("only");
  }

  @AfterEach
  void stop() {
    voters.close();
  }

  @Test
  void whoHasNoMemoryForAnAnswerIsToldAgain() throws Exception {
    AtomicInteger times = new AtomicInteger();
    CompletableFuture<EpochRecord> answer = new CompletableFuture<>();
    store.latest(
        record -> {
          failTwice(times);
          answer.complete(record);
        });
    assertThat(answer.get(PATIENCE_SECONDS, SECONDS)).isEqualTo(voters.genesis);
    assertThat(soon(latest(store))).isEqualTo(voters.genesis);
  }

  @Test
  void whoHasNoMemoryForARecordIsToldAgain() throws Exception {
    AtomicInteger times = new AtomicInteger();
    CompletableFuture<EpochRecord> told = new CompletableFuture<>();
    store.onOpened(
        record -> {
          failTwice(times);
          told.complete(record);
        });
    EpochRecord first = next(voters.genesis, "x");
    assertThat(soon(propose(store, voters.genesis, first))).isEqualTo(first);
    assertThat(told.get(PATIENCE_SECONDS, SECONDS)).isEqualTo(first);
  }

  @Test
  void anErrorOfOneListenerDoesNotKeepOthersFromBeingTold() throws Exception {
    CompletableFuture<EpochRecord> told = new CompletableFuture<>();
    store.onOpened(
        record -> {
          throw new AssertionError("on purpose");
        });
    store.onOpened(told::complete);
    EpochRecord first = next(voters.genesis, "x");
    assertThat(soon(propose(store, voters.genesis, first))).isEqualTo(first);
    assertThat(told.get(PATIENCE_SECONDS, SECONDS)).isEqualTo(first);
  }

  /** It cannot write down that its cluster gave way. */
  @Test
  void whoHasNoMemoryForTheEndIsToldAgain() throws Exception {
    AtomicInteger times = new AtomicInteger();
    CompletableFuture<String> told = new CompletableFuture<>();
    CompletableFuture<String> other = new CompletableFuture<>();
    store.onFailed(
        sentence -> {
          failTwice(times);
          told.complete(sentence);
        });
    store.onFailed(other::complete);
    Files.createDirectory(voters.directory("only").resolve("voter.properties.tmp"));
    store.suspend("on purpose");
    assertThat(told.get(PATIENCE_SECONDS, SECONDS)).contains("cannot be used");
    assertThat(other.get(PATIENCE_SECONDS, SECONDS)).contains("cannot be used");
  }

  /** As one of Ratis does on a full heap; it is started by a thread of the store. */
  @Test
  void aThreadThatEndsWithAnErrorEndsTheStore() throws Exception {
    CompletableFuture<String> told = new CompletableFuture<>();
    store.onFailed(told::complete);
    store.latest(
        record ->
            new Thread(
                    () -> {
                      throw new OutOfMemoryError("on purpose");
                    })
                .start());
    assertThat(told.get(PATIENCE_SECONDS, SECONDS))
        .isEqualTo(
            "Voter only has stopped (java.lang.OutOfMemoryError: on purpose): see that its process"
                + " has enough memory, and start it again.");
  }

  /** What fails in a thread of the library is no matter of the application's handler. */
  @Test
  void theHandlerOfTheApplicationIsNotCalled() throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    CompletableFuture<Throwable> handed = new CompletableFuture<>();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          if ("of a listener, on purpose".equals(e.getMessage())) {
            handed.complete(e);
          }
        });
    try {
      store.onOpened(
          record -> {
            throw new IllegalStateException("of a listener, on purpose");
          });
      EpochRecord first = next(voters.genesis, "x");
      assertThat(soon(propose(store, voters.genesis, first))).isEqualTo(first);
      assertThat(soon(latest(store))).isEqualTo(first);
      assertThat(handed).isNotDone();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private static void failTwice(AtomicInteger times) {
    if (times.incrementAndGet() <= 2) {
      throw new OutOfMemoryError("on purpose");
    }
  }
}
