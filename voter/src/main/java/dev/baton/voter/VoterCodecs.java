package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import dev.baton.cluster.wire.WireException;
import dev.baton.voter.Command.Propose;

/** The bytes of what voters keep and tell each other. */
final class VoterCodecs {

  static final Codec<Command> COMMANDS = Wire.of(Command.class);
  static final Codec<EpochRecord> RECORDS = Wire.records();
  static final Codec<VoterHello> HELLOS = Wire.of(VoterHello.class);
  static final Codec<ReplacementRequest> REPLACEMENTS = Wire.of(ReplacementRequest.class);

  private static final byte[] NOTHING = {};

  /** Shorter than any record. */
  private static final byte[] AS_PROPOSED = {0};

  private VoterCodecs() {}

  static <T> byte[] encode(Codec<T> codec, T value) {
    Output out = new Output();
    codec.encode(value, out);
    return out.toByteArray();
  }

  static <T> T decode(Codec<T> codec, byte[] bytes) throws WireException {
    return codec.decode(new Input().wrap(bytes));
  }

  /** The answer to a command: a record, one byte for that of the command, or none for none. */
  static byte[] answer(Command command, EpochRecord record) {
    if (record == null) {
      return NOTHING;
    }
    boolean isProposed = command instanceof Propose proposal && record.equals(proposal.next());
    return isProposed ? AS_PROPOSED : encode(RECORDS, record);
  }

  static EpochRecord answer(Command command, byte[] bytes) throws WireException {
    if (bytes.length == 0) {
      return null;
    }
    boolean isProposed = command instanceof Propose && bytes.length == AS_PROPOSED.length;
    return isProposed ? ((Propose) command).next() : decode(RECORDS, bytes);
  }
}
