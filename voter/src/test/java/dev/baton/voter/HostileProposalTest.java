package dev.baton.voter;

import static dev.baton.voter.Voters.await;
import static dev.baton.voter.Voters.extend;
import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.next;
import static dev.baton.voter.Voters.propose;
import static dev.baton.voter.Voters.soon;
import static java.util.concurrent.TimeUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.seat.WallClock;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What the leader lets into the log, whoever asks. */
@Tag("slow")
@Tag("hostile")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
final class HostileProposalTest {

  @TempDir Path root;
  private Voters voters;

  @BeforeEach
  void prepare() {
    voters = new Voters(root, "a", "b", "c");
  }

  @AfterEach
  void stop() {
    voters.close();
  }

  private Attacker attackLeader() {
    return Attacker.withoutTls(voters.settings(voters.leader()));
  }

  @Test
  void aRecordThatWouldStopTheClusterIsRefused() throws Exception {
    voters.openAll();
    EpochRecord last = extend(voters.get("a"), voters.genesis, 2);
    EpochRecord end = next(last, "mallory").numbered(Long.MAX_VALUE);
    try (Attacker attacker = attackLeader()) {
      // It is told which number to take.
      assertThat(VoterCodecs.anotherNumber(attacker.propose(last, end)))
          .hasValue(last.number() + 1);
      // Not above the last, and not after the last.
      assertThatThrownBy(() -> attacker.propose(last, end.numbered(last.number())))
          .hasMessageContaining("Epoch 2 does not follow epoch 2.");
      EpochRecord elsewhere = next(next(voters.genesis, "x"), "mallory").numbered(3);
      assertThat(attacker.propose(last, elsewhere)).isEmpty();
      // A successor of a record that is not there yet is judged when it is there.
      EpochRecord one = next(last, "one");
      EpochRecord two = next(one, "two").numbered(Long.MAX_VALUE);
      assertThat(attacker.propose(one, two)).isEmpty();
      assertThat(soon(latest(voters.get("a")))).isEqualTo(last);
      extend(voters.get("b"), last, 2);
    }
  }

  /** It would be read by every voter, again and again. */
  @Test
  void aRecordThatCannotBeIsRefused() throws Exception {
    voters.openAll();
    EpochRecord last = extend(voters.get("a"), voters.genesis, 1);
    EpochRecord next = next(last, "mallory");
    EpochRecord forged =
        new EpochRecord(
            next.number(),
            next.previous(),
            List.of(new Seat("b", 1, 1), new Seat("a", 1, 2)),
            next.neighbourhoods(),
            next.voters(),
            next.choices(),
            next.floor(),
            next.locks(),
            0);
    try (Attacker attacker = attackLeader()) {
      assertThatThrownBy(() -> attacker.propose(last, forged))
          .hasMessageContaining("Epoch 2 cannot be: its members are not in order");
    }
    assertThat(soon(latest(voters.get("a")))).isEqualTo(last);
    extend(voters.get("b"), last, 1);
  }

  /** A repeated proposal is not one that is late: whoever has won must hear of it. */
  @Test
  void theLeaderDiesBetweenCommitAndAnswer() throws Exception {
    voters.openAll();
    EpochRecord last = extend(voters.get("a"), voters.genesis, 1);
    EpochRecord won = next(last, "winner");
    String leader = voters.leader();
    try (Attacker asker = attackLeader()) {
      // Nobody waits for this answer.
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                try {
                  asker.propose(last, won);
                } catch (RuntimeException e) {
                  // The leader is gone.
                }
              });
      await(() -> voters.get(leader).records().getLast().equals(won));
      voters.close(leader);
    }
    RatisEpochStore other = voters.open.values().iterator().next();
    assertThat(soon(propose(other, last, won))).isEqualTo(won);
    assertThat(soon(propose(other, last, next(last, "loser")))).isEqualTo(won);
    // The same by the words that voters use, at the leader itself.
    try (Attacker asker = attackLeader()) {
      Command.Propose again = new Command.Propose(last.number(), won);
      assertThat(VoterCodecs.answer(again, asker.submit(again))).isEqualTo(won);
      Command.Propose late = new Command.Propose(last.number(), next(last, "late"));
      assertThat(VoterCodecs.answer(late, asker.submit(late))).isEqualTo(won);
      // Its number is of no account any more.
      Command.Propose high = new Command.Propose(last.number(), won.numbered(Long.MAX_VALUE));
      assertThat(VoterCodecs.answer(high, asker.submit(high))).isEqualTo(won);
    }
    extend(other, won, 1);
  }

  @Test
  void theClockOfTheLeaderIsTwoDaysBehind() throws Exception {
    long now = WallClock.seconds();
    long behind = now - DAYS.toSeconds(2);
    voters.wallSeconds = () -> behind;
    voters.openAll();
    RatisEpochStore store = voters.get("b");
    // After genesis the clock of the leader counts: fences must grow after a loss of everything.
    EpochRecord first = next(voters.genesis, "b").numbered(now);
    assertThat(soon(propose(store, voters.genesis, first))).isEqualTo(first.numbered(behind));
    // Later one more than the last is enough.
    EpochRecord last = first.numbered(behind);
    EpochRecord second = next(last, "b").numbered(now);
    assertThat(soon(propose(store, last, second))).isEqualTo(second.numbered(behind + 1));
    // What is less than a day ahead of it keeps its number.
    last = second.numbered(behind + 1);
    EpochRecord third = next(last, "b").numbered(behind + DAYS.toSeconds(1) - 1);
    assertThat(soon(propose(store, last, third))).isEqualTo(third);
    // And the last record may be far ahead of the clock already.
    extend(store, third, 2);
  }

  /** Every row of the rule, without voters. */
  @Test
  void theRule() {
    EpochRecord genesis = EpochRecord.genesis(List.of("a"), List.of());
    Chain chain = new Chain(genesis);
    EpochRecord one = next(genesis, "one").numbered(100);
    chain.propose(0, one);
    EpochRecord two = next(one, "two");
    long day = Chain.AHEAD;
    assertThat(chain.judge(0, one, 5)).isEqualTo(new Verdict.Decided(one));
    assertThat(chain.judge(0, next(genesis, "x").numbered(1L << 60), 5))
        .isEqualTo(new Verdict.Decided(one));
    assertThat(chain.judge(100, two, 5)).isEqualTo(new Verdict.Fits());
    assertThat(chain.judge(100, two, -day)).isEqualTo(new Verdict.Fits());
    assertThat(chain.judge(100, two.numbered(5 + day), 5)).isEqualTo(new Verdict.Fits());
    assertThat(chain.judge(100, two.numbered(6 + day), 5)).isEqualTo(new Verdict.TooFarAhead(101));
    assertThat(chain.judge(100, two.numbered(100), 5)).isInstanceOf(Verdict.Malformed.class);
    assertThat(chain.judge(100, next(genesis, "x").numbered(101), 5))
        .isEqualTo(new Verdict.NotInChain());
    assertThat(chain.judge(99, two, 5)).isEqualTo(new Verdict.NotInChain());
    assertThat(chain.judge(101, two.numbered(1L << 60), 5)).isEqualTo(new Verdict.NotInChain());
    assertThat(new Chain(genesis).judge(0, one.numbered(2 * day), 7))
        .isEqualTo(new Verdict.TooFarAhead(7));
  }
}
