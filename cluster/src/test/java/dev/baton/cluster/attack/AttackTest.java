package dev.baton.cluster.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Removed;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The attack finds nothing; and it would, if a rule of the protocol were missing. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class AttackTest {

  /** With {@code -Pquick} no row runs more seeds than this. */
  private static final int MOST_SEEDS = Boolean.getBoolean("baton.quick") ? 10 : Integer.MAX_VALUE;

  /** 500 seeds; {@code ./baton attack} runs more. */
  @ParameterizedTest
  @CsvSource({
    "naimi-trehel, 5, 180",
    "raysuz, 5, 120",
    "suzuki-kasami, 5, 40",
    "ricart-agrawala, 5, 40",
    "raymond, 4, 30",
    "info-based, 6, 30",
    "request-collectors, 5, 40",
    "klme, 5, 40",
    "chaudhuri-edward-k-style, 5, 20",
  })
  void noPromiseIsBroken(String algorithm, int members, int most) {
    int seeds = Math.min(most, MOST_SEEDS);
    Attack attack = new Attack(algorithm, members);
    long grants = 0;
    long carried = 0;
    for (long seed = 1; seed <= seeds; seed++) {
      Attack.Outcome outcome = attack.run(seed);
      assertThat(outcome.violation())
          .as(
              "./baton attack --algorithm %s --members %d --first-seed %d --seeds 1",
              algorithm, members, seed)
          .isNull();
      grants += outcome.grants();
      carried += outcome.holdsCarried();
    }
    assertThat(grants).isGreaterThan(20L * seeds);
    assertThat(carried).isPositive();
  }

  /** Every lock is one of each neighbourhood, and members go from one to another. */
  @ParameterizedTest
  @CsvSource({
    "klme, 5, 120",
    "klme, 8, 40",
    "naimi-trehel, 5, 60",
    "request-collectors, 5, 40",
    "raysuz, 5, 20",
    "lamport, 4, 20",
  })
  void noPromiseIsBrokenWhereMembersRoam(String algorithm, int members, int most) {
    int seeds = Math.min(most, MOST_SEEDS);
    Attack attack = new Attack(algorithm, members).roaming();
    long grants = 0;
    long carried = 0;
    for (long seed = 1; seed <= seeds; seed++) {
      Attack.Outcome outcome = attack.run(seed);
      assertThat(outcome.violation())
          .as(
              "./baton attack --roaming --algorithm %s --members %d --first-seed %d --seeds 1",
              algorithm, members, seed)
          .isNull();
      grants += outcome.grants();
      carried += outcome.holdsCarried();
    }
    assertThat(grants).isGreaterThan(20L * seeds);
    assertThat(carried).isPositive();
  }

  /** Promise 4, at the shortest lease and others. */
  @ParameterizedTest
  @CsvSource({"1000, 40", "2000, 40", "3000, 40"})
  void whatIsHeldSurvivesTheChangeOfAnEpoch(long lease, int most) {
    int seeds = Math.min(most, MOST_SEEDS);
    Attack attack = new Attack("naimi-trehel", 5).lease(lease);
    long judged = 0;
    for (long seed = 1; seed <= seeds; seed++) {
      Attack.Outcome outcome = attack.run(seed);
      assertThat(outcome.violation())
          .as("./baton attack --lease %d --first-seed %d --seeds 1", lease, seed)
          .isNull();
      judged += outcome.changesJudged();
    }
    assertThat(judged).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "QUARANTINE, 20",
    "DRIFT_FACTOR, 34",
    "LEASE_FROM_SENDING, 473",
    "SEALED_VOTER_IS_SILENT, 72",
    "EPOCH_TAG, 2",
    "ACKNOWLEDGEMENT_AT_OPEN, 357",
    "QUARANTINE_CARRIED, 20",
    "LEASE_CHECK, 9",
    "WANTED, 1",
    "EPOCH_IN_FENCE, 1",
    "MAJORITY, 15",
    "CALL_BEFORE_SEAL, 8",
    "CUT_OFF_IS_LEFT_OUT, 15",
    "LEFT_OUT_COUNTS_AS_EVICTED, 15",
    "CUT_LINK_IS_HEALED, 15",
    "SNAPSHOT, 1",
    "FLOOR, 6",
    "ANSWER_FOR_OLD_INCARNATIONS, 253",
    "OPENING_IS_CONFIRMED, 14",
    "VOTERS_SEAL, 27",
    "ANSWERS_SPEAK_FOR_THEIR_SENDER, 15",
    "VOTERS_ACKNOWLEDGE, 2994",
    "VOTERS_REFUSE, 32",
    "BEATS_OF_MEMBERS, 6",
    "SEATS_IN_A_BEAT, 7",
    "PACE_OF_ANSWERS, 1",
    "CLAIMS_END_WITH_THE_HOLD, 1",
    "LOSS_BEFORE_LEAVING, 26",
    "LOSS_AT_EVICTION, 359",
    "GIVING_UP_BY_WHO_ROAMS, 1",
  })
  void aMissingRuleIsNoticed(Removed removed, long seed) {
    Attack without = new Attack("naimi-trehel", 5, removed.rules());
    Attack with = new Attack("naimi-trehel", 5);
    boolean roams = removed == Removed.GIVING_UP_BY_WHO_ROAMS;
    assertThat((roams ? without.roaming() : without).run(seed).violation()).isNotNull();
    assertThat((roams ? with.roaming() : with).run(seed).violation()).isNull();
  }

  @Test
  void everyRuleHasASeed() throws NoSuchMethodException {
    CsvSource pinned =
        AttackTest.class
            .getDeclaredMethod("aMissingRuleIsNoticed", Removed.class, long.class)
            .getAnnotation(CsvSource.class);
    assertThat(Arrays.stream(pinned.value()).map(row -> row.split(",")[0]))
        .containsExactlyElementsOf(Arrays.stream(Removed.values()).map(Removed::name).toList());
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    Attack attack = new Attack("naimi-trehel", 5);
    for (long seed = 1; seed <= 20; seed++) {
      assertThat(attack.run(seed)).isEqualTo(attack.run(seed));
    }
    assertThat(attack.run(1).hash()).isNotEqualTo(attack.run(2).hash());
  }

  /** A failing seed needs few of its faults. */
  @Test
  void aFailingSeedShrinks() {
    Attack attack = new Attack("naimi-trehel", 5, Removed.QUARANTINE.rules());
    long seed = 1;
    while (attack.run(seed).violation() == null) {
      seed++;
    }
    int all = Plan.of("naimi-trehel", 5, seed).faults().size();
    assertThat(attack.shrink(seed)).isNotEmpty().hasSizeLessThan(all);
  }
}
