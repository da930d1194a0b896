package dev.baton.cluster.ratis;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import dev.baton.cluster.wire.WireException;

/** The bytes of what voters keep and tell each other. */
final class Format {

  static final Codec<Command> COMMANDS = Wire.of(Command.class);
  static final Codec<EpochRecord> RECORDS = Wire.records();
  static final Codec<Hello> HELLOS = Wire.of(Hello.class);

  private static final byte[] NOTHING = {};

  private Format() {}

  static <T> byte[] encode(Codec<T> codec, T value) {
    Output out = new Output();
    codec.encode(value, out);
    return out.toByteArray();
  }

  static <T> T decode(Codec<T> codec, byte[] bytes) throws WireException {
    return codec.decode(new Input().wrap(bytes));
  }

  /** The answer to a command: a record, or no bytes for none. */
  static byte[] answer(EpochRecord record) {
    return record == null ? NOTHING : encode(RECORDS, record);
  }

  static EpochRecord answer(byte[] bytes) throws WireException {
    return bytes.length == 0 ? null : decode(RECORDS, bytes);
  }
}
