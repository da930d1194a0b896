package dev.baton.cluster.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.SizeBudget;
import dev.baton.cluster.epoch.SmallBudget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that have no room for all locks in use: those that are left out are lost, safely. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class SmallBudgetTest {

  /** One lock fits, or none. */
  private static SmallBudget budget(int bytes) {
    return new SmallBudget(new SizeBudget(bytes, 1 << 20, 1 << 30, 1 << 20));
  }

  @ParameterizedTest
  @CsvSource({
    "naimi-trehel, 0",
    "naimi-trehel, 60",
    "raysuz, 60",
    "request-collectors, 60",
    "klme, 0",
  })
  void noPromiseIsBrokenThoughLocksAreLeftOut(String algorithm, int bytes) {
    Attack small = new Attack(algorithm, 5, budget(bytes));
    Attack large = new Attack(algorithm, 5, Rules.ALL);
    long carried = 0;
    long carriedInAll = 0;
    for (long seed = 1; seed <= 30; seed++) {
      Attack.Outcome outcome = small.run(seed);
      assertThat(outcome.violation()).as("seed %d", seed).isNull();
      carried += outcome.holdsCarried();
      carriedInAll += large.run(seed).holdsCarried();
    }
    assertThat(carried).isLessThan(carriedInAll);
  }

  @Test
  void withoutTheQuarantineTwoHoldOneLock() {
    Attack attack = new Attack("naimi-trehel", 5, budget(0).withoutQuarantine());
    long seed = 1;
    while (seed < 300 && attack.run(seed).violation() == null) {
      seed++;
    }
    assertThat(attack.run(seed).violation()).isNotNull();
  }
}
