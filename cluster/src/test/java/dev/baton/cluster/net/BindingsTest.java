package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.net.Bindings.Verdict;
import dev.baton.cluster.net.Packet.Hello;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which hello binds a name, and which does not. */
final class BindingsTest {

  private static final long PATIENCE = 1000;
  private static final Endpoint HERE = new Endpoint("10.0.0.1", 7800);
  private static final Endpoint THERE = new Endpoint("10.0.0.2", 7800);
  private static final Endpoint ELSEWHERE = new Endpoint("10.0.0.3", 7800);
  private static final Settings SETTINGS = settings("orders", 3);

  private final Bindings bindings = new Bindings("a", HERE, SETTINGS, Guard.NONE, PATIENCE);

  private static Settings settings(String cluster, long lease) {
    return new Settings(
        cluster, 7, lease * 1_000_000, List.of("a"), List.of(new Choice("*", "raymond")));
  }

  private static Hello hello(long challenge, String name, Endpoint endpoint, Settings settings) {
    return Guard.NONE.sign(new Greeting(challenge, name, "zone", endpoint, 0, false, settings));
  }

  /** A call, and its answer. */
  private Verdict answer(long now, String name, Endpoint endpoint) {
    bindings.call(endpoint, now + 1);
    return bindings.hello(now, endpoint, hello(now + 1, name, endpoint, SETTINGS), true);
  }

  @Test
  void anAnswerBindsAName() {
    assertThat(answer(0, "b", THERE)).isEqualTo(Verdict.BOUND);
    assertThat(bindings.endpoint("b")).isEqualTo(THERE);
  }

  @Test
  void whatWasNotAskedForIsStale() {
    Hello hello = hello(1, "b", THERE, SETTINGS);
    assertThat(bindings.hello(0, THERE, hello, true)).isEqualTo(Verdict.STALE);
    bindings.call(THERE, 2);
    assertThat(bindings.hello(0, THERE, hello, true)).isEqualTo(Verdict.STALE);
    bindings.call(THERE, 1);
    assertThat(bindings.hello(0, THERE, hello, true)).isEqualTo(Verdict.BOUND);
    // Said again.
    assertThat(bindings.hello(0, THERE, hello, true)).isEqualTo(Verdict.STALE);
  }

  @Test
  void aHelloOfAnotherPlaceIsNotHeard() {
    bindings.call(ELSEWHERE, 1);
    Hello hello = hello(1, "b", THERE, SETTINGS);
    assertThat(bindings.hello(0, ELSEWHERE, hello, true)).isEqualTo(Verdict.MISPLACED);
    assertThat(bindings.endpoint("b")).isNull();
  }

  @Test
  void otherSettingsAreRefused() {
    bindings.call(THERE, 1);
    Hello hello = hello(1, "b", THERE, settings("orders", 5));
    assertThat(bindings.hello(0, THERE, hello, true)).isEqualTo(Verdict.OTHER_SETTINGS);
    assertThat(bindings.objection()).isEqualTo("lease: 3 ms here, 5 ms there");
    bindings.call(THERE, 1);
    hello = hello(1, "b", THERE, settings("bills", 5));
    assertThat(bindings.hello(0, THERE, hello, true)).isEqualTo(Verdict.OTHER_SETTINGS);
    assertThat(bindings.objection()).isEqualTo("cluster: orders here, bills there");
  }

  @Test
  void aNameIsTakenWhileItsHolderAnswers() {
    answer(0, "b", THERE);
    assertThat(answer(10, "b", ELSEWHERE)).isEqualTo(Verdict.ASK_HOLDER);
    bindings.heard(ELSEWHERE);
    assertThat(answer(20, "b", ELSEWHERE)).isEqualTo(Verdict.ASK_HOLDER);
    bindings.heard(THERE);
    assertThat(answer(25, "b", THERE)).isEqualTo(Verdict.BOUND);
    assertThat(answer(30, "b", ELSEWHERE)).isEqualTo(Verdict.NAME_TAKEN);
    assertThat(bindings.endpoint("b")).isEqualTo(THERE);
  }

  @Test
  void aNameGoesOnWhenItsHolderIsSilent() {
    answer(0, "b", THERE);
    assertThat(answer(10, "b", ELSEWHERE)).isEqualTo(Verdict.ASK_HOLDER);
    assertThat(answer(10 + PATIENCE, "b", ELSEWHERE)).isEqualTo(Verdict.BOUND);
    assertThat(bindings.endpoint("b")).isEqualTo(ELSEWHERE);
  }

  @Test
  void aRestartedProcessHasItsPlaceAtOnce() {
    answer(0, "b", THERE);
    assertThat(answer(1, "b", THERE)).isEqualTo(Verdict.BOUND);
    assertThat(answer(2, "c", THERE)).isEqualTo(Verdict.BOUND);
    assertThat(bindings.endpoint("b")).isNull();
  }

  @Test
  void nobodyElseHasMyName() {
    assertThat(answer(0, "a", THERE)).isEqualTo(Verdict.NAME_TAKEN);
    // Of two that both begin, the one at the lower endpoint stays.
    bindings.call(THERE, 1);
    Hello hello = hello(1, "a", THERE, SETTINGS);
    assertThat(bindings.hello(0, THERE, hello, false)).isEqualTo(Verdict.NAME_TAKEN);
    Bindings there = new Bindings("a", THERE, SETTINGS, Guard.NONE, PATIENCE);
    there.call(HERE, 1);
    hello = hello(1, "a", HERE, SETTINGS);
    assertThat(there.hello(0, HERE, hello, false)).isEqualTo(Verdict.ASK_HOLDER);
  }
}
