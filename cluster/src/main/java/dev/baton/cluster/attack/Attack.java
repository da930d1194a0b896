package dev.baton.cluster.attack;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.Rules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs single seeds, and makes failing ones smaller. */
public final class Attack {

  /**
   * What came of a seed.
   *
   * @param violation what was broken, or null
   * @param changesJudged changes of epochs in which promise 4 had to be kept to somebody
   * @param holdsJudged how many holds that was about
   * @param hash of all events; equal for equal inputs
   */
  public record Outcome(
      long seed,
      @Nullable String violation,
      long grants,
      long epochs,
      long holdsCarried,
      long changesJudged,
      long holdsJudged,
      long hash) {}

  /** How much time goes by in a run. */
  public static final long SECONDS_PER_SEED = Plan.END / 1_000_000;

  private final String algorithm;
  private final int members;
  private final Rules rules;
  private final boolean roams;

  /** In milliseconds; 0 if each seed draws its own. */
  private final long lease;

  /** With all rules of the protocol. */
  public Attack(String algorithm, int members) {
    this(algorithm, members, Rules.ALL);
  }

  public Attack(String algorithm, int members, Rules rules) {
    this(algorithm, members, rules, false, 0);
  }

  private Attack(String algorithm, int members, Rules rules, boolean roams, long lease) {
    if (members < 2 || members > 9) {
      throw new IllegalArgumentException("There can be 2 to 9 members, not " + members + ".");
    }
    this.algorithm = Catalog.entry(algorithm).live().id();
    this.members = members;
    this.rules = rules;
    this.roams = roams;
    this.lease = lease;
  }

  /** The same with locks of neighbourhoods, and members that go from one to another. */
  public Attack roaming() {
    return new Attack(algorithm, members, rules, true, lease);
  }

  /** The same with a lease of so many milliseconds, instead of one that the seed draws. */
  public Attack lease(long millis) {
    if (millis < 1_000 || millis > 60_000) {
      throw new IllegalArgumentException("A lease must last 1000 to 60000 ms, not " + millis + ".");
    }
    return new Attack(algorithm, members, rules, roams, millis);
  }

  public Outcome run(long seed) {
    return run(plan(seed));
  }

  private Plan plan(long seed) {
    Plan plan = Plan.of(algorithm, members, seed, lease);
    return roams ? plan.roaming() : plan;
  }

  private Outcome run(Plan plan) {
    AttackRun run = new AttackRun(plan, rules);
    String violation = null;
    try {
      run.run();
    } catch (Violation e) {
      violation = e.getMessage();
    } catch (RuntimeException | AssertionError e) {
      // A handler that failed, or an invariant that does not hold.
      violation = e.toString();
    }
    return new Outcome(
        plan.seed(),
        violation,
        run.monitor().grants(),
        run.epochs(),
        run.monitor().holdsCarried(),
        run.carryOver().changesJudged(),
        run.carryOver().holdsJudged(),
        run.hash());
  }

  /** The faults without which a failing seed does not fail, one per line. */
  public List<String> shrink(long seed) {
    Plan plan = plan(seed);
    List<Fault> needed = new ArrayList<>(plan.faults());
    boolean isSmaller = true;
    while (isSmaller) {
      isSmaller = false;
      for (int i = needed.size() - 1; i >= 0; i--) {
        List<Fault> fewer = new ArrayList<>(needed);
        fewer.remove(i);
        if (run(plan.with(List.copyOf(fewer))).violation() != null) {
          needed = fewer;
          isSmaller = true;
        }
      }
    }
    return needed.stream().map(Fault::toString).toList();
  }
}
