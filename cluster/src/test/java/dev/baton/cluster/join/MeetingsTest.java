package dev.baton.cluster.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Identity;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.Greeting;
import dev.baton.cluster.net.Greetings;
import dev.baton.cluster.net.Standing;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.NOPLogger;

/** What counts as a meeting with another cluster, and what comes of it. */
final class MeetingsTest {

  private static final Identity EARLIER = new Identity("id-e", 50);
  private static final Identity OURS = new Identity("id-o", 100);
  private static final Identity LATER = new Identity("id-l", 150);
  private static final Endpoint D = new Endpoint("127.0.0.1", 4001);
  private static final Endpoint E = new Endpoint("127.0.0.1", 4002);
  private static final Endpoint F = new Endpoint("127.0.0.1", 4003);

  /** Who answers where. */
  private final Map<Endpoint, Greeting> answers = new ConcurrentHashMap<>();

  /** Whether this process is a voter. */
  private boolean votes = true;

  /** What came of it, in order. */
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  private final Meetings meetings =
      new Meetings(
          "orders",
          "a",
          there -> {
            Greeting greeting = answers.get(there);
            if (greeting == null) {
              events.add("nobody at " + there.port());
            }
            return greeting;
          },
          new Meetings.Consequences() {
            @Override
            public Standing standing() {
              return Standing.of(OURS, 120, true, List.of("a"));
            }

            @Override
            public void tellVoters(Endpoint there) {
              events.add("tell " + there.port());
            }

            @Override
            public boolean giveWay(String why) {
              return events.add(why) && votes;
            }

            @Override
            public void exceed(long number) {
              events.add("exceed " + number);
            }
          },
          NOPLogger.NOP_LOGGER);

  private void answers(Endpoint there, String name, Identity identity, long epoch, boolean acks) {
    answers.put(
        there, Greetings.of(name, there, identity, epoch, acks, Map.of("d", D, "e", E, "f", F)));
  }

  private void awaitEvent(String expected) throws InterruptedException {
    assertThat(events.poll(20, TimeUnit.SECONDS)).isEqualTo(expected);
  }

  /** Until the look is over: what it led to is there by then. */
  private void look(Endpoint there, boolean isOurFind) throws InterruptedException {
    meetings.hint(there, isOurFind);
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (meetings.isLooking() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(meetings.isLooking()).isFalse();
  }

  /** A name would be looked up at servers of whoever owns it. */
  @Test
  void aNameThatOthersTellIsNotLookedUp() throws Exception {
    meetings.hint(new Endpoint("localhost", 4009), false);
    meetings.hint(D, false);
    awaitEvent("nobody at 4001");
  }

  @Test
  void theLaterOfTwoThatLiveGivesWay() throws InterruptedException {
    answers(D, "d", EARLIER, 70, true);
    answers(E, "e", EARLIER, 71, true);
    look(D, true);
    awaitEvent("tell 4001");
    awaitEvent("nobody at 4003");
    awaitEvent(
        "Cluster orders (id id-o, first epoch 100) gave way to another of the same name (id id-e,"
            + " first epoch 50, voters [d, e, f], met at 127.0.0.1:4001), which began earlier.");
    assertThat(meetings.metOlder()).startsWith("Cluster orders (id id-o");
    // Other voters may have missed it, or have looked at a bad moment: they are told again.
    look(E, true);
    awaitEvent("tell 4002");
    awaitEvent("nobody at 4003");
    assertThat(events).isEmpty();
  }

  /** It may have ended between two looks: then there is nobody to give way to. */
  @Test
  void whoHasLivedAndDoesNoLongerMakesNobodyGiveWay() throws InterruptedException {
    votes = false;
    answers(D, "d", EARLIER, 70, true);
    answers(E, "e", EARLIER, 71, true);
    look(D, false);
    awaitEvent("nobody at 4003");
    assertThat(events.poll()).contains("gave way to another");
    answers(D, "d", EARLIER, 70, false);
    answers(E, "e", EARLIER, 71, false);
    look(E, false);
    awaitEvent("nobody at 4003");
    assertThat(events).isEmpty();
  }

  /** Its voters may not have been reached, or may not have reached the others yet. */
  @Test
  void whoDoesNotVoteGoesOnTelling() throws InterruptedException {
    votes = false;
    answers(D, "d", EARLIER, 70, true);
    answers(E, "e", EARLIER, 71, true);
    answers(F, "f", EARLIER, 71, true);
    for (Endpoint each : List.of(D, E)) {
      look(each, true);
      awaitEvent("tell " + each.port());
      assertThat(events.take()).startsWith("Cluster orders (id id-o, first epoch 100) gave way to");
    }
  }

  @Test
  void theEarlierOfTwoThatLiveGoesOnAboveTheOther() throws InterruptedException {
    answers(D, "d", LATER, 170, true);
    answers(E, "e", LATER, 171, true);
    answers(F, "f", LATER, 169, true);
    look(D, false);
    awaitEvent("exceed 171");
    assertThat(events).isEmpty();
    assertThat(meetings.metOlder()).isNull();
    // By then it has given way, but has opened one more epoch in between.
    answers(E, "e", LATER, 172, false);
    look(E, false);
    awaitEvent("exceed 172");
  }

  /** Otherwise its fences would be below those that the other has given. */
  @Test
  void theEarlierGoesOnAboveOneThatHasGivenWayAlready() throws InterruptedException {
    answers(D, "d", LATER, 170, false);
    answers(E, "e", LATER, 171, false);
    look(D, false);
    awaitEvent("nobody at 4003");
    awaitEvent("exceed 171");
    // One voter alone may have found an old directory.
    answers.clear();
    answers(E, "e", new Identity("id-x", 160), 190, false);
    look(E, false);
    awaitEvent("nobody at 4001");
    assertThat(events).noneMatch(event -> event.startsWith("exceed"));
  }

  /** A majority of its voters must answer for it, as themselves, and acknowledge leases. */
  @Test
  void aClusterThatDoesNotLiveEndsNobody() throws InterruptedException {
    answers(D, "d", EARLIER, 70, true);
    answers(E, "e", EARLIER, 70, false);
    answers(F, "f", LATER, 170, true);
    look(D, false);
    assertThat(events).isEmpty();
    // Somebody else at the place of a voter.
    answers(F, "d", EARLIER, 70, true);
    look(E, false);
    assertThat(events).isEmpty();
    assertThat(meetings.metOlder()).isNull();
  }

  @Test
  void whoIsOfThisClusterOrOfNoneIsNoMeeting() throws InterruptedException {
    answers(D, "d", OURS, 130, true);
    look(D, true);
    look(E, true);
    awaitEvent("nobody at 4002");
    assertThat(events).isEmpty();
  }
}
