package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import dev.baton.cluster.wire.WireException;
import dev.baton.voter.Command.Propose;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The bytes of what voters keep and tell each other. */
final class VoterCodecs {

  static final Codec<Command> COMMANDS = Wire.of(Command.class);
  static final Codec<EpochRecord> RECORDS = Wire.records();
  static final Codec<VoterHello> HELLOS = Wire.of(VoterHello.class);
  static final Codec<ReplacementRequest> REPLACEMENTS = Wire.of(ReplacementRequest.class);

  private static final byte[] NOTHING = {};

  /** Shorter than any record. */
  private static final byte[] AS_PROPOSED = {0};

  /** A byte and a number: shorter than any record, too. */
  private static final int ANOTHER_NUMBER = 1 + Long.BYTES;

  private VoterCodecs() {}

  static <T> byte[] encode(Codec<T> codec, T value) {
    Output out = new Output();
    codec.encode(value, out);
    return out.toByteArray();
  }

  static <T> T decode(Codec<T> codec, byte[] bytes) throws WireException {
    return codec.decode(new Input().wrap(bytes));
  }

  /** What builds wrote in which clusters had no id; rarely needed. */
  private static final class Earlier {
    static final Codec<Command> COMMANDS = Wire.ofEarlierBuilds(Command.class);
    static final Codec<EpochRecord> RECORDS = Wire.ofEarlierBuilds(EpochRecord.class);
  }

  /** Reads what the log keeps, perhaps from an earlier build. */
  static Command decodeKeptCommand(byte[] bytes) throws WireException {
    return decodeKept(COMMANDS, () -> Earlier.COMMANDS, bytes);
  }

  /** Reads what a snapshot keeps, perhaps from an earlier build. */
  static EpochRecord decodeKeptRecord(byte[] bytes) throws WireException {
    return decodeKept(RECORDS, () -> Earlier.RECORDS, bytes);
  }

  private static <T> T decodeKept(Codec<T> codec, Supplier<Codec<T>> earlier, byte[] bytes)
      throws WireException {
    try {
      return decode(codec, bytes);
    } catch (WireException e) {
      try {
        return decode(earlier.get(), bytes);
      } catch (WireException again) {
        throw e;
      }
    }
  }

  /** The answer to a command: a record, one byte for that of the command, or none for none. */
  static byte[] answer(Command command, EpochRecord record) {
    if (record == null) {
      return NOTHING;
    }
    boolean isProposed = command instanceof Propose proposal && record.equals(proposal.next());
    return isProposed ? AS_PROPOSED : encode(RECORDS, record);
  }

  /** The answer to a proposal whose number is too far ahead: the number to take instead. */
  static byte[] anotherNumber(long number) {
    return ByteBuffer.allocate(ANOTHER_NUMBER).put((byte) 1).putLong(number).array();
  }

  /** The number that an answer tells to take instead; empty if it is an answer of another kind. */
  static OptionalLong anotherNumber(byte[] answer) {
    return answer.length == ANOTHER_NUMBER
        ? OptionalLong.of(ByteBuffer.wrap(answer).getLong(1))
        : OptionalLong.empty();
  }

  static EpochRecord answer(Command command, byte[] bytes) throws WireException {
    if (bytes.length == 0) {
      return null;
    }
    boolean isProposed = command instanceof Propose && bytes.length == AS_PROPOSED.length;
    return isProposed ? ((Propose) command).next() : decode(RECORDS, bytes);
  }
}
