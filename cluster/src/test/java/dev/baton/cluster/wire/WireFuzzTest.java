package dev.baton.cluster.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;

/**
 * Any bytes at all are read, as the value that has these bytes, or refused. Not part of {@code mvn
 * verify}, where {@link CodecTest} spoils frames without guidance: CONTRIBUTING says how to let
 * Jazzer search for hours.
 */
class WireFuzzTest {

  private static final Codec<Frame> FRAMES = Wire.frames();
  private static final Codec<EpochRecord> RECORDS = Wire.records();

  @FuzzTest(maxDuration = "24h")
  void frames(byte[] bytes) {
    feed(FRAMES, bytes);
  }

  @FuzzTest(maxDuration = "24h")
  void records(byte[] bytes) {
    feed(RECORDS, bytes);
  }

  private static <T> void feed(Codec<T> codec, byte[] bytes) {
    T value;
    try {
      value = codec.decode(new Input().wrap(bytes));
    } catch (WireException refused) {
      return;
    }
    Output out = new Output();
    codec.encode(value, out);
    assertThat(out.toByteArray()).isEqualTo(bytes);
  }
}
