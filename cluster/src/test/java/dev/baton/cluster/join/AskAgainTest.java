package dev.baton.cluster.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.gate.Meters;
import dev.baton.cluster.net.AdmittedNames;
import dev.baton.cluster.net.Answer;
import dev.baton.cluster.net.Attacker;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.FreePorts;
import dev.baton.cluster.net.Guard;
import dev.baton.cluster.net.LockPart;
import dev.baton.cluster.net.Packet.Envelope;
import dev.baton.cluster.net.PeerNetwork;
import dev.baton.cluster.net.Profile;
import dev.baton.cluster.net.Question;
import dev.baton.cluster.net.Settings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Members tell nothing to those who are not in the newest record that they know. So b, which has
 * just come with a record of which a has not heard yet, asks again; over real sockets.
 */
@Timeout(60)
final class AskAgainTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Settings SETTINGS = Attacker.settings(3_000_000_000L, List.of("a"));

  /** How many questions come too early. */
  private volatile int early = 2;

  /** What b has asked. */
  private final List<Question> questions = new CopyOnWriteArrayList<>();

  /** What a says as soon as it has heard of the record. */
  private volatile Answer answer = new Answer.Unknown();

  private PeerNetwork a;
  private NetworkCluster b;

  @BeforeEach
  void join() {
    Endpoint placeOfA = new Endpoint("127.0.0.1", FreePorts.next());
    Endpoint placeOfB = new Endpoint("127.0.0.1", FreePorts.next());
    a =
        new PeerNetwork(
            new Profile("a", "zone", placeOfA, 0, SETTINGS),
            List.of(),
            AdmittedNames.ALL,
            Guard.NONE,
            new Late());
    b =
        new NetworkCluster(
            new Profile("b", "zone", placeOfB, 0, SETTINGS),
            List.of(placeOfA),
            AdmittedNames.ALL,
            Guard.NONE,
            Meters.NONE,
            null,
            false,
            consensus -> {
              throw new AssertionError("b is not a voter");
            },
            SOON,
            SOON,
            Rules.ALL);
  }

  @AfterEach
  void leave() {
    a.close();
    b.close();
  }

  /** What comes to a, which hears of the record after some questions. */
  private final class Late implements PeerNetwork.Receiver {

    @Override
    public boolean receive(String member, Envelope envelope, int bytes) {
      return true;
    }

    @Override
    public CompletableFuture<Answer> asked(String member, Question question) {
      questions.add(question);
      return CompletableFuture.completedFuture(
          questions.size() <= early ? new Answer.NotYet() : answer);
    }
  }

  private void assertAsked(Question question) {
    assertThat(questions).hasSize(early + 1).containsOnly(question);
  }

  @Test
  void whoLooksTooEarlyIsToldLater() {
    LockPart part = new LockPart(new LockId("x", 1), List.of(), 3, false, 7, false, 5, 11);
    answer = new Answer.Parts(List.of(part));
    assertThat(b.look("a", null, SOON)).succeedsWithin(SOON).isEqualTo(List.of(part));
    assertAsked(new Question.Parts());
  }

  /** Who asks too early does not get a lock with the name of a semaphore. */
  @Test
  void whoUsesANameTooEarlyIsRefusedAllTheSame() {
    answer = new Answer.Known("semaphore with 3 permits", true);
    assertThatThrownBy(() -> b.define("x", "lock", () -> List.of("a")))
        .isInstanceOf(Refusal.class)
        .hasMessage("'x' is a semaphore with 3 permits at member a, not a lock: use another name.");
    assertAsked(new Question.Kind("x"));
  }

  /** The pauses between the questions count, too. */
  @Test
  void whoIsNeverToldGivesUpInTime() {
    early = 0;
    answer = new Answer.Parts(List.of());
    assertThat(b.look("a", null, SOON)).succeedsWithin(SOON);
    early = Integer.MAX_VALUE;
    assertThat(b.look("a", null, Duration.ofMillis(250))).failsWithin(Duration.ofSeconds(4));
    assertThat(questions).hasSizeLessThan(20);
  }
}
