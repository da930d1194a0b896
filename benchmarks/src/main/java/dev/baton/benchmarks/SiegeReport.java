package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** What came of a siege, and whether that is good enough. */
record SiegeReport(SiegePhase baseline, SiegePhase siege, boolean allAlive) {

  static final Limits REQUIRED = new Limits(0.8, 5, 1.1, 0.5);

  /**
   * @param grants of the hot lock, as a part of the baseline's: at least
   * @param joinSeconds that a join takes: at most
   * @param growth of heap and threads, from the first reading to the last: at most
   * @param attacks as a part of the stated rates: with fewer, nothing was shown; 0 if it does not
   *     matter how many there were
   */
  record Limits(double grants, double joinSeconds, double growth, double attacks) {}

  private double part() {
    return siege.allGrants() / baseline.allGrants();
  }

  /** What is not as it should be, each in a few words; empty if all is well. */
  List<String> missed(Limits limits) {
    List<String> missed = new ArrayList<>();
    // Written so that what is not a number is missed, too.
    check(missed, part() >= limits.grants, "grants of the hot lock");
    check(missed, siege.leastGrants() > 0, "a member was never granted the hot lock");
    check(missed, siege.longestJoin() <= limits.joinSeconds, "join() of a good member");
    check(missed, siege.growth(SiegePhase.HEAP) <= limits.growth, "heap");
    check(missed, siege.growth(SiegePhase.THREADS) <= limits.growth, "threads");
    check(missed, siege.bound() == 0, "an attacker was let in");
    check(missed, allAlive, "a member has ended");
    check(missed, attacks(siege.done()) >= limits.attacks, "too few attacks");
    check(missed, attacks(baseline.done()) >= limits.attacks, "too few attacks in the baseline");
    if (limits.attacks > 0) {
      // Otherwise it was not seen that anybody is refused.
      check(missed, siege.done().refusedByMembers() > 0, "mallory was not heard by any member");
      check(missed, siege.done().refusedByVoters() > 0, "mallory was not heard by any voter");
    }
    return missed;
  }

  /** The smallest part of a stated rate that was reached. */
  private static double attacks(Outsiders.Done done) {
    double seconds = done.millis() / 1000.0;
    return Math.min(
        done.connections() / seconds / Outsiders.CONNECTIONS,
        done.handshakes() / seconds / Outsiders.HANDSHAKES);
  }

  private static void check(List<String> missed, boolean isMet, String what) {
    if (!isMet) {
      missed.add(what);
    }
  }

  void print(Limits limits) {
    Table.title("Attacks by outsiders on all ports of three members at once");
    Table attacks = new Table("attack", "stated", "baseline", "siege");
    attacks.row(
        "connections a second",
        "" + Outsiders.CONNECTIONS,
        rate(baseline, baseline.done().connections()),
        rate(siege, siege.done().connections()));
    attacks.row(
        "handshakes a second",
        "" + Outsiders.HANDSHAKES,
        rate(baseline, baseline.done().handshakes()),
        rate(siege, siege.done().handshakes()));
    attacks.row(
        "half-open at once, a quarter of them slow senders",
        "" + HalfOpenConnections.MOST,
        "" + baseline.done().halfOpen(),
        "" + siege.done().halfOpen());
    attacks.row("mallory refused by members", "", "", "" + siege.done().refusedByMembers());
    attacks.row("mallory refused by voters", "", "", "" + siege.done().refusedByVoters());
    attacks.row(
        "CPU of the attackers, % of a core",
        "",
        rate(baseline, baseline.done().cpuMillis() / 10.0),
        rate(siege, siege.done().cpuMillis() / 10.0));
    attacks.print();

    Table.title("What members notice of it; baseline: the same attacks on ports of a decoy");
    Table table = new Table("what", "baseline", "siege", "required");
    for (int i = 0; i < siege.grants().length; i++) {
      table.row(
          "grants a second, member " + (i + 1),
          Table.number(baseline.grants()[i]),
          Table.number(siege.grants()[i]),
          "");
    }
    table.row(
        "grants a second, all",
        Table.number(baseline.allGrants()),
        Table.number(siege.allGrants()),
        "");
    table.row(
        "siege / baseline", "", "%.2f".formatted(part()), Table.atLeast(limits.grants, part()));
    table.row("failed calls for the lock", "" + baseline.failures(), "" + siege.failures(), "");
    table.row(
        "longest of %d joins, s".formatted(siege.joins().size()),
        Table.number(baseline.longestJoin()),
        Table.number(siege.longestJoin()),
        Table.atMost(limits.joinSeconds, siege.longestJoin()));
    growth(table, "heap, end / first reading", SiegePhase.HEAP, limits);
    growth(table, "threads, end / first reading", SiegePhase.THREADS, limits);
    table.row("attackers let in", "", "" + siege.bound(), Table.atMost(0, siege.bound()));
    table.row("all members alive", "", allAlive ? "yes" : "no", allAlive ? "met" : "MISSED");
    table.print();
    List<String> missed = missed(limits);
    System.out.printf(
        "%nsiege: %s%n", missed.isEmpty() ? "met" : "MISSED: " + String.join(", ", missed));
  }

  private static String rate(SiegePhase phase, double count) {
    return Table.number(count * 1000 / phase.done().millis());
  }

  private void growth(Table table, String what, int which, Limits limits) {
    table.row(
        what,
        "%.2f".formatted(baseline.growth(which)),
        "%.2f".formatted(siege.growth(which)),
        Table.atMost(limits.growth, siege.growth(which)));
  }
}
