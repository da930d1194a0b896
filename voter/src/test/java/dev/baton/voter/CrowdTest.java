package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.net.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who gives way where too many are connected. */
final class CrowdTest {

  private final Crowd crowd = new Crowd(Set.of("voters"));
  private final List<String> left = new ArrayList<>();

  private Crowd.Caller enter(String from, String who) {
    return crowd.enter(from, (why, detail) -> left.add(who + " " + why.tag()));
  }

  private List<Crowd.Caller> enter(int times, String from, String who) {
    List<Crowd.Caller> entered = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      entered.add(enter(from, who + i));
    }
    return entered;
  }

  @Test
  void theOldestOfAnAddressGivesWay() {
    enter("elsewhere", "other");
    enter(Crowd.MOST_PER_ADDRESS, "here", "");
    assertThat(left).isEmpty();
    enter(2, "here", "late");
    assertThat(left).containsExactly("0 crowded", "1 crowded");
    assertThat(crowd.size()).isEqualTo(Crowd.MOST_PER_ADDRESS + 1);
  }

  @Test
  void theSilentDoNotCrowdOutThoseThatHaveSpoken() {
    Crowd.Caller voter = enter("here", "voter");
    crowd.heard(voter);
    enter(1000, "here", "silent");
    assertThat(left).doesNotContain("voter crowded").hasSize(1001 - Crowd.MOST_PER_ADDRESS);
    crowd.name(voter, "b");
    crowd.left(voter);
    assertThat(crowd.size()).isEqualTo(Crowd.MOST_PER_ADDRESS - 1);
  }

  @Test
  void strangeAddressesGiveWayToThoseOfVoters() {
    enter("voters", "voter");
    for (int i = 0; i < 1000; i++) {
      enter("address " + i, "stranger");
    }
    assertThat(left).containsOnly("stranger crowded");
    assertThat(crowd.size()).isEqualTo(Crowd.MOST_NAMELESS);
  }

  /** Whatever the nameless do. */
  @Test
  void whoHasANameStays() {
    crowd.name(enter("here", "voter"), null);
    for (Crowd.Caller each : enter(1000, "here", "spoken")) {
      crowd.heard(each);
    }
    assertThat(left).doesNotContain("voter crowded");
  }

  @Test
  void ofThoseWithANameTheMostSilentGivesWay() {
    List<Crowd.Caller> callers = enter(Crowd.MOST_PER_NAME, "here", "");
    callers.forEach(each -> crowd.name(each, "b"));
    callers.stream().skip(1).forEach(crowd::heard);
    crowd.heard(callers.get(0));
    crowd.name(enter("elsewhere", "of b"), "b");
    assertThat(left).containsExactly("1 crowded");
    // Others have room of their own.
    crowd.name(enter("here", "of c"), "c");
    assertThat(left).hasSize(1);
  }

  @Test
  void withoutTlsStrangeAddressesGiveWay() {
    Crowd.Caller voter = enter("voters", "voter");
    crowd.name(voter, null);
    for (int i = 0; i < 1000; i++) {
      Crowd.Caller stranger = enter("address " + i, "stranger");
      crowd.heard(stranger);
      crowd.name(stranger, null);
    }
    assertThat(left).containsOnly("stranger crowded");
    assertThat(crowd.size()).isEqualTo(Crowd.MOST_NAMED);
  }

  @Test
  void whoHoldsMostOfWhatIsNotAMessageYetGivesWay() {
    long third = Crowd.MOST_UNFINISHED / 3;
    Crowd.Caller one = enter("here", "one");
    Crowd.Caller two = enter("here", "two");
    Crowd.Caller three = enter("here", "three");
    crowd.unfinished(one, third);
    crowd.unfinished(two, third + 1);
    crowd.unfinished(three, third);
    assertThat(left).isEmpty();
    crowd.unfinished(three, 2);
    assertThat(left).containsExactly("three " + Refused.TOO_LONG.tag());
    // It is gone, and what its calls still tell does not count.
    crowd.unfinished(three, -third);
    crowd.unfinished(one, third - 1);
    assertThat(left).hasSize(1);
    crowd.unfinished(one, -2 * third + 1);
    crowd.left(two);
    crowd.unfinished(one, Crowd.MOST_UNFINISHED);
    assertThat(left).hasSize(1);
  }
}
