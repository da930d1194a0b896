package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.net.Bindings.Verdict;
import dev.baton.cluster.net.Setting.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which hello binds a name, and which does not. */
final class BindingsTest {

  private static final long PATIENCE = 1000;
  private static final Endpoint HERE = new Endpoint("10.0.0.1", 7800);
  private static final Endpoint THERE = new Endpoint("10.0.0.2", 7800);
  private static final Endpoint ELSEWHERE = new Endpoint("10.0.0.3", 7800);
  private static final Settings SETTINGS = settings("orders", 3);

  private final Bindings bindings = bindings("a", HERE, AdmittedNames.ALL);

  private static Bindings bindings(String name, Endpoint endpoint, AdmittedNames admitted) {
    return new Bindings(profile(name, endpoint, SETTINGS), admitted, PATIENCE);
  }

  private static Settings settings(String cluster, long lease, Setting... others) {
    return new Settings(
        cluster,
        lease * 1_000_000,
        List.of("a"),
        List.of(new Choice("*", "raymond")),
        AlgorithmVersion.all(),
        List.of(others));
  }

  private static Profile profile(String name, Endpoint endpoint, Settings settings) {
    return new Profile(name, "zone of " + name, endpoint, 0, settings);
  }

  private static Greeting hello(String name, Endpoint endpoint, Settings settings) {
    return profile(name, endpoint, settings).greeting(false);
  }

  private Verdict answer(long now, String name, Endpoint endpoint) {
    return bindings.hello(now, endpoint, hello(name, endpoint, SETTINGS), null, true);
  }

  private Verdict answer(Settings settings) {
    return bindings.hello(0, THERE, hello("b", THERE, settings), null, true);
  }

  @Test
  void anAnswerBindsAName() {
    assertThat(answer(0, "b", THERE)).isEqualTo(Verdict.BOUND);
    assertThat(bindings.endpoint("b")).isEqualTo(THERE);
  }

  @Test
  void aHelloOfAnotherPlaceIsNotHeard() {
    Greeting hello = hello("b", THERE, SETTINGS);
    assertThat(bindings.hello(0, ELSEWHERE, hello, null, true)).isEqualTo(Verdict.MISPLACED);
    assertThat(bindings.endpoint("b")).isNull();
  }

  @Test
  void whoIsSomebodyElseIsNotTrusted() {
    Greeting hello = hello("b", THERE, SETTINGS);
    String distrust = "its certificate is for 'mallory'";
    assertThat(bindings.hello(0, THERE, hello, distrust, true)).isEqualTo(Verdict.NOT_TRUSTED);
    assertThat(bindings.objection()).isEqualTo(distrust);
    assertThat(bindings.endpoint("b")).isNull();
  }

  @Test
  void aNameWithCharactersThatCannotBeSeenMayNotJoin() {
    assertThat(answer(0, "b\u200b", THERE)).isEqualTo(Verdict.NOT_ADMITTED);
    assertThat(bindings.objection()).isEqualTo("its name has characters that cannot be seen");
    assertThat(bindings.endpoint("b\u200b")).isNull();
  }

  @Test
  void otherSettingsAreRefused() {
    assertThat(answer(settings("orders", 5))).isEqualTo(Verdict.OTHER_SETTINGS);
    assertThat(bindings.objection()).isEqualTo("lease: 3 ms here, 5 ms there");
    assertThat(answer(settings("bills", 5))).isEqualTo(Verdict.OTHER_SETTINGS);
    assertThat(bindings.objection()).isEqualTo("cluster: orders here, bills there");
  }

  /** What a later build has to say and this one does not know. */
  @Test
  void aSettingThatOneSideLacksCountsByItsKind() {
    Setting equal = new Setting("structures", Kind.EQUAL, "tree");
    assertThat(answer(settings("orders", 3, equal))).isEqualTo(Verdict.OTHER_SETTINGS);
    assertThat(bindings.objection()).isEqualTo("structures: missing here, tree there");
    Setting either = new Setting("cluster id", Kind.EQUAL_IF_BOTH, "4711");
    assertThat(answer(settings("orders", 3, either))).isEqualTo(Verdict.BOUND);
    Setting told = new Setting("colour", Kind.TOLD, "red");
    assertThat(answer(settings("orders", 3, told))).isEqualTo(Verdict.BOUND);
  }

  @Test
  void aSettingThatBothHaveIsComparedUnlessItIsOnlyTold() {
    Settings ours =
        settings(
            "orders",
            3,
            new Setting("cluster id", Kind.EQUAL_IF_BOTH, "4711"),
            new Setting("colour", Kind.TOLD, "red"));
    Bindings there = new Bindings(profile("a", HERE, ours), AdmittedNames.ALL, PATIENCE);
    Setting other = new Setting("cluster id", Kind.EQUAL_IF_BOTH, "4712");
    Greeting hello = hello("b", THERE, settings("orders", 3, other));
    assertThat(there.hello(0, THERE, hello, null, true)).isEqualTo(Verdict.OTHER_SETTINGS);
    assertThat(there.objection()).isEqualTo("cluster id: 4711 here, 4712 there");
    Setting blue = new Setting("colour", Kind.TOLD, "blue");
    hello = hello("b", THERE, settings("orders", 3, blue));
    assertThat(there.hello(0, THERE, hello, null, true)).isEqualTo(Verdict.BOUND);
    // Of two kinds the stricter counts.
    Setting strict = new Setting("colour", Kind.EQUAL, "blue");
    hello = hello("b", THERE, settings("orders", 3, strict));
    assertThat(there.hello(0, THERE, hello, null, true)).isEqualTo(Verdict.OTHER_SETTINGS);
    Setting twice = new Setting("lease", Kind.TOLD, "3 ms");
    hello = hello("b", THERE, settings("orders", 3, twice));
    assertThat(there.hello(0, THERE, hello, null, true)).isEqualTo(Verdict.OTHER_SETTINGS);
    assertThat(there.objection()).isEqualTo("settings: one is named twice there");
  }

  @Test
  void buildsNeedOneVersionOfTheProtocolInCommon() {
    assertThat(bindings.hello(0, THERE, speaking(new Protocols(1, 3)), null, true))
        .isEqualTo(Verdict.BOUND);
    assertThat(bindings.hello(0, THERE, speaking(new Protocols(2, 3)), null, true))
        .isEqualTo(Verdict.OTHER_PROTOCOL);
    assertThat(bindings.objection()).isEqualTo("protocol: 1 here, 2 to 3 there");
  }

  private static Greeting speaking(Protocols protocols) {
    Greeting it = hello("b", THERE, SETTINGS);
    return new Greeting(
        protocols,
        it.cluster(),
        it.name(),
        it.endpoint(),
        it.advertised(),
        it.consensusPort(),
        it.settled(),
        it.settings(),
        it.algorithms());
  }

  @Test
  void onlyAdmittedNamesAndVotersMayJoin() {
    Bindings strict = bindings("c", HERE, new AdmittedNames(List.of("app-*", "c")));
    Greeting mallory = hello("mallory", THERE, SETTINGS);
    assertThat(strict.hello(0, THERE, mallory, null, true)).isEqualTo(Verdict.NOT_ADMITTED);
    assertThat(strict.objection()).isEqualTo("only the voters and app-*, c may join");
    for (String name : List.of("a", "app-7")) {
      Greeting hello = hello(name, THERE, SETTINGS);
      assertThat(strict.hello(0, THERE, hello, null, true)).isEqualTo(Verdict.BOUND);
    }
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
    Greeting hello = hello("a", THERE, SETTINGS);
    assertThat(bindings.hello(0, THERE, hello, null, false)).isEqualTo(Verdict.NAME_TAKEN);
    Bindings there = bindings("a", THERE, AdmittedNames.ALL);
    hello = hello("a", HERE, SETTINGS);
    assertThat(there.hello(0, HERE, hello, null, false)).isEqualTo(Verdict.GIVE_WAY);
  }

  /** Each costs a thread. Nobody is called here. */
  @Test
  void thereIsRoomForSoManyNames() {
    Peers peers = new Peers(HERE, List.of(THERE), null, bindings, null, null, () -> {});
    for (int i = 0; i < Peers.MOST_NAMES; i++) {
      Endpoint another = new Endpoint("10.1." + i / 250 + "." + i % 250, 7800);
      assertThat(peers.isFullFor(another.address())).isFalse();
      peers.at(another);
    }
    assertThat(peers.isFullFor(ELSEWHERE.address())).isTrue();
    assertThat(peers.isFullFor(THERE.address())).as("it has its place").isFalse();
  }
}
