package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.RecordCheck;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.WireException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The end of the chain of epoch records: the same commands in the same order give the same answers
 * on every voter.
 *
 * <p>The last {@value #KEPT} records are kept. A voter that proposes a successor of an older one is
 * told that it is not in the chain; it hears of the newest epoch from the other members.
 *
 * <p>Invariant: numbers grow, and each record names the hash of the one before it.
 */
final class Chain {

  static final int KEPT = 100;

  /** How far ahead of the leader's clock a number may be, in seconds. */
  static final long AHEAD = 86_400;

  private final List<EpochRecord> records = new ArrayList<>();

  Chain(EpochRecord first) {
    records.add(first);
  }

  private Chain() {}

  EpochRecord last() {
    return records.getLast();
  }

  List<EpochRecord> records() {
    return List.copyOf(records);
  }

  /**
   * Lets {@code next} follow the epoch {@code expected} if that is the last one and {@code next}
   * names it; returns what follows it, or null.
   */
  EpochRecord propose(long expected, EpochRecord next) {
    EpochRecord last = last();
    if (last.number() == expected && next.number() > expected && next.previous() == last.hash()) {
      records.add(next);
      if (records.size() > KEPT) {
        records.removeFirst();
      }
      return next;
    }
    return after(expected);
  }

  /**
   * What a leader does with a proposal before it goes into the log.
   *
   * <p>Whoever proposes what has been decided is told the winner, never refused: a proposal that is
   * repeated because its answer got lost may have won. A number that is too far ahead would have to
   * be exceeded by all later ones. The next number instead is one more than the last; only after
   * genesis it is the leader's clock, so that fences grow although all directories were lost.
   *
   * @param wallSeconds the leader's wall clock, as epochs are numbered
   */
  Verdict judge(long expected, EpochRecord next, long wallSeconds) {
    EpochRecord winner = after(expected);
    if (winner != null) {
      return new Verdict.Decided(winner);
    }
    if (next.number() <= expected) {
      return new Verdict.Malformed(
          "Epoch " + next.number() + " does not follow epoch " + expected + ".");
    }
    String objection = RecordCheck.objection(next);
    if (objection != null) {
      return new Verdict.Malformed("Epoch " + next.number() + " cannot be: " + objection + ".");
    }
    EpochRecord last = last();
    if (last.number() != expected || next.previous() != last.hash()) {
      return new Verdict.NotInChain();
    }
    if (last.identity() != null && !last.identity().equals(next.identity())) {
      return new Verdict.Malformed("Epoch " + next.number() + " is of another cluster.");
    }
    if (next.number() > Math.max(expected + 1, wallSeconds + AHEAD)) {
      boolean isFirst = expected == 0;
      return new Verdict.TooFarAhead(isFirst ? Math.max(1, wallSeconds) : expected + 1);
    }
    return new Verdict.Fits();
  }

  /** What follows an epoch; null if nothing does, or it is not known any more. */
  EpochRecord after(long number) {
    for (int i = 0; i < records.size() - 1; i++) {
      if (records.get(i).number() == number) {
        return records.get(i + 1);
      }
    }
    return null;
  }

  /** How many records, each with its length before it, and a checksum of all that. */
  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(records.size());
      for (EpochRecord record : records) {
        byte[] encoded = VoterCodecs.encode(VoterCodecs.RECORDS, record);
        out.writeInt(encoded.length);
        out.write(encoded);
      }
      out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new AssertionError("Writing to memory does not fail.", e);
    }
    return bytes.toByteArray();
  }

  private static long checksum(byte[] bytes, int size) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, size);
    return sum.getValue();
  }

  /**
   * Reads what {@link #toBytes} has written.
   *
   * @throws IOException with one sentence, if these bytes are not a chain
   */
  static Chain of(byte[] bytes) throws IOException {
    int end = bytes.length - Long.BYTES;
    if (end < Integer.BYTES || ByteBuffer.wrap(bytes).getLong(end) != checksum(bytes, end)) {
      throw new IOException("The checksum of the snapshot is wrong.");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, end);
    Chain chain = new Chain();
    try {
      for (int left = in.getInt(); left > 0; left--) {
        int length = in.getInt();
        if (length < 0 || length > Math.min(in.remaining(), Codec.LARGEST)) {
          throw new IOException("A record of the snapshot claims " + length + " bytes.");
        }
        byte[] encoded = new byte[length];
        in.get(encoded);
        chain.records.add(VoterCodecs.decodeKeptRecord(encoded));
      }
    } catch (WireException e) {
      throw new IOException("A record of the snapshot cannot be read: " + e.getMessage(), e);
    }
    if (in.hasRemaining() || chain.records.isEmpty()) {
      throw new IOException("The snapshot has too many bytes, or no record.");
    }
    return chain;
  }
}
