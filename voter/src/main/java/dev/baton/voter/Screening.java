package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.wire.WireException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * What a leader does with a command before it lets it into the log. The state machine cannot do
 * this: it must answer alike on every voter, and clocks differ.
 */
final class Screening {

  private static final byte[] LATEST =
      VoterCodecs.encode(VoterCodecs.COMMANDS, new Command.Latest());

  private final ChainMachine machine;
  private final Engine engine;

  /** This voter's wall clock, as epochs are numbered. */
  private final LongSupplier wallSeconds;

  Screening(ChainMachine machine, Engine engine, LongSupplier wallSeconds) {
    this.machine = machine;
    this.engine = engine;
    this.wallSeconds = wallSeconds;
  }

  /** Has a command chosen and applied, if this voter is the leader and nothing is wrong with it. */
  CompletableFuture<byte[]> submit(byte[] bytes) {
    if (!engine.leads()) {
      return CompletableFuture.failedFuture(new IOException("This voter does not lead."));
    }
    try {
      return switch (VoterCodecs.decode(VoterCodecs.COMMANDS, bytes)) {
        case Command.Propose proposal -> propose(proposal, bytes, false);
        case Command.Latest() -> engine.submit(bytes);
      };
    } catch (WireException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * @param isUpToDate whether all that was chosen before the question is known here
   */
  private CompletableFuture<byte[]> propose(
      Command.Propose proposal, byte[] bytes, boolean isUpToDate) {
    return switch (machine.judge(proposal, wallSeconds.getAsLong())) {
      case Verdict.Decided(EpochRecord winner) ->
          CompletableFuture.completedFuture(VoterCodecs.answer(proposal, winner));
      case Verdict.Fits() -> engine.submit(bytes);
      case Verdict.TooFarAhead(long instead) ->
          CompletableFuture.completedFuture(VoterCodecs.anotherNumber(instead));
      case Verdict.Malformed(String why) -> CompletableFuture.failedFuture(new IOException(why));
      case Verdict.NotInChain() ->
          // A new leader may have entries that it has not applied yet, and a former one may not
          // know what was chosen since; both know it when an entry of their own is applied.
          isUpToDate
              ? CompletableFuture.completedFuture(VoterCodecs.answer(proposal, (EpochRecord) null))
              : engine.submit(LATEST).thenCompose(done -> propose(proposal, bytes, true));
    };
  }
}
